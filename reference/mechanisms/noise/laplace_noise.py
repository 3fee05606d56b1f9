"""Continuous Laplace noise, seen only through comparisons with integers.

Lap(b) has density e^(-|z|/b) / (2b) on the reals.  With s = e^(1/b), for an integer g

    Pr[Lap(b) >= g] = s^(-g) / 2      for g >= 0,
    Pr[Lap(b) >= g] = 1 - s^g / 2     for g <= 0,

so an integer plus Laplace noise, compared with integers, is exact.  Equality has probability 0.

>>> noise = LaplaceNoise(Fraction(2))
>>> noise.at_least(0), noise.at_least(3), noise.at_least(-3)
(Fraction(1, 2), Fraction(1, 16), Fraction(15, 16))
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.exact.field import R, number


@dataclass(frozen=True, slots=True)
class LaplaceNoise(Generic[R]):
    """The law Lap(b), known through s = e^(1/b).

    Raises:
        ValueError: if s is a number below 1.
    """

    base: R
    """s = e^(1/b) >= 1: e^eps for noise of scale 1/eps, e^(eps/4) for scale 4/eps."""

    def __post_init__(self) -> None:
        base = number(self.base)
        if base is not None and base < 1:
            raise ValueError(f"base {self.base}: e^(1/b) is at least 1 for a scale b > 0")

    def at_least(self, value: int) -> R:
        """Pr[Lap(b) >= value] = Pr[Lap(b) > value]."""
        half = Fraction(1, 2)
        return half * self.base**-value if value >= 0 else 1 - half * self.base**value

    def between(self, low: int, high: int) -> R:
        """Pr[low <= Lap(b) < high], for low <= high."""
        return self.at_least(low) - self.at_least(high)
