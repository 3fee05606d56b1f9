"""The trade-off function: the errors of the best tests between two laws, as a polygon.

A test of the null hypothesis Q against the alternative P rejects on an event T.  Its type I
error is Q(T), its type II error 1 - P(T).  The trade-off function maps a type I error alpha to
the least type II error of a randomised test with at most that type I error.  It is convex,
non-increasing and piecewise linear; its corners are (q, 1 - p) for the corners (q, p) of the
privacy curve of (P, Q), and the two determine each other:

    delta(x) = 1 - min over alpha of (f(alpha) + x alpha),
    f(alpha) = max over x >= 0 of (1 - delta(x) - x alpha).

The trade-off function of a mechanism is the lower convex hull of those of all ordered pairs
of neighbours; (eps, delta)-privacy depends on it alone.

Notation: P alternative, Q null, T event, alpha type I error, x = e^eps.

>>> f = tradeoff(Dist.uniform((0, 1, 1, 1)), Dist.uniform((0, 0, 0, 1)))
>>> f.corners[1], f.at(Fraction(1, 2))
((Fraction(1, 4), Fraction(1, 4)), Fraction(1, 6))
>>> f.curve().delta_at(Fraction(2))
Fraction(1, 4)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from reference.privacy.curve import PrivacyCurve, curve
from reference.probability.dist import Dist, X


@dataclass(frozen=True, slots=True)
class TradeOff:
    """The polygon of the least type II error as a function of the type I error.

    Raises:
        ValueError: unless the corners lead from (0, b), 0 <= b <= 1, to (1, 0) with strictly
            rising slopes <= 0.
    """

    corners: tuple[tuple[Fraction, Fraction], ...]
    """(type I error, type II error), from left to right."""

    def __post_init__(self) -> None:
        self.curve()

    def at(self, type_one: Fraction) -> Fraction:
        """The least type II error of a test with at most the given type I error.

        Raises:
            ValueError: unless the type I error lies in [0, 1].
        """
        if not 0 <= type_one <= 1:
            raise ValueError(f"type I error {type_one}: it lies in [0, 1]")
        lines = (
            b1 + (b2 - b1) * (type_one - a1) / (a2 - a1)
            for (a1, b1), (a2, b2) in pairwise(self.corners)
        )
        return max(lines)

    def curve(self) -> PrivacyCurve:
        """The privacy curve with the same corners: max over events of P(T) - x Q(T)."""
        return PrivacyCurve(tuple((alpha, 1 - beta) for alpha, beta in self.corners))

    def reversed(self) -> TradeOff:
        """The trade-off function with the hypotheses exchanged: the inverse function."""
        return of_curve(self.curve().reversed())


def tradeoff(null: Dist[X, Fraction], alternative: Dist[X, Fraction]) -> TradeOff:
    """The trade-off function of testing the null law against the alternative."""
    return of_curve(curve(alternative, null))


def of_curve(privacy: PrivacyCurve) -> TradeOff:
    """The trade-off function with the corners of a privacy curve."""
    return TradeOff(tuple((q, 1 - p) for q, p in privacy.corners))
