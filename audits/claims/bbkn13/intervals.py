"""Sections 5 and 5.1: intervals, switching points, and the reduction to proper learning."""

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

from audits.claims.bbkn13.constructions import TWO
from audits.claims.bbkn13.exactly import (
    at,
    binomial_range,
)
from audits.claims.bbkn13.programmes import at_most, interval_targets
from audits.claims.bbkn13.toys import NoisyIndicator
from audits.claims.vocabulary import (
    decide,
    eq,
    exp_low,
    le,
    lt,
)
from audits.engines.comparisons import Comparison
from audits.engines.privacy import audit_privacy
from audits.ledger import Expected, Form, Kind, Size, claim, not_finitely_checkable
from audits.verdict import Verdict
from reference.data.adjacency import replace_one
from reference.data.concept import (
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    intervals,
    labelled_examples,
)
from reference.data.representation import representation_value
from reference.data.switching_points import (
    dominating_intervals,
    switching_intervals,
    switching_points,
)
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.few_switches import FewSwitchesReduction, switch_runs


@claim(
    "BBKN13.TXT.int-card",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "5"),
    statement="|INTERVAL_d| = 2^d + 1, all different on [T].",
    scope_is_fair="Different as functions, T up to 16.",
)
def intervals_are_counted(size: Size) -> Verdict:
    """Tables of values."""
    return decide(
        "number of intervals",
        "T <= 16",
        (
            eq(f"T={t}", len({Values.of(c, t) for c in intervals(t)}), t + 1)
            for t in range(1, size.pick(17, 33, 65))
        ),
    )


@claim(
    "BBKN13.TXT.int-min",
    kind=Kind.COMBINATORIAL,
    source=at("in the text", "5"),
    statement="value(INTERVAL without c_j, c_j) is 1 for both ends and 1/2 between them: "
    "alpha-minimal for alpha < 1/2.",
    scope_is_fair="Every concept; the two ends alone represent everything with value 1/2.",
)
def intervals_are_minimal(size: Size) -> Verdict:
    """Values of the games."""
    items = []
    for t in range(2, size.pick(5, 7, 13)):
        every = intervals(t)
        for c in every:
            rest = [g for g in every if g != c]
            wanted = Fraction(1) if c.end in {0, t} else Fraction(1, 2)
            items.append(eq(f"T={t}, without {c}", representation_value(rest, c, t), wanted))
            ends = (every[0], every[-1])
            limit = representation_value(ends, c, t)
            items.append(le("the two ends", limit, Fraction(1, 2)))
    return decide("INTERVAL is minimal", "T >= 2", items)


@claim(
    "BBKN13.L5.2",
    kind=Kind.LOWER_BOUND,
    source=at("Lemma 5.2", "5"),
    statement="m >= (1/100) (1/beta)/eps is needed: the printed dependence (1/beta), with any "
    "small constant.",
    expected=Expected.REFUTED,
    scope_is_fair="The exact failure of the exponential learner on INTERVAL, T = 2, alpha = 2/5.",
)
def printed_dependence_on_beta(size: Size) -> Verdict:
    """Beta falls exponentially, so beta * m * eps * 100 >= 1 fails."""
    items = []
    for m in (8, 16, 32, 64)[: size.pick(4, 4, 4)]:
        beta = _interval_failure(m)
        items.append(le(f"m={m}", 1, 100 * beta * m * 2))
    return decide("1/beta", "T=2, e^eps = 4 (eps < 2)", items)


def _interval_failure(m: int) -> Fraction:
    """Failure of the exponential learner, s = 2, T = 2, target c_1, half/half, alpha = 2/5."""
    bad = Fraction(0)
    for k in range(m + 1):
        # k copies of the point 0 (label 1): c_0 errs on them; c_2 errs on the m - k others
        wrong = Fraction(1, 2**k) + Fraction(1, 2 ** (m - k))
        bad += binomial_range(m, Fraction(1, 2), k, k) * wrong / (1 + wrong)
    return bad


