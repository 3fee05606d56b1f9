"""When is an integer polynomial non-negative on an interval?

The sufficient test, which the kernel repeats: substitute r = low + s (for an unbounded interval)
or r = (low + high s) / (1 + s), clear denominators, and find no negative coefficient.  Where it
fails, the interval is halved; a point at which the polynomial is negative ends the search.

>>> decide_nonnegative(polynomial([2, -4, 3]), Fraction(0), None)  # 3 r^2 - 4 r + 2 > 0
Shown(splits=(Fraction(1, 1),))
>>> decide_nonnegative(polynomial([1, -3, 2]), Fraction(0), None)  # roots 1/2 and 1
Fails(at=Fraction(3, 4))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_poly, fmpz_poly

from reference.exact.polynomial import Weight, evaluate, in_r, polynomial

__all__ = ["Fails", "Shown", "decide_nonnegative", "is_nonnegative", "midpoint", "polynomial"]

DEEPEST = 40
"""How often an interval is halved before the question is left undecided."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Non-negative: the sufficient test succeeds between consecutive splits."""

    splits: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Fails:
    """Negative at a point."""

    at: Fraction


def is_nonnegative(weight: Weight, low: Fraction, high: Fraction | None) -> bool:
    """Whether the sufficient test succeeds on [low, high] (None: [low, infinity))."""
    if isinstance(weight, int):
        return weight >= 0
    function = in_r(weight)
    if high is None and low.denominator == 1:
        if function.leading_coefficient() < 0:
            return False
        return min(function(fmpz_poly([low.numerator, 1])).coeffs(), default=0) >= 0
    if high is None:
        moved = fmpq_poly(function)(fmpq_poly([_fmpq(low), 1])).numer()
        return all(c >= 0 for c in moved.coeffs())
    line = fmpq_poly([_fmpq(low), _fmpq(high - low)])
    unit = fmpq_poly(function)(line).numer()
    moved = fmpz_poly(unit.coeffs()[::-1])(fmpz_poly([1, 1]))
    return all(c >= 0 for c in moved.coeffs())


def decide_nonnegative(
    weight: Weight, low: Fraction, high: Fraction | None
) -> Shown | Fails | None:
    """Where to split [low, high], or a point of a negative value, or None if undecided."""
    splits: list[Fraction] = []
    todo: list[tuple[Fraction, Fraction | None, int]] = [(low, high, 0)]
    while todo:
        start, end, depth = todo.pop()
        if is_nonnegative(weight, start, end):
            if end is not None and end != high:
                splits.append(end)
            continue
        for point in (start, midpoint(start, end), end):
            if point is not None and evaluate(weight, point) < 0:
                return Fails(point)
        if depth == DEEPEST:
            return None
        middle = midpoint(start, end)
        todo += [(middle, end, depth + 1), (start, middle, depth + 1)]
    return Shown(tuple(splits))


def midpoint(low: Fraction, high: Fraction | None) -> Fraction:
    """Where an interval is cut in two: the middle, or 2 low (at least 1) if it is unbounded."""
    return max(2 * low, Fraction(1)) if high is None else (low + high) / 2


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
