"""Definitions: each is compared with the code that implements it, where there is some."""

from fractions import Fraction

from audits.claims.klmns20.exactly import (
    up_to,
)
from audits.claims.klmns20.laws.paths import path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree

for identifier, statement in (
    (
        "D3.3",
        "A path is weak for S if Pr_S[path] <= delta, else strong.",
    ),
    (
        "D.PARAM4",
        "k = (lambda/eps) ln(log*|X| / delta), t = 2k, threshold c = k/2, so that t = 4c.",
    ),
    (
        "D.APPROX",
        (
            "Z_0 and Z_1 are (eps, delta)-close if Pr[Z_b in T] <= e^eps Pr[Z_(1-b) in T] + delta "
            "for all T and both b."
        ),
    ),
):
    not_finitely_checkable(
        f"KLMNS20.{identifier}",
        statement=statement,
        reason="A definition: it states nothing. The claims that use it are decided.",
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


@claim("KLMNS20.D.FD")
def queries(size: Size) -> Verdict:
    """S_d is the d-th database of ConstructPaths and f_d(S) the largest multiplicity in it; S_1 =
    S.

    Fair: Multiplicities counted by sorting.
    """
    paths = ConstructPaths(Domain.of_size(8), 1, 2, emit_last=True)

    def longest(rows: tuple[int, ...]) -> int:
        return max((rows.count(x) for x in rows), default=0)

    most = size.pick(5, 6, 7)
    return decide(
        "queries of StoppingPoint",
        f"|X| = 8, n <= {most}, t = 1",
        (
            eq(
                f"S={rows}, d={d + 1}",
                paths.largest_multiplicities(rows)[d],
                longest(rows if d == 0 else output.database),
            )
            for rows in up_to(8, most)
            for d, output in enumerate(paths(rows))
        ),
    )


def _stopping_indices(rows: tuple[int, ...]) -> list[int]:
    """Every d with f_d >= k = 1, among the outputs as printed (t = 2k, h = 10t, |X| = 8)."""
    paths = ConstructPaths(Domain.of_size(8), 2, 20)
    return [d for d, f in enumerate(paths.largest_multiplicities(rows), 1) if f >= 1]


@claim("KLMNS20.D.DSTAR", refuted=UNGRADED)
def stopping_index_exists(size: Size) -> Verdict:
    """For every S there is a smallest d with f_d(S) >= k.

    Fair: |X| = 8, k = 1, t = 2k, h = 10t; databases with and without an output.
    """
    del size
    return decide(
        "existence of the stopping index",
        "|X| = 8, n equal rows, k = 1, t = 2, h = 20",
        (le(f"n={n}", 1, len(_stopping_indices((3,) * n))) for n in (22, 21, 20, 19)),
    )


@claim("KLMNS20.D.DSTAR", Form.CORRECTED)
def stopping_index_or_infinity(size: Size) -> Verdict:
    """d*(S) is the smallest d with f_d(S) >= k, and infinite if there is none; it is infinite for
    instance if there is no output.

    Fair: Databases of 20 rows, which have no output, and of 21 equal rows.
    """
    del size
    return decide(
        "stopping index",
        "|X| = 8, k = 1, t = 2, h = 20",
        [
            eq("20 rows: no d", len(_stopping_indices((3,) * 20)), 0),
            eq("21 equal rows: d = 1", _stopping_indices((3,) * 21)[0], 1),
        ],
    )