@claim(
    "BBKN13.L5.2",
    form=Form.CONCRETE,
    kind=Kind.LOWER_BOUND,
    source=at("Lemma 5.2", "5"),
    statement="1 - beta <= r^m/(r^m + 2^d): the form (d + log(1/beta))/eps.",
    scope_is_fair="All private learners on the packing databases of INTERVAL.",
)
def packing_bound_for_intervals(size: Size) -> Verdict:
    """The linear programme."""
    t, m = size.pick((2, 3), (3, 3), (4, 2))
    bound = packing_bound(Fraction(3, 2), m, t + 1)
    return at_most(interval_targets(t, m), Fraction(3, 2), bound)


@claim(
    "BBKN13.D5.3.alt",
    kind=Kind.COMBINATORIAL,
    source=at("Definition 5.3", "5.1"),
    statement="Switching points alternate; there are 2 to T+1; c_j has one decreasing, namely j.",
    scope_is_fair="All functions.",
)
def switching_points_alternate(size: Size) -> Verdict:
    """Types of consecutive switching points."""
    items = []
    for t in range(1, size.pick(7, 9, 12)):
        for h in all_functions(t):
            found = switching_points(h)
            same = sum(a.decreasing == b.decreasing for a, b in pairwise(found))
            items += [eq(f"{h}", same, 0), le("two", 2, len(found)), le("all", len(found), t + 1)]
        for c in intervals(t):
            falls = [s.at for s in switching_points(Values.of(c, t)) if s.decreasing]
            items.append(eq(f"{c}", falls == [c.end], 1))
    return decide("alternation", "all functions", items)


@claim(
    "BBKN13.T5.4.dom",
    kind=Kind.COMBINATORIAL,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="The interval chosen from h errs, with respect to c_t, only where h errs.",
    scope_is_fair="All functions, targets and legal pairs of switching points.",
)
def fixed_interval_dominates(size: Size) -> Verdict:
    """Containment of error sets."""
    items = []
    for t in range(1, size.pick(6, 8, 10)):
        for h in all_functions(t):
            for c in intervals(t):
                wrong = disagreements(h, c, t)
                items += [
                    eq(f"{h}, {c}, {g}", len(disagreements(g, c, t) - wrong), 0)
                    for g in dominating_intervals(h, c.end)
                ]
    return decide("dominating intervals", "all functions", items)


def _best_switch(size: Size, *, any_labels: bool) -> Verdict:
    items = []
    for t, m in ((2, 2), (3, 2), (3, 3))[: size.pick(2, 3, 3)]:
        if any_labels:
            databases = set(replace_one(labelled_examples(t), m).databases())
        else:
            databases = {
                tuple(sorted((x, c(x)) for x in sample))
                for c in intervals(t)
                for sample in combinations_with_replacement(range(t), m)
            }
        for d in sorted(databases):
            for h in all_functions(t):
                best = min(empirical_errors(c, d) for c in switching_intervals(h))
                items.append(le(f"h={h} on {d}", best, empirical_errors(h, d)))
    return decide("best switching interval", "T <= 3", items)


@claim(
    "BBKN13.R5.5",
    kind=Kind.COMBINATORIAL,
    source=at("Remark 5.5", "5.1"),
    statement="On every sample database some interval of SWITCH(h) errs no more often than h.",
    expected=Expected.REFUTED,
    scope_is_fair="All labels, as the remark does not exclude; unlabelled by a concept.",
)
def some_switching_interval_is_as_good(size: Size) -> Verdict:
    """Arbitrarily labelled databases."""
    return _best_switch(size, any_labels=True)


@claim(
    "BBKN13.R5.5",
    form=Form.CORRECTED,
    kind=Kind.COMBINATORIAL,
    source=at("Remark 5.5", "5.1"),
    statement="On databases labelled by an interval some interval of SWITCH(h) is as good as h.",
    scope_is_fair="All functions h and all databases labelled by some c_t.",
)
def some_switching_interval_is_as_good_on_samples(size: Size) -> Verdict:
    """Databases labelled by a concept."""
    return _best_switch(size, any_labels=False)


