"""Parameters of the private multiplicative weights of Hardt and Rothblum, and why they suffice.

For M points, k counting queries and n rows, all answers are within A of the fractions of the rows,
but with probability beta, and the whole is (eps, delta)-private for one replaced row.  With
alpha = 2A/3 and m = floor(alpha n/4):

* if no noise exceeds m, answers of the hypothesis are off by less than 3 alpha/2, others by
  alpha/4, and updates are made at an error of alpha/2 or more, in the right direction; there are
  E thresholds, at most k tests and E answers, so that this fails with probability at most
  (k + 2E) 2 g^(m+1) / (1+g), g = e^(-eps0);
* then an update with rate e^(-eta) lowers the divergence of the rows from the hypothesis, ln M at
  most, by eta alpha/2 - eta^2/8 or more, which is 15 alpha^2/128 for the eta = alpha/4 of the
  notes, and largest, alpha^2/2, for eta = 2 alpha;
* so there are at most K = ln M / (eta alpha/2 - eta^2/8) updates, and the epoch K + 1 is not left;
* an epoch loses 4 eps0, so that E = K + 1 epochs compose to (eps, delta).

Pseudo-code:
    1  rho <- e^(-s alpha), of few digits, so that eta = ln(1/rho) <= s alpha
    2  E <- min(k, 1 + floor of ln M / (eta alpha/2 - eta^2/8))
    3  e^(eps0) <- such that E losses of 4 eps0 compose to (eps, delta): the largest of few digits
    4  m <- the least with (k + 2E) 2 g^(m+1) / (1+g) <= beta
    5  n <- ceil of 4 m / alpha, or as many as there are; threshold alpha n

Notation: M points, k queries, n rows, A accuracy, alpha threshold as a fraction of the rows, beta
failure probability, m radius in rows, K updates, E epochs, rho rate, eta = ln(1/rho), s step.
Source: VT14, section 3.2, utility and privacy analysis.
Guarantees: VT14.TXT.pmw-acc-formula, VT14.C3.2.1, VT14.TXT.pmw-utility, VT14.ALG.PMW.
Deviations: constants, which the notes hide in O(.); s = 2 by default, 1/4 in the notes; optimal
    composition for E <= 1000, basic or advanced composition for more.
Degenerate inputs: on one point K = 0; one epoch is kept, which is left only if noise fails.

>>> plan = enough_rows(4, 3, Fraction(3, 4), Fraction(1, 10), Fraction(1), Fraction(1, 100))
>>> plan.epochs, plan.radius, plan.rows, plan.threshold
(3, 51, 408, Fraction(204, 1))
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from reference.data.domain import Domain
from reference.data.workloads import Workload
from reference.exact.exponential import root_below
from reference.exact.interval import check_exact, exact, ln
from reference.mechanisms.release.private_multiplicative_weights import (
    LOSSES,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.weights_plan import correction_root
from reference.privacy.epsilon import Epsilon

BEST_STEP = Fraction(2)
"""s: eta = s alpha, where the divergence falls most; 1/4 in the notes."""

RATE_DIGITS = 6
"""Binary digits of 1/rho - 1 that are kept."""

ACCURACY_STEPS = 1000
"""An accuracy for rows that are there is a multiple of one over this."""


@dataclass(frozen=True, slots=True)
class PrivateWeightsPlan:
    """Parameters, and the rows for which they are enough."""

    queries: int
    """k."""

    points: int
    """M."""

    accuracy: Fraction
    """A: no answer is off by more, but with the failure probability."""

    rate: Fraction
    """rho."""

    epochs: int
    """E."""

    root: Fraction
    """e^(eps0)."""

    radius: int
    """m: no noise exceeds it."""

    rows: int
    """n."""

    @property
    def alpha(self) -> Fraction:
        """Of the notes: 2A/3."""
        return self.accuracy * Fraction(2, 3)

    @property
    def threshold(self) -> Fraction:
        """In rows: alpha n."""
        return self.alpha * self.rows

    @property
    def rows_needed(self) -> int:
        """The least n with m <= alpha n/4."""
        return -(-4 * self.radius // self.alpha)

    @property
    def noise_failure(self) -> Fraction:
        """A bound on the probability that some noise exceeds alpha n/4."""
        return noise_failure(self.root, draws(self.queries, self.epochs), self.threshold / 4 // 1)

    def mechanism(
        self, queries: Workload, domain: Domain[int]
    ) -> PrivateMultiplicativeWeights[Fraction]:
        """The mechanism with these parameters."""
        return PrivateMultiplicativeWeights(
            queries, domain, self.threshold, self.epochs, self.rate, Epsilon(self.root)
        )


def draws(queries: int, epochs: int) -> int:
    """Of noise: k tests, E thresholds and E answers."""
    return queries + 2 * epochs


def noise_failure(root: Fraction, count: int, radius: int) -> Fraction:
    """So many times Pr[|Z| > m], Z two-sided geometric of ratio 1/root."""
    return count * 2 / (root**radius * (root + 1))


def noise_radius(root: Fraction, count: int, failure: Fraction) -> int:
    """The least m with that at most the failure probability."""
    estimate = ln(2 * count / (failure * (root + 1))) / ln(root)
    return max(0, estimate.rounded_up())


def most_updates(points: int, alpha: Fraction, rate: Fraction) -> int:
    """K: the floor of ln M / (eta alpha/2 - eta^2/8); 0 for one point.

    Raises:
        ValueError: unless eta < 4 alpha: then no progress is promised.
    """
    eta = -ln(rate)
    if not eta.certainly_less(exact(4 * alpha)):
        raise ValueError(f"rate {rate}: above e^(-4 alpha), alpha = {alpha}")
    return 0 if points == 1 else (ln(points) / (eta * alpha / 2 - eta * eta / 8)).floor()


def enough_rows(
    points: int,
    queries: int,
    accuracy: Fraction,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
    step: Fraction = BEST_STEP,
) -> PrivateWeightsPlan:
    """The parameters above, with the rows that are enough for them.

    Args:
        points: M.
        queries: k.
        accuracy: A in (0, 1], of fractions of the rows.
        failure_probability: beta in (0, 1).
        eps: the privacy loss of the whole, > 0.
        delta: of the whole, in [0, 1); 0 for pure privacy.
        step: s in (0, 4).

    Raises:
        TypeError: for a float.
        ValueError: for a parameter outside of its range.
    """
    check_exact(accuracy=accuracy, failure_probability=failure_probability, eps=eps, delta=delta)
    if min(points, queries) < 1:
        raise ValueError(f"points {points}, queries {queries}: at least one of each")
    if not 0 < accuracy <= 1 or not 0 < failure_probability < 1:
        raise ValueError(
            f"accuracy {accuracy}, failure probability {failure_probability}: "
            "they lie in (0, 1] and (0, 1)"
        )
    if eps <= 0 or not 0 <= delta < 1 or not 0 < step < 4:
        raise ValueError(
            f"eps {eps}, delta {delta}, step {step}: eps > 0, delta in [0, 1), step in (0, 4)"
        )
    alpha = accuracy * Fraction(2, 3)
    rate = 1 / root_below(exact(step * alpha), RATE_DIGITS)  # 1
    epochs = min(queries, 1 + most_updates(points, alpha, rate))  # 2
    root = correction_root(eps, delta, epochs, (LOSSES,))  # 3
    radius = noise_radius(root, draws(queries, epochs), failure_probability)  # 4
    plan = PrivateWeightsPlan(queries, points, accuracy, rate, epochs, root, radius, 0)
    return replace(plan, rows=plan.rows_needed)  # 5


def best_accuracy(
    points: int,
    queries: int,
    rows: int,
    failure_probability: Fraction,
    eps: Fraction,
    delta: Fraction,
) -> PrivateWeightsPlan | None:
    """The plan with the least accuracy, a multiple of 1/1000, for which the rows are enough.

    None if they are not enough for an accuracy of 1.
    """

    def plan(thousandths: int) -> PrivateWeightsPlan:
        accuracy = Fraction(thousandths, ACCURACY_STEPS)
        return enough_rows(points, queries, accuracy, failure_probability, eps, delta)

    low, best = 0, plan(ACCURACY_STEPS)
    if best.rows > rows:
        return None
    high = ACCURACY_STEPS
    while high - low > 1:
        middle = (low + high) // 2
        tried = plan(middle)
        if tried.rows <= rows:
            high, best = middle, tried
        else:
            low = middle
    return replace(best, rows=rows)


def most_queries(plan: PrivateWeightsPlan, rows: int, failure_probability: Fraction) -> int:
    """The largest k for which its epochs and noise are enough on so many rows.

    That is (beta/2) (1 + g) g^-(m+1) less 2E, m = floor of alpha n/4: about e^(eps0 alpha n/4).
    """
    radius = plan.alpha * rows / 4 // 1
    tail = 2 / (plan.root**radius * (plan.root + 1))
    return max(0, failure_probability / tail // 1 - 2 * plan.epochs)
