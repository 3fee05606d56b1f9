"""Section 4: the privacy of HeavyPaths (Lemma 4.11), and what it is composed of."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import unrolled
from audits.claims.klmns20.laws.parting import parting
from audits.claims.klmns20.laws.stopping import late
from audits.claims.klmns20.section_4_heavy_paths import THIRTEEN
from audits.claims.klmns20.section_4_one_random_path import FAR, one_path_delta, one_path_factor
from audits.claims.klmns20.words import *
from reference.mechanisms.interior_point.heavy_paths import HeavyPaths, StoppedHeavyPaths
from reference.privacy.divergence import hockey_stick


@claim(
    "KLMNS20.TXT.UNROLL",
    over(n=sized((7, 9), range(6, 12), range(6, 14)), points=(8, 16)),
    about=TreeLog,
)
def tree_log_unrolled(build: Build, n: int, points: int) -> Check:
    """TreeLog is log*|X| embedding steps followed by log*|X| translation steps, of which only the
    latter are private.

    Cases: The law, from the embeddings of all levels and their paths at once; t = 1, T = 2, two
    and three calls, n rows 37 i^2.  That embeddings are not private is KLMNS20.TXT.NOTDP.
    """
    rows = squares(points, n)
    found = law(build(Domain.of_size(points), 1, 2, eps_at(2)), rows)
    expected = unrolled(rows, points.bit_length() - 1, 1, 2, TWO)
    yield from same_law(found, expected)


not_finitely_checkable(
    "KLMNS20.TXT.STATE",
    statement="Composition theorems allow no shared state that is not private.",
    reason="A remark on how composition is modelled.",
)


@claim(
    "KLMNS20.D.APPROX",
    over(rows=[*databases(3, 3)], other=[*databases(3, 3)], exp_eps=(ONE, TWO)),
    about=hockey_stick,
)
def close_variables(distance: Build, rows: Rows, other: Rows, exp_eps: Fraction) -> Check:
    """Z_0 and Z_1 are (eps, delta)-close if Pr[Z_b in T] <= e^eps Pr[Z_(1-b) in T] + delta for all
    T and both b: delta is the larger of the two hockey-stick distances.

    Cases: B_1 over 3 points (T = 1, e^(eps/4) = 3/2), all 16 events.
    """
    first, second = (
        law(StoppedHeavyPaths(Domain.of_size(3), 1, 2, 1, 1, 1, eps_at(Fraction(3, 2))), db)
        for db in (rows, other)
    )
    outcomes = (*range(3), BOTTOM)
    events = [set(event) for k in range(5) for event in combinations(outcomes, k)]
    for b, (p, q) in enumerate(((first, second), (second, first))):
        worst = max(
            p.probability_that(event.__contains__)
            - exp_eps * q.probability_that(event.__contains__)
            for event in events
        )
        yield eq(f"b = {b}", worst, distance(p, q, exp_eps))


not_finitely_checkable(
    "KLMNS20.L4.11",
    statement="HeavyPaths is (eps', delta')-private with eps' = O(eps sqrt(K ln(1/(delta K))) + "
    "eps^2 K + eps log n), delta' = O(delta (n + K) e^eps'), K = log*|X|.",
    reason="Asymptotic; the concrete form is decided.",
)


LONG = plus(THIRTEEN, 9), plus(THIRTEEN, 2049)
TURNED = (0, 1, 2, 8, 12, 25, 29, 36, 44, 94, 105, 127)
MOVED = (0, 1, 2, 8, 12, 16, 24, 33, 34, 90, 92, 127)
BY_DELTA = {
    Fraction(1, 2**11): (plus(TURNED, 88), plus(TURNED, 95)),
    Fraction(3, 2**11): (plus(MOVED, 115), plus(MOVED, 72)),
}
"""By delta, neighbours of 13 rows over 2^7 points with f = 1, 3, 4 and equal second databases."""


@claim(
    "KLMNS20.L4.11",
    over(n=sized((4,), (5,), (6,))),
    form=Form.CONCRETE,
    about=HeavyPaths,
    uses=("KLMNS20.L4.5", "KLMNS20.L4.6", "KLMNS20.ALG.BD"),
)
def heavy_paths_is_private(build: Build, n: int) -> Check:
    """Completed HeavyPaths is (e, delta)-private for a replaced row: e = s^4 times that of
    OneRandomPath times s^8 for each LevelUp, delta that of OneRandomPath, and delta_c for each
    LevelUp, and Pr[d_hat > d*(S)].  In fact it is (eps/2, 3/20)-private on 4 rows over 8 points,
    e^eps = 16, and (5 eps/4, 1/35000)-private on the pair of 49 rows.  With d* = 3 (c = 4, T1 = 3,
    T2 = 8, e^eps = 16) it is (eps, 2^-11)-private on a pair for which a LevelUp with twice the eps
    is not, and (eps, 3/2^11)-private on one for which a LevelUp with the other threshold is not.

    Where: n is the number of rows.

    Cases: The sums of the parts leave room, which what is so in fact does not.  All neighbours of
    n rows over 8 points (t = 1). Neighbours over 2^12 points whose
    heaviest paths part, t = 4c, h = 10t, d* = 2: of 49 rows with f = 1, 20, and of 53 with f = 1,
    22, 14 and eps < 2. Neighbours of 13 rows over 2^12 points with four databases (t = 1, h = 2),
    where LevelUp runs twice. The pairs with d* = 3 have equal second databases: what tells them
    apart is LevelUp, and the choice at d = 1.
    """
    root = TWO
    kept = Guarantee(root**4 * one_path_factor(root, 1, n - 2), one_path_delta(root, 1, 1, 2))
    small = build(EIGHT, 1, 2, 2, 1, 2, eps_at(root))
    yield private(small, replace_one(range(8), n), kept, name="8 points")
    in_fact = Guarantee(root**2, Fraction(3, 20))
    yield private(small, replace_one(range(8), 4), in_fact, name="in fact, 4 rows")
    for s, half in ((root, 20), (Fraction(8, 5), 22)):
        pair = parting(half, 4, 12, 4, 7)
        far = build(FAR, 4, 1, 40, 20, 20, eps_at(s))
        delta = one_path_delta(s, 4, 20, 20) + late(half - 1, s)
        kept = Guarantee(s**4 * one_path_factor(s, 4, 2 * half + 1), delta)
        yield private(far, neighbours(pair), kept, name=f"{len(pair[0])} rows")
        if half == 20:
            in_fact = Guarantee(s**5, Fraction(1, 35000))
            yield private(far, neighbours(pair), in_fact, name="in fact, 49 rows")
    twice = build(FAR, 1, 2, 2, 6, 6, eps_at(root))
    delta = one_path_delta(root, 1, 6, 6) + 2 * choosing_delta(root, 6)
    kept = Guarantee(root**20 * one_path_factor(root, 1, 11), delta)
    yield private(twice, neighbours(LONG), kept, name="13 rows")
    third = build(Domain.of_size(128), 1, 4, 2, 3, 8, eps_at(root))
    for delta, pair in BY_DELTA.items():
        kept = Guarantee(root**4, delta)
        yield private(third, neighbours(pair), kept, name=f"d* = 3, delta = {delta}")


REST = (0, 4, 16, 17, 18, 24, 27, 30)
THREE = plus(REST, 18), plus(REST, 19)


@claim(
    "KLMNS20.L4.11",
    over(rows=sized((3, 4), (4, 5), (5,))),
    form=Form.CORRECTED,
    about=HeavyPaths,
    uses=("KLMNS20.DER.CHOOSE", "KLMNS20.L4.5"),
)
def heavy_paths_for_every_eps(build: Build, rows: int) -> Check:
    """HeavyPaths over 8 points with t = 1, c = h = 2 and both thresholds 2 is (3 eps/4,
    e^(-eps/4)/2)-private for all eps >= 0, for a replaced row, on at most 4 rows (full: 5); over
    32 points with c = 3, T1 = 1 and T2 = 2 it is (eps/2, e^(-eps)/2)-private on a pair of 9 rows
    with f = 2, 2, 2 and 1, 2, 2.

    Cases: Both stopping points and none occur; the mixture is exact; e^(eps/2) is too small for 5
    rows.  The pair has equal second databases: what tells it apart is LevelUp, and the choice at
    d = 1.
    """
    root = EVERY.root
    kept = Guarantee(root**3, 1 / (2 * root))
    yield private(build(EIGHT, 1, 2, 2, 2, 2, EVERY), replace_one(range(8), rows), kept)
    third = build(Domain.of_size(32), 1, 3, 2, 1, 2, EVERY)
    kept = Guarantee(root**2, root**-4 / 2)
    yield private(third, neighbours(THREE), kept, name="three databases")
