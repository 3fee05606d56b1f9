"""Section 5.2: the interval is reconstructed from a noisy hypothesis (Theorem 5.8)."""

from fractions import Fraction
from math import comb

from audits.claims.bbkn13.exactly import (
    binomial_range,
)
from audits.claims.bbkn13.toys import WithoutStars
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import UNGRADED, Form, Size, claim, not_finitely_checkable
from audits.verdict import Evidence, Verdict
from reference.data.concept import (
    IntervalFunction,
    Values,
    all_functions,
    intervals,
)
from reference.data.switching_points import (
    bad_ends,
    dirty_points,
    is_dyck_word,
    mismatches,
    noise_word,
    reconstructed,
)
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.mechanisms.learning.independent_noise_learner import (
    IndependentNoiseLearner,
)
from reference.mechanisms.learning.noisy_point_learner import IndependentNoise
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.noise_reconstruction import (
    NoiseReconstruction,
    recovery_failure,
    side_failure,
)


@claim("BBKN13.T5.8.event")
def both_learners_are_accurate(size: Size) -> Verdict:
    """Pr[inner and outer accurate] >= 1 - beta' - beta* > 0 for beta* <= beta' < 1/2.

    Fair: All joint tables with these margins on a grid.
    """
    steps, items = size.pick(12, 24, 48), []
    for a in range((steps + 1) // 2):
        for b in range(a + 1):
            beta, star = Fraction(a, steps), Fraction(b, steps)
            items.append(lt(f"{beta}, {star}", 0, 1 - beta - star))
            for both in range(steps + 1):
                p = Fraction(both, steps)
                if 1 - beta + 1 - star - p <= 1:
                    items.append(le("union", 1 - beta - star, p))
    return decide("both accurate", "grid", items)


def _rates(size: Size) -> list[tuple[int, Fraction]]:
    return [(t, Fraction(k, 40)) for t in range(2, size.pick(13, 25, 41)) for k in range(21)]


@claim("BBKN13.T5.8.mu", refuted=UNGRADED)
def printed_noise_rate_bound(size: Size) -> Verdict:
    """If the outer learner is accurate (error <= alpha' with probability >= 1 - beta', beta' <
    1/4) under the uniform distribution, then mu <= 2 alpha'.

    Fair: A perfect inner learner: error is Bin(T, mu)/T; the conditional expectation of the proof
    is not mu.
    """
    items = []
    for t, mu in _rates(size):
        for u in range(t + 1):
            # alpha' just above u/(T): Pr[errors <= u] is the success probability
            alpha = Fraction(u, t) if u else Fraction(1, 1000)
            if binomial_range(t, mu, 0, u) > Fraction(3, 4):
                items.append(le(f"T={t}, mu={mu}, alpha'={alpha}", mu, 2 * alpha))
    return decide("noise rate", "uniform distribution", items)


@claim("BBKN13.T5.8.mu", Form.CONCRETE)
def noise_rate_bound(size: Size) -> Verdict:
    """Pr[Bin(T, mu) <= u] > 1/2 implies mu < (u + 1)/T.

    Fair: All u, mu = k/40 up to 1/2.
    """
    items = []
    for t, mu in _rates(size):
        items += [
            lt(f"T={t}, mu={mu}, u={u}", mu, Fraction(u + 1, t))
            for u in range(t + 1)
            if binomial_range(t, mu, 0, u) > Fraction(1, 2)
        ]
    return decide("noise rate", "T, mu, u", items)


@claim("BBKN13.T5.8.mm")
def mismatches_count_dirty_points(size: Size) -> Verdict:
    """mismatch(j, h) counts the dirty points; k > j is bad iff at least half of j..k-1 is dirty.

    Fair: All functions and pairs of ends.
    """
    t, items = size.pick(5, 7, 8), []
    for h in all_functions(t):
        for j in range(t + 1):
            dirty = dirty_points(h, j)
            items.append(eq("mismatch", mismatches(h, j), len(dirty)))
            bad = set(bad_ends(h, j))
            items += [
                eq(
                    f"{h}, {j}, {k}",
                    k in bad,
                    2 * sum(x in dirty for x in range(min(j, k), max(j, k))) >= abs(k - j),
                )
                for k in range(t + 1)
                if k != j
            ]
    return decide("mismatches", f"T={t}", items)


@claim("BBKN13.T5.8.first")
def first_bad_end_is_a_dyck_word(size: Size) -> Verdict:
    """The first bad k > j is j+1 iff j is dirty; otherwise j..k-1 is a Dyck word.

    Fair: All noise words.
    """
    t, items = size.pick(6, 8, 10), []
    for h in all_functions(t):
        for j in range(t):
            first = next((k for k in bad_ends(h, j) if k > j), t + 1)
            word = noise_word(h, j)
            ends = [k for k in range(j + 1, t + 1) if is_dyck_word(word[: k - j])]
            wanted = j + 1 if word[0] == 1 else min(ends, default=t + 1)
            items.append(eq(f"{h}, {j}", first, wanted))
    return decide("first bad end", f"T={t}", items)


@claim("BBKN13.T5.8.sum")
def bad_ends_are_bounded_by_catalan_numbers(size: Size) -> Verdict:
    """Pr[bad k > j] <= mu + sum_{n >= 1} C_n mu^n (1-mu)^n.

    Fair: Exact probability on a side of length L against the sum up to n = L/2.
    """
    items = []
    for length in range(1, size.pick(12, 24, 60)):
        for mu in (Fraction(1, 50), Fraction(1, 10), Fraction(1, 3)):
            total = mu + sum(
                (
                    Fraction(comb(2 * n, n), n + 1) * (mu * (1 - mu)) ** n
                    for n in range(1, length // 2 + 1)
                ),
                Fraction(0),
            )
            items.append(le(f"L={length}, mu={mu}", side_failure(length, mu), total))
    return decide("sum over Dyck words", "L, mu", items)


@claim("BBKN13.T5.8.sum", Form.CONCRETE)
def side_failure_is_at_most_twice_the_rate(size: Size) -> Verdict:
    """The probability rises with L and is at most 2 mu; the sum is <= mu/(1-mu).

    Fair: mu = 1/(2r), every mu in (0, 1/2] at once, L up to 8.
    """
    mu = 1 / (2 * RationalFunction.r())
    items: list[Comparison] = []
    before = side_failure(0, mu)
    for length in range(1, size.pick(7, 9, 12)):
        here = side_failure(length, mu)
        items += [le(f"L={length}", here, 2 * mu), le("rising", before, here)]
        before = here
        total = sum(
            ((mu * (1 - mu)) ** n * Fraction(comb(2 * n, n), n + 1) for n in range(1, length + 1)),
            mu - mu,
        )
        items.append(le(f"sum to {length}", total, mu / (1 - mu)))
    return decide("side failure", "all mu in (0, 1/2]", items, Evidence.ALL_EPSILON)


@claim("BBKN13.T5.8.catalan")
def catalan_numbers_are_bounded(size: Size) -> Verdict:
    """C_n <= 4^n/(n^(3/2) sqrt(pi)) <= 4^n/(n sqrt(pi)).

    Fair: Squared, with pi <= 355/113; every n.
    """
    pi = Fraction(355, 113)
    items = []
    for n in range(1, size.pick(60, 200, 400)):
        c = Fraction(comb(2 * n, n), n + 1)
        items += [le(f"n={n}", c * c * pi * n**3, 16**n), le("weaker", c * c * pi * n * n, 16**n)]
    return decide("Catalan numbers", "n", items)


@claim("BBKN13.T5.8.log")
def logarithm_is_bounded(size: Size) -> Verdict:
    """-ln(1 - 4 mu) < 5 mu for 0 < mu <= 0.09, and (1 + 5/sqrt(pi)) mu < 4 mu.

    Fair: mu on a grid up to 9/100; squared form of the second.
    """
    items = [lt("25 < 9 pi", 25, 9 * Fraction(333, 106))]
    steps = size.pick(45, 90, 900)
    for k in range(1, steps + 1):
        mu = Fraction(9 * k, 100 * steps)
        items.append(lt(f"mu={mu}", 1, (1 - 4 * mu) * exp_low(5 * mu)))
    return decide("logarithms", "mu <= 9/100", items)


def _recovery(size: Size) -> list[tuple[str, Fraction, Fraction, Fraction]]:
    found = []
    for t in range(1, size.pick(5, 7, 9)):
        for mu in (Fraction(1, 50), Fraction(9, 100)):
            for j in range(t + 1):
                centre = Values.of(IntervalFunction(j), t)
                noise = law(IndependentNoise(mu), centre)
                good = sum(
                    (
                        noise.probability(h)
                        for h in noise
                        if reconstructed(h) == IntervalFunction(j)
                    ),
                    Fraction(0),
                )
                found.append((f"T={t}, j={j}, mu={mu}", 1 - good, recovery_failure(t, j, mu), mu))
    return found


@claim("BBKN13.T5.8.recon")
def reconstruction_is_accurate(size: Size) -> Verdict:
    """The reconstruction misses c_j with probability <= 8 mu for mu <= 0.09.

    Fair: All noise patterns, every target.
    """
    items = [le(name, bad, 8 * mu) for name, bad, _, mu in _recovery(size)]
    return decide("reconstruction", "all targets", items)


@claim("BBKN13.T5.8.recon", Form.CONCRETE)
def reconstruction_has_a_product_formula(size: Size) -> Verdict:
    """Pr[miss] = 1 - (1 - left)(1 - right) <= 4 mu - 4 mu^2.

    Fair: The product formula against brute force; the bound for all mu in (0, 1/2].
    """
    items: list[Comparison] = [eq(name, bad, formula) for name, bad, formula, _ in _recovery(size)]
    mu = 1 / (2 * RationalFunction.r())
    for t in range(1, size.pick(6, 8, 10)):
        items += [
            le(f"T={t}, j={j}", recovery_failure(t, j, mu), 4 * mu - 4 * mu * mu)
            for j in range(t + 1)
        ]
    return decide("product formula", "all mu in (0, 1/2]", items, Evidence.ALL_EPSILON)


@claim("BBKN13.T5.8.total")
def failures_of_the_reconstruction_add_up(size: Size) -> Verdict:
    """beta* + 8 mu <= beta' + 16 alpha' <= beta/4 + 16 beta/100 <= beta, and below 0.29 in the
    theorem's range.

    Fair: beta on a grid; alpha' = beta/100, beta' = beta/4, mu <= 2 alpha' as in print.
    """
    items = [lt("0.29", Fraction(1, 4) + 16 * Fraction(1, 400), Fraction(291, 1000))]
    items.append(le("1.16/4", Fraction(116, 100) * Fraction(1, 4), Fraction(29, 100)))
    for k in range(1, size.pick(20, 50, 100)):
        beta = Fraction(1, k)
        items.append(le(f"beta={beta}", beta / 4 + 16 * beta / 100, beta))
    return decide("total failure", "beta = 1/k", items)


not_finitely_checkable(
    "BBKN13.T5.8",
    statement="No private independent noise learner of INTERVAL uses o(d) samples.",
    reason="asymptotic; the concrete form audits the reduction and its bound is L5.2's",
)


@claim("BBKN13.T5.8", Form.CONCRETE, uses=("BBKN13.L5.2",))
def reconstruction_is_private(size: Size) -> Verdict:
    """Reconstruction after noise after a private learner of INTERVAL is eps-private.

    Fair: Exponential inner learner over INTERVAL, T = 2, mu = 1/10, for all eps.
    """
    t = 2
    tables = tuple(Values.of(c, t) for c in intervals(t))
    r = RationalFunction.r()
    inner = ExponentialLearner(tables, t, Epsilon.indeterminate(2))
    flip = (r - r) + Fraction(1, 10)
    outer = IndependentNoiseLearner(WithoutStars(inner), frozenset(tables), t, flip)
    learner = NoiseReconstruction(outer, t)
    return audit_privacy(
        learner, learner.universe(size.pick(1, 2, 3)), inner.guarantee, "reconstructed learner"
    )
