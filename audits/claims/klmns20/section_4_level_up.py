"""Section 4: LevelUp (Algorithm 5, Lemmas 4.8 and 4.9)."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import climbed
from audits.claims.klmns20.laws.parting import light_ends
from audits.claims.klmns20.section_4_one_random_path import DEEP, clusters
from audits.claims.klmns20.section_4_one_random_path_depth import (
    deep_enough,
    depth_left,
    too_shallow,
)
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.level_up import LevelUp

BYTE = Domain.of_size(256)


WRONG[LevelUp] = {
    "one level lower": given(LevelUp, index=lambda d: d + 1),
    "from the next level": given(LevelUp, level=lambda level: level + 1),
    "twice the eps": twice_eps(LevelUp),
    "half of the eps": given(LevelUp, eps=lambda eps: eps / 2),
    "other rows": blind(LevelUp, lambda rows: (3,) * len(rows)),
    "weighs nodes by all rows": "rest = trimmed(database, self.trim) => rest = database",
    "counts in the trimmed database": "WeightedTree.of(m, database) => WeightedTree.of(m, rest)",
    "a threshold more by one": given(LevelUp, threshold=lambda T: T + 1),
    "a threshold less by one": given(LevelUp, threshold=lambda T: T - 1),
    "threshold 0": given(LevelUp, threshold=0),
}


@claim(
    "KLMNS20.A5",
    over(n=sized((8, 9), range(8, 14), range(8, 20)), index=(1, 2), level=range(4)),
    about=LevelUp,
)
def level_up_by_formulas(build: Build, n: int, index: int, level: int) -> Check:
    """LevelUp at d chooses a node of level i of the tree of the trimmed S_d, and one of its ends
    and inner ends by their depth in S_d: steps 7 to 9 of TreeLog.

    Where: n is the number of rows, index is d, and level is i.

    Cases: n rows 37 i^2 over 256 points, t = 1, h = 3, T = 2: every probability by the formulas of
    the paper, from bits of the rows.
    """
    rows = squares(256, n)
    depth, database = [*chain(rows, 8, 1, 3)][index - 1]
    found = law(build(BYTE, 1, 3, index, 2, level, eps_at(2)), rows)
    expected = climbed(database, depth, 1, 2, level, TWO)
    yield from same_law(found, expected)


not_finitely_checkable(
    "KLMNS20.L4.8",
    statement="From an i that is interior to S_(d+1) with depth Omega((1/eps) log(1/delta)), t = "
    "(2 lambda/eps) log(log*|X|/delta), LevelUp returns an interior point of S_d of depth "
    "Omega(t) with probability 1 - delta.",
    reason="Lambda and the constants in Omega are the authors' to choose. The concrete form has "
    "them; with the threshold of Lemma 2.4 it needs ln(1/(eps delta)) = O(ln(1/delta)), which is "
    "not said.",
)


def _node_is_chosen(
    root: Fraction, trim: int, threshold: int, beta: Fraction
) -> Iterator[Comparison]:
    margin = high(ln(1 / (2 * beta)) / ln(root))
    yield le("T + (4/eps) ln(1/(2 beta)) against t + 1", threshold + margin, trim + 1)
    yield le("(2/eps) ln(4/beta) against t", high(ln(4 / beta) / (2 * ln(root))), trim)


UP: dict[str, tuple[int, int, Rows]] = {
    "two clusters": (7, 1, clusters(20, 8, 7)),
    "two clusters, lifted": (128, 2, lifted(clusters(20, 8, 7), 128, 8)),
    "light ends": (12, 1, light_ends(12)),
}
"""The depth of the tree, d, and a database; t = 8.  The last has 3 equal rows at either end."""


@claim(
    "KLMNS20.L4.8",
    over(
        database=UP,
        root=(Fraction(25, 16),),
        trim=(8,),
        threshold=(1, 6),
        beta=(Fraction(1, 7), Fraction(1, 12), Fraction(1, 70)),
    ),
    form=Form.CONCRETE,
    about=LevelUp,
    given=_node_is_chosen,
    uses=("KLMNS20.DER.TRANSLATE",),
)
def level_up_exactly_keeps_depth(
    build: Build, database: str, root: Fraction, trim: int, threshold: int, beta: Fraction
) -> Check:
    """For T + (4/eps) ln(1/(2 beta)) <= t + 1 and t >= A = (2/eps) ln(4/beta): depth t + 1 - A or
    more in S_d with probability 1 - 2 beta, from every interior i: it fails with probability at
    most s^(T - t - 1)/2 + 3 s^(-2 A'), A' the integer above A.

    Cases: e^(eps/4) = 25/16, eps < 2; two clusters over 2^7 points (d = 1), a database over 2^128
    points that has them as its second (d = 2), and one with few rows at either end, on which
    nearly all of the first term is used.
    """
    depth, index, rows = UP[database]
    databases = [s for _, s in chain(rows, depth, trim, 8)]
    least = depth_left(root, trim, beta)
    good = deep_enough(databases[index - 1], least)
    fails = root ** (threshold - trim - 1) / 2 + too_shallow(root, trim + 1 - least)
    yield le("failure", fails, 2 * beta)
    for level in range(databases[index][0], databases[index][-1] + 1):
        yield accurate(
            build(Domain.of_size(2**depth), trim, 8, index, threshold, level, finer(root)),
            ListedAdjacency((rows,), (), f"{database}, {len(rows)} rows"),
            good,
            fails,
            name=f"i={level}",
        )


LEVELS = over(
    instances(
        "root threshold delta",
        (TWO, 2, Fraction(3, 8)),
        (Fraction(3, 2), 4, Fraction(1, 6)),
        (TWO, 4, Fraction(1, 15)),
        (TWO, 12, Fraction(1, 4095)),
    ),
    level=sized((0, 1), (0, 1, 2, 3), (0, 1, 2, 3)),
)

LIGHT = (0, *range(1, 32, 4), *(128,) * 3, *(129, 129), *(130, 131) * 3, *(252,) * 8, 255)
TIPPED = plus(LIGHT, 128), plus(LIGHT, 252)
"""Neighbours of 30 rows over 2^8 points: at level 6, the heaviest node loses its least row."""


@claim(
    "KLMNS20.L4.9",
    LEVELS,
    about=LevelUp,
    given=lambda root, threshold, delta: [
        le(
            "1 + (4/eps) ln(1/(2 delta)) against T",
            high(1 + ln(1 / (2 * delta)) / ln(root)),
            threshold,
        )
    ],
    uses=("KLMNS20.DER.CHOOSE", "KLMNS20.TXT.TRIM"),
)
def level_up_is_private(
    build: Build, root: Fraction, threshold: int, delta: Fraction, level: int
) -> Check:
    """d < d*(S): LevelUp is (2 eps, 2 delta)-close on neighbours (a replaced row), for a choice
    that is (eps, delta)-private.

    Cases: All neighbours of 5 rows over 8 points (d = 1, t = 1); neighbours of 61 rows
    over 2^128 points, whose heaviest paths part at the second database (d = 1, 2; t = 4, h = 10t);
    neighbours of 30 rows whose loss is above eps.
    """
    kept = Guarantee(root**8, 2 * delta)
    small = build(EIGHT, 1, 2, 1, threshold, level, eps_at(root))
    yield private(small, replace_one(range(8), 5), kept, name="8 points")
    for index in (1, 2):
        far = build(Domain.of_size(2**128), 4, 40, index, threshold, 3, eps_at(root))
        yield private(far, neighbours(DEEP), kept, name=f"61 rows, d = {index}")
    tipped = build(BYTE, 1, 2, 1, threshold, 6, eps_at(root))
    yield private(tipped, neighbours(TIPPED), kept, name="30 rows")


@claim(
    "KLMNS20.L4.9",
    over(instances("root threshold", (TWO, 2), (Fraction(3, 2), 4))),
    form=Form.CONCRETE,
    about=LevelUp,
    uses=("KLMNS20.DER.CHOOSE",),
)
def level_up_exactly(build: Build, root: Fraction, threshold: int) -> Check:
    """Exactly: e = s^4 b^2 = e^(2 eps), delta = delta_c; 0 at level 0, and 1/6 at level 1 for T =
    2, s = 2.

    Cases: All neighbours of 5 rows over 8 points; for s = T = 2, delta_c is attained at level 1.
    """
    universe, tight = replace_one(range(8), 5), choosing_delta(root, threshold)
    for level, delta in ((0, Fraction(0)), (1, tight)):
        mechanism = build(EIGHT, 1, 2, 1, threshold, level, eps_at(root))
        yield private(mechanism, universe, Guarantee(root**8, delta), name=f"level {level}")
    yield eq("delta_c(2, 2)", choosing_delta(TWO, 2), Fraction(1, 6))


@claim(
    "KLMNS20.L4.9",
    over(rows=sized((4,), (5,), (6,))),
    form=Form.CORRECTED,
    about=LevelUp,
    uses=("KLMNS20.DER.CHOOSE",),
)
def level_up_for_every_eps(build: Build, rows: int) -> Check:
    """d = 1: LevelUp over 8 points with t = 1, T = 2, from level 1, is (eps, e^(-eps/4)/2)-private
    for all eps >= 0, for a replaced row, on 4 rows (full: 6): half of the printed 2 eps.

    Cases: e^(3 eps/4) is too small.
    """
    kept = Guarantee(EVERY.exp(), 1 / (2 * EVERY.root))
    yield private(build(EIGHT, 1, 2, 1, 2, 1, EVERY), replace_one(range(8), rows), kept)
