"""How many rows multiplicative weights need: parameters for an accuracy, and why they suffice.

For M points, k queries with values -1 and +1, and n rows drawn from a distribution D, all answers
2 a - 1 are within alpha of the means of D with probability at least 1 - beta, and the whole is
(eps, delta)-private for one replaced row.  The budget, on the scale of fractions of rows:

* with n >= 8 ln(4k/beta) / alpha^2 rows, the fraction of each query in the rows is
  within alpha/4 of its probability, but for beta/2 (Hoeffding's inequality, k queries);
* with probability 1 - beta/2 no test is off by A rows or more and no answer by more than A,
  A <= alpha n/12 (`noise_failure`); then with T = 2A every answer is off by at most 3A - 1 rows,
  and every correction is made with an error of at least alpha n/12 rows, in the right direction;
* so there are at most 2 (1 + g) ln(M) / g^2 corrections, g = alpha/12, at the rate 1/(1 + g), and
  at most one for each query.

Pseudo-code:
    1  g <- alpha/12, c <- min(k, floor of 2 (1 + g) ln(M) / g^2)
    2  root <- such that c rounds of test_eps = 4 ln(root) and answer_eps = ln(root) are
       (eps, delta)-private: the largest by optimal composition, of few digits
    3  failure <- beta/2
    4  A <- ceil of (3/2) ln(4 (c + k) / failure) / ln(root)
    5  n <- the larger of ceil of 12 A/alpha and of 8 ln(4k/beta) / alpha^2
    6  A <- floor of alpha n/12, T <- 2 A

Notation: M points, k queries, n rows, A radius in rows, g gap, c corrections, T threshold.
Source: BCMNUW20, Lemma 7, section 2.2 (Dwork and Roth, Theorem 4.15).
Guarantees: BCMNUW20.L7R, BCMNUW20.L7.lattice, BCMNUW20.ALG.PMW-R.
Deviations: the internal accuracy is alpha/12, not alpha/2; geometric noise; the rate 1/(1 + g) for
    e^(-g/2); the threshold grows with n, so that more rows do no harm; optimal composition for
    c <= 1000, and basic or advanced composition for more.
Degenerate inputs: on one point no row is needed: all answers are exact.

>>> plan = enough_rows(2, 1, Fraction(1), Fraction(1, 10), Fraction(1), Fraction(1, 100))
>>> plan.rows, plan.corrections, plan.root, plan.threshold
(456, 1, Fraction(5029, 4096), 76)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from reference.data.concept import Hypothesis
from reference.exact.exponential import root_below
from reference.exact.interval import Interval, check_exact, exact, exp, ln, sqrt
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.weights import PointWeights
from reference.privacy.composition import largest_root
from reference.privacy.epsilon import Epsilon

Q = TypeVar("Q", bound=Hypothesis)

POWERS = 4, 1
"""Of the root: e^eps of the tests of a correction, and of its answer."""

ROOT_DIGITS = 10
"""Binary digits of root - 1 that are kept when a root is rounded down."""

MOST_COMPOSED = 1000
"""Corrections whose optimal composition is computed; for more, the advanced one is."""


@dataclass(frozen=True, slots=True)
class WeightsPlan:
    """Parameters of multiplicative weights.

    Raises:
        ValueError: for a number that is too small, or a root <= 1.
    """

    queries: int
    """k."""

    corrections: int
    """c."""

    root: Fraction
    """e^(test_eps/4) and e^(answer_eps)."""

    radius: int
    """A, in rows."""

    rows: int
    """n."""

    rate: Fraction
    """rho."""

    def __post_init__(self) -> None:
        if min(self.queries, self.radius) < 1 or min(self.corrections, self.rows) < 0:
            raise ValueError(
                f"queries {self.queries}, radius {self.radius}, corrections {self.corrections}, "
                f"rows {self.rows}: the first two are at least 1, the others at least 0"
            )
        if self.root <= 1:
            raise ValueError(f"root {self.root}: it is above 1")

    @property
    def threshold(self) -> int:
        """T = 2A."""
        return 2 * self.radius

    @property
    def error(self) -> Fraction:
        """By how much a fraction is off at most, unless the noise fails."""
        return Fraction(3 * self.radius - 1, self.rows) if self.corrections else Fraction(0)

    @property
    def noise_failure(self) -> Fraction:
        """A bound on the probability that a test is off by A or an answer by more than A.

        tau is beyond floor((A-1)/3) once for each correction, nu beyond the rest of A - 1 twice
        for each query, the noise of an answer beyond A once for each correction.
        """
        b, c, k = 1 / self.root, self.corrections, self.queries
        near = (self.radius - 1) // 3
        tau = 2 * b ** (2 * (near + 1)) / (1 + b * b)
        nu = 2 * b ** (self.radius - near) / (1 + b)
        answer = 2 * b ** (self.radius + 1) / (1 + b)
        return c * (tau + answer) + 2 * k * nu if c else Fraction(0)

    def losses(self) -> tuple[Epsilon[Fraction], Epsilon[Fraction]]:
        """test_eps and answer_eps."""
        tests, answer = POWERS
        return Epsilon(self.root, tests), Epsilon(self.root, answer)

    def with_rows(self, rows: int) -> WeightsPlan:
        """The same for more rows: the radius is g n, rounded down."""
        return replace(self, rows=rows, radius=max(1, (1 / self.rate - 1) * rows // 1))

    def mechanism(
        self, queries: tuple[Q, ...], points: Iterable[int]
    ) -> MultiplicativeWeights[Q, Fraction]:
        """The mechanism, for queries on points."""
        start: PointWeights[Q] = PointWeights.uniform(points, self.rate)
        threshold = Fraction(self.threshold)
        return MultiplicativeWeights(queries, start, threshold, self.corrections, *self.losses())


def most_corrections(points: int, gap: Fraction) -> int:
    """The floor of 2 (1 + g) ln(M) / g^2; 0 for one point."""
    return 0 if points == 1 else (ln(points) * (2 * (1 + gap) / gap**2)).floor()


def correction_root(
    eps: Fraction, delta: Fraction, corrections: int, powers: tuple[int, ...] = POWERS
) -> Fraction:
    """A root, of few digits, with which so many corrections are (eps, delta)-private.

    Args:
        eps: of all corrections, together with
        delta: 0 for pure privacy.
        corrections: at least 1.
        powers: of the root, the e^eps of what makes up one correction.

    Raises:
        ValueError: for no correction.
    """
    if corrections < 1:
        raise ValueError(f"corrections {corrections}: at least 1 for a privacy loss")
    basic = exact(eps) / corrections
    optimal = delta and corrections <= MOST_COMPOSED
    loss = basic if optimal or not delta else _advanced(corrections, eps, delta, basic)
    root = root_below(loss / sum(powers), ROOT_DIGITS)
    return largest_root(root, powers, corrections, eps, delta) if optimal else root


def _advanced(corrections: int, eps: Fraction, delta: Fraction, basic: Interval) -> Interval:
    """A loss by advanced composition, or a basic one where that is larger."""
    advanced = eps / (2 * sqrt(ln(1 / delta) * 2 * corrections))
    second = advanced * corrections * (exp(advanced) - 1)
    holds = second.certainly_at_most(eps / 2)
    return advanced if holds and basic.certainly_less(advanced) else basic


def noise_radius(root: Fraction, corrections: int, queries: int, failure: Fraction) -> int:
    """A: but for this probability no test is off by A, and no answer by more than A."""
    return (ln(4 * (corrections + queries) / failure) / ln(root) * Fraction(3, 2)).rounded_up()


def enough_rows(
    points: int,
    queries: int,
    accuracy: Fraction,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> WeightsPlan:
    """The parameters above, with the rows that are enough for them.

    Args:
        points: M, the size of the representative domain.
        queries: k, the number of queries.
        accuracy: alpha in (0, 2], on the scale from -1 to 1.
        failure_probability: beta in (0, 1).
        eps: the privacy loss of the whole, > 0.
        delta: of the whole, in [0, 1); 0 for pure privacy.

    Raises:
        ValueError: for a parameter outside of its range.
    """
    check_exact(accuracy=accuracy, failure_probability=failure_probability, eps=eps, delta=delta)
    if points < 1 or queries < 1:
        raise ValueError(f"points {points}, queries {queries}: at least one of each")
    if not 0 < accuracy <= 2 or not 0 < failure_probability < 1:
        raise ValueError(
            f"accuracy {accuracy}, failure probability {failure_probability}: "
            "they lie in (0, 2] and (0, 1)"
        )
    if eps <= 0 or not 0 <= delta < 1:
        raise ValueError(f"eps {eps}, delta {delta}: eps > 0 and delta in [0, 1)")
    gap = accuracy / 12
    c = min(queries, most_corrections(points, gap))  # 1
    rate = 1 / (1 + gap)
    if not c:
        return WeightsPlan(queries, 0, Fraction(2), 1, 0, rate)
    root = correction_root(eps, delta, c)  # 2
    failure = failure_probability / 2  # 3
    radius = noise_radius(root, c, queries, failure)  # 4
    sampling = ln(4 * queries / failure_probability) * 8 / (accuracy * accuracy)
    rows = max(-(-12 * radius // accuracy), sampling.rounded_up())  # 5
    return WeightsPlan(queries, c, root, radius, rows, rate).with_rows(rows)  # 6
