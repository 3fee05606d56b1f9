"""Section 3: Lemma 11, with explicit constants."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import (
    EIGHTHS,
    Concepts,
    MissingMass,
    RadiusOfSample,
    at_most,
    listed,
    supports_by_samples,
    tables,
    uniform,
)
from audits.claims.bcmnuw20.section_3_cover import DIFFERING, WITH_A_GAP
from reference.data.concept import all_functions, intervals, points
from reference.data.cover_failure import missing_points, support_law
from reference.data.dimensions import growth, vc_dimension
from reference.data.public_cover import agreement_radius, projection_radius
from reference.mechanisms.release.double_sampling import (
    ghost_bound,
    pair_bound,
    public_rate,
    rows_for_pairs,
    sauer_bound,
    sufficient_public_rows,
)

SAMPLED: dict[str, tuple[Concepts, tuple[tuple[Fraction, ...], ...]]] = {
    "thresholds on 4 points": (tables(intervals(4), 4), (uniform(4), EIGHTHS)),
    "points of 4": (tables(points(4), 4), (uniform(4), EIGHTHS)),
    "all functions on 4 points": (tuple(all_functions(4)), (uniform(4), EIGHTHS)),
    "thresholds on 8 points": (tables(intervals(8), 8), (uniform(8),)),
}
"""Classes, and distributions from which the public rows come."""


@claim(
    "BCMNUW20.L11",
    over(constant=(1, 371, 10**6)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 3, Lemma 11 (missing: alpha stays away from 1): d log(1/alpha) rows, up to a "
        "constant, do not even meet all of d points; with alpha <= 1/2 it is true",
        "the mass of the points that no row meets, at least",
        "alpha/4",
    ),
)
def rows_of_lemma_11_as_printed(constant: int) -> Check:
    """With probability at least 1 - beta/2 over w ~ D^m the family H~ of Algorithm 3 is an
    alpha/4-cover of H, Pr_D[h != Project(h)] <= alpha/4 for every h in H, as long as m is at least
    a constant times (d log(1/alpha) + log(1/beta))/alpha.

    Cases: All functions on d = 100 constant points, the uniform distribution, alpha = 1 - 1/(8
    constant), beta = 1/2, the formula rounded up.  The function that differs from a kept one on
    all points that no row meets, and only there, has it as its projection.
    """
    points_of, alpha = 100 * constant, 1 - Fraction(1, 8 * constant)
    m = -int(-constant * high((points_of * ln(1 / alpha) + ln(2)) / alpha) // 1)
    unseen = Fraction(points_of - m, points_of)
    yield le(f"m = {m}", unseen, alpha / 4)


RADII: dict[str, Build] = {
    "the first public row chooses": given(agreement_radius, public=lambda w: w[:1]),
    "a combination of values without a concept": wrong(projection_radius, WITH_A_GAP),
    "a projection that differs on a public row": wrong(projection_radius, DIFFERING),
    "the greatest public point is not looked at": given(agreement_radius, public=lambda w: w[:-1]),
}
"""Of the cover that public rows leave."""

LEMMA = Parts(radius=projection_radius, rate=public_rate)
WRONG[LEMMA] = {name: LEMMA.but(radius=radius) for name, radius in RADII.items()} | {
    "370 in place of 371": LEMMA.but(rate="CONSTANT = 371 => CONSTANT = 370"),
    "the VC dimension is left out": LEMMA.but(rate=given(public_rate, dimension=1)),
}


@claim(
    "BCMNUW20.L11",
    over(
        name=("thresholds on 4 points", "points of 4", "all functions on 4 points"),
        alpha=sized((HALF,), (HALF, QUARTER), (HALF, QUARTER)),
        beta=sized(
            (HALF, Fraction(1)),
            (HALF, Fraction(1), Fraction(1, 100)),
            (HALF, Fraction(1), Fraction(1, 10**6)),
        ),
    ),
    form=Form.CONCRETE,
    about=LEMMA,
    uses=("BCMNUW20.L11R",),
)
def public_rows_for_a_cover(parts: Parts, name: str, alpha: Fraction, beta: Fraction) -> Check:
    """For m >= 371 (d ln(1/alpha) + ln(1/beta))/alpha and alpha <= 1/2, d >= 1, every h in H has
    Pr_D[h != Project(h)] <= alpha/4 with probability at least 1 - beta/2.

    Cases: This m is at least the number of rows of BCMNUW20.L11R at alpha/4 and beta/2: 371 is at
    least (16/ln 2) (3 + 2 ln(64/ln 2)/ln 2), and no smaller integer is enough at alpha = 1/2, d =
    1. The laws of the radius are exact at this m, where the bound is far from being attained.
    """
    concepts, distributions = SAMPLED[name]
    for dimension in (1, 2, 8, 64):
        rate = parts.rate(dimension, alpha, beta).rounded_up()
        needed = sufficient_public_rows(dimension, alpha / 4, beta / 2)
        yield le(f"rows for d = {dimension}", needed, rate)
    constant = 16 / ln(2) * (3 + 2 * ln(64 / ln(2)) / ln(2))
    stated = parts.rate(1, HALF, Fraction(1)) / (2 * ln(2))
    yield le("the constant, for all d, alpha, beta", high(constant), low(stated))
    m = parts.rate(vc_dimension(concepts, len(distributions[0])), alpha, beta).rounded_up()
    sampled = RadiusOfSample(concepts, m, parts.radius)
    yield accurate(sampled, listed(*distributions), at_most(alpha / 4), beta / 2)


EXPLICIT = Parts(
    radius=agreement_radius,
    ghost=ghost_bound,
    pairs=pair_bound,
    rows=sufficient_public_rows,
    fewest=rows_for_pairs,
)
WRONG[EXPLICIT] = {
    name: EXPLICIT.but(radius=radius)
    for name, radius in RADII.items()
    if not name.startswith("the greatest")
} | {
    "second sample: no union over pairs": EXPLICIT.but(ghost="2 * comb(growth, 2) => 2"),
    "no second sample: no union over pairs": EXPLICIT.but(pairs="comb(concepts, 2) * => 1 *"),
    "no second sample: exponent 2 m": EXPLICIT.but(pairs="** rows => ** (2 * rows)"),
    "rows for the exponent gamma m": EXPLICIT.but(
        rows="needed.rounded_up() => needed.rounded_up() // 2"
    ),
    "rows for single concepts": EXPLICIT.but(rows="2 * dimension * ln => dimension * ln"),
    "rows without ln(1/beta)": EXPLICIT.but(
        rows=given(sufficient_public_rows, failure_probability=ONE)
    ),
    "rows without ln(1/gamma)": EXPLICIT.but(
        rows="2 * dimension * ln(16 / unit) => 2 * dimension"
    ),
    "rows for so many pairs as concepts": EXPLICIT.but(fewest="comb(concepts, 2) => concepts"),
}


GAMMAS = (QUARTER, HALF)
ROWS = sized((4, 16, 128), (4, 8, 16, 64, 128), (4, 8, 16, 32, 64, 128, 256))


@claim(
    "BCMNUW20.L11R",
    over(
        name=sized(
            ("all functions on 4 points", "thresholds on 4 points"), [*SAMPLED], [*SAMPLED]
        ),
        gamma=GAMMAS,
        rows=ROWS,
    ),
    form=Form.CONCRETE,
    about=EXPLICIT,
    uses=("BCMNUW20.L11.b", "BCMNUW20.L11.c"),
    clause="the failure",
)
def failure_of_the_cover(parts: Parts, name: str, gamma: Fraction, rows: int) -> Check:
    """For m >= 1/gamma, the probability that two concepts agree on w ~ D^m and differ on more than
    gamma of the mass is at most 2 C(Pi_H(2m), 2) 2^-ceil(gamma m/2); and at most
    C(|H|, 2) (1 - gamma)^m.

    Cases: The law of the radius by inclusion and exclusion; no projection on public rows moves a
    concept further. Skipped is where no bound is below 1.
    """
    concepts, distributions = SAMPLED[name]
    of_sample = RadiusOfSample(concepts, rows, parts.radius)
    ghost = parts.ghost(growth(concepts, len(distributions[0]), 2 * rows), rows, gamma)
    for words, bound in (("ghost", ghost), ("pairs", parts.pairs(len(concepts), rows, gamma))):
        if bound < 1:
            yield accurate(of_sample, listed(*distributions), at_most(gamma), bound, name=words)


@claim(
    "BCMNUW20.L11R",
    over(points=(4, 16), gamma=GAMMAS, rows=ROWS),
    form=Form.CONCRETE,
    about=EXPLICIT,
    clause="all functions",
)
def failure_for_all_functions(parts: Parts, points: int, gamma: Fraction, rows: int) -> Check:
    """For all functions on equally likely points it bounds the probability that more than gamma of
    them are in no row.

    Cases: About as many points as rows are where a union over pairs is needed. Skipped is where
    the bound is not below 1.
    """
    bound = parts.ghost(2 ** min(points, 2 * rows), rows, gamma)
    if bound < 1:
        yield accurate(MissingMass(rows), listed(points), at_most(gamma), bound)


@claim(
    "BCMNUW20.L11R",
    over(gamma=GAMMAS, d=(1, 2, 6), beta=(QUARTER, Fraction(1, 2**40))),
    form=Form.CONCRETE,
    about=EXPLICIT,
    clause="enough rows",
)
def rows_for_a_cover(parts: Parts, gamma: Fraction, d: int, beta: Fraction) -> Check:
    """The first bound is at most (2 e m/d)^2d 2^(-gamma m/2) for 2m >= d >= 1, and at most beta if
    m >= (4/(gamma ln 2)) (2 d ln(16/(gamma ln 2)) + ln(1/beta)), which is more than 1/gamma and d.

    Cases: By Sauer's sum, and by (2 e m/d)^2d.
    """
    m = parts.rows(d, gamma, beta)
    sharp = ghost_bound(sauer_bound(2 * m, d), m, gamma)
    yield le(f"m = {m}", sharp, beta)
    yield lt(f"m = {m} and 1/gamma", 1 / gamma, m)
    yield lt(f"m = {m} and d", d, m)
    yield le(f"m = {m}: smooth", smooth(d, m, gamma), beta)
    yield le(f"m = {m}: chain", sharp, smooth(d, m, gamma))


@claim(
    "BCMNUW20.L11R",
    over(gamma=GAMMAS, concepts=(2, 5, 100)),
    form=Form.CONCRETE,
    about=EXPLICIT,
    clause="the fewest rows",
)
def fewest_rows_for_pairs(parts: Parts, gamma: Fraction, concepts: int) -> Check:
    """For C(|H|, 2) (1 - gamma)^m the number of rows is the least one, beta = 1/10."""
    m = parts.fewest(concepts, gamma, Fraction(1, 10))
    yield le(f"m = {m}", pair_bound(concepts, m, gamma), Fraction(1, 10))
    yield lt("a row less", Fraction(1, 10), pair_bound(concepts, m - 1, gamma))


@claim("BCMNUW20.L11R", over(rows=(4,)), form=Form.CONCRETE, clause="missing points")
def points_that_occur(rows: int) -> Check:
    """How many of four points are missing in m rows, and which, is as the laws have it.

    Routes: by inclusion and exclusion; from all samples.
    """
    numbers, sets = missing_points(4, rows), support_law(uniform(4), rows)
    drawn = supports_by_samples(uniform(4), rows)
    for k, chance in enumerate(numbers):
        alike = (p for chosen, p in drawn.items() if len(chosen) == 4 - k)
        yield eq(f"{k} points are missing", chance, sum(alike, Fraction(0)))
    for chosen in {*sets, *drawn}:
        yield eq(f"the points are {chosen}", sets.get(chosen, 0), drawn.get(chosen, 0))


def smooth(dimension: int, rows: int, gamma: Fraction) -> Fraction:
    """At least (2 e m/d)^2d 2^(-gamma m/2)."""
    return (exp(2 * dimension - gamma * rows * ln(2) / 2)).enclosure()[1] * Fraction(
        2 * rows, dimension
    ) ** (2 * dimension)
