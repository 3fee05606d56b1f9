"""Hockey-stick and max divergence of two laws, exactly.

For laws P and Q and x >= 0, the hockey-stick divergence is

    H_x(P, Q) = sum over y of max(P(y) - x Q(y), 0) = max over events T of P(T) - x Q(T).

A mechanism is (eps, delta)-private if and only if H_x(P, Q) <= delta at x = e^eps for the laws
P, Q of every ordered pair of neighbours.  The max divergence is the least x >= 1 with
H_x(P, Q) = 0, that is P(y) <= x Q(y) for every y; it is infinite if P reaches an outcome that
Q never does.

Notation: P, Q laws, x = e^eps, T event.

>>> P, Q = Dist.weighted([(0, Fraction(3, 4)), (1, Fraction(1, 4))]), Dist.uniform((0, 1))
>>> hockey_stick(P, Q, Fraction(1)), max_divergence(P, Q), max_divergence(Q, P)
(Fraction(1, 4), Fraction(3, 2), Fraction(2, 1))
>>> worst_event(P, Q, Fraction(1))
frozenset({0})
>>> max_divergence(Q, Dist.point(0))
inf
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from reference.exact.polynomial import Weight
from reference.override import override
from reference.probability.dist import Dist, X
from reference.probability.outcome import Key, outcome


class Infinity(Enum):
    """Larger than every number; a value of its own, never None."""

    INFINITE = "inf"

    @override
    def __str__(self) -> str:
        return self.value

    @override
    def __repr__(self) -> str:
        return self.value


Extended: TypeAlias = Fraction | Infinity
"""A rational number, or infinity."""


def hockey_stick(
    first: Dist[X, Fraction], second: Dist[X, Fraction], exp_eps: Fraction
) -> Fraction:
    """H_x(P, Q): the least delta for which P(T) <= x Q(T) + delta for every event T.

    Args:
        first: P.
        second: Q.
        exp_eps: x >= 0.
    """
    a, b = exp_eps.numerator, exp_eps.denominator
    outcomes, total = _aligned(first, second)
    return Fraction(sum(max(b * p - a * q, 0) for _, p, q in outcomes), b * total)


def worst_event(
    first: Dist[X, Fraction], second: Dist[X, Fraction], exp_eps: Fraction
) -> frozenset[X]:
    """The smallest event T at which P(T) - x Q(T) is largest."""
    a, b = exp_eps.numerator, exp_eps.denominator
    return frozenset(outcome(y) for y, p, q in _aligned(first, second)[0] if b * p > a * q)


def max_divergence(first: Dist[X, Fraction], second: Dist[X, Fraction]) -> Extended:
    """The least x >= 1 with P(y) <= x Q(y) for every outcome y."""
    top, bottom = 1, 1
    for _, p, q in _aligned(first, second)[0]:
        if p * bottom > top * q:
            if not q:
                return Infinity.INFINITE
            top, bottom = p, q
    return Fraction(top, bottom)


def integers(dist: Dist[X, Fraction]) -> tuple[dict[Key[X], int], int]:
    """The weights of a law of numbers by key of the outcome, and their total.

    Raises:
        TypeError: if the law depends on r.
    """
    return {y: _integer(w) for y, w in dist.by_key.items()}, _integer(dist.total)


def _aligned(
    first: Dist[X, Fraction], second: Dist[X, Fraction]
) -> tuple[list[tuple[Key[X], int, int]], int]:
    """The key of each outcome y that P reaches with P(y) N and Q(y) N, and N, all integers."""
    (p, s), (q, t) = integers(first), integers(second)
    return [(y, a * t, q.get(y, 0) * s) for y, a in p.items()], s * t


def _integer(weight: Weight) -> int:
    if isinstance(weight, int):
        return weight
    raise TypeError(
        "the law depends on r, and numbers are needed: evaluate it first, law.at(root), or make "
        "the mechanism with a number, such as Epsilon(Fraction(2))"
    )