@claim(
    "BBKN13.T5.4.const",
    kind=Kind.IDENTITY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="12/beta = 2/beta', (6-beta)/beta = (1-beta')/beta', 8/alpha^2 = 1/(2 alpha'^2), "
    "8/alpha = 2/alpha', for alpha' = alpha/4, beta' = beta/6.",
    scope_is_fair="Identities of rational functions: alpha = 1/r and beta = 1/r, all r >= 1.",
)
def constants_agree(size: Size) -> Verdict:
    """Rational functions of one variable at a time."""
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


@claim(
    "BBKN13.T5.4.step3",
    kind=Kind.INEQUALITY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="No run has few switches: 2^-k <= beta'; given few switches the error is large with "
    "probability <= 2 beta'; in all <= 3 beta'.",
    scope_is_fair="All joint tables with margins 1/2 and beta' on a grid.",
)
def repetitions_find_few_switches(size: Size) -> Verdict:
    """Conditioning on an event of probability at least 1/2 at most doubles."""
    items = []
    for n in range(2, size.pick(12, 40, 100)):
        beta = Fraction(1, n)
        items.append(le(f"beta={beta}", Fraction(1, 2 ** switch_runs(beta)), beta / 6))
    steps = size.pick(8, 16, 24)
    for few, wrong in product(range(steps, 2 * steps + 1), range(1, steps + 1)):
        p, b = Fraction(few, 2 * steps), Fraction(wrong, 6 * steps)
        items.append(le("given few", min(b, p) / p, 2 * b))
    return decide("step 3", "joint tables", items)


@claim(
    "BBKN13.T5.4.hoeff",
    kind=Kind.INEQUALITY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="s >= ln(2/beta')/(2 alpha'^2): the empirical error deviates by >= alpha' with "
    "probability <= beta'.",
    scope_is_fair="Exact binomials for several errors p, alpha' = 1/10, beta' = 1/24.",
)
def empirical_error_is_close(size: Size) -> Verdict:
    """Exact two-sided deviations."""
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


@claim(
    "BBKN13.T5.4.em",
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="e^(alpha' s eps/2)/z >= (1-beta')/beta'; s >= 2 ln(z (1-beta')/beta')/(alpha' eps)",
    scope_is_fair="Rounded sample sizes, several z, alpha', beta', eps.",
)
def odds_of_a_good_interval(size: Size) -> Verdict:
    """Lower bounds of the exponential."""
    items = []
    for z in (2, 3, 16, 1024)[: size.pick(3, 4, 4)]:
        for alpha in (Fraction(1, 40), Fraction(1, 10)):
            for beta in (Fraction(1, 60), Fraction(1, 600)):
                for eps in (Fraction(1, 2), Fraction(1)):
                    n = (ln((1 - beta) * z / beta) * 2 / (alpha * eps)).ceil()
                    odds = exp_low(alpha * n * eps / 2) / z
                    items.append(le(f"z={z}, n={n}", (1 - beta) / beta, odds))
    return decide("odds", "z, alpha', beta', eps", items)


@claim(
    "BBKN13.T5.4.em",
    form=Form.CONCRETE,
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="h errs k2 <= k3 times: Pr[<= k3 errors] |SWITCH(h)| >= Pr[> k3] s^(k3+1-k2).",
    scope_is_fair="All h, all databases labelled by an interval, all thresholds, all eps.",
)
def exponential_mechanism_finds_a_good_interval(size: Size) -> Verdict:
    """Exact odds."""
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


@claim(
    "BBKN13.T5.4.uc",
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="K ((1/alpha') log2(1/beta') + (1/alpha') log2(1/alpha')) samples, K = 8, make "
    "|error - empirical error| < alpha' except with probability beta'.",
    expected=Expected.REFUTED,
    scope_is_fair="A concept of error 1/2, alpha' = 1/400, beta' = 1/10: the deviation is of "
    "order 1/sqrt(n), so a larger K fails at a smaller alpha'.",
)
def uniform_convergence_in_one_over_alpha(size: Size) -> Verdict:
    """The probability of a deviation of Bin(n, 1/2), rounded down to 40 binary digits."""
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


