"""Sample sizes of proper, improper and efficient private learners of points, side by side.

For T = 2^d points, success probability 1 - beta on the point mass of every target, and one
e^eps, with s = e^(eps/2) and r = s^2:

* proper, needed: the least m with r^m/(r^m + T - 1) >= 1 - beta (no private learner does better).
* proper, enough: the least m with s^m/(s^m + T - 1) >= 1 - beta (the point learner does it).
* generated: the same two for the 2^ell concepts at a generator's outputs, by an inefficient
  learner; an efficient one needs as many as for all 2^d points if the generator is good.
* improper: A2's ceil(32 ln 4/alpha^2) at e^eps = 4 for success 1/4, whatever d is.

>>> [row.proper_needed for row in sample_sizes(range(1, 4))], sample_sizes([4])[0].proper_enough
([1, 2, 3], 6)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from reference.exact.interval import ln
from reference.lower_bounds.learning_packing import packing_bound


@dataclass(frozen=True, slots=True)
class SampleSizes:
    """The numbers of examples for one dimension."""

    dimension: int
    proper_needed: int
    proper_enough: int
    generated_needed: int
    generated_enough: int
    improper_enough: int


def sample_sizes(
    dimensions: Iterable[int],
    *,
    root: Fraction = Fraction(2),
    success: Fraction = Fraction(3, 4),
    alpha: Fraction = Fraction(2, 5),
    seed: Callable[[int], int] = int.bit_length,
) -> list[SampleSizes]:
    """The table, one row for each dimension d.

    Args:
        dimensions: values of d >= 1.
        root: s = e^(eps/2) > 1.
        success: 1 - beta < 1.
        alpha: the accuracy of the improper learner.
        seed: ell as a function of d; by default the number of binary digits of d.
    """
    improper = (ln(4) * 32 / alpha**2).ceil()
    return [
        SampleSizes(
            d,
            least_rows(2**d, root**2, success),
            least_rows(2**d, root, success),
            least_rows(2 ** seed(d), root**2, success),
            least_rows(2 ** seed(d), root, success),
            improper,
        )
        for d in dimensions
    ]


def least_rows(concepts: int, base: Fraction, success: Fraction) -> int:
    """The least m with base^m / (base^m + concepts - 1) >= success."""
    rows = 0
    while packing_bound(base, rows, concepts) < success:
        rows += 1
    return rows
