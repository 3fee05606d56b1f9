"""Section 5.2: an interval is reconstructed from its noisy version (Theorem 5.8)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.functions import functions
from audits.claims.bbkn13.words import *
from reference.data.switching_points import reconstructed
from reference.mechanisms.learning.independent_noise_learner import IndependentNoiseLearner
from reference.reductions.noise_reconstruction import NoiseReconstruction, recovery_failure

EVERY_RATE = 1 / (2 * RationalFunction.r())
"""mu = 1/(2 r): every rate in (0, 1/2] at once."""

FUNCTIONS = over(functions(sized(5, 7, 9)))


RULES = {
    "the first 0": (
        "counts.count(least) > 1 => False",
        "counts.index(least) => (*hypothesis.values, 0).index(0)",
    ),
    "the first of the best": ("counts.count(least) > 1 => False",),
    "the second best": (
        "counts.count(least) > 1 => False",
        "counts.index(least) => sorted(range(len(counts)), key=counts.__getitem__)[1]",
    ),
}
WRONG[reconstructed] = RULES
WRONG[NoiseReconstruction] = {
    name: wrong(NoiseReconstruction, reconstructed=wrong(reconstructed, *edits))
    for name, edits in RULES.items()
} | {
    "the inner learner counts every error twice": given(
        NoiseReconstruction,
        outer=lambda it: replace(it, inner=replace(it.inner, eps=it.inner.eps * 2)),
    ),
    "prefers errors": blind(NoiseReconstruction, lambda d: tuple((x, 1 - y) for x, y in d)),
}


@claim("BBKN13.A.RECON", FUNCTIONS, about=reconstructed)
def reconstruction_is_the_unique_minimum(rule: Build, h: Values) -> Check:
    """The interval with strictly fewest mismatches, bottom if two have as few.

    Cases: Ties occur.
    """
    found = rule(h)
    yield eq("end", -1 if isinstance(found, Bottom) else found.end, _nearest(h))


def _nearest(h: Values) -> int:
    """The end of the nearest interval; -1 if there are two."""
    counts = [sum(v != (x < k) for x, v in enumerate(h.values)) for k in range(len(h.values) + 1)]
    best = [k for k, count in enumerate(counts) if count == min(counts)]
    return best[0] if len(best) == 1 else -1


def noisy_intervals(size: int, flip: Any, eps: Epsilon[Any]) -> IndependentNoiseLearner[Any]:
    """The exponential learner of intervals, and noise."""
    tables = tuple(Values.of(c, size) for c in intervals(size))
    inner: Any = ExponentialLearner(tables, size, eps)
    return IndependentNoiseLearner(inner, frozenset(tables), size, flip)


@claim(
    "BBKN13.A.T58", over(rows=sized((0, 1), (0, 1, 2), (0, 1, 2, 3))), about=NoiseReconstruction
)
def reconstruction_post_processes(reduction: Build, rows: int) -> Check:
    """The reduction runs the outer learner and reconstructs the interval.

    Cases: The exponential learner of intervals on three points, which fails where it finds the
    zero function, with noise 1/10; ties give bottom, as failures do.
    """
    outer = noisy_intervals(3, TENTH, TWO_EPS)
    outer = replace(outer, concepts=frozenset({*outer.concepts} - {Values((0, 0, 0))}))
    found = reduction(outer, 3)
    for d in replace_one(labelled_examples(3), rows).databases():
        ours, wanted = law(found, d), dict.fromkeys(range(-1, 4), Fraction(0))
        noisy = law(outer, d)
        for h in noisy:
            wanted[_nearest(h) if isinstance(h, Values) else -1] += noisy.probability(h)
        for k, p in wanted.items():
            y = BOTTOM if k < 0 else IntervalFunction(k)
            yield eq(f"{y} on {d}", ours.probability(y), p)


def _one_or_the_other(star: Fraction, beta: Fraction) -> Fraction:
    return star + beta


WRONG[_one_or_the_other] = {
    "as if one failed only if the other does": "star + beta => max(star, beta)"
}


@claim(
    "BBKN13.T5.8.event",
    over(rows=sized((4, 8), (4, 8, 16), (4, 8, 16, 32))),
    about=_one_or_the_other,
)
def both_learners_are_accurate(either: Build, rows: int) -> Check:
    """Pr[inner and outer accurate] >= 1 - beta' - beta* > 0 for beta* <= beta' < 1/2.

    Cases: Exact for the exponential learner of intervals on two points, half of the mass each,
    noise 1/20, and no error allowed: both fail, not independently.
    """
    outer, target = noisy_intervals(2, Fraction(1, 20), TWO_EPS), Values((1, 0))
    sampled = examples(target, (HALF, HALF))
    inner = law(OnSample(outer.inner, rows), sampled)
    star = 1 - inner.probability(target)
    beta = 1 - law(OnSample(outer, rows), sampled).probability(target)
    both = inner.probability(target) * (1 - outer.flip) ** 2
    yield lt("beta' < 1/2", beta, HALF)
    yield le("beta* <= beta'", star, beta)
    yield lt("positive", 0, 1 - beta - star)
    yield chance("not both", 1 - both, either(star, beta))


SIZES = ranges(2, 13, 25, 41)


RATES = tuple(Fraction(k, 40) for k in range(21))


@claim(
    "BBKN13.T5.8.mu",
    over(t=SIZES, mu=RATES, beta=(Fraction(1, 8), Fraction(1, 5)), alpha=(Fraction(1, 1000),)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, proof of Theorem 5.8, the last equality of (8)",
        "E[|h(x) - c*(x)| | E], c* the target and x uniform",
        "mu",
    ),
    given=lambda t, mu, beta: [le("Pr[a flip] <= beta'", 1 - (1 - mu) ** t, beta)],
)
def printed_mean_given_accuracy(t: int, mu: Fraction, beta: Fraction, alpha: Fraction) -> Check:
    """If every point is flipped with probability mu, then given that both learners are accurate
    the expected part of flipped points is still mu: E_x E_h[|h(x) - c*(x)| | E] = mu.

    Cases: A perfect inner learner, x uniform on T points; the outer one has error > alpha' with
    probability <= beta' < 1/4, alpha' < beta'/100. E excludes the larger errors.
    """
    del beta
    most = int(alpha * t)
    chances = [binomial_mass(t, k, mu) for k in range(most + 1)]
    mean = sum((Fraction(k, t) * p for k, p in enumerate(chances)), Fraction(0)) / sum(chances)
    yield eq("(8)", mean, mu)


def _largest_rate(t: int, u: int) -> Fraction:
    return Fraction(u + 1, t)


WRONG[_largest_rate] = {"u/T": "u + 1 => u"}


@claim(
    "BBKN13.T5.8.mu",
    over(t=SIZES, mu=RATES, u=ranges(0, 13, 25, 41)),
    form=Form.CORRECTED,
    about=_largest_rate,
    given=lambda t, mu, u: [lt("Pr[Bin(T, mu) <= u] > 1/2", HALF, binomial_range(t, mu, 0, u))],
)
def noise_rate_bound(most: Build, t: int, mu: Fraction, u: int) -> Check:
    """Pr[Bin(T, mu) <= u] > 1/2 implies mu < (u + 1)/T; so mu < 2 alpha' + 1/T, with u = 2 alpha'
    T rounded down: both learners are accurate with probability above 1/2, and then at most 2
    alpha' T of T equally likely points are flipped.

    Cases: mu = k/40 up to 1/2.
    """
    if u < t:
        yield lt("", mu, most(t, u))


def _noise(reduction: Build, t: int, mu: Any) -> tuple[Any, ListedAdjacency[Values]]:
    """Reconstruction after noise around each interval."""
    centres = tuple(Values.of(c, t) for c in intervals(t))
    return reduction(IndependentNoise(mu), t), these(centres)


def _recovers(centre: Values, found: IntervalFunction | Bottom) -> bool:
    return not isinstance(found, Bottom) and Values.of(found, len(centre.values)) == centre


@claim(
    "BBKN13.T5.8.recon",
    over(t=ranges(1, 8, 9, 11), mu=(Fraction(1, 50), Fraction(9, 100))),
    about=NoiseReconstruction,
)
def reconstruction_is_accurate(reduction: Build, t: int, mu: Fraction) -> Check:
    """The reconstruction misses c_j with probability <= 8 mu for mu <= 0.09.

    Cases: All noise, every target; the best constant is 4 (the concrete form).
    """
    found, centres = _noise(reduction, t, mu)
    yield accurate(found, centres, _recovers, 8 * mu)


@claim(
    "BBKN13.T5.8.recon", over(t=ranges(1, 7, 8, 9)), form=Form.CONCRETE, about=NoiseReconstruction
)
def reconstruction_has_a_product_formula(reduction: Build, t: int) -> Check:
    """Pr[miss c_j] = 1 - (1 - left)(1 - right) <= 4 mu - 4 mu^2 for mu <= 1/2, with the chances of
    a bad end on either side of j.

    Cases: Every mu in (0, 1/2] at once, every target; the bound is the limit for a long domain.
    """
    mu = EVERY_RATE
    found, centres = _noise(reduction, t, mu)
    for j, centre in enumerate(centres.databases()):
        missed = 1 - law(found, centre).probability(IntervalFunction(j))
        yield eq(f"t = {j}", missed, recovery_failure(t, j, mu))
    yield accurate(found, centres, _recovers, 4 * mu - 4 * mu * mu)


UNIT = between(0, 1, low_in=False, high_in=False)


@claim(
    "BBKN13.T5.8.total",
    over(box(alpha=UNIT, beta=UNIT)),
    refuted=Erratum(
        Grade.CONSTANT,
        "Section 5.2, Theorem 5.8, alpha' < beta'/100, and the end of its proof, alpha' = "
        "min(alpha, beta)/100; min(alpha, beta)/401 will do",
        "alpha' = min(alpha, beta)/100",
        "beta'/100 for beta' = beta/4",
    ),
    uses=("BBKN13.T5.8.mu",),
)
def printed_failures_of_the_reconstruction(alpha: Fraction, beta: Fraction) -> Check:
    """For all alpha and beta in (0, 1), beta' = beta/4 and alpha' = min(alpha, beta)/100 are in
    the range of the theorem, beta' < 1/4 and alpha' < beta'/100, and beta' + 16 alpha' <= beta,
    so that the proper learner made from the noisy one for alpha' and beta' fails with
    probability at most beta.

    Cases: All alpha and beta; for alpha < beta/4 the values are in the range, and the sum always
    is at most beta.
    """
    inner, outer = min(alpha, beta) / 100, beta / 4
    yield lt("beta' < 1/4", outer, QUARTER)
    yield lt("alpha' < beta'/100", inner, outer / 100)
    yield le("the sum", outer + 16 * inner, beta)


@claim(
    "BBKN13.T5.8.total",
    over(t=(8, 64, 1024), beta=(Fraction(99, 100), Fraction(3, 4), HALF, TENTH)),
    form=Form.CORRECTED,
    about=NoiseReconstruction,
    uses=("BBKN13.T5.8.recon",),
    given=lambda t, beta: [le("6 <= beta T", 6, beta * t)],
)
def failures_of_the_reconstruction_add_up(reduction: Build, t: int, beta: Fraction) -> Check:
    """For T >= 6/beta the proper learner has error > alpha with probability <= beta* + 4 mu <=
    beta' + 4 (2 alpha' + 1/T) <= beta, for beta' = beta/4, alpha' = min(alpha, beta)/401, below
    beta'/100 as the theorem has it.

    Cases: alpha >= beta; for T = 8 also the proper learner itself, from the exponential learner of
    intervals with noise 1/50: the outer one errs with probability <= beta' on the even
    distributions on two neighbouring points, and what is reconstructed with <= beta' + 4 mu.
    """
    u, mu, alpha, rows = int(2 * beta * t / 401), Fraction(1, 50), TWO_FIFTHS, 16
    yield le("beta' + 4 (u + 1)/T", beta / 4 + 4 * Fraction(u + 1, t), beta)
    if t == 8 and beta == Fraction(3, 4):
        yield step("BBKN13.T5.8.mu", Form.CORRECTED, t=t, mu=mu, u=u)
        outer = noisy_intervals(t, mu, TWO_EPS)
        even = tasks(examples(c, half_half(t, c.end)) for c in intervals(t)[1:-1:4])
        yield accurate(OnSample(outer, rows), even, within(beta / 401), beta / 4, name="outer")
        whole = OnSample(reduction(outer, t), rows)
        yield accurate(whole, even, within(alpha), beta / 4 + 4 * mu, name="proper")


not_finitely_checkable(
    "BBKN13.T5.8",
    statement="No private independent noise learner of INTERVAL with beta' < 1/4, alpha' < "
    "beta'/100 uses o(d) samples.",
    reason="asymptotic; the concrete form audits the reduction and its number of examples",
)


@claim(
    "BBKN13.T5.8",
    over(rows=sized((1, 2), (1, 2), (1, 2, 3)), mu=(TENTH, Fraction(1, 50))),
    form=Form.CONCRETE,
    about=NoiseReconstruction,
    uses=("BBKN13.T5.8.recon",),
)
def reconstruction_is_a_proper_learner(reduction: Build, rows: int, mu: Fraction) -> Check:
    """Reconstruction after noise after an eps-private learner of intervals is an eps-private
    proper learner with failure beta <= beta* + 4 mu - 4 mu^2; so there is none on m' examples for
    d > (eps m' + ln(beta/(1 - beta)))/ln 2.

    Cases: The exponential learner of intervals on two points: privacy at every eps on all
    databases; accuracy on 8 rows examples of every even distribution, at e^eps = 16.  At the least
    such d, by logarithms, the bound on 1 - beta is too small, at one less it is not.
    """
    r, alpha = RationalFunction.r(), TWO_FIFTHS
    large = Epsilon(Fraction(4), 2)
    universe = replace_one(labelled_examples(2), rows)
    yield private(reduction(noisy_intervals(2, r - r + mu, EVERY), 2), universe, PURE)
    yield step("BBKN13.L5.2", Form.CONCRETE, alpha=alpha)
    outer, m = noisy_intervals(2, mu, large), 8 * rows
    even = tasks(examples(c, half_half(2, c.end)) for c in intervals(2))
    good = within(alpha)
    inner = OnSample(outer.inner, m)
    failing = [1 - law(inner, d).probability_that(partial(good, d)) for d in even.databases()]
    beta = max(failing) + 4 * mu - 4 * mu**2
    yield accurate(OnSample(reduction(outer, 2), m), even, good, beta)
    d = ((ln(large.exp()) * m + ln(beta / (1 - beta))) / ln(2)).ceil()
    yield lt(f"d = {d}", packing_bound(large.exp(), m, 2**d + 1), 1 - beta)
    yield le(f"d = {d - 1}", 1 - beta, packing_bound(large.exp(), m, 2 ** (d - 1) + 1))
