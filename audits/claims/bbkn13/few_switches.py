"""Section 5.1: hypotheses with few switching points (Theorem 5.4)."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

from audits.claims.bbkn13.exactly import (
    binomial_range,
)
from audits.claims.bbkn13.toys import NoisyIndicator
from audits.claims.bbkn13.written_out import TWO
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
from audits.verdict import Verdict
from reference.data.concept import (
    all_functions,
    empirical_errors,
    intervals,
)
from reference.data.switching_points import (
    switching_intervals,
)
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.few_switches import FewSwitchesReduction, switch_runs


@claim("BBKN13.T5.4.const")
def constants_agree(size: Size) -> Verdict:
    """12/beta = 2/beta', (6-beta)/beta = (1-beta')/beta', 8/alpha^2 = 1/(2 alpha'^2), 8/alpha =
    2/alpha', for alpha' = alpha/4, beta' = beta/6.

    Fair: Identities of rational functions: alpha = 1/r and beta = 1/r, all r >= 1.
    """
    del size
    alpha = beta = 1 / RationalFunction.r()
    a, b = alpha / 4, beta / 6
    items = [
        eq("12/beta", 12 / beta, 2 / b),
        eq("(6-beta)/beta", (6 - beta) / beta, (1 - b) / b),
        eq("8/alpha^2", 8 / alpha**2, 1 / (2 * a**2)),
        eq("8/alpha", 8 / alpha, 2 / a),
    ]
    return decide("constants of Theorem 5.4", "all alpha, beta in (0, 1]", items)


@claim("BBKN13.T5.4.step3")
def repetitions_find_few_switches(size: Size) -> Verdict:
    """No run has few switches: 2^-k <= beta'; given few switches the error is large with
    probability <= 2 beta'; in all <= 3 beta'.

    Fair: All joint tables with margins 1/2 and beta' on a grid.
    """
    items = []
    for n in range(2, size.pick(12, 40, 100)):
        beta = Fraction(1, n)
        items.append(le(f"beta={beta}", Fraction(1, 2 ** switch_runs(beta)), beta / 6))
    steps = size.pick(8, 16, 24)
    for few, wrong in product(range(steps, 2 * steps + 1), range(1, steps + 1)):
        p, b = Fraction(few, 2 * steps), Fraction(wrong, 6 * steps)
        items.append(le("given few", min(b, p) / p, 2 * b))
    return decide("step 3", "joint tables", items)


@claim("BBKN13.T5.4.hoeff")
def empirical_error_is_close(size: Size) -> Verdict:
    """s >= ln(2/beta')/(2 alpha'^2): the empirical error deviates by >= alpha' with probability <=
    beta'.

    Fair: Exact binomials for several errors p, alpha' = 1/10, beta' = 1/24.
    """
    items = []
    alpha, beta = Fraction(1, 10), Fraction(1, 24)
    n = (ln(2 / beta) / (2 * alpha**2)).ceil()
    for k in range(1, size.pick(6, 11, 21)):
        p = Fraction(k, size.pick(6, 11, 21))
        high = -int(-(n * (p + alpha)) // 1)
        low = int(n * (p - alpha) // 1)
        bad = binomial_range(n, p, high, n) + (binomial_range(n, p, 0, low) if low >= 0 else 0)
        items.append(le(f"p={p}, n={n}", bad, beta))
    return decide("deviation", "alpha'=1/10, beta'=1/24", items)


@claim("BBKN13.T5.4.em")
def odds_of_a_good_interval(size: Size) -> Verdict:
    """e^(alpha' s eps/2)/z >= (1-beta')/beta'; s >= 2 ln(z (1-beta')/beta')/(alpha' eps)

    Fair: Rounded sample sizes, several z, alpha', beta', eps.
    """
    items = []
    for z in (2, 3, 16, 1024)[: size.pick(3, 4, 4)]:
        for alpha in (Fraction(1, 40), Fraction(1, 10)):
            for beta in (Fraction(1, 60), Fraction(1, 600)):
                for eps in (Fraction(1, 2), Fraction(1)):
                    n = (ln((1 - beta) * z / beta) * 2 / (alpha * eps)).ceil()
                    odds = exp_low(alpha * n * eps / 2) / z
                    items.append(le(f"z={z}, n={n}", (1 - beta) / beta, odds))
    return decide("odds", "z, alpha', beta', eps", items)


@claim("BBKN13.T5.4.em", Form.CONCRETE)
def exponential_mechanism_finds_a_good_interval(size: Size) -> Verdict:
    """h errs k2 <= k3 times: Pr[<= k3 errors] |SWITCH(h)| >= Pr[> k3] s^(k3+1-k2).

    Fair: All h, all databases labelled by an interval, all thresholds, all eps.
    """
    items = []
    for t, n in ((2, 2), (3, 2), (3, 3))[: size.pick(2, 3, 3)]:
        for c in intervals(t):
            for sample in combinations_with_replacement(range(t), n):
                d = tuple((x, c(x)) for x in sample)
                for h in all_functions(t):
                    chosen = switching_intervals(h)
                    learner = ExponentialLearner(chosen, t, Epsilon.indeterminate(2))
                    found = law(learner, d)
                    nothing = learner.eps.exp(0) - 1
                    k2 = empirical_errors(h, d)
                    for k3 in range(k2, n + 1):
                        good = [g for g in found if empirical_errors(g, d) <= k3]
                        few = sum((found.probability(g) for g in good), nothing)
                        power = learner.eps.exp(Fraction(k3 + 1 - k2, 2))
                        items.append(le(f"{h} on {d}", (1 - few) * power, few * len(chosen)))
    return decide("odds of a good interval", "T <= 3, all eps", items)


@claim("BBKN13.T5.4.uc", refuted=UNGRADED)
def uniform_convergence_in_one_over_alpha(size: Size) -> Verdict:
    """K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')) samples, K = 8, make |error -
    empirical error| < alpha' except with probability beta'.

    Fair: A concept of error 1/2, alpha' = 1/400, beta' = 1/10: the deviation is of order
    1/sqrt(n), so a larger K fails at a smaller alpha'.
    """
    items = []
    beta = Fraction(1, 10)
    for inverse, constant in ((400, 8), (1000, 8))[: size.pick(1, 1, 2)]:
        alpha = Fraction(1, inverse)
        n = ((ln(10) + ln(inverse)) * constant / (ln(2) * alpha)).ceil()
        ways = total = 1
        for k in range(int(n * (Fraction(1, 2) - alpha) // 1)):
            ways = ways * (n - k) // (k + 1)
            total += ways
        bad = Fraction((total << 41) >> n, 1 << 40)
        items.append(le(f"K={constant}, alpha'={alpha}, n={n}", bad, beta))
    return decide("uniform convergence", "error 1/2", items)


@claim("BBKN13.T5.4.uc", Form.CORRECTED)
def one_sided_convergence(size: Size) -> Verdict:
    """Error > 4 alpha' and empirical error <= 3 alpha': probability <= exp(-alpha' s/8), so a
    union bound over z intervals suffices.

    Fair: Exact binomials at error 4 alpha' (larger errors are less likely).
    """
    items = []
    for inverse in (8, 20, 40):
        alpha = Fraction(1, inverse)
        for n in (8, 40, 120, 400)[: size.pick(3, 4, 4)]:
            bad = binomial_range(n, 4 * alpha, 0, int(3 * alpha * n))
            items.append(le(f"alpha'={alpha}, s={n}", bad, exp_low(-alpha * n / 8)))
    return decide("one-sided convergence", "alpha' = 1/8..1/40", items)


@claim("BBKN13.T5.4.total")
def failures_of_the_reduction_add_up(size: Size) -> Verdict:
    """3 beta' + beta' + beta' + beta' = beta, and 4 alpha' = alpha.

    Fair: Identities at every beta and alpha on a grid; the parts are T5.4.step3, hoeff, em and uc
    (its corrected form).
    """
    items = []
    for k in range(1, size.pick(20, 50, 100)):
        beta = Fraction(1, k)
        b = beta / 6
        items += [eq(f"beta={beta}", 3 * b + b + b + b, beta), eq("alpha", 4 * (beta / 4), beta)]
    return decide("total failure", "beta = 1/k", items)


@claim("BBKN13.T5.4.priv")
def switch_reduction_is_private(size: Size) -> Verdict:
    """The reduction is eps-private if A' is.

    Fair: Two runs of ln 4 private randomised response, one record to choose.
    """
    t = 2
    reduction = FewSwitchesReduction(NoisyIndicator(t), 2, 1, size.pick(2, 3, 3), t, TWO)
    return audit_privacy(
        reduction, reduction.universe(size.pick(3, 3, 4)), reduction.guarantee, "few switches"
    )


@claim("BBKN13.T5.4.samples")
def blocks_are_disjoint(size: Size) -> Verdict:
    """ceil(log2(1/beta')) n' + s examples are used, and each block matters.

    Fair: n' = 1, two runs, s = 1: each block is changed in turn.
    """
    items: list[Comparison] = []
    for n in range(1, size.pick(16, 64, 256)):
        k = switch_runs(Fraction(1, n))
        items += [le(f"beta=1/{n}", 6 * n, 2**k), lt("least", 2 ** (k - 1), 6 * n)]
    t = 3
    reduction = FewSwitchesReduction(NoisyIndicator(t), 2, 1, 3, t, TWO)
    base = ((0, 1), (0, 1), (0, 1))
    for i in range(3):
        other = (*base[:i], (1, 1) if i < 2 else (1, 0), *base[i + 1 :])
        items.append(eq(f"block {i} matters", law(reduction, base) == law(reduction, other), 0))
    return decide("samples", "two runs", items)


not_finitely_checkable(
    "BBKN13.T5.4",
    statement="Private learners of INTERVAL with o(d) samples do not output few switching points "
    "with probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form is the inequality between the sample sizes",
)


@claim("BBKN13.T5.4", Form.CONCRETE, uses=("BBKN13.L5.2",))
def few_switches_need_samples(size: Size) -> Verdict:
    """A proper learner with k n' + s(z) samples succeeds with at most r^m/(r^m + 2^d); below 1 -
    beta once d is larger than m by 4.

    Fair: k = ceil(log2(6/beta)), n' = 10, z = 16, alpha = 1/4, beta = 1/10, e^eps = 2.
    """
    beta, alpha = Fraction(1, 10), Fraction(1, 4)
    s = (ln(12 / beta) * 8 / alpha**2 + ln((6 - beta) * 16 / beta) * 8 / (alpha * ln(2))).ceil()
    m = switch_runs(beta) * 10 + s
    items = [
        lt(f"m={m}, d={d}", packing_bound(Fraction(2), m, 2**d + 1), 1 - beta)
        for d in range(m + 4, m + size.pick(8, 32, 64))
    ]
    return decide("few switches", "e^eps = 2", items)
