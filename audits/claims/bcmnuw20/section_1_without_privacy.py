"""Sections 1 and 1.1: release without privacy, and how many samples it needs."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.public_covers import EIGHTHS, mean, public_rows, tables, uniform
from audits.claims.bcmnuw20.laws.without_privacy import (
    OnPublicRows,
    best_for_one_sign,
    spread,
    telling_means_apart,
    variation,
    within,
)
from reference.data.concept import Hypothesis, Values, intervals
from reference.data.named_classes import stumps
from reference.lower_bounds.without_privacy import (
    best_success,
    coin_distance,
    distance_bound,
    samples_for_accuracy,
    samples_for_pairs,
    shattered_pairs,
    sign_success,
    two_points,
)
from reference.mechanisms.learning.on_sample import OnSample
from reference.mechanisms.release.mean_deviation import (
    hoeffding_bound,
    rows_for_means,
    stump_deviation,
    threshold_deviation,
)
from reference.mechanisms.release.public_means import PublicMeans

Masses = tuple[Fraction, ...]


OTHER_ROWS = "del database, coins => self = type(self)(self.concepts, self.domain, {})"
MEANS = {
    "the first public row alone": OTHER_ROWS.format("self.public[:1]"),
    "each public point counts once": OTHER_ROWS.format("tuple({*self.public})"),
    "fractions of ones": "Fraction(2 * sum(map(h, self.public)), m) - 1 => "
    "Fraction(sum(map(h, self.public)), m)",
}
WRONG[PublicMeans] = {
    "the private rows are pooled with the public ones": OTHER_ROWS.format(
        "(*self.public, *database)"
    ),
    **MEANS,
}


@claim(
    "BCMNUW20.ALG.PublicOnly",
    over(attributes=(0, 1, 2), most=sized((3,), (4,), (4,))),
    about=PublicMeans,
)
def means_of_the_public_rows(build: Build, attributes: int, most: int) -> Check:
    """Without private samples, G(h) is the mean of h over the public rows; the private rows are
    not looked at, so that nothing is lost: (0, 0)-private for every w.

    Cases: All sequences of up to three public rows, thresholds on three points (attributes = 0)
    and stumps; all databases of two private rows.
    """
    concepts: tuple[Hypothesis, ...] = stumps(attributes) if attributes else intervals(3)
    size = 2**attributes if attributes else 3
    for w in public_rows(size, most):
        if w:
            release = build(concepts, Domain.of_size(size), w)
            words = f"w = {w}"
            if len(w) < 3:
                yield private(release, release.universe(2), release.guarantee, name=words)
            (answers,) = law(release, (0, 0)).support
            for h, answer in zip(concepts, answers, strict=True):
                expected = sum((Fraction(1 if h(x) else -1, len(w)) for x in w), Fraction(0))
                yield eq(f"{words}: {h}", answer, expected)


LOGARITHM = "ln(2 * concepts / failure_probability)"
NUMBERS = {
    "the exponent of values 0 and 1": f"2 * {LOGARITHM} => {LOGARITHM} / 2",
    "no 2 in the denominator of the exponent": f"2 * {LOGARITHM} => {LOGARITHM}",
}
SUFFICIENT = Parts(means=PublicMeans, rows=rows_for_means)
WRONG[SUFFICIENT] = {name: SUFFICIENT.but(means=edit) for name, edit in MEANS.items()} | {
    name: SUFFICIENT.but(rows=edit) for name, edit in NUMBERS.items()
}

SKEWED = (Fraction(1, 10), Fraction(9, 10))

CLASSES: dict[str, tuple[tuple[Hypothesis, ...], tuple[Masses, ...]]] = {
    "thresholds on 3 points": (tables(intervals(3), 3), (uniform(3), (HALF, QUARTER, QUARTER))),
    "one stump": (stumps(1), (uniform(2), SKEWED)),
    "stumps of 2 attributes": (stumps(2), (uniform(4), EIGHTHS)),
}


RARELY = ("one stump", HALF, Fraction(1, 1000))
"""So small a beta that half of the rows are too few."""


@claim(
    "BCMNUW20.TXT.uc",
    over(
        case=sized(
            (
                ("thresholds on 3 points", HALF, HALF),
                RARELY,
                ("stumps of 2 attributes", Fraction(3, 4), HALF),
            ),
            (*product(CLASSES, (HALF,), (HALF, Fraction(1, 10))), RARELY),
            (*product(CLASSES, (HALF,), (HALF, Fraction(1, 10))), RARELY),
        )
    ),
    form=Form.CONCRETE,
    about=SUFFICIENT,
    clause="enough samples",
)
def uniform_convergence(parts: Parts, case: tuple[str, Fraction, Fraction]) -> Check:
    """For k concepts, 2 ln(2 k/beta)/alpha^2 samples suffice for the means to be within alpha with
    probability at least 1 - beta.

    Cases: (class, alpha, beta) = case, exact laws of the means; errors of exactly alpha occur, and
    are allowed.
    """
    name, alpha, beta = case
    concepts, distributions = CLASSES[name]
    m = parts.rows(len(concepts), alpha, beta)
    sampled = OnSample(OnPublicRows(parts.means, concepts, len(distributions[0])), m)
    universe = ListedAdjacency(tuple(map(spread, distributions)), (), "distributions")
    yield accurate(sampled, universe, within(concepts, alpha), beta)


@claim(
    "BCMNUW20.TXT.uc",
    over(
        alpha_and_beta=sized(
            ((HALF, HALF), (HALF, Fraction(1, 1000)), (Fraction(3, 4), HALF)),
            ((HALF, HALF), (HALF, Fraction(1, 10))),
            ((HALF, HALF), (HALF, Fraction(1, 10))),
        )
    ),
    form=Form.CONCRETE,
    about=SUFFICIENT,
    clause="many concepts",
)
def uniform_convergence_of_many(parts: Parts, alpha_and_beta: tuple[Fraction, Fraction]) -> Check:
    """That is by Hoeffding's inequality, for which one sample less is too few.

    Cases: For thresholds on ten points (alpha = 1/2) and for many stumps the exact probability, by
    a recurrence and by products of binomials.
    """
    alpha, beta = alpha_and_beta
    rows = parts.rows(11, HALF, beta)
    yield chance("ten points", threshold_deviation(uniform(10), rows, HALF), beta)
    for attributes in (1, 4, 64):
        rows = parts.rows(attributes, alpha, beta)
        means = (Fraction(0),) * attributes
        yield chance(f"{attributes} stumps", stump_deviation(means, rows, alpha), beta)
        hoeffding = high(hoeffding_bound(attributes, rows, alpha))
        yield le(f"{attributes} stumps, Hoeffding", hoeffding, beta)
        fewer = low(hoeffding_bound(attributes, rows - 1, alpha))
        yield lt(f"{attributes} stumps, Hoeffding for a row less", beta, fewer)


@claim("BCMNUW20.TXT.uc", over(name=tuple(CLASSES)), form=Form.CONCRETE, clause="the deviation")
def deviation_two_ways(name: str) -> Check:
    """How often some mean is off by more is found exactly, too.

    Routes: from the law of the means; by a recurrence, or products of binomials.
    """
    yield from two_ways(name)


WRONG[samples_for_pairs] = {
    "for one pair": given(samples_for_pairs, pairs=1),
    "gamma for gamma^2": "gamma**2 / pairs => gamma / pairs",
}
WRONG[samples_for_accuracy] = {"alpha for alpha^2": "alpha**2 => alpha"}


@claim(
    "BCMNUW20.TXT.uc",
    over(inverse=(8, 16, 100), d=(2, 3, 10, 41)),
    form=Form.CONCRETE,
    about=samples_for_pairs,
    uses=("BCMNUW20.TXT.statLB", "BCMNUW20.ALG.HardShattered"),
    clause="too few samples",
)
def samples_for_a_dimension(fewest: Callable[..., int], inverse: int, d: int) -> Check:
    """At beta = 1/16, (d - 1)/(200 alpha^2) samples are necessary for alpha <= 1/8.

    Cases: The bound of the hard distributions, in numbers; alpha = 1/inverse, d up to 41.
    """
    needed = fewest(d // 2, Fraction(1, inverse), Fraction(1, 16), Fraction(4, inverse))
    yield le("needed", Fraction((d - 1) * inverse**2, 200), needed)


@claim(
    "BCMNUW20.TXT.uc",
    over(inverse=(2, 4, 8, 10, 100)),
    form=Form.CONCRETE,
    about=samples_for_accuracy,
    uses=("BCMNUW20.TXT.statLB",),
    clause="one concept",
)
def samples_for_one_concept(fewest: Callable[..., int], inverse: int) -> Check:
    """And 1/alpha^2 samples are, for alpha <= 1/2, if a concept is not constant.

    Cases: alpha = 1/inverse. One concept that is not constant has d = 0, and no samples are too
    few for beta = 1/4.
    """
    yield le("needed", inverse**2, fewest(Fraction(1, inverse), Fraction(1, 16)))
    yield lt("d = 0, no samples", best_success(0, Fraction(2, inverse)), 1 - QUARTER)


def two_ways(name: str) -> Iterator[Comparison]:
    """The failure of the means of some rows, by the law and by recurrences or products.

    Of four rows from equal halves three have a mean that is off by exactly 1/2.
    """
    concepts, size = CLASSES[name][0], len(CLASSES[name][1][0])
    good = within(concepts, HALF)
    even = uniform(size) if size != 3 else (HALF, QUARTER, QUARTER)
    eighths = (Fraction(3, 8), Fraction(1, 8), Fraction(3, 8), Fraction(1, 8))
    other = {2: SKEWED, 3: (HALF, Fraction(1, 8), Fraction(3, 8)), 4: eighths}[size]
    for rows, masses in ((6, other), (4, even)):
        drawn = OnSample(OnPublicRows(PublicMeans, concepts, size), rows)
        if size == 3:
            found = threshold_deviation(masses, rows, HALF)
        else:
            found = stump_deviation([mean(h, masses) for h in concepts], rows, HALF)
        close = law(drawn, spread(masses))
        kept = sum((close.probability(a) for a in close if good(spread(masses), a)), Fraction(0))
        yield eq(f"{name}: two ways, {rows} rows", found, 1 - kept)


STUMPS = Parts(means=PublicMeans, rows=rows_for_means)
WRONG[STUMPS] = {
    **{name: STUMPS.but(means=edit) for name, edit in MEANS.items()},
    **{name: STUMPS.but(rows=edit) for name, edit in NUMBERS.items()},
    "no union over the stumps": STUMPS.but(rows=f"{LOGARITHM} => ln(1 / failure_probability)"),
}


@claim(
    "BCMNUW20.TXT.stumps-public",
    over(attributes=(1, 2), beta=(HALF, Fraction(1, 10), Fraction(1, 500))),
    form=Form.CONCRETE,
    about=STUMPS,
)
def public_rows_for_stumps(parts: Parts, attributes: int, beta: Fraction) -> Check:
    """2 ln(2 p/beta)/alpha^2 public samples suffice for the p stumps, and no private ones.

    Cases: alpha = 1/2; exact laws for one and two attributes (two at beta = 1/2); exact
    probabilities, which are products of binomials, for up to 64 independent ones.
    """
    concepts, alpha = stumps(attributes), HALF
    if attributes == 1 or beta == HALF:
        m = parts.rows(attributes, alpha, beta)
        sampled = OnSample(OnPublicRows(parts.means, concepts, 2**attributes), m)
        masses = (uniform(2), SKEWED) if attributes == 1 else (uniform(4),)
        universe = ListedAdjacency(tuple(map(spread, masses)), (), "distributions")
        yield accurate(sampled, universe, within(concepts, alpha), beta)
        yield from two_ways("one stump" if attributes == 1 else "stumps of 2 attributes")
    for many in (attributes, 16, 64):
        rows = parts.rows(many, alpha, beta)
        yield chance(f"p = {many}", stump_deviation((Fraction(0),) * many, rows, alpha), beta)


NO_OTHERS = "*(Fraction(0),) * (2**attributes - 2)"
WRONG[two_points] = {
    "all attributes follow the sign": f"ones, {NO_OTHERS} => {NO_OTHERS}, ones",
    "the mean of values 0 and 1": given(two_points, mean=lambda mean: min(2 * mean, ONE)),
    "one of the two is fair": "1 + sign * mean => 1 + max(sign, 0) * mean",
    "all other attributes are fair coins": f"return (1 - ones, ones, {NO_OTHERS}) => "
    "rest = 2 ** (attributes - 1)\n    return ((1 - ones) / rest, ones / rest) * rest",
}


@claim(
    "BCMNUW20.ALG.TwoPoint",
    over(
        attributes=(1, 2),
        mu=(QUARTER, HALF),
        samples=sized((1, 2, 4), (1, 2, 3, 4, 5), range(1, 7)),
    ),
    form=Form.CONCRETE,
    about=two_points,
)
def two_distributions(build: Build, attributes: int, mu: Fraction, samples: int) -> Check:
    """D_mu and D_-mu on {-1, 1}^p: the first attribute has mean mu or -mu, all others are fixed.
    N samples of them are as far apart as Bin(N, (1 + mu)/2) and Bin(N, (1 - mu)/2).

    Cases: p = 1, 2; distances from all sequences of samples.
    """
    plus, minus = build(attributes, mu, 1), build(attributes, mu, -1)
    for sign, masses in ((1, plus), (-1, minus)):
        first, *others = (mean(h, masses) for h in stumps(attributes))
        yield eq(f"mean of {sign}", first, sign * mu)
        for other in others:
            yield eq(f"fixed for {sign}", other, -1)
    yield eq("distance", variation(plus, minus, samples), coin_distance(samples, mu))


WRONG[shattered_pairs] = {
    "one sign for all pairs": given(shattered_pairs, signs=lambda s: s[:1] * len(s)),
    "twice the gamma": given(shattered_pairs, gamma=lambda gamma: min(2 * gamma, ONE)),
    "the mass of a pair tells its sign": lambda signs, gamma: tuple(
        (1 + s * t * gamma) / sum(1 + r * u * gamma for r in signs for u in (1, 0))
        for s in signs
        for t in (1, 0)
    ),
    "masses add up to 2": "whole = 2 * len(signs) => whole = len(signs)",
}


@claim(
    "BCMNUW20.ALG.HardShattered",
    over(
        pairs=(1, 2), gamma=(QUARTER, HALF), samples=sized((0, 1, 2, 3), (0, 1, 2, 3, 4), range(6))
    ),
    form=Form.CONCRETE,
    about=shattered_pairs,
)
def signs_on_a_shattered_set(build: Build, pairs: int, gamma: Fraction, samples: int) -> Check:
    """On 2k shattered points each pair has mass 1/k, divided as (1 + gamma) : (1 - gamma) by its
    sign. Means that are within alpha for signs s and for s' show that at most alpha k/gamma signs
    differ. Of fair signs the best rule names each with a probability that is the mean of (1 +
    TV_J)/2, J ~ Bin(N, 1/k), and at most (1 + sqrt(1 - (1 - gamma^2/k)^N))/2.

    Cases: One and two pairs, all signs; the best rule from all sequences of samples. The largest
    gap of means over all functions on the points is 2 gamma/k for each sign that differs.
    """
    for signs, others in product(product((1, -1), repeat=pairs), repeat=2):
        masses, different = build(signs, gamma), build(others, gamma)
        yield eq(f"{signs}: total", sum(masses), 1)
        for j in range(pairs):
            yield eq(f"{signs}: pair {j}", masses[2 * j] + masses[2 * j + 1], Fraction(1, pairs))
        apart = sum(s != t for s, t in zip(signs, others, strict=True))
        cube = (Values(v) for v in product((0, 1), repeat=2 * pairs))
        gap = max(mean(h, masses) - mean(h, different) for h in cube)
        yield eq(f"{signs}, {others}: means", gap, 2 * gamma * apart / pairs)
    exact = sign_success(pairs, samples, gamma)
    for j in range(pairs):
        yield eq(f"sign {j}", best_for_one_sign(build, pairs, samples, gamma, j), exact)
    bound = 1 - (1 - gamma**2 / pairs) ** samples
    yield le("bound", (2 * exact - 1) ** 2, bound)
    alpha, beta = gamma / 8, QUARTER
    fewer = samples_for_pairs(pairs, alpha, beta, gamma) - 1
    wrong = (1 - beta) / 8 + beta
    yield lt(f"N = {fewer}", sign_success(pairs, fewer, gamma), 1 - wrong)


STATISTICAL = Parts(success=best_success, bound=distance_bound, fewest=samples_for_accuracy)
WRONG[STATISTICAL] = {
    "the distance is not halved": STATISTICAL.but(
        success="(1 + coin_distance(samples, mean)) / 2 => "
        "min(Fraction(1, 2) + coin_distance(samples, mean), Fraction(1))"
    ),
    "one sample only": STATISTICAL.but(success=given(best_success, samples=lambda n: min(n, 1))),
    "the bound for half of the mean": STATISTICAL.but(bound="mean**2 => mean**2 / 4"),
    "beta in place of 4 beta (1 - beta)": STATISTICAL.but(fewest="4 * beta * (1 - beta) => beta"),
    "alpha/2 in place of alpha": STATISTICAL.but(
        fewest=given(samples_for_accuracy, alpha=lambda alpha: alpha / 2)
    ),
}


@claim(
    "BCMNUW20.TXT.statLB",
    over(mu=(QUARTER, HALF), samples=sized((0, 1, 2, 5), range(9), range(13))),
    form=Form.CONCRETE,
    about=STATISTICAL,
)
def samples_are_necessary(parts: Parts, mu: Fraction, samples: int) -> Check:
    """Whatever is done with N samples in all, it is accurate to alpha with probability at least
    1 - beta, beta < 1/2, for a class with a concept that is not constant, only if (1 - alpha^2)^N
    <= 4 beta (1 - beta). For means mu and -mu, mu > alpha, the best rule succeeds with probability
    (1 + TV)/2, and TV^2 <= 1 - (1 - mu^2)^N.

    Cases: The best answers from the number of ones by linear programming, alpha slightly below mu;
    TV exactly for up to 30 samples more; with one sample less than is said to be necessary the
    best rule fails more often than beta.
    """
    near = mu * Fraction(99, 100)
    yield exactly(telling_means_apart(samples, mu, near), Fraction(1), parts.success(samples, mu))
    for n in (samples, samples + 10, samples + 30):
        yield le(f"TV^2, N = {n}", coin_distance(n, mu) ** 2, parts.bound(n, mu))
    for beta in (Fraction(1, 10), QUARTER, Fraction(2, 5)):
        fewer = parts.fewest(mu, beta) - 1
        if fewer >= 0:
            yield lt(f"beta = {beta}, N = {fewer}", best_success(fewer, mu), 1 - beta)


not_finitely_checkable(
    "BCMNUW20.TXT.quad-saving",
    statement="Public samples d/alpha suffice where d/alpha^2 are necessary even without privacy: "
    "a nearly quadratic saving.",
    reason="asymptotic, and up to logarithms: sample sizes with constants are those of "
    "BCMNUW20.L11 and BCMNUW20.TXT.uc",
)
