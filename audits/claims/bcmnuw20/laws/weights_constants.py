"""Constants of online multiplicative weights with Laplace noise, as certified intervals.

M points, k queries, internal accuracy a, failure beta, eps, delta; c = 4 ln(M)/a^2 corrections.
"""

from audits.claims.prelude import *
from reference.mechanisms.release.weights_plan import WeightsPlan


@dataclass(frozen=True, slots=True)
class Setting:
    """What all constants depend on."""

    points: int
    queries: int
    accuracy: Fraction
    """a, of fractions of rows."""

    failure: Fraction
    eps: Fraction
    delta: Fraction = Fraction(0)

    @property
    def count(self) -> Interval:
        """c."""
        return 4 * ln(self.points) / (self.accuracy * self.accuracy)


@dataclass(frozen=True, eq=False)
class Noise:
    """Scales of Laplace noise, and the threshold, in rows."""

    threshold_noise: Interval
    test_noise: Interval
    answer_noise: Interval
    threshold: Interval


def pure_noise(s: Setting) -> Noise:
    """NumericSparse with delta = 0: shares 8/9 and 2/9, T = 18 c (ln(2k) + ln(4c/beta)) / eps."""
    first, second = s.eps * Fraction(8, 9), s.eps * Fraction(2, 9)
    threshold = 18 * s.count * (ln(2 * s.queries) + ln(4 * s.count / s.failure)) / s.eps
    return Noise(2 * s.count / first, 4 * s.count / first, 2 * s.count / second, threshold)


def printed_noise(s: Setting) -> Noise:
    """NumericSparse with delta > 0, T = (2 + 32 sqrt 2) sqrt(c ln(2/delta)) (...)."""
    root = sqrt(512)
    first, second = root / (root + 1) * s.eps, 2 / (root + 1) * s.eps
    sigma = sqrt(32 * s.count * ln(2 / s.delta))
    long = ln(s.queries) + ln(4 * s.count / s.failure)
    threshold = (2 + 32 * sqrt(2)) * sqrt(s.count * ln(2 / s.delta)) * long / s.eps
    return Noise(sigma / first, 2 * sigma / first, sigma / second, threshold)


def repaired_noise(s: Setting) -> Noise:
    """Shares 8/9 and 1/9 of eps, both by advanced composition of c losses with delta/2."""
    budget = sqrt(8 * s.count * ln(2 / s.delta))
    loss = s.eps * Fraction(8, 9) / budget
    long = ln(2 * s.queries) + ln(4 * s.count / s.failure)
    answer = 9 * budget / s.eps
    return Noise(2 / loss, 4 / loss, answer, 2 * answer * long)


def noise_fails(s: Setting, noise: Noise) -> Interval:
    """The probability that tau or nu is beyond T/4, or an answer beyond T/2, at the most.

    tau once for each correction, nu twice for each query, an answer for each correction.
    """
    half, quarter = noise.threshold / 2, noise.threshold / 4
    return (
        s.count * exp(-(quarter / noise.threshold_noise))
        + 2 * s.queries * exp(-(quarter / noise.test_noise))
        + s.count * exp(-(half / noise.answer_noise))
    )


def advanced_loss(s: Setting, noise: Noise) -> Interval:
    """eps of c tests and c answers by advanced composition, each with delta/2."""
    total = exact(0)
    for loss in (1 / noise.threshold_noise + 2 / noise.test_noise, 1 / noise.answer_noise):
        spread = sqrt(2 * s.count * ln(2 / s.delta)) * loss
        total += spread + s.count * loss * (exp(loss) - 1)
    return total


def rows_of_lemma_7(s: Setting, alpha: Fraction) -> Interval:
    """The sample size that is printed, for the accuracy alpha on the scale from -1 to 1."""
    logarithms = ln(s.queries) + ln(128 * ln(s.points) / (alpha * alpha * s.failure))
    roots = sqrt(ln(s.points) * ln(2 / s.delta))
    return 200 * roots * logarithms / (s.eps * alpha * alpha)


def some_test_fires(noise: Noise, gap: Interval) -> Interval:
    """A bound on the probability that one of two tests fires, both below T by the gap, in rows.

    nu - tau >= gap only if nu >= 2/3 gap or -tau >= 1/3 gap.
    """
    third = gap / 3
    nu, tau = exp(-(2 * third / noise.test_noise)) / 2, exp(-(third / noise.threshold_noise)) / 2
    return 2 * (nu + tau)


def plan_noise(plan: WeightsPlan) -> Interval:
    """What `noise_failure` of a plan is at most, from logarithms."""
    step, near = ln(plan.root), (plan.radius - 1) // 3
    b = exact(1 / plan.root)
    tau = 2 * exp(-step * (2 * (near + 1))) / (1 + b * b)
    nu = 2 * exp(-step * (plan.radius - near)) / (1 + b)
    answer = 2 * exp(-step * (plan.radius + 1)) / (1 + b)
    return (tau + answer) * plan.corrections + nu * (2 * plan.queries)


