"""What is known of the noise of a hidden threshold, as answers are compared with it.

A weight for each value between -ENDS and ENDS; beyond, where every comparison has a probability
that is linear in g^|z|, a polynomial in it on either side, times the weight of the noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from proofs_tests.properties.noise import noise

ENDS = 6
"""No comparison of a game has a corner beyond."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A measure on the integers z: of the noise of a threshold, and of what has been seen."""

    outer: Fraction
    """The ratio of z."""

    inner: Fraction
    """g, the ratio of the noise that is compared with it."""

    middle: tuple[Fraction, ...]
    """The weight of each z between the ends."""

    tails: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    """The coefficients of both polynomials, that of the powers of g^-z first."""

    @classmethod
    def fresh(cls, outer: Fraction, inner: Fraction, weight: Fraction) -> Hidden:
        """Nothing has been compared yet."""
        middle = tuple(weight * noise(outer, z) for z in range(-ENDS, ENDS + 1))
        return cls(outer, inner, middle, ((weight,), (weight,)))

    def times(self, chance: Callable[[int], Fraction]) -> Hidden:
        """An event has been seen, of this chance given z."""
        values = zip(self.middle, range(-ENDS, ENDS + 1), strict=True)
        below, above = self.tails
        tails = self._linear(below, chance, -1), self._linear(above, chance, 1)
        return Hidden(self.outer, self.inner, tuple(w * chance(z) for w, z in values), tails)

    def _linear(
        self, tail: tuple[Fraction, ...], chance: Callable[[int], Fraction], sign: int
    ) -> tuple[Fraction, ...]:
        """The polynomial times the chance, whose two coefficients three values give."""
        (s, p), (t, q), (u, r) = (
            (self.inner**z, chance(sign * z)) for z in range(ENDS + 1, ENDS + 4)
        )
        slope = (p - q) / (s - t)
        start = p - slope * s
        assert r == start + slope * u, "not linear beyond the ends"
        longer = zip((*tail, Fraction(0)), (Fraction(0), *tail), strict=True)
        return tuple(start * a + slope * b for a, b in longer)

    @property
    def total(self) -> Fraction:
        """The probability of what has been seen: geometric series beyond the ends."""
        steps = [self.outer * self.inner**k for k in range(len(self.tails[0]))]
        beyond = [noise(self.outer, 0) * step ** (ENDS + 1) / (1 - step) for step in steps]
        ends = (c * b for tail in self.tails for c, b in zip(tail, beyond, strict=True))
        return sum(self.middle, Fraction(0)) + sum(ends, Fraction(0))
