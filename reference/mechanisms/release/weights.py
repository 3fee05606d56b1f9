"""Hypothetical databases of multiplicative weights: distributions that an update reweights.

A distribution u on points starts uniform; an update multiplies the weight of every point at which
a query takes a given value by a rate rho = e^(-eta), and normalises.  Two forms:

* `PointWeights`, on listed points: one exponent of rho for each;
* `StumpWeights`, on all vectors of p bits, for queries that are stumps: the distribution stays a
  product, and one exponent for each attribute is enough, however many vectors there are.

Notation: u distribution, u(phi) = sum of u_x phi(x), rho rate, M number of points.
Source: BCMNUW20, Algorithm 1, section 2.2 (Dwork and Roth, section 4.2; Hardt and Rothblum).
Guarantees: BCMNUW20.D.MW, BCMNUW20.MON.A5, BCMNUW20.MON.L4.12, BCMNUW20.MON.T4.10.
Deviations: rho is rational, so that every weight is.
Degenerate inputs: one point has weight 1 for ever.

>>> from reference.data.named_classes import stumps
>>> first, _ = stumps(2)
>>> PointWeights.uniform(range(4), Fraction(1, 2)).penalised(first, 1).mean(first)
Fraction(1, 3)
>>> StumpWeights.uniform(2, Fraction(1, 2)).penalised(first, 1).mean(first)
Fraction(1, 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Generic, Protocol, Self, TypeVar

from reference.data.concept import Hypothesis
from reference.data.named_classes import Stump

Q = TypeVar("Q", bound=Hypothesis)
Q_contra = TypeVar("Q_contra", bound=Hypothesis, contravariant=True)


class Weights(Protocol[Q_contra]):
    """A distribution on points that queries can read and reweight."""

    def mean(self, query: Q_contra, /) -> Fraction:
        """u(phi): the probability of a point at which the query is 1."""

    def penalised(self, query: Q_contra, value: int, /) -> Self:
        """The weights of the points where the query takes the value times rho, normalised."""


def corrected(weights: Weights[Q], query: Q, answer: Fraction) -> Weights[Q]:
    """The weights after an answer that differs from theirs, moved towards it.

    The points with phi = 1 lose weight if the answer is below u(phi), else those with phi = 0.

    Args:
        weights: u.
        query: phi.
        answer: the fraction of the rows with phi = 1, or an estimate.
    """
    return weights.penalised(query, int(answer < weights.mean(query)))


def check_rate(rate: Fraction) -> None:
    """Refuse a rate outside (0, 1).

    Raises:
        ValueError: unless 0 < rate < 1.
    """
    if not 0 < rate < 1:
        raise ValueError(f"rate {rate}: an update multiplies weights by a number in (0, 1)")


@dataclass(frozen=True, slots=True)
class PointWeights(Generic[Q_contra]):
    """u_x proportional to rho^(k_x).

    Raises:
        ValueError: for no point, a point that is listed twice, an exponent below 0, or a rate
            outside (0, 1).
    """

    exponents: tuple[tuple[int, int], ...]
    """x and k_x for each point, the least k_x 0."""

    rate: Fraction
    """rho."""

    def __post_init__(self) -> None:
        check_rate(self.rate)
        if not self.exponents:
            raise ValueError("exponents (): there is at least one point")
        if min(k for _, k in self.exponents) < 0:
            raise ValueError(f"exponents {self.exponents}: at least 0")
        points = [x for x, _ in self.exponents]
        if len({*points}) < len(points):
            raise ValueError(f"points {points}: every point is listed once")

    @classmethod
    def uniform(cls, points: Iterable[int], rate: Fraction) -> Self:
        """Every point has the same weight."""
        return cls(tuple((x, 0) for x in points), rate)

    def mean(self, query: Q_contra, /) -> Fraction:
        """u(phi)."""
        masses, total = _masses(self.exponents, self.rate)
        return Fraction(sum(w for x, w in masses if query(x)), total)

    def penalised(self, query: Q_contra, value: int, /) -> Self:
        """The weights of the points where the query takes the value times rho, normalised."""
        exponents = [(x, k + (query(x) == value)) for x, k in self.exponents]
        least = min(k for _, k in exponents)
        return replace(self, exponents=tuple((x, k - least) for x, k in exponents))


@lru_cache(maxsize=4)
def _masses(
    exponents: tuple[tuple[int, int], ...], rate: Fraction
) -> tuple[tuple[tuple[int, int], ...], int]:
    """Points and integers proportional to their weights, and the sum."""
    most = max(k for _, k in exponents)
    p, q = rate.numerator, rate.denominator
    powers = {k: p**k * q ** (most - k) for k in {k for _, k in exponents}}
    masses = tuple((x, powers[k]) for x, k in exponents)
    return masses, sum(w for _, w in masses)


@dataclass(frozen=True, slots=True)
class StumpWeights:
    """The product of laws of bits: bit j is 1 with odds rho^(k_j) : 1.

    Raises:
        ValueError: for a rate outside (0, 1).
    """

    exponents: tuple[int, ...]
    """k_j for each attribute, of any sign."""

    rate: Fraction
    """rho."""

    def __post_init__(self) -> None:
        check_rate(self.rate)

    @classmethod
    def uniform(cls, attributes: int, rate: Fraction) -> Self:
        """Every vector of bits has the same weight."""
        return cls((0,) * attributes, rate)

    def mean(self, query: Stump, /) -> Fraction:
        """u(h_j), the probability that bit j is 1."""
        odds = self.rate ** self.exponents[query.attribute]
        return odds / (1 + odds)

    def penalised(self, query: Stump, value: int, /) -> Self:
        """The weights of the vectors where bit j has the value times rho, normalised."""
        exponents = list(self.exponents)
        exponents[query.attribute] += 1 if value else -1
        return replace(self, exponents=tuple(exponents))
