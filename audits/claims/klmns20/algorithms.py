"""The algorithms of the paper, each law compared with the closed formula of its description."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import prod

from audits.claims.klmns20.exactly import (
    BOTTOM,
    Rows,
    databases,
    eps_at,
    same,
    up_to,
)
from audits.claims.klmns20.laws.paths import branchings, embedding, passes, path_law
from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.probability.families import exponential_weights
from reference.probability.law import law

TWO = Fraction(2)


@claim("KLMNS20.ALG.EXP")
def exponential_mechanism(size: Size) -> Verdict:
    """The exponential mechanism outputs f with probability b^q(f) / sum_g b^q(g), b = e^(eps/2),
    for a quality q of sensitivity 1.

    Fair: All vectors of three qualities, equal ones included.
    """
    most = size.pick(3, 6, 9)
    return decide(
        "exponential mechanism",
        f"three solutions, qualities 0 to {most}, b = 2 and 3/2",
        (
            eq(
                f"q={q}, f={f}, b={b}",
                exponential_weights(enumerate(q), b).probability(f),
                b ** q[f] / sum(b**x for x in q),
            )
            for q in product(range(most + 1), repeat=3)
            for f in range(3)
            for b in (TWO, Fraction(3, 2))
        ),
    )


@claim("KLMNS20.ALG.EXP.IP")
def base_case(size: Size) -> Verdict:
    """The base case outputs y in X with probability proportional to e^(eps q(S, y)/2), q(S, y) =
    min(#{x <= y}, #{x >= y}); uniform for the empty database.

    Fair: All databases of the scope, the empty one included.
    """
    most = size.pick(3, 5, 7)
    mechanism = ExponentialInteriorPoint(Domain.of_size(4), eps_at(Fraction(3, 2)))
    base = Fraction(9, 4)
    return decide(
        "base case",
        f"|X| = 4, n <= {most}, e^(eps/2) = 9/4",
        (
            eq(
                f"S={rows}, y={y}",
                law(mechanism, rows).probability(y),
                base ** score(rows, y) / sum(base ** score(rows, z) for z in range(4)),
            )
            for rows in up_to(4, most)
            for y in range(4)
        ),
    )


not_finitely_checkable(
    "KLMNS20.ALG.CHOOSE",
    statement="The choosing mechanism, with the threshold (8/eps) ln(4k / (beta eps delta)).",
    reason="The threshold is not an integer, and no law with it is rational; the form with an "
    "integer threshold is decided.",
)


@claim("KLMNS20.ALG.CHOOSE", Form.CONCRETE)
def choosing_mechanism(size: Size) -> Verdict:
    """With an integer threshold T and s = e^(eps/4): bottom unless best + Lap(4/eps) >= T, which
    has probability 1 - s^-(best-T)/2 for best >= T and s^(best-T)/2 otherwise; then f with
    probability proportional to s^q(f) among the f with q(f) >= 1.

    Fair: Thresholds below, at and above the best multiplicity.
    """
    most, s = size.pick(4, 6, 8), Fraction(3, 2)

    def items(rows: Rows, threshold: int) -> Iterator[Comparison]:
        mechanism = ChoosingFrequentValue(Domain.of_size(3), threshold, eps_at(s))
        dist = law(mechanism, rows)
        best = max((rows.count(x) for x in rows), default=0)
        chance = passes(s, best - threshold) if rows else Fraction(0)
        total = sum(s ** rows.count(x) for x in set(rows))
        name = f"S={rows}, T={threshold}"
        yield eq(f"{name}, bottom", dist.probability(BOTTOM), 1 - chance)
        for x in set(rows):
            yield eq(f"{name}, f={x}", dist.probability(x), chance * s ** rows.count(x) / total)

    return decide(
        "choosing mechanism",
        f"multiplicities, |X| = 3, n <= {most}, T = 1, 2, 4, e^(eps/4) = 3/2",
        (
            item
            for rows in up_to(3, most)
            for threshold in (1, 2, 4)
            for item in items(rows, threshold)
        ),
    )


@claim("KLMNS20.ALG.TRIM")
def trimming(size: Size) -> Verdict:
    """Trimming leaves max(0, n - 2t) rows: those with at least t rows on either side.

    Fair: n from 0 beyond 2t.
    """
    most = size.pick(5, 6, 8)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        rest = trimmed(rows, t)
        yield eq(f"S={rows}, t={t}, rows", len(rest), max(0, len(rows) - 2 * t))
        if rest:
            yield eq(f"S={rows}, t={t}, least", rest[0], rows[t])
            yield eq(f"S={rows}, t={t}, greatest", rest[-1], rows[len(rows) - 1 - t])

    return decide(
        "trimming",
        f"|X| = 5, n <= {most}, t <= 3",
        (item for rows in up_to(5, most) for t in range(4) for item in items(rows, t)),
    )


@claim("KLMNS20.ALG.PATH")
def random_paths(size: Size) -> Verdict:
    """A path has the product over its branching nodes of a^w(next) / (a^w(next) + a^w(other)), a =
    e^eps, and ends at a leaf or at weight <= t.

    Fair: All databases of the scope, all their paths.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last, mass in path_law(rows, 3, t, TWO).items():
            steps = branchings(rows, 3, last)
            expected = prod((TWO**v / (TWO**v + TWO**u) for v, u in steps), start=Fraction(1))
            yield eq(f"S'={rows}, t={t}, {last}", mass, expected)
            if not tree.is_leaf(last):
                yield le(f"S'={rows}, t={t}, {last} ends", tree.weight(last), t)

    return decide(
        "random paths",
        f"|X| = 8, n' <= {most}, t <= 2, a = 2",
        (item for rows in up_to(8, most) for t in range(3) for item in items(rows, t)),
    )


@claim("KLMNS20.ALG.EMBED", uses=("KLMNS20.DER.EMBED",))
def embeddings(size: Size) -> Verdict:
    """The embedding has max(0, n' - t) rows; at a node of level l of the path that is not its
    last, w(other) copies of l, cut where the size is reached.

    Fair: All paths of all databases of the scope.
    """
    most = size.pick(4, 5, 6)

    def items(rows: Rows, t: int) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        for last in path_law(rows, 3, t, TWO):
            levels = embedding(rows, 3, last, t)
            name = f"S'={rows}, t={t}, {last}"
            missing = max(0, len(rows) - t)
            yield eq(f"{name}, rows", len(levels), missing)
            for level in range(last.level + 1):
                copies = missing
                if level < last.level:
                    copies = min(missing, tree.weight(last.ancestor(level + 1).sibling))
                missing -= copies
                yield eq(f"{name}, level {level}", levels.count(level), copies)

    return decide(
        "embeddings",
        f"|X| = 8, n' <= {most}, t <= 2",
        (item for rows in up_to(8, most) for t in range(3) for item in items(rows, t)),
    )


@claim("KLMNS20.ALG.CAND")
def candidates(size: Size) -> Verdict:
    """The candidates of a node are its first and last leaf, the last leaf of its left child and
    the first of its right child.

    Fair: All inner nodes over 16 points; a leaf has no children and is its candidate.
    """
    del size
    tree = WeightedTree.of(4, ())

    def below(node: Node) -> list[int]:
        return [x for x in range(16) if x >> (4 - node.level) == node.position]

    def expected(node: Node) -> tuple[int, ...]:
        if tree.is_leaf(node):
            return (node.position,)
        left, right = (below(child) for child in node.children)
        return tuple(sorted({left[0], left[-1], right[0], right[-1]}))

    nodes = [Node(level, j) for level in range(5) for j in range(2**level)]
    return decide(
        "candidates",
        "|X| = 16",
        (item for v in nodes for item in same(f"{v}", tree.candidates(v), expected(v))),
    )


@claim("KLMNS20.ALG.UP")
def climbing(size: Size) -> Verdict:
    """Pr[y | level l] = sum over the nodes v of level l of Pr[not bottom] s^w(v)/Z s^(2 q(S, y)) /
    sum over the candidates z of v of s^(2 q(S, z)).

    Fair: All levels; databases with and without a heavy node.
    """
    step = size.pick(41, 11, 1)

    def items(rows: Rows, level: int) -> Iterator[Comparison]:
        dist = law(LevelToPoint(Domain.of_size(8), 1, 2, level, eps_at(2)), rows)
        tree = WeightedTree.of(3, trimmed(rows, 1))
        weights = tree.weights(level)
        chance = passes(TWO, max(weights.values()) - 2)
        total = sum(TWO**w for w in weights.values())
        for y in range(8):
            expected = Fraction(0)
            for v, w in weights.items():
                points = tree.candidates(v)
                if y in points:
                    share = TWO ** (2 * score(rows, y)) / sum(
                        TWO ** (2 * score(rows, z)) for z in points
                    )
                    expected += chance * TWO**w / total * share
            yield eq(f"S={rows}, l={level}, y={y}", dist.probability(y), expected)

    return decide(
        "from a level to a point",
        "|X| = 8, n = 5, t = 1, threshold 2, e^(eps/4) = 2",
        (
            item
            for rows in islice(databases(8, 5), 0, None, step)
            for level in range(4)
            for item in items(rows, level)
        ),
    )


@claim("KLMNS20.A1")
def tree_log_by_hand(size: Size) -> Verdict:
    """TreeLog on (0,0,0,7,7,7) over 8 points, t = 1, threshold 2, e^(eps/4) = 2: 0 and 7 have
    probability 3/16, 1 and 6 3/112, 2 and 5 1/112, 3 and 4 15/112, bottom 2/7.

    Fair: Two paths, both children of the root heavy; computed by hand.
    """
    del size
    dist = law(TreeLog(Domain.of_size(8), 1, 2, eps_at(2)), (0, 0, 0, 7, 7, 7))
    values = [Fraction(3, 16), Fraction(3, 112), Fraction(1, 112), Fraction(15, 112)]
    return decide(
        "TreeLog on one database",
        "|X| = 8, S = (0,0,0,7,7,7)",
        [
            eq("bottom", dist.probability(BOTTOM), Fraction(2, 7)),
            *(
                eq(f"y={y}", dist.probability(y), value)
                for y, value in enumerate(values + values[::-1])
            ),
        ],
    )


@claim("KLMNS20.A1", Form.CONCRETE, uses=("KLMNS20.CONV.DEGEN",))
def tree_log_is_symmetric(size: Size) -> Verdict:
    """TreeLog, with the conventions of the degenerate cases, commutes with the reflection x -> |X|
    - 1 - x of the domain.

    Fair: Databases of the scope that are not their own reflection are included.
    """
    eps = eps_at(Fraction(3, 2))
    mechanism = TreeLog(Domain.of_size(8), 1, 2, eps)
    step = size.pick(13, 3, 1)

    def items(rows: Rows) -> Iterator[Comparison]:
        one, other = law(mechanism, rows), law(mechanism, tuple(sorted(7 - x for x in rows)))
        for y in range(8):
            yield eq(f"S={rows}, y={y}", one.probability(y), other.probability(7 - y))

    return decide(
        "reflection of TreeLog",
        "|X| = 8, n = 5, t = 1, threshold 2, e^(eps/4) = 3/2",
        (item for rows in islice(databases(8, 5), 0, None, step) for item in items(rows)),
    )


@claim("KLMNS20.A1.INTRO")
def simplified_outputs(size: Size) -> Verdict:
    """The simplified TreeLog outputs an end of a node of positive weight of a level that the
    recursion found.

    Fair: Distinct rows, as the overview assumes; every outcome of positive probability.
    """
    most = size.pick(3, 4, 8)
    mechanism = SimplifiedTreeLog(Domain.of_size(8), 1, eps_at(2))

    def items(rows: Rows) -> Iterator[Comparison]:
        tree = WeightedTree.of(3, rows)
        ends = {y for level in range(4) for v in tree.weights(level) for y in tree.ends(v)}
        outputs = law(mechanism, rows).support - {BOTTOM}
        yield eq(f"S={rows}, not an end", len(outputs - ends), 0)

    subsets = (r for r in up_to(8, most, 1) if len(set(r)) == len(r))
    return decide(
        "simplified TreeLog",
        f"|X| = 8, 1 <= n <= {most} distinct rows, threshold 1",
        (item for rows in subsets for item in items(rows)),
    )