def profile(count: int, root: Fraction, exp_eps: Fraction) -> Fraction:
    """The delta at e^eps of so many bits told with odds root^4 : 1, and as many with root : 1.

    The sum over the numbers i and j of right bits, where the ratio root^(4 (2i - c) + 2j - c) is
    above e^eps, i by i.
    """
    p, q, c = root.numerator, root.denominator, count
    least = first_above(root, exp_eps)
    tests, answers = (
        [comb(c, i) * p ** (s * i) * q ** (s * (c - i)) for i in range(c + 1)] for s in (4, 1)
    )
    right, wrong = [0], [0]
    for j in range(c + 1):
        right.append(right[-1] + answers[c - j])
        wrong.append(wrong[-1] + answers[j])
    told = Fraction(0)
    for i in range(c + 1):
        first = -((4 * (2 * i - c) - c - least) // 2)
        many = min(c + 1, max(0, c + 1 - first))
        told += tests[i] * right[many] - exp_eps * tests[c - i] * wrong[many]
    return told / Fraction((p**4 + q**4) * (p + q)) ** c


def first_above(root: Fraction, bound: Fraction) -> int:
    """The least m >= 0 with root^m above the bound, by halves."""
    below, above = -1, 1
    while root**above <= bound:
        below, above = above, 2 * above
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (below, middle) if root**middle > bound else (middle, above)
    return above


MOST_PROFILED = 1000
"""Corrections whose optimal composition is computed in claims."""


def plan_suffices(
    plan: WeightsPlan,
    points: int,
    queries: int,
    alpha: Fraction,
    beta: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> Iterator[Comparison]:
    """What Lemma 7 needs of a plan: errors, corrections and privacy."""
    c, radius, n = plan.corrections, plan.radius, plan.rows
    yield chance("noise", high(plan_noise(plan)), beta / 2)
    drawn = 8 * ln(4 * queries / beta) / (alpha * alpha)
    yield le("the sample: 2k e^(-n alpha^2/8) <= beta/2 by logarithms", high(drawn), n)
    worst = Fraction(plan.threshold + radius - 1, n)
    yield le("error", 2 * (max(worst, plan.error) + alpha / 4), alpha)
    gap = Fraction(plan.threshold - radius + 1, n)
    yield le("gap", alpha / 12, gap)
    if c < queries:
        x, g = 1 - plan.rate, alpha / 12
        progress = x * g - x * x / (2 * plan.rate)
        yield lt("progress", 0, progress)
        if progress > 0:
            yield lt("corrections", high(ln(points) / progress), c + 1)
    yield from root_is_right(plan.root, c, eps, delta)


def ceiling(value: Interval) -> int:
    """The value rounded up, from both ends of an enclosure.

    Raises:
        ValueError: if the enclosure is too wide to tell.
    """
    found, most = (-(-end // 1) for end in (low(value), high(value)))
    if found != most:
        raise ValueError(f"{found} or {most}: the enclosure is too wide")
    return found


def radius_of(root: Fraction, count: int, queries: int, failure: Fraction) -> int:
    """A = (3/2) ln(4 (c + k) / failure) / ln(root), rounded up."""
    return ceiling(3 * ln(4 * (count + queries) / failure) / (2 * ln(root)))


def root_is_right(
    root: Fraction, count: int, eps: Fraction, delta: Fraction
) -> Iterator[Comparison]:
    """So many corrections are (eps, delta)-private; with 101/100 of root - 1 they are not.

    By optimal composition; for very many, or without delta, by basic or advanced composition.
    """
    above = 1 + (root - 1) * Fraction(101, 100)
    loss, more = 5 * ln(root), 5 * ln(above)
    if delta and count <= MOST_PROFILED:
        yield chance("optimal composition", profile(count, root, exp_low(eps)), delta)
        yield lt("the largest", delta, profile(count, above, exp_high(eps)))
        return
    basic = high(loss * count)
    if not delta:
        yield le("eps", basic, eps)
        yield lt("the largest", eps, low(more * count))
        return
    advanced = eps / (2 * sqrt(2 * count * ln(1 / delta)))
    spread = sqrt(2 * count * ln(1 / delta)) * loss + count * loss * (exp(loss) - 1)
    yield le("eps", min(basic, high(spread)), eps)
    yield lt("not below basic composition", eps, low(more * count))
    if high(count * advanced * (exp(advanced) - 1)) <= eps / 2:
        yield lt("not below advanced composition", high(advanced), low(more))


def rows_by_the_formulas(
    plan: WeightsPlan, points: int, alpha: Fraction, beta: Fraction
) -> Iterator[Comparison]:
    """c, n, A and rho are those of the formulas, for the root of the plan."""
    g, k = alpha / 12, plan.queries
    c = k if points > 1 else 0
    if c:
        c = min(k, ceiling(2 * (1 + g) * ln(points) / g**2) - 1)
    yield eq("corrections", plan.corrections, c)
    yield eq("rate", plan.rate, 1 / (1 + g))
    if not c:
        yield eq("rows", plan.rows, 0)
        return
    noise = -(-12 * radius_of(plan.root, c, k, beta / 2) // alpha)
    n = max(noise, ceiling(8 * ln(4 * k / beta) / alpha**2))
    yield eq("rows", plan.rows, n)
    yield eq("radius", plan.radius, alpha * n // 12)
