"""How far empirical means are from the true ones: exact probabilities, and Hoeffding's bound.

Concepts are read with values -1 and +1, so that a mean is 2 a - 1 for a fraction a of ones.  For m
independent rows, the probability that some mean is off by more than alpha is found

* for thresholds on ordered points, by a recurrence over the points: the number of rows below the
  next point, given the number below this one, is binomial, and walks that leave the allowed band
  are dropped;
* for stumps and a product distribution, as one minus a product of binomial probabilities.

By Hoeffding's inequality and a union over k concepts it is at most 2 k e^(-m alpha^2/2), so that
m >= 2 ln(2 k/beta)/alpha^2 rows suffice.

Notation: m rows, alpha error, beta failure probability, k number of concepts.
Source: BCMNUW20, sections 1 and 1.1 (uniform convergence); constants are Hoeffding's.
Deviations: none.
Degenerate inputs: no rows are refused, as they have no mean.

>>> half = Fraction(1, 2)
>>> threshold_deviation((half, half), 4, half)
Fraction(1, 8)
>>> stump_deviation((Fraction(0), Fraction(0)), 4, half)
Fraction(15, 64)
>>> rows_for_means(2, half, Fraction(1, 10))
30
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from reference.data.concept import Masses
from reference.data.cover_failure import check_masses
from reference.exact.interval import Interval, exp, ln
from reference.probability.families import binomial


def check_sample(rows: int) -> None:
    """Refuse an empty sample.

    Raises:
        ValueError: unless rows >= 1.
    """
    if rows < 1:
        raise ValueError(f"rows {rows}: means are taken over at least 1")


def threshold_deviation(masses: Masses, rows: int, alpha: Fraction) -> Fraction:
    """Pr[some mean of a threshold is off by more than alpha].

    Raises:
        ValueError: for masses that are no distribution, or no rows.
    """
    check_masses(masses)
    check_sample(rows)
    below = {0: Fraction(1)}
    passed = Fraction(0)
    for mass in masses:
        after: dict[int, Fraction] = {}
        for count, chance in below.items():
            if mass:
                step = binomial(rows - count, mass / (1 - passed))
                for more in step:
                    reached = count + more
                    after[reached] = after.get(reached, Fraction(0)) + chance * step.probability(
                        more
                    )
            else:
                after[count] = after.get(count, Fraction(0)) + chance
        passed += mass
        below = {c: p for c, p in after.items() if 2 * abs(Fraction(c, rows) - passed) <= alpha}
    return 1 - sum(below.values(), Fraction(0))


def stump_deviation(means: Sequence[Fraction], rows: int, alpha: Fraction) -> Fraction:
    """Pr[the mean of some attribute is off by more than alpha]; attributes are independent.

    Args:
        means: of each attribute, in [-1, 1].
        rows: m.
        alpha: the error allowed, inclusive.

    Raises:
        ValueError: for a mean outside [-1, 1], or no rows.
    """
    check_sample(rows)
    all_close = Fraction(1)
    for mean, times in Counter(means).items():
        if abs(mean) > 1:
            raise ValueError(f"mean {mean}: of values -1 and 1, it lies between them")
        ones = binomial(rows, (1 + mean) / 2)
        close = (k for k in ones if abs(Fraction(2 * k, rows) - 1 - mean) <= alpha)
        all_close *= sum(map(ones.probability, close), Fraction(0)) ** times
    return 1 - all_close


def hoeffding_bound(concepts: int, rows: int, alpha: Fraction) -> Interval:
    """2 k e^(-m alpha^2/2)."""
    return 2 * concepts * exp(-rows * alpha**2 / 2)


def rows_for_means(concepts: int, alpha: Fraction, failure_probability: Fraction) -> int:
    """The least m >= 2 ln(2 k/beta)/alpha^2.

    Raises:
        ValueError: unless there is a concept, alpha > 0 and 0 < failure_probability <= 1.
    """
    if concepts < 1 or alpha <= 0 or not 0 < failure_probability <= 1:
        raise ValueError(
            f"{concepts} concepts, alpha {alpha}, failure probability {failure_probability}: at "
            "least one concept, alpha > 0, a probability in (0, 1]"
        )
    return (2 * ln(2 * concepts / failure_probability) / alpha**2).rounded_up()
