"""Sample sizes of learners of the 2^d points, as d grows: what the theorems give, as numbers.

For accuracy alpha, failure probability beta and privacy eps, with T = 2^d:

* proper, necessary: the least m with e^(eps m) >= (1 - beta)(T - 1)/beta.  With fewer examples
  no private learner finds every target on its point mass.
* proper and efficient, sufficient: the least m >= ln(2T/beta) max(8/alpha, 4/(eps alpha)); it
  makes T e^(-alpha m/8) + T e^(-eps alpha m/4), a bound of the point learner's failure, <= beta.
* proper for the 2^ell points at a generator's outputs: the same with 2^ell for T.  It lists them;
  an efficient learner that outputs points needs as many as for all 2^d if the generator is good.
* improper, sufficient: N ceil(384 ln 4/(eps (alpha/8)^2)) + ceil(24 ln(3/beta^2)/(eps alpha)),
  N = ceil(log_{5/4}(5/beta)), for random flips, boosted: whatever d is.
* not private, sufficient: ceil(ln(1/beta)/alpha), whatever d is.

Source: BBKN13, Theorem 3.6, Lemma 3.4, Claim 4.5, section 6, Remark 6.2, with their constants.

>>> [sizes.proper_necessary for sizes in sample_sizes([1, 8, 64])]
[5, 11, 49]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from reference.exact.interval import ln
from reference.mechanisms.learning.boosted_learner import repetitions

LARGEST = 2**24
"""2^d is computed, so d has a limit."""


@dataclass(frozen=True, slots=True)
class SampleSizes:
    """Numbers of examples for one dimension."""

    dimension: int
    proper_necessary: int
    proper_sufficient: int
    generated_necessary: int
    generated_sufficient: int
    improper_sufficient: int
    not_private_sufficient: int


COLUMNS = {
    "proper_necessary": "proper, necessary",
    "proper_sufficient": "proper and efficient, sufficient",
    "generated_necessary": "generated points, inefficient, necessary",
    "generated_sufficient": "generated points, inefficient, sufficient",
    "improper_sufficient": "improper (random flips, boosted), sufficient",
    "not_private_sufficient": "not private, sufficient",
}
"""The fields but for the dimension, in words."""


def sample_sizes(
    dimensions: Iterable[int],
    *,
    eps: Fraction = Fraction(1),
    accuracy: Fraction = Fraction(2, 5),
    failure_probability: Fraction = Fraction(1, 100),
    seed: Callable[[int], int] = int.bit_length,
) -> list[SampleSizes]:
    """The table, one row for each dimension d.

    Args:
        dimensions: values of d >= 1.
        eps: in (0, 1], for which the constants of the improper learner hold.
        accuracy: alpha in (0, 1/2).
        failure_probability: beta in (0, 1/100].
        seed: ell as a function of d; by default the number of binary digits of d.

    Raises:
        ValueError: for parameters outside these sets.
    """
    alpha, beta, chosen = accuracy, failure_probability, list(dimensions)
    if not all(1 <= d <= LARGEST for d in chosen):
        raise ValueError(f"dimensions {chosen}: from 1 to {LARGEST}")
    if not (0 < eps <= 1 and 0 < alpha < Fraction(1, 2) and 0 < beta <= Fraction(1, 100)):
        raise ValueError(f"eps {eps}, alpha {alpha}, beta {beta}: the constants do not hold there")

    def necessary(concepts: int) -> int:
        return max(0, (ln((1 - beta) * (concepts - 1) / beta) / eps).ceil())

    def sufficient(concepts: int) -> int:
        return (ln(2 * concepts / beta) * max(8 / alpha, 4 / (eps * alpha))).ceil()

    run = (ln(4) * 384 / (eps * (alpha / 8) ** 2)).ceil()
    improper = repetitions(beta) * run + (ln(3 / beta**2) * 24 / (eps * alpha)).ceil()
    return [
        SampleSizes(
            d,
            necessary(2**d),
            sufficient(2**d),
            necessary(2 ** seed(d)),
            sufficient(2 ** seed(d)),
            improper,
            (ln(1 / beta) / alpha).ceil(),
        )
        for d in chosen
    ]
