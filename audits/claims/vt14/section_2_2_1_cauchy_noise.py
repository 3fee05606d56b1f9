"""Section 2.2.1: Cauchy noise of the scale of the smooth sensitivity, and noise like it."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.sensitivities import Grid, smooth_of_multisets
from reference.data.sensitivity import local_sensitivities
from reference.mechanisms.sensitivity.cauchy import Cauchy, both_ways, cauchy_answers
from reference.mechanisms.sensitivity.median import Median, local_sensitivity_within
from reference.mechanisms.sensitivity.pareto_noise import ParetoNoise, worst_pareto_ratio
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian

PLACES = (Fraction(0), Fraction(1, 3), TWO)
SCALES = (QUARTER, ONE, Fraction(5, 2))


def discriminant(first: Cauchy, second: Cauchy, ratio: int) -> Fraction:
    """Of the quadratic in z whose zeros are where the ratio of the densities is the given one.

    s (s'^2 + (z - q')^2) - R s' (s^2 + (z - q)^2): the supremum and the infimum of the ratio are
    the R > 0 with a double zero.
    """
    s, other = first.scale, second.scale
    q, p, big = first.centre, second.centre, Fraction(ratio)
    a = s - big * other
    b = -2 * (s * p - big * other * q)
    c = s * (other**2 + p**2) - big * other * (s**2 + q**2)
    return b * b - 4 * a * c


WRONG[cauchy_answers] = {
    "scale c LS": wrong(
        cauchy_answers,
        smooth_sensitivities=lambda query, universe, _: local_sensitivities(query, universe),
    ),
    "scale S/c": "factor * s) => s / factor)",
    "half of the scale": "factor * s) => factor * s / 2)",
    "a third of the scale": "factor * s) => factor * s / 3)",
    "scale S": "factor * s) => s)",
    "base b^2": given(cauchy_answers, base=lambda b: b * b),
}
GAP = "(first.centre - second.centre) ** 2"
WRONG_CRITERIA: dict[str, Any] = {
    "the centres left out": f"{GAP} => 0",
    "half of their square": f"{GAP} => {GAP} / 2",
    "twice their square": f"{GAP} => 2 * {GAP}",
    "fourth powers of the scales": (
        "s**2 + other**2 => s**4 + other**4",
        f"{GAP}) / (s * other) => {GAP}) / (s * other) ** 2",
    ),
    "the ratio at one centre": "s, other = first.scale, second.scale => "
    "z = first.density(first.centre) / second.density(first.centre)\n"
    "    return z + 1 / z\n    s, other = first.scale, second.scale",
    "always 2": "if first == second: => if True:",
}
CAUCHY = Parts(answers=cauchy_answers, criterion=both_ways)
WRONG[CAUCHY] = {
    **{name: CAUCHY.but(answers=each) for name, each in WRONG[cauchy_answers].items()},
    **{name: CAUCHY.but(criterion=each) for name, each in WRONG_CRITERIA.items()},
}


@claim("VT14.ALG.Cauchy", over(grid=((4, 3), (2, 5))), about=CAUCHY)
def cauchy_noise(parts: Parts, grid: Grid) -> Check:
    """The answer is q(x) + c SS_q(x) T, T standard Cauchy. The ratio of the densities of two such
    answers has a supremum R with R + 1/R = (s^2 + s'^2 + (q - q')^2)/(s s'), s and s' the scales.

    Cases: The median on a grid times G, b = 3/2, c = 2 and 1/3, the smooth sensitivity from its
    definition; the supremum at 3 x 3 places and scales by the discriminant of the quadratic whose
    zeros are where the ratio is R, a polynomial in R, at 0, 1, 2; no ratio at -2, -3/2, ..., 4 is
    larger; R is infinite for an answer without noise and another.
    """
    top, n = grid
    universe, base = replace_one(range(top + 1), n), Fraction(3, 2)
    expected = smooth_of_multisets(local_sensitivities(Median(), universe), base)
    for c in (TWO, Fraction(1, 3)):
        for x, found in parts.answers(Median(), universe, base, c).items():
            yield eq(f"{x}: scale", found.scale, c * expected[x])
            yield eq(f"{x}: centre", found.centre, sorted(x)[n // 2])
    laws = [Cauchy(q, s) for q, s in product(PLACES, SCALES)]
    for first, second in permutations(laws, 2):
        both = parts.criterion(first, second)
        name = f"{first.centre}, {first.scale} against {second.centre}, {second.scale}"
        at_zero = discriminant(first, second, 0)
        for r in (1, 2):
            wanted = at_zero * (r * r - both * r + 1)
            yield eq(f"{name}: discriminant at {r}", discriminant(first, second, r), wanted)
        for z in range(-4, 9):
            here = first.density(Fraction(z, 2)) / second.density(Fraction(z, 2))
            yield le(f"{name}: at {z}/2", here + 1 / here, both)
    exact = [Cauchy(Fraction(q), Fraction(0)) for q in (0, 1)]
    for other in (exact[1], laws[0]):
        name = f"no noise against {other.centre}, {other.scale}"
        yield true(name, parts.criterion(exact[0], other) is None)
    yield eq("no noise, twice", parts.criterion(exact[0], exact[0]), 2)


def worst(parts: Parts, universe: RowAdjacency[int], base: Fraction, factor: Fraction) -> Fraction:
    """The largest R + 1/R of neighbours."""
    found = list(parts.answers(Median(), universe, base, factor).values())
    pairs = (parts.criterion(found[i], found[j]) for i, j in universe.index_pairs())
    return max(Fraction(10**9) if each is None else each for each in pairs)


ROOTS = tuple(map(Fraction, ("5/4", "3/2", "2")))


@claim(
    "VT14.ALG.Cauchy",
    over(grid=sized(((5, 3), (7, 3)), ((5, 3), (7, 3)), ((5, 3), (7, 3), (10, 3))), root=ROOTS),
    form=Form.CORRECTED,
    about=cauchy_answers,
)
def parameters_of_the_literature(build: Build, grid: Grid, root: Fraction) -> Check:
    """With b = e^(eps/6) and c = 6/eps the answer q(x) + c SS_q(x) T is eps-private: R + 1/R is at
    most e^eps + e^-eps for all neighbours. (The notes take b = e^eps, which no c makes enough.)

    Cases: The median of three rows; eps = 6 ln(root); c is rounded down by less than 2^-40 of it,
    which makes R larger. R + 1/R itself is the larger of b + (1 + 1/c^2)/b and 2 + 1/c^2, which
    is attained on these grids: the parameters leave room.
    """
    universe = replace_one(range(grid[0] + 1), grid[1])
    c = 1 / ln(root).enclosure()[1]
    found = worst(CAUCHY.but(answers=build), universe, root, c)
    r = root**6
    yield le("R + 1/R", found, r + 1 / r)
    yield eq("attained", found, bound(root, c))


@claim(
    "VT14.TXT.ss-cauchy",
    over(c=tuple(map(Fraction, (1, 10, 1000))), r=tuple(map(Fraction, ("3/2", "2")))),
    about=cauchy_answers,
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 2.2.1, the first fact: the smoothing parameter is called eps, as the privacy; "
        "with both equal no multiple of SS/eps is enough: scales that differ by e^eps use up all "
        "of eps, and the answers differ besides; eps/6 does (Nissim, Raskhodnikova and Smith)",
        left="R + 1/R, R the largest ratio of the densities",
        right="e^eps + e^-eps",
    ),
)
def printed_parameters(build: Build, c: Fraction, r: Fraction) -> Check:
    """Adding Cauchy noise of the scale c SS_q(x), c = O(1/eps), with SS_q of the parameter eps is
    enough for eps-privacy.

    Cases: The median of three rows on the grid 0, 1/4, ..., 1; each c that was tried is refuted at
    each eps, and c = 1000 is 400 times 1/eps and more.
    """
    found = worst(CAUCHY.but(answers=build), replace_one(range(5), 3), r, c)
    yield le("R + 1/R", found, r + 1 / r)


def bound(base: Fraction, factor: Fraction) -> Fraction:
    """What R + 1/R is at most."""
    square = 1 / factor**2
    return max(base + (1 + square) / base, 2 + square)


SMOOTH = Parts(
    answers=cauchy_answers, criterion=both_ways, median=SmoothMedian, ratio=worst_pareto_ratio
)
SMOOTH_SCALE = "median_smooth_sensitivity(database, self.largest, self.base, LEAST)"
FACTOR = "min(v**4 - v**2, v**3 - 1)"
NO_SCALE = "if not self.largest: => if not self.scale(database):"
DRAWN = "rounded(lambda y: noise.at_least(y - HALF - q), self.largest, coins)"
WRONG_MEDIANS: dict[str, Any] = {
    "half of the scale": f"smooth / {FACTOR} => smooth / {FACTOR} / 2",
    "nine tenths of the scale": f"smooth / {FACTOR} => smooth / {FACTOR} * Fraction(9, 10)",
    "the scale without 1/c": f"smooth / {FACTOR} => smooth / 8",
    "scale c LS": wrong(
        SmoothMedian,
        f"{SMOOTH_SCALE} => Fraction(within(tuple(sorted(database)), 0, self.largest))",
        NO_SCALE,
        within=local_sensitivity_within,
    ),
    "base v^8": "self.eps.exp(Fraction(1, 3)) => self.eps.exp(Fraction(4, 3))",
    "geometric noise of the scale S/eps": wrong(
        SmoothMedian,
        f"smooth / {FACTOR} => smooth",
        f"{DRAWN} => coins.run(NoisyInteger(1 / (1 + (self.eps.exp() - 1) / "
        "max(1, round(self.scale(database)))), (0, self.largest)), q)",
        NoisyInteger=NoisyInteger,
    ),
    "no noise": (f"smooth / {FACTOR} => Fraction(0)", NO_SCALE),
}
PROMISE = "guarantee = PureLoss()"
WRONG_PROMISES = {
    name: wrong(
        SmoothMedian,
        f"{PROMISE} => guarantee = property(lambda self: Guarantee.pure(self.eps, {times}))",
        Guarantee=Guarantee,
    )
    for name, times in (("promises twice the eps", 2), ("promises to tell nothing", 0))
}
SUPREMUM = "max(*at_corners, s / scale)"
WRONG_SUPREMA = {
    "the product of the scales": f"{SUPREMUM} => max(*at_corners, s * scale)",
    "no tails": f"{SUPREMUM} => max(at_corners)",
    "the second centre only": "for z in (q, other)) => for z in (other,))",
    "tails only": f"{SUPREMUM} => s / scale",
    "the densities exchanged": "(q, s), (other, scale) = first, second => "
    "(q, s), (other, scale) = second, first",
}
WRONG[SMOOTH] = {
    **{f"median: {name}": SMOOTH.but(median=each) for name, each in WRONG_MEDIANS.items()},
    **{name: SMOOTH.but(answers=each) for name, each in WRONG[cauchy_answers].items()},
    **{name: SMOOTH.but(criterion=each) for name, each in WRONG_CRITERIA.items()},
    **{name: SMOOTH.but(median=each) for name, each in WRONG_PROMISES.items()},
    **{name: SMOOTH.but(ratio=each) for name, each in WRONG_SUPREMA.items()},
}
CASES = ((Fraction(3, 2), TWO), (TWO, TWO), (Fraction(6, 5), ONE), (Fraction(6, 5), Fraction(10)))


BASES = sized((Fraction(3, 2),), (Fraction(5, 4), Fraction(3, 2)), (Fraction(6, 5), TWO))


@claim(
    "VT14.TXT.ss-cauchy",
    over(case=CASES),
    form=Form.CORRECTED,
    about=SMOOTH,
    clause="Cauchy noise",
)
def private_by_smooth_sensitivity(parts: Parts, case: tuple[Fraction, Fraction]) -> Check:
    """With the scale c SS_q of base b, q(x) + c SS_q(x) T is eps-private if b + (1 + 1/c^2)/b and
    2 + 1/c^2 are at most e^eps + e^-eps; with b = e^eps no c does.

    Cases: The median of three rows on 0, ..., 7, where the bound on R + 1/R is attained by some
    neighbours; b + (1 + 1/c^2)/b is above e^eps + e^-eps by 1/(c^2 b), for b = e^eps.
    """
    b, c = case
    yield eq("attained", worst(parts, replace_one(range(8), 3), b, c), bound(b, c))
    yield eq("b = e^eps", b + (1 + 1 / c**2) / b - (b + 1 / b), 1 / (c * c * b))


@claim(
    "VT14.TXT.ss-cauchy", over(v=BASES), form=Form.CORRECTED, about=SMOOTH, clause="Pareto noise"
)
def private_by_pareto_noise(parts: Parts, v: Fraction) -> Check:
    """A noise that has an exact law, two-sided Pareto, is eps-private with b = e^(eps/3) and 1/c =
    min(b^2 - b, b^(3/2) - 1).

    Cases: The complete noisy median, rounded and clamped: its laws, of three rows on 0, ..., 3;
    e^eps = v^6 is attained by its densities on 0, ..., 7 if v >= 4/3, and else up to a fiftieth.
    The smooth sensitivity counts for 2^-20 where it is less, as on 101 equal rows.
    """
    universe = replace_one(range(8), 3)
    eps = Epsilon(v, 6)
    made = parts.median(Domain.of_size(4), eps)
    yield private(made, replace_one(range(4), 3), Guarantee.pure(eps), name="median")
    yield eq("promised", made.guarantee.exp_eps, v**6)
    wide = parts.median(Domain.of_size(8), eps)
    listed = [(Fraction(x[1]), wide.scale(x)) for x in universe.databases()]
    least_noise = min(s for _, s in listed)
    yield lt("noise everywhere", 0, least_noise)
    if not least_noise:
        return
    worst_pareto = max(
        parts.ratio(listed[i], listed[j])
        for first, second in universe.index_pairs()
        for i, j in ((first, second), (second, first))
    )
    yield le("densities", worst_pareto, v**6)
    if v >= Fraction(4, 3):  # where 1/c = v^3 - 1
        yield eq("densities, attained", worst_pareto, v**6)
    yield le("densities, nearly", Fraction(49, 50) * v**6, worst_pareto)
    least = Fraction(1, 2**20) / min(v**4 - v**2, v**3 - 1)
    yield eq("the least scale", made.scale((0,) * 101), least)


@claim("VT14.TXT.ss-cauchy", form=Form.CORRECTED, about=SMOOTH, clause="densities of the noise")
def supremum_of_pareto_ratios(parts: Parts) -> Check:
    """The supremum of the ratio of two densities of such noise is the larger of the ratios at the
    centres and of the scales.

    Cases: It is reached up to 10^-4, at 3 x 3 places and scales.  Densities
    are those of the tails s/(2(s + z)), z >= 0, whose derivative is -2 tail^2/s.
    """
    for s, z in product(SCALES, (*PLACES, Fraction(-7))):
        noise = ParetoNoise(s)
        yield eq(f"density of {s} at {z}", noise.density(z), 2 * noise.at_least(abs(z)) ** 2 / s)
    for here, there in product(product(PLACES, SCALES), repeat=2):
        highest, reached = parts.ratio(here, there), Fraction(0)
        for z in (Fraction(-(10**6)), *PLACES, Fraction(7), Fraction(10**6)):
            first, second = (ParetoNoise(s).density(z - q) for q, s in (here, there))
            reached = max(reached, first / second)
        words = "densities of ({}, {}) and ({}, {})".format(*here, *there)
        yield le(words, reached, highest)
        yield le(f"{words}, nearly", highest * Fraction(10**4 - 1, 10**4), reached)


@claim(
    "VT14.TXT.ss-cauchy",
    over(
        v=sized(
            (Fraction(5, 4), Fraction(3, 2)),
            (Fraction(5, 4), Fraction(3, 2)),
            (Fraction(6, 5), Fraction(5, 4), TWO),
        )
    ),
    form=Form.CORRECTED,
    about=SMOOTH,
    clause="law of the median",
)
def law_of_the_noisy_median(parts: Parts, v: Fraction) -> Check:
    """The law of the noisy median, b = v^2, is that of the noise at 1/2, 3/2, 5/2.

    Cases: Rows 0, ..., 3: an output of at least y means that q + s T is at least y - 1/2; with the
    smooth sensitivity from its definition; for v = 5/4 1/c = v^4 - v^2.
    """
    mechanism = parts.median(Domain.of_size(4), Epsilon(v, 6))
    universe = replace_one(range(4), 3)
    local = local_sensitivities(Median(), universe)
    for x, smooth in smooth_of_multisets(local, v * v).items():
        s, found = smooth / min(v**4 - v**2, v**3 - 1), law(mechanism, x)
        reached = Fraction(0)
        for y in (3, 2, 1):
            reached += found.probability(y)
            t = y - HALF - x[1]
            tail = 1 / (2 * (1 + abs(t) / s))
            yield eq(f"{x}: at least {y}", reached, tail if t > 0 else 1 - tail)