@claim(
    "BBKN13.T5.4.uc",
    form=Form.CORRECTED,
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="Error > 4 alpha' and empirical error <= 3 alpha': probability <= exp(-alpha' s/8), "
    "so a union bound over z intervals suffices.",
    scope_is_fair="Exact binomials at error 4 alpha' (larger errors are less likely).",
)
def one_sided_convergence(size: Size) -> Verdict:
    """Exact tails against a lower bound of the exponential."""
    items = []
    for inverse in (8, 20, 40):
        alpha = Fraction(1, inverse)
        for n in (8, 40, 120, 400)[: size.pick(3, 4, 4)]:
            bad = binomial_range(n, 4 * alpha, 0, int(3 * alpha * n))
            items.append(le(f"alpha'={alpha}, s={n}", bad, exp_low(-alpha * n / 8)))
    return decide("one-sided convergence", "alpha' = 1/8..1/40", items)


@claim(
    "BBKN13.T5.4.total",
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="3 beta' + beta' + beta' + beta' = beta, and 4 alpha' = alpha.",
    scope_is_fair="Identities at every beta and alpha on a grid; the parts are T5.4.step3, hoeff, "
    "em and uc (its corrected form).",
)
def failures_of_the_reduction_add_up(size: Size) -> Verdict:
    """Sums of fractions."""
    items = []
    for k in range(1, size.pick(20, 50, 100)):
        beta = Fraction(1, k)
        b = beta / 6
        items += [eq(f"beta={beta}", 3 * b + b + b + b, beta), eq("alpha", 4 * (beta / 4), beta)]
    return decide("total failure", "beta = 1/k", items)


@claim(
    "BBKN13.T5.4.priv",
    kind=Kind.PRIVACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="The reduction is eps-private if A' is.",
    scope_is_fair="Two runs of ln 4 private randomised response, one record to choose.",
)
def switch_reduction_is_private(size: Size) -> Verdict:
    """Exact laws on all sequences of three examples."""
    t = 2
    reduction = FewSwitchesReduction(NoisyIndicator(t), 2, 1, size.pick(2, 3, 3), t, TWO)
    return audit_privacy(
        reduction, reduction.universe(size.pick(3, 3, 4)), reduction.guarantee, "few switches"
    )


@claim(
    "BBKN13.T5.4.samples",
    kind=Kind.ACCURACY,
    source=at("proof of Theorem 5.4", "5.1"),
    statement="ceil(log2(1/beta')) n' + s examples are used, and each block matters.",
    scope_is_fair="n' = 1, two runs, s = 1: each block is changed in turn.",
)
def blocks_are_disjoint(size: Size) -> Verdict:
    """The law depends on each block; the number of runs is the rounded logarithm."""
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
    kind=Kind.REDUCTION,
    source=at("Theorem 5.4", "5.1"),
    statement="Private learners of INTERVAL with o(d) samples do not output few switching points "
    "with probability 1/2 on every distribution.",
    reason="asymptotic; the concrete form is the inequality between the sample sizes",
)


@claim(
    "BBKN13.T5.4",
    form=Form.CONCRETE,
    kind=Kind.LOWER_BOUND,
    source=at("Theorem 5.4", "5.1"),
    statement="A proper learner with k n' + s(z) samples succeeds with at most r^m/(r^m + 2^d); "
    "below 1 - beta once d is larger than m by 4.",
    scope_is_fair="k = ceil(log2(6/beta)), n' = 10, z = 16, alpha = 1/4, beta = 1/10, e^eps = 2.",
    uses=("BBKN13.L5.2",),
)
def few_switches_need_samples(size: Size) -> Verdict:
    """The proper bound at the reduction's sample size."""
    beta, alpha = Fraction(1, 10), Fraction(1, 4)
    s = (ln(12 / beta) * 8 / alpha**2 + ln((6 - beta) * 16 / beta) * 8 / (alpha * ln(2))).ceil()
    m = switch_runs(beta) * 10 + s
    items = [
        lt(f"m={m}, d={d}", packing_bound(Fraction(2), m, 2**d + 1), 1 - beta)
        for d in range(m + 4, m + size.pick(8, 32, 64))
    ]
    return decide("few switches", "e^eps = 2", items)
