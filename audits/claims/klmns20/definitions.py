"""Definitions: each is compared with the code that implements it, where there is some."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from audits.claims.klmns20.exactly import (
    databases,
    eps_at,
    same,
    up_to,
)
from audits.claims.klmns20.laws.paths import embedding, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point, score
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree
from reference.privacy.divergence import hockey_stick
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import empirical_error

for identifier, statement in (
    (
        "D.DISTL",
        "Distribution learning: from n samples of D, a D' close to D in Kolmogorov distance.",
    ),
    (
        "D.QREL",
        "Query release for thresholds: for each x, about how many rows are smaller than x.",
    ),
    (
        "D.QUALITY",
        (
            "The sensitivity of q is the largest |q(S, f) - q(S', f)| over neighbours and f; "
            "OPT(S) is the largest q(S, f)."
        ),
    ),
    (
        "D.BG",
        (
            "k-bounded growth: q(empty, f) = 0; an added row raises each q(S, f) by 0 or 1, and "
            "at most k of them by 1."
        ),
    ),
    (
        "D3.3",
        "A path is weak for S if Pr_S[path] <= delta, else strong.",
    ),
):
    not_finitely_checkable(
        f"KLMNS20.{identifier}",
        statement=statement,
        reason="A definition: it states nothing. The claims that use it are decided.",
    )


@claim("KLMNS20.D.THR")
def threshold_functions(size: Size) -> Verdict:
    """The threshold function f_u labels x with 1 if and only if x <= u.

    Fair: All x and u over 8 points, u = -1 included.
    """
    del size
    return decide(
        "threshold functions",
        "|X| = 8, all u",
        (
            eq(f"x={x}, u={u}", empirical_error(((x, 1),), u), int(x > u))
            for x in range(8)
            for u in range(-1, 8)
        ),
    )


@claim("KLMNS20.D1.1")
def interior_points(size: Size) -> Verdict:
    """y solves the interior point problem on S if min S <= y <= max S; bottom does not.

    Fair: All y, over all databases of the scope.
    """

    def items(rows: tuple[int, ...]) -> Iterator[Comparison]:
        solutions = [y for y in range(6) if is_interior_point(rows, y)]
        yield eq(f"S={rows}, bottom", is_interior_point(rows, Bottom.BOTTOM), 0)
        yield from same(f"S={rows}", solutions, range(min(rows), max(rows) + 1))

    return decide(
        "interior points",
        "|X| = 6",
        (item for rows in up_to(6, size.pick(4, 6, 8), 1) for item in items(rows)),
    )


@claim("KLMNS20.D2.1")
def events_and_hockey_sticks(size: Size) -> Verdict:
    """(eps, delta)-privacy speaks of all events; it is the same to bound sum_y max(P(y) - e^eps
    Q(y), 0) by delta.

    Fair: Laws of the exponential mechanism over 4 points, all 16 events.
    """
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), eps_at(2))
    rows = size.pick(2, 3, 4)
    laws = [law(mechanism, db) for db in databases(4, rows)]
    events = [set(event) for k in range(5) for event in combinations(range(4), k)]

    def worst(i: int, j: int, x: Fraction) -> Fraction:
        return max(
            sum((laws[i].probability(y) - x * laws[j].probability(y) for y in event), Fraction(0))
            for event in events
        )

    return decide(
        "events against the hockey-stick sum",
        f"|X| = 4, n = {rows}, e^eps in 1, 3/2, 4",
        (
            eq(f"laws {i}, {j}, x={x}", worst(i, j, x), hockey_stick(laws[i], laws[j], x))
            for i in range(len(laws))
            for j in range(len(laws))
            for x in (Fraction(1), Fraction(3, 2), Fraction(4))
        ),
    )


@claim("KLMNS20.D.TREE")
def node_weights(size: Size) -> Verdict:
    """A leaf weighs as many rows as equal it, a node as much as its children together.

    Fair: All nodes of the tree over 8 points.
    """

    def items(rows: tuple[int, ...]) -> list[Comparison]:
        tree = WeightedTree.of(3, rows)
        leaves = [eq(f"S={rows}, {x}", tree.weight(Node(3, x)), rows.count(x)) for x in range(8)]
        inner = [Node(level, j) for level in range(3) for j in range(2**level)]
        sums = [
            eq(f"S={rows}, {v}", tree.weight(v), sum(tree.weight(c) for c in v.children))
            for v in inner
        ]
        return leaves + sums

    most = size.pick(3, 5, 7)
    return decide(
        "weights of a tree",
        f"|X| = 8, n <= {most}",
        (item for rows in up_to(8, most) for item in items(rows)),
    )


@claim("KLMNS20.D.PATHS")
def probabilities_of_paths(size: Size) -> Verdict:
    """P(S) is the set of paths of positive probability; the probabilities sum to 1.

    Fair: The empty database included, whose only path is the root.
    """
    most = size.pick(4, 5, 6)
    return decide(
        "laws of paths",
        f"|X| = 8, n' <= {most}, t <= 2, a = 2",
        (
            item
            for rows in up_to(8, most)
            for t in range(3)
            for masses in [path_law(rows, 3, t, Fraction(2)).values()]
            for item in (
                eq(f"S'={rows}, t={t}, sum", sum(masses), 1),
                lt(f"S'={rows}, t={t}, least", 0, min(masses)),
            )
        ),
    )


@claim("KLMNS20.D.FALL")
def falls(size: Size) -> Verdict:
    """The rows below the other child of a node of level l of the path fall off at l.

    Fair: Paths to leaves (t = 0), so that nothing is cut.
    """

    def items(rows: tuple[int, ...]) -> list[Comparison]:
        found = []
        for last in path_law(rows, 3, 0, Fraction(2)):
            levels = embedding(rows, 3, last, 0)
            for level in range(4):
                prefix = [3 - (x ^ last.position).bit_length() for x in rows]
                name = f"S={rows}, leaf {last.position}, level {level}"
                found.append(eq(name, levels.count(level), prefix.count(level)))
        return found

    most = size.pick(4, 5, 6)
    return decide(
        "falls",
        f"|X| = 8, 1 <= n <= {most}",
        (item for rows in up_to(8, most, 1) for item in items(rows)),
    )


@claim("KLMNS20.D.SCORE")
def scores(size: Size) -> Verdict:
    """y has score Delta if at least Delta rows are <= y and at least Delta are >= y; interior
    means Delta = 1.

    Fair: All points, all Delta up to n.
    """

    def greatest(rows: tuple[int, ...], y: int) -> int:
        ordered = sorted(rows)
        return max(
            delta
            for delta in range(len(rows) + 1)
            if delta == 0 or ordered[delta - 1] <= y <= ordered[len(rows) - delta]
        )

    most = size.pick(4, 5, 6)
    return decide(
        "scores",
        f"|X| = 6, n <= {most}",
        (
            eq(f"S={rows}, y={y}", score(rows, y), greatest(rows, y))
            for rows in up_to(6, most)
            for y in range(6)
        ),
    )
