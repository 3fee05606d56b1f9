"""Cauchy noise of the scale of the smooth sensitivity, and how private it is, exactly.

The answer is q(x) + s(x) T, T standard Cauchy, so that its density at z, times pi, is rational,
s / (s^2 + (z - q)^2).  The ratio of the densities on two databases has a supremum R over z with

    R + 1/R = (s^2 + s'^2 + (q - q')^2) / (s s'),

(ln R is the hyperbolic distance of (q, s) and (q', s') in the upper half-plane).  So the answer is
eps-private iff the right side is at most e^eps + e^(-eps): a comparison of rational numbers.

With s = c S, S the smooth sensitivity of base b, that is so if

    b + (1 + 1/c^2)/b <= e^eps + e^(-eps)   and   2 + 1/c^2 <= e^eps + e^(-eps).

A Cauchy law gives no rational probability to an interval, so that there is no exact law here, and
nothing is sampled; `smooth_median` has noise with tails as heavy that has one.

Notation: q answer, s scale, T noise, c factor, b base, R ratio.
Source: VT14, section 2.2.1.

>>> first, second = Cauchy(Fraction(0), Fraction(1)), Cauchy(Fraction(1), Fraction(2))
>>> both_ways(first, second), first.density(Fraction(0)), second.density(Fraction(0))
(Fraction(3, 1), Fraction(1, 1), Fraction(2, 5))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from reference.data.adjacency import Adjacency
from reference.data.local_sensitivity import smooth_sensitivities

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Cauchy:
    """The law of q + s T; with s = 0 it is q itself.

    Raises:
        ValueError: if the scale is negative.
    """

    centre: Fraction
    """q."""

    scale: Fraction
    """s >= 0."""

    def __post_init__(self) -> None:
        if self.scale < 0:
            raise ValueError(f"scale {self.scale}: noise has a scale >= 0")

    def density(self, value: Fraction) -> Fraction:
        """The density at a value, times pi; for s > 0."""
        return self.scale / (self.scale**2 + (value - self.centre) ** 2)


def both_ways(first: Cauchy, second: Cauchy) -> Fraction | None:
    """R + 1/R, R the supremum of the ratio of the densities; None if it is infinite."""
    if first == second:
        return Fraction(2)
    s, other = first.scale, second.scale
    if not s * other:
        return None
    return (s**2 + other**2 + (first.centre - second.centre) ** 2) / (s * other)


def cauchy_answers(
    query: Callable[[D], int], universe: Adjacency[D], base: Fraction, factor: Fraction
) -> dict[D, Cauchy]:
    """The law of the answer on every database: q + c S T, S the smooth sensitivity of base b.

    Args:
        query: q.
        universe: the databases and which are neighbours.
        base: b >= 1.
        factor: c > 0.

    Raises:
        ValueError: if the base is below 1, or the factor is not positive.
    """
    if factor <= 0:
        raise ValueError(f"factor {factor}: the noise is a positive multiple of the sensitivity")
    smooth = smooth_sensitivities(query, universe, base)
    return {d: Cauchy(Fraction(query(d)), factor * s) for d, s in smooth.items()}
