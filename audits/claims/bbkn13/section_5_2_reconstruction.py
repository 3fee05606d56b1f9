"""Section 5.2: an interval is reconstructed from its noisy version (Theorem 5.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import Any

from audits.claims.bbkn13.exactly import binomial_range
from audits.claims.bbkn13.impostors.learners import prefers_errors
from audits.claims.bbkn13.impostors.reconstruction import (
    BY_FIRST_ZERO,
    REDUCTIONS,
    RULES,
    SECOND_BEST,
    Rule,
)
from audits.claims.bbkn13.laws.functions import functions
from audits.claims.bbkn13.laws.samples import (
    Parameter,
    half_half,
    has_error_at_most,
    labelled_by,
    listed,
)
from audits.claims.vocabulary import chance, eq, exp_low, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    accurate,
    claim,
    not_finitely_checkable,
    over,
    private,
    sized,
    step,
)
from audits.ledger.forms import Item
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, Values, intervals, labelled_examples
from reference.data.switching_points import (
    bad_ends,
    dirty_points,
    is_dyck_word,
    mismatches,
    noise_word,
    reconstructed,
)
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.independent_noise_learner import IndependentNoiseLearner
from reference.mechanisms.learning.noisy_point_learner import IndependentNoise
from reference.mechanisms.learning.on_sample import OnSample
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law
from reference.reductions.noise_reconstruction import (
    NoiseReconstruction,
    recovery_failure,
    side_failure,
)

Reduction = Callable[[Any, int], Any]
"""From the outer learner and the number of points."""

HALF, TWO = Fraction(1, 2), Epsilon(Fraction(2), 2)
EVERY_RATE = 1 / (2 * RationalFunction.r())
"""mu = 1/(2 r): every rate in (0, 1/2] at once."""

FUNCTIONS = over(functions(sized(5, 7, 9)))


@claim(
    "BBKN13.D.mismatch",
    Form.PRINTED,
    FUNCTIONS,
    about=mismatches,
    impostors={"counts the zeros below only": lambda h, j: h.values[:j].count(0)},
)
def mismatches_are_counted_on_both_sides(
    count: Callable[[Values, int], int], h: Values
) -> Iterator[Comparison]:
    """mismatch(t, h) = #{x < t : h(x) = 0} + #{x >= t : h(x) = 1}.

    Fair: Every end.
    """
    for j in range(len(h.values) + 1):
        yield eq(f"t = {j}", count(h, j), h.values[:j].count(0) + h.values[j:].count(1))


@claim(
    "BBKN13.D.dirty",
    Form.PRINTED,
    FUNCTIONS,
    about=bad_ends,
    impostors={
        "strictly fewer mismatches": lambda h, j: tuple(
            k for k in bad_ends(h, j) if mismatches(h, k) < mismatches(h, j)
        )
    },
)
def dirty_points_and_bad_ends(
    bad: Callable[[Values, int], tuple[int, ...]], h: Values
) -> Iterator[Comparison]:
    """x is dirty if h(x) differs from the target's value; k is bad iff mismatch(k, h) <=
    mismatch(j, h), k != j; the noise word tells which points from j on are dirty.

    Fair: Every target, by the definitions' own sums.
    """
    t = len(h.values)
    counts = [h.values[:k].count(0) + h.values[k:].count(1) for k in range(t + 1)]
    for j in range(t + 1):
        dirty = [int(h(x) != (x < j)) for x in range(t)]
        yield eq(f"dirty, t = {j}", len(dirty_points(h, j)), sum(dirty))
        yield eq(f"word, t = {j}", int(noise_word(h, j) == tuple(dirty[j:])), 1)
        wanted = [k for k in range(t + 1) if k != j and counts[k] <= counts[j]]
        yield eq(f"bad, t = {j}", int(list(bad(h, j)) == wanted), 1)


@claim(
    "BBKN13.D.dyck",
    Form.PRINTED,
    over(n=sized(range(6), range(7), range(9))),
    about=is_dyck_word,
    impostors={"as many ones as zeros": lambda word: 2 * sum(word) == len(word)},
)
def dyck_words_are_catalan(
    is_dyck: Callable[[tuple[int, ...]], bool], n: int
) -> Iterator[Comparison]:
    """There are C_n = binom(2n, n)/(n + 1) Dyck words of length 2n.

    Fair: All words.
    """
    found = sum(is_dyck(word) for word in product((0, 1), repeat=2 * n))
    yield eq("words", found, Fraction(comb(2 * n, n), n + 1))


@claim("BBKN13.A.RECON", Form.PRINTED, FUNCTIONS, about=reconstructed, impostors=RULES)
def reconstruction_is_the_unique_minimum(rule: Rule, h: Values) -> Iterator[Comparison]:
    """The interval with strictly fewest mismatches, bottom if two have as few.

    Fair: Ties occur.
    """
    found = rule(h)
    yield eq("end", -1 if isinstance(found, Bottom) else found.end, _nearest(h))


def _nearest(h: Values) -> int:
    """The end of the nearest interval; -1 if there are two."""
    counts = [sum(v != (x < k) for x, v in enumerate(h.values)) for k in range(len(h.values) + 1)]
    best = [k for k, count in enumerate(counts) if count == min(counts)]
    return best[0] if len(best) == 1 else -1


def noisy_intervals(size: int, flip: Parameter, eps: Epsilon[Any]) -> IndependentNoiseLearner[Any]:
    """The exponential learner of intervals, and noise."""
    tables = tuple(Values.of(c, size) for c in intervals(size))
    inner: Any = ExponentialLearner(tables, size, eps)
    return IndependentNoiseLearner(inner, frozenset(tables), size, flip)


@claim(
    "BBKN13.A.T58",
    Form.PRINTED,
    over(rows=sized((0, 1), (0, 1, 2), (0, 1, 2, 3))),
    about=NoiseReconstruction,
    impostors=REDUCTIONS,
)
def reconstruction_post_processes(reduction: Reduction, rows: int) -> Iterator[Comparison]:
    """The reduction runs the outer learner and reconstructs the interval.

    Fair: The exponential learner of intervals on three points with noise 1/10; ties give bottom.
    """
    outer = noisy_intervals(3, Fraction(1, 10), TWO)
    found = reduction(outer, 3)
    for d in replace_one(labelled_examples(3), rows).databases():
        ours, wanted = law(found, d), dict.fromkeys(range(-1, 4), Fraction(0))
        noisy = law(outer, d)
        for h in noisy:
            assert isinstance(h, Values)
            wanted[_nearest(h)] += noisy.probability(h)
        for k, p in wanted.items():
            y = Bottom.BOTTOM if k < 0 else IntervalFunction(k)
            yield eq(f"{y} on {d}", ours.probability(y), p)


@claim("BBKN13.T5.8.event", Form.PRINTED, over(rows=sized((4, 8), (4, 8, 16), (4, 8, 16, 32))))
def both_learners_are_accurate(rows: int) -> Iterator[Comparison]:
    """Pr[inner and outer accurate] >= 1 - beta' - beta* > 0 for beta* <= beta' < 1/2.

    Fair: Exact for the exponential learner of intervals on two points, half of the mass each,
    noise 1/20, and no error allowed: both fail, not independently.
    """
    outer, target = noisy_intervals(2, Fraction(1, 20), TWO), Values((1, 0))
    sampled = labelled_by(target, (HALF, HALF))
    inner = law(OnSample(outer.inner, rows), sampled)
    star = 1 - inner.probability(target)
    beta = 1 - law(OnSample(outer, rows), sampled).probability(target)
    both = inner.probability(target) * (1 - outer.flip) ** 2
    yield lt("beta' < 1/2", beta, HALF)
    yield le("beta* <= beta'", star, beta)
    yield lt("positive", 0, 1 - beta - star)
    yield chance("not both", 1 - both, beta + star)


def _accurate_noise(t: int, mu: Fraction, beta: Fraction) -> Iterator[Comparison]:
    yield le("Pr[a flip] <= beta'", 1 - (1 - mu) ** t, beta)


SIZES = sized(range(1, 13), range(1, 25), range(1, 41))
RATES = tuple(Fraction(k, 40) for k in range(21))


@claim(
    "BBKN13.T5.8.mu",
    Form.PRINTED,
    over(t=SIZES, mu=RATES, beta=(Fraction(1, 8), Fraction(1, 5))),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, proof of Theorem 5.8, below Inequality (9); in (8), E[|h(x) - c*(x)| | E] "
        "is not mu",
        "the noise rate mu",
        "2 alpha'",
    ),
    given=_accurate_noise,
)
def printed_noise_rate_bound(t: int, mu: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """If the outer learner has error > alpha' with probability <= beta' < 1/4 under every
    distribution, then mu <= 2 alpha'.

    Fair: A perfect inner learner, so that h is the target but with probability 1 - (1 - mu)^T <=
    beta', under every distribution; alpha' = beta'/101.
    """
    del t
    yield le("", mu, 2 * beta / 101)


def _likely(t: int, mu: Fraction, u: int) -> Iterator[Comparison]:
    yield lt("Pr[Bin(T, mu) <= u] > 1/2", HALF, binomial_range(t, mu, 0, u))


@claim(
    "BBKN13.T5.8.mu",
    Form.CONCRETE,
    over(t=SIZES, mu=RATES, u=sized(range(13), range(25), range(41))),
    given=_likely,
)
def noise_rate_bound(t: int, mu: Fraction, u: int) -> Iterator[Comparison]:
    """Pr[Bin(T, mu) <= u] > 1/2 implies mu < (u + 1)/T; so mu < 2 alpha' + 1/T, with u = 2 alpha'
    T rounded down.

    Fair: mu = k/40 up to 1/2.
    """
    if u < t:
        yield lt("", mu, Fraction(u + 1, t))


@claim("BBKN13.T5.8.mm", Form.PRINTED, FUNCTIONS)
def mismatches_count_dirty_points(h: Values) -> Iterator[Comparison]:
    """mismatch(j, h) is the number of dirty points; mismatch(k, h) - mismatch(j, h) is the number
    of clean minus that of dirty points between j and k, so k is bad iff half of them are dirty.

    Fair: All pairs of ends.
    """
    t = len(h.values)
    for j in range(t + 1):
        dirty = dirty_points(h, j)
        counted = h.values[:j].count(0) + h.values[j:].count(1)
        yield eq(f"t = {j}", counted, len(dirty))
        for k in (k for k in range(t + 1) if k != j):
            between = range(min(j, k), max(j, k))
            wrong = sum(x in dirty for x in between)
            gain = len(between) - 2 * wrong
            yield eq(f"t = {j}, k = {k}", mismatches(h, k) - counted, gain)
            yield eq(f"t = {j}, k = {k}, bad", k in bad_ends(h, j), 2 * wrong >= len(between))


@claim("BBKN13.T5.8.first", Form.PRINTED, over(functions(sized(6, 8, 10))))
def first_bad_end_is_a_dyck_word(h: Values) -> Iterator[Comparison]:
    """The first bad k > j is j+1 iff j is dirty; otherwise j..k-1 is a Dyck word.

    Fair: All noise words.
    """
    t = len(h.values)
    for j in range(t):
        first = next((k for k in bad_ends(h, j) if k > j), t + 1)
        word = noise_word(h, j)
        ends = (k for k in range(j + 1, t + 1) if is_dyck_word(word[: k - j]))
        yield eq(f"t = {j}", first, j + 1 if word[0] else next(ends, t + 1))


def _catalan(n: int) -> Fraction:
    return Fraction(comb(2 * n, n), n + 1)


@claim(
    "BBKN13.T5.8.sum",
    Form.PRINTED,
    over(
        length=sized(range(1, 12), range(1, 24), range(1, 60)),
        mu=(Fraction(1, 50), Fraction(1, 10), Fraction(1, 3)),
    ),
)
def bad_ends_are_bounded_by_catalan_numbers(length: int, mu: Fraction) -> Iterator[Comparison]:
    """Pr[bad k > j] <= mu + sum_{n >= 1} C_n mu^n (1-mu)^n.

    Fair: Exact on a side of so many points, against the terms that fit; equality up to length 3.
    """
    terms = (_catalan(n) * (mu * (1 - mu)) ** n for n in range(1, length // 2 + 1))
    yield chance("", side_failure(length, mu), mu + sum(terms))


@claim(
    "BBKN13.T5.8.sum", Form.CONCRETE, over(length=sized(range(1, 7), range(1, 9), range(1, 12)))
)
def side_failure_is_at_most_twice_the_rate(length: int) -> Iterator[Comparison]:
    """The probability rises with the length and is at most 2 mu; the sum is <= mu/(1-mu).

    Fair: Every mu in (0, 1/2] at once; 2 mu and mu/(1-mu) are the limits.
    """
    mu = EVERY_RATE
    here = side_failure(length, mu)
    yield le("2 mu", here, 2 * mu)
    yield le("rising", side_failure(length - 1, mu), here)
    total = mu - mu
    for n in range(1, length + 1):
        total = total + (mu * (1 - mu)) ** n * _catalan(n)
    yield le("sum", total, mu / (1 - mu))


@claim(
    "BBKN13.T5.8.catalan", Form.PRINTED, over(n=sized(range(1, 60), range(1, 200), range(1, 400)))
)
def catalan_numbers_are_bounded(n: int) -> Iterator[Comparison]:
    """C_n <= 4^n/(n^(3/2) sqrt(pi)) <= 4^n/(n sqrt(pi)).

    Fair: Squared, with pi <= 355/113.
    """
    pi, square = Fraction(355, 113), _catalan(n) ** 2
    yield le("n^(3/2)", square * pi * n**3, 16**n)
    yield le("n", square * pi * n**2, 16**n)


@claim("BBKN13.T5.8.log", Form.PRINTED, over(k=sized(range(1, 46), range(1, 91), range(1, 901))))
def logarithm_is_bounded(k: int) -> Iterator[Comparison]:
    """-ln(1 - 4 mu) < 5 mu for 0 < mu <= 0.09, and (1 + 5/sqrt(pi)) mu < 4 mu.

    Fair: mu = k/500, 1 < (1 - 4 mu) e^(5 mu); 25 < 9 pi, with pi >= 333/106.
    """
    yield lt("25 < 9 pi", 25, 9 * Fraction(333, 106))
    mu = min(Fraction(k, 500), Fraction(9, 100))
    yield lt(f"mu = {mu}", 1, (1 - 4 * mu) * exp_low(5 * mu))


def _noise(reduction: Reduction, t: int, mu: Parameter) -> tuple[Any, ListedAdjacency[Values]]:
    """Reconstruction after noise around each interval."""
    centres = tuple(Values.of(c, t) for c in intervals(t))
    return reduction(IndependentNoise(mu), t), ListedAdjacency(centres, ())


def _recovers(centre: Values, found: IntervalFunction | Bottom) -> bool:
    return not isinstance(found, Bottom) and Values.of(found, len(centre.values)) == centre


@claim(
    "BBKN13.T5.8.recon",
    Form.PRINTED,
    over(t=sized(range(1, 8), range(1, 9), range(1, 11)), mu=(Fraction(1, 50), Fraction(9, 100))),
    about=NoiseReconstruction,
    impostors=SECOND_BEST,
)
def reconstruction_is_accurate(reduction: Reduction, t: int, mu: Fraction) -> Iterator[Item]:
    """The reconstruction misses c_j with probability <= 8 mu for mu <= 0.09.

    Fair: All noise, every target; the best constant is 4 (the concrete form).
    """
    found, centres = _noise(reduction, t, mu)
    yield accurate(found, centres, _recovers, 8 * mu)


@claim(
    "BBKN13.T5.8.recon",
    Form.CONCRETE,
    over(t=sized(range(1, 7), range(1, 8), range(1, 9))),
    about=NoiseReconstruction,
    impostors=BY_FIRST_ZERO,
)
def reconstruction_has_a_product_formula(reduction: Reduction, t: int) -> Iterator[Item]:
    """Pr[miss c_j] = 1 - (1 - left)(1 - right) <= 4 mu - 4 mu^2 for mu <= 1/2, with the chances of
    a bad end on either side of j.

    Fair: Every mu in (0, 1/2] at once, every target; the bound is the limit for a long domain.
    """
    mu = EVERY_RATE
    found, centres = _noise(reduction, t, mu)
    for j, centre in enumerate(centres.databases()):
        missed = 1 - law(found, centre).probability(IntervalFunction(j))
        yield eq(f"t = {j}", missed, recovery_failure(t, j, mu))
    yield accurate(found, centres, _recovers, 4 * mu - 4 * mu * mu)


@claim(
    "BBKN13.T5.8.total",
    Form.PRINTED,
    over(t=SIZES, mu=RATES, beta=(HALF, Fraction(4, 5))),
    about=NoiseReconstruction,
    impostors=BY_FIRST_ZERO,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 5.2, end of the proof of Theorem 5.8",
        "beta* + 8 mu, with a perfect inner learner",
        "beta' + 16 alpha'",
        same_as="BBKN13.T5.8.mu",
    ),
    given=lambda t, mu, beta: _accurate_noise(t, mu, beta / 4),
)
def printed_failures_of_the_reconstruction(
    reduction: Reduction, t: int, mu: Fraction, beta: Fraction
) -> Iterator[Item]:
    """The proper learner has error > alpha with probability <= beta* + 8 mu <= beta' + 16 alpha'
    <= beta/4 + 16 beta/100 <= beta, for beta' = beta/4, alpha' = min(alpha, beta)/100.

    Fair: alpha >= beta; a perfect inner learner, beta* = 0, and noise under which the outer
    learner errs nowhere but with probability beta'.
    """
    del reduction, t
    yield le("mu", 8 * mu, beta / 4 + 16 * beta / 100)
    yield le("", beta / 4 + 16 * beta / 100, beta)


def _long_enough(t: int, beta: Fraction) -> Iterator[Comparison]:
    yield le("6 <= beta T", 6, beta * t)


@claim(
    "BBKN13.T5.8.total",
    Form.CORRECTED,
    over(t=(8, 64, 1024), beta=(Fraction(99, 100), Fraction(3, 4), HALF, Fraction(1, 10))),
    about=NoiseReconstruction,
    impostors=SECOND_BEST,
    uses=("BBKN13.T5.8.recon",),
    given=_long_enough,
)
def failures_of_the_reconstruction_add_up(
    reduction: Reduction, t: int, beta: Fraction
) -> Iterator[Item]:
    """For T >= 6/beta the proper learner has error > alpha with probability <= beta* + 4 mu <=
    beta' + 4 (2 alpha' + 1/T) <= beta, for beta' = beta/4, alpha' = min(alpha, beta)/100.

    Fair: alpha >= beta; for T = 8 also the proper learner itself, from the exponential learner of
    intervals with noise 1/50: the outer one errs with probability <= beta' on the even
    distributions on two neighbouring points, and what is reconstructed with <= beta' + 4 mu.
    """
    u, mu, alpha, rows = int(2 * beta * t / 100), Fraction(1, 50), Fraction(2, 5), 16
    yield le("beta' + 4 (u + 1)/T", beta / 4 + 4 * Fraction(u + 1, t), beta)
    yield lt("in the range of the theorem", beta / 4 + 8 * beta / 400, Fraction(29, 100))
    if t == 8 and beta == Fraction(3, 4):
        yield step("BBKN13.T5.8.mu", Form.CONCRETE, t=t, mu=mu, u=u)
        outer = noisy_intervals(t, mu, TWO)
        even = listed(labelled_by(c, half_half(t, c.end)) for c in intervals(t)[1:-1:4])
        sampled = OnSample(outer, rows)
        yield accurate(sampled, even, has_error_at_most(beta / 100), beta / 4, name="outer")
        whole = OnSample(reduction(outer, t), rows)
        yield accurate(whole, even, has_error_at_most(alpha), beta / 4 + 4 * mu, name="proper")


not_finitely_checkable(
    "BBKN13.T5.8",
    statement="No private independent noise learner of INTERVAL with beta' < 1/4, alpha' < "
    "beta'/100 uses o(d) samples.",
    reason="asymptotic; the concrete form audits the reduction and its number of examples",
)


@claim(
    "BBKN13.T5.8",
    Form.CONCRETE,
    over(rows=sized((1, 2), (1, 2), (1, 2, 3)), mu=(Fraction(1, 10), Fraction(1, 50))),
    about=NoiseReconstruction,
    impostors={
        "the inner learner counts every error twice": lambda outer, t: NoiseReconstruction(
            replace(outer, inner=replace(outer.inner, eps=outer.inner.eps * 2)), t
        ),
        "prefers errors": prefers_errors(NoiseReconstruction),
    },
    uses=("BBKN13.T5.8.recon",),
)
def reconstruction_is_a_proper_learner(
    reduction: Reduction, rows: int, mu: Fraction
) -> Iterator[Item]:
    """Reconstruction after noise after an eps-private learner of intervals is an eps-private
    proper learner with failure <= beta* + 4 mu - 4 mu^2; so m' >= ln(2^d (1 - beta)/beta)/eps for
    beta = beta* + 4 mu.

    Fair: The exponential learner of intervals on two points: privacy at every eps on all
    databases; accuracy on 8 rows examples of every even distribution, at e^eps = 16.
    """
    r, alpha = RationalFunction.r(), Fraction(2, 5)
    every, large = Epsilon.indeterminate(2), Epsilon(Fraction(4), 2)
    universe = replace_one(labelled_examples(2), rows)
    private_one = reduction(noisy_intervals(2, r - r + mu, every), 2)
    yield private(private_one, universe, Guarantee.pure(every))
    yield step("BBKN13.L5.2", Form.CONCRETE, alpha=alpha)
    outer, m = noisy_intervals(2, mu, large), 8 * rows
    even = listed(labelled_by(c, half_half(2, c.end)) for c in intervals(2))
    good = has_error_at_most(alpha)
    inner = OnSample(outer.inner, m)
    failing = [1 - law(inner, d).probability_that(partial(good, d)) for d in even.databases()]
    beta = max(failing) + 4 * mu - 4 * mu**2
    yield accurate(OnSample(reduction(outer, 2), m), even, good, beta)
    yield le("1 - beta", 1 - beta, packing_bound(large.exp(), m, 3))
