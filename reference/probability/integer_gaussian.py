"""Discrete Gaussian noise with its weights enclosed, and its tails certified.

Pr[Z = z] is proportional to w(z) = e^(-z^2 / (2V)).  Those of z > r add up to at most
w(r) t / (1 - t), t = e^(-r/V), as z^2 >= r^2 + 2 r (z - r); so the sum of all is enclosed.

Notation: V variance.

>>> low, high = IntegerGaussian(Fraction(1, 2)).probability(0)  # 1 / (1 + 2/e + 2/e^4 + ...)
>>> [Fraction("0.5641") < low < high < Fraction("0.5642")]
[True]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from reference.exact.interval import Ends, exp

DIGITS = 72
"""Binary digits to which weights are enclosed."""

DEVIATIONS = 7
"""So many of them, and no more, are followed on each side: 1 in 10^11 or less is beyond."""


@dataclass(frozen=True, slots=True)
class IntegerGaussian:
    """Z + U, for Pr[Z = z] proportional to e^(-z^2 / (2V)) on the integers, U uniform on [0, 1].

    So Z is z where this lies between z and z + 1.
    """

    variance: Fraction
    """V."""

    @property
    def known_by(self) -> tuple[str, Fraction]:
        """What tells the density from others."""
        return "Discrete-Gaussian", self.variance

    @property
    def deviation_at_most(self) -> int:
        """An integer above the square root of V by at most 1."""
        return isqrt(int(self.variance)) + 1

    @property
    def reach(self) -> int:
        """Z is followed from -reach to reach - 1."""
        return DEVIATIONS * self.deviation_at_most

    def probability(self, z: int) -> Ends:
        """An enclosure of Pr[Z = z]."""
        low, high = _weight(z * z / (2 * self.variance))
        least, most = _sum_of_weights(self.variance, self.deviation_at_most)
        return low / most, high / least


def _weight(exponent: Fraction) -> Ends:
    """An enclosure of e^(-exponent)."""
    return exp(-exponent).enclosure(DIGITS)


@cache
def _sum_of_weights(variance: Fraction, deviation: int) -> Ends:
    """An enclosure of the sum of e^(-z^2 / (2V)) over all integers z."""
    r = 2 * DEVIATIONS * deviation
    ends = [_weight(z * z / (2 * variance)) for z in range(r + 1)]
    least, most = (2 * sum(end[i] for end in ends) - ends[0][i] for i in (0, 1))
    t = _weight(r / variance)[1]
    return least, most + 2 * ends[r][1] * t / (1 - t)
