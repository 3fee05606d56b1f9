"""Parameters of the release that public rows assist, and how many rows are enough.

`sample_sizes` are public and private rows that suffice for every distribution, with explicit
constants, from the dimensions of the class alone.  `plan_for_corrections` and `plan_for_accuracy`
take public rows that are there, and derive parameters for a privacy loss of all corrections
together.

With T = 2 A, A even, all fractions are within 3 A/n of those of the rows if no noise on a test or
a threshold exceeds A/2, no noise on an answer A - 1, and the corrections are enough,
    c >= ln |X~| / ((1 - rho) A/n - (1 - rho)^2/(2 rho)).
With A/n <= alpha/24 the means are within alpha/4 of those of the rows; sampling may cost alpha/4
more, and the cover alpha/2.  Noise fails with probability at most
    4k b^(A/2+1)/(1+b) + 2 (c+1) a^(A/2+1)/(1+a) + 2c b^A/(1+b),  a = b^2, b = e^(-eps'/5).

Notation: H concepts, d VC and p dual VC dimension, w public rows, m and n numbers of public and
private rows, k queries of the cover, X~ representatives, T threshold, c corrections, rho rate,
eps' loss of a correction, alpha accuracy, beta failure probability.
Source: BCMNUW20, Theorem 10 and Lemmas 7 and 11, sections 2.2 and 3.
Guarantees: BCMNUW20.T10R.
Deviations: explicit constants, which the paper hides; an accuracy alpha/24 for the corrections,
    where the constants of Lemma 7 have alpha/4.
Degenerate inputs: with one representative no private row is needed.

>>> found = sample_sizes(1, 1, Fraction(1, 4), Fraction(1, 20), Fraction(1), Fraction(1, 10**6))
>>> found.public_rows, found.queries, found.points
(1433, 1434, 1435)
>>> correction_root(Fraction(1), Fraction(1, 10**6), 20)
Fraction(132573, 131072)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.data.public_cover import representative_domain
from reference.exact.exponential import exp_bounds, root_below
from reference.exact.interval import Interval, check_exact, exact, exp, ln, sqrt
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights import StumpWeights
from reference.privacy.epsilon import Epsilon

ROOT_DIGITS = 10
"""Binary digits of root - 1 that are kept when the root is rounded down."""

ROUNDED = 1024
"""A/n is less than alpha/24, as A is even, by at most such a part of it."""

NOISE_FAILURE = Fraction(1, 20)
"""How often noise may exceed what the threshold allows for, where no accuracy is asked for."""


@dataclass(frozen=True, slots=True)
class SampleSizes:
    """Rows that are enough for a class of these dimensions."""

    public_rows: int
    """m."""

    private_rows: int
    """n."""

    queries: int
    """k: at most so many concepts in the cover."""

    points: int
    """|X~|: at most so many representatives."""

    corrections: int
    """c."""

    step: Fraction
    """By how much the fractions are off that are corrected, at least; answers by three times."""


def public_rows_needed(d: int, accuracy: Fraction, failure_probability: Fraction) -> int:
    """M >= d, 4/alpha and (16/(alpha ln 2)) (2 d ln(64/(alpha ln 2)) + ln(2/beta)).

    With so many public rows every concept is within alpha/4 of its projection, but with
    probability beta/2.
    """
    scale = 16 / (exact(accuracy) * ln(2))
    rows = scale * (2 * d * ln(64 / (exact(accuracy) * ln(2))) + ln(2 / failure_probability))
    return max(d, -(-4 * accuracy.denominator // accuracy.numerator), rows.rounded_up())


def private_rows_needed(
    queries: int, points: int, accuracy: Fraction, failure_probability: Fraction, spent: Interval
) -> tuple[int, int, Fraction]:
    """n, c and a for multiplicative weights with an error of alpha, but with probability beta.

    n >= 9 sqrt(8 c L) (ln(2k) + ln(8c/beta))/(eps a) and n >= 8 ln(4k/beta)/alpha^2 for
    a = alpha/12, c = ceil(4 ln |X~|/a^2), L = ln(2/delta).

    Args:
        queries: k.
        points: |X~|; for one nothing is needed.
        accuracy: alpha, on means of -1 and +1.
        failure_probability: beta.
        spent: sqrt(L)/eps.
    """
    step = accuracy / 12
    if points == 1:
        return 0, 0, step
    count = (4 * ln(points) / step**2).rounded_up()
    tests = ln(2 * queries) + ln(8 * count / failure_probability)
    noise = 9 * sqrt(8 * count) * spent * tests / step
    drawn = 8 * ln(4 * queries / failure_probability) / accuracy**2
    return max(noise.rounded_up(), drawn.rounded_up()), count, step


def sample_sizes(
    vc: int,
    dual_vc: int,
    accuracy: Fraction,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> SampleSizes:
    """Rows that suffice for an error of alpha, but with probability beta, at (eps, delta).

    Args:
        vc: d, at least 0.
        dual_vc: p, at least 0.
        accuracy: alpha, in (0, 1).
        failure_probability: beta, in (0, 1).
        eps: in (0, 1].
        delta: in (0, 1).

    Raises:
        TypeError: for a float.
        ValueError: outside these ranges.
    """
    check_exact(accuracy=accuracy, failure_probability=failure_probability, eps=eps, delta=delta)
    if min(vc, dual_vc) < 0:
        raise ValueError(f"dimensions {vc} and {dual_vc}: at least 0")
    if not (0 < accuracy < 1 and 0 < failure_probability < 1 and 0 < eps <= 1 and 0 < delta < 1):
        raise ValueError(
            f"accuracy {accuracy}, failure probability {failure_probability}, eps {eps}, delta "
            f"{delta}: in (0, 1), in (0, 1), in (0, 1], in (0, 1)"
        )
    m = public_rows_needed(vc, accuracy, failure_probability)
    k = sum(comb(m, i) for i in range(vc + 1))
    points = sum(comb(k, i) for i in range(dual_vc + 1))
    spent = sqrt(ln(2 / delta)) / eps
    n, c, a = private_rows_needed(k, points, accuracy / 2, failure_probability / 2, spent)
    return SampleSizes(m, n, k, points, c, a)


def composed_delta(once: Fraction, count: int, exp_eps: Fraction) -> Fraction:
    """The least delta at e^eps of any composition of `count` mechanisms, each pure.

    Randomised response is the worst of them: sum over j of the positive parts of
    C(c,j) (x^j - e^eps x^(c-j))/(1+x)^c, x = e^eps of one.
    """
    p, q = once.numerator, once.denominator
    total = 0
    for j in range(count + 1):
        left = exp_eps.denominator * p**j * q ** (count - j)
        right = exp_eps.numerator * p ** (count - j) * q**j
        total += comb(count, j) * max(0, left - right)
    return Fraction(total, exp_eps.denominator * (p + q) ** count)


def correction_root(eps: Fraction, delta: Fraction, count: int) -> Fraction:
    """The largest e^(eps'/5), of few digits, with which `count` corrections keep (eps, delta).

    Raises:
        ValueError: for no correction.
    """
    if count < 1:
        raise ValueError(f"count {count}: at least 1 correction for a privacy loss")
    most, _ = exp_bounds(eps)
    low = root_below(exact(eps) / (5 * count), ROOT_DIGITS)
    places = (low - 1).denominator
    steps, step = 0, 1 << (ROOT_DIGITS + 4)
    while step:
        tried = low + Fraction(steps + step, places)
        if composed_delta(tried**5, count, most) <= delta:
            steps += step
        step >>= 1
    return low + Fraction(steps, places)


@dataclass(frozen=True)
class PAPPlan:
    """The release for a target, and what it needs."""

    concepts: ConceptClass
    domain: Domain[int]
    public: tuple[int, ...]
    rows: int
    root: Fraction
    """e^(eps'/5), rounded down."""

    threshold: Fraction
    count: int
    rate: Fraction
    rows_needed: int
    """So many private rows are enough, as calibrated; 0 where no accuracy is asked for."""

    public_needed: int = 0
    """So many public rows are enough."""

    @property
    def suffices(self) -> bool:
        """Whether there are as many rows of both kinds as needed."""
        return self.rows >= self.rows_needed and len(self.public) >= self.public_needed

    @cached_property
    def mechanism(self) -> PAPRelease[Fraction]:
        """The release with these parameters."""
        loss = Epsilon(self.root, PAPRelease.parts)
        return PAPRelease(
            self.concepts,
            self.domain,
            self.public,
            self.threshold,
            self.count,
            self.rate,
            loss,
        )


def noise_bound(root: Fraction, queries: int, count: int, most: int) -> Interval:
    """The probability that some noise exceeds A/2 on tests, A - 1 on answers; A = most, even."""
    loss, half = ln(root), most // 2 + 1
    tests = 4 * queries * exp(-half * loss) / (1 + 1 / root)
    thresholds = 2 * (count + 1) * exp(-2 * half * loss) / (1 + 1 / root**2)
    return tests + thresholds + 2 * count * exp(-most * loss) / (1 + 1 / root)


def least_noise(root: Fraction, queries: int, count: int, failure: Fraction) -> int:
    """The least even A whose bound is at most a failure probability."""
    high = 2
    while not noise_bound(root, queries, count, high).certainly_at_most(failure):
        high *= 2
    low = 0
    while high - low > 2:
        middle = (low + high) // 4 * 2
        if noise_bound(root, queries, count, middle).certainly_at_most(failure):
            high = middle
        else:
            low = middle
    return high


def _size_of(release: PAPRelease[Fraction]) -> tuple[int, int]:
    """K and |X~|."""
    k = len(release.cover)
    if isinstance(release.inner.start, StumpWeights):
        return k, 1 << k
    return k, len(representative_domain(release.cover, release.domain.size))


def _started(
    concepts: ConceptClass, domain: Domain[int], public: tuple[int, ...]
) -> PAPRelease[Fraction]:
    """A release with these public rows, before its parameters are known."""
    half = Fraction(1, 2)
    return PAPRelease(
        concepts, domain, public, half, 1, half, Epsilon(Fraction(2), PAPRelease.parts)
    )


def plan_for_corrections(
    eps: Fraction,
    delta: Fraction,
    concepts: ConceptClass,
    domain: Domain[int],
    public: tuple[int, ...],
    count: int,
    rows: int,
) -> PAPPlan:
    """The release with so many corrections that are (eps, delta)-private together.

    The threshold is 2 A, A such that noise exceeds it with probability at most 1/20; 1 - rho is
    A/n, but at most 1/2.
    """
    queries, _ = _size_of(_started(concepts, domain, public))
    root = correction_root(eps, delta, count)
    most = least_noise(root, queries, count, NOISE_FAILURE)
    rate = 1 - min(Fraction(1, 2), Fraction(most, max(1, rows)))
    return PAPPlan(concepts, domain, public, rows, root, Fraction(2 * most), count, rate, 0)


def plan_for_accuracy(
    eps: Fraction,
    delta: Fraction,
    accuracy: Fraction,
    failure_probability: Fraction,
    concepts: ConceptClass,
    domain: Domain[int],
    public: tuple[int, ...],
    rows: int,
) -> PAPPlan:
    """The release with an error of at most alpha, but with probability beta, on enough rows.

    Its corrections together are (eps, delta)-private, by advanced composition for eps <= 1, or by
    basic composition where that is better.
    """
    queries, points = _size_of(_started(concepts, domain, public))
    vc = dimension(concepts, domain.size)
    m = public_rows_needed(vc, accuracy, failure_probability) if vc else 0
    if points == 1:
        half = Fraction(1, 2)
        return PAPPlan(concepts, domain, public, rows, Fraction(1), half, 0, half, 0, m)
    x = accuracy / 24
    least = x * Fraction(ROUNDED - 1, ROUNDED)
    count = (ln(points) / (x * least - x * x / (2 * (1 - x)))).rounded_up()
    loss = exact(eps) / count
    together = exact(eps) / (2 * sqrt(2 * count * ln(1 / delta)))
    if eps <= 1 and delta <= Fraction(1, 2) and loss.certainly_less(together):
        loss = together
    root = root_below(loss / PAPRelease.parts, ROOT_DIGITS)
    most = least_noise(root, queries, count, failure_probability / 4)
    drawn = 32 * ln(8 * queries / failure_probability) / accuracy**2
    needed = max(
        (exact(most) / x).rounded_up(), drawn.rounded_up(), (2 * ROUNDED / exact(x)).rounded_up()
    )
    limit = rows * x // 2 * 2 if rows >= needed else most
    return PAPPlan(
        concepts,
        domain,
        public,
        rows,
        root,
        Fraction(2 * limit),
        count,
        1 - x,
        needed,
        m,
    )


def dimension(concepts: ConceptClass, size: int) -> int:
    """The VC dimension of a class by name."""
    attributes = size.bit_length() - 1
    match concepts:
        case ConceptClass.THRESHOLDS:
            return 1
        case ConceptClass.POINTS:
            return min(1, size - 1)
        case ConceptClass.STUMPS:
            return max(0, attributes.bit_length() - 1)
        case ConceptClass.PARITIES:
            return attributes
