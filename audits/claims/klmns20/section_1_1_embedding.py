"""Section 1.1: the simplified mechanism, and the laws of the embedding by a random path."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import simplified
from audits.claims.klmns20.laws.paths import add_factor
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.simplified_tree_log import SimplifiedTreeLog

WRONG[SimplifiedTreeLog] = {
    "TreeLog without trimming": lambda domain, *more: TreeLog(domain, 0, *more),
    "spends twice the eps": twice_eps(SimplifiedTreeLog),
    "sees one row": blind(SimplifiedTreeLog, lambda rows: rows[:1]),
}


@claim(
    "KLMNS20.A1.INTRO",
    over(multisets(8, sized(3, 4, 5)), threshold=(1, 3)),
    about=SimplifiedTreeLog,
)
def simplified_tree_log(build: Build, rows: Rows, threshold: int) -> Check:
    """The simplified TreeLog: a random path to a leaf, the levels at which rows fall off it, an
    interior point of these by recursion, a heavy node of that level by the choosing mechanism, one
    of its two ends by the exponential mechanism. It outputs ends of nodes of positive weight only.

    Cases: |X| = 8, e^(eps/4) = 3/2; the law, summed over paths, levels and nodes by formulas;
    equal rows allowed, as the overview does not in the first call.  Three rows over 1 and over 16
    points, too, the latter in three calls and (C = 8) in two.
    """
    s, tree = Fraction(3, 2), WeightedTree.of(3, rows)
    eps = Epsilon(s, parts=4)
    found = law(build(EIGHT, threshold, eps), rows)
    expected = simplified(rows, 3, threshold, s)
    for y in (*range(8), BOTTOM):
        yield eq(f"{y}", found.probability(y), expected.get(y, Fraction(0)))
    for depth, base in ((0, 4), (4, 4), (4, 8)) if rows in ((0, 2, 7), (1, 4, 5)) else ():
        spread = tuple(x * 2**depth // 8 for x in rows)
        other = law(build(Domain.of_size(2**depth), threshold, eps, base), spread)
        expected = simplified(spread, depth, threshold, s, base)
        for y in (*range(2**depth), BOTTOM):
            name = f"2^{depth}, C = {base}, {y}"
            yield eq(name, other.probability(y), expected.get(y, Fraction(0)))
    ends = {y for level in range(4) for v in tree.weights(level) for y in tree.ends(v)}
    yield true("ends", found.support <= {*ends, BOTTOM})


FEW, MANY = (0, 0, 0, 0, 7), (0, 0, 0, 7, 7)


def _told_by_zeros(levels: Rows) -> Rows:
    """Which of the two, by the number of zeros."""
    return FEW if levels.count(0) in (1, 4) else MANY


WRONG[_told_by_zeros] = {
    "tells by the first level": "levels.count(0) in (1, 4) => levels[0] == 0",
    "tells by the last level": "levels.count(0) in (1, 4) => levels[-1] == 3",
}


@claim("KLMNS20.TXT.NOTDP", over(trim=(1,)), about=_told_by_zeros)
def embedding_is_not_private(tell: Build, trim: int) -> Check:
    """The embedding itself is not private: for S' = (0,0,0,0,7) and (0,0,0,7,7), t = 1, whoever
    sees it tells the two without error, so delta = 1 for every eps.

    Cases: One pair of neighbours over 8 points; for every eps the two laws have no common outcome.
    """
    embedding = PathEmbedding(EIGHT, trim, Epsilon.indeterminate(4))
    pair = ListedAdjacency((FEW, MANY), ((0, 1),))
    never = RationalFunction.of(0)
    yield accurate(embedding, pair, lambda rows, levels: tell(levels) == rows, never)


not_finitely_checkable(
    "KLMNS20.TXT.DISTCLOSE",
    statement="Any D of not negligible probability for S has a neighbour with about the same "
    "probability for S'.",
    reason="Informal ('roughly'; all neighbours together are meant: one may have half of it); "
    "the concrete form is decided.",
)


WRONG[PathEmbedding] = {
    "spends twice the eps": twice_eps(PathEmbedding),
    "goes to the heavier child": HEAVIER,
}


@claim(
    "KLMNS20.TXT.DISTCLOSE",
    over(added(8, sized(3, 4, 5))),
    form=Form.CONCRETE,
    about=PathEmbedding,
    uses=("KLMNS20.DER.FWD", "KLMNS20.DER.REV", "KLMNS20.DER.STRAY", "KLMNS20.TXT.DNEIGH"),
)
def embeddings_are_close(build: Build, rows: Rows, x: int) -> Check:
    """S' = S + {x}. For every set W of databases: Pr_S[D in W] <= max(a, 1 + a^-t) Pr_S'[D' in
    N(W)] and Pr_S'[D' in W] <= V(n', t, a) Pr_S[D in N(W)] + 1/(1 + a^t), N(W) the databases that
    are equal to one of W or differ by the row that is added.

    Cases: All pairs and all sets W; t = 1, a = 2.
    """
    mechanism = build(EIGHT, 1, Epsilon(TWO, parts=1))
    small, large = law(mechanism, rows), law(mechanism, plus(rows, x))
    most = remove_factor(len(rows), 1, TWO)
    for event in (event for k in range(len(small)) for event in combinations(small, k + 1)):
        near = [d for d in large if any(_one_more(d, e) for e in event)]
        yield chance(f"W = {event}", _mass(small, event), add_factor(1, TWO) * _mass(large, near))
    for event in (event for k in range(len(large)) for event in combinations(large, k + 1)):
        near = [e for e in small if any(_one_more(d, e) for d in event)]
        bound = most * _mass(small, near) + stray(1, TWO)
        yield chance(f"W' = {event}", _mass(large, event), bound)


def _mass(dist: Dist[Rows, Fraction], event: tuple[Rows, ...] | list[Rows]) -> Fraction:
    return sum((dist.probability(d) for d in event), Fraction(0))


def _one_more(larger: Rows, smaller: Rows) -> bool:
    return minus(smaller, larger) == 0 and len(larger) - len(smaller) <= 1
