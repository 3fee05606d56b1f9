"""Two-sided Pareto noise: tails as heavy as those of Cauchy noise, and a rational law.

T has the density 1 / (2 (1 + |t|)^2), so that Pr[T >= t] = 1 / (2 (1 + t)) for t >= 0.  Scaled by
s and moved to q it has the density s / (2 (s + |z - q|)^2), and the ratio of two such densities
is, over all z, at most

    max over z of  s (s' + |z - q'|)^2 / (s' (s + |z - q|)^2),

attained at z = q, at z = q', or in the limit of large |z|, where it is s/s'.

With s = c S(x), S smooth of base b and at least the change of q, that is at most
max(b, (b + 1/c)^2 / b, (1 + 1/c)^2).  With b = v^2 and 1/c = min(v^4 - v^2, v^3 - 1) this is v^6.

>>> noise = ParetoNoise(Fraction(2))
>>> noise.at_least(Fraction(0)), noise.at_least(Fraction(2)), noise.at_least(Fraction(-6))
(Fraction(1, 2), Fraction(1, 4), Fraction(7, 8))
>>> worst_pareto_ratio((Fraction(0), Fraction(1)), (Fraction(1), Fraction(2)))
Fraction(9, 2)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Placed: TypeAlias = tuple[Fraction, Fraction]
"""Where noise is centred, and its scale > 0."""


@dataclass(frozen=True, slots=True)
class ParetoNoise:
    """The law of s T.

    Raises:
        ValueError: unless the scale is positive.
    """

    scale: Fraction
    """s > 0."""

    def __post_init__(self) -> None:
        if self.scale <= 0:
            raise ValueError(f"scale {self.scale}: noise has a scale > 0")

    def at_least(self, value: Fraction) -> Fraction:
        """Pr[s T >= value] = Pr[s T > value]."""
        tail = self.scale / (2 * (self.scale + abs(value)))
        return tail if value >= 0 else 1 - tail

    def density(self, value: Fraction) -> Fraction:
        """The density of s T."""
        return self.scale / (2 * (self.scale + abs(value)) ** 2)


def worst_pareto_ratio(first: Placed, second: Placed) -> Fraction:
    """The supremum over z of the density of the first over that of the second.

    Between two of its corners q, q' and beyond them the ratio is the square of a quotient of
    linear functions, so that it is monotone there, and the supremum at a corner or at infinity.
    """
    (q, s), (other, scale) = first, second
    here, there = ParetoNoise(s), ParetoNoise(scale)
    at_corners = (here.density(z - q) / there.density(z - other) for z in (q, other))
    return max(*at_corners, s / scale)
