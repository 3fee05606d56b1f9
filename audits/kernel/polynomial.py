"""Integer polynomials in one indeterminate r, and inequalities between them on a range of r."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import lcm
from typing import TypeAlias

from audits.kernel import refusals
from audits.kernel.reading import Node
from audits.kernel.refusals import require

Piece: TypeAlias = tuple[Fraction, Fraction | None]
"""The interval [a, b] of rationals, or [a, infinity)."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Integer coefficients, ascending; there may be zeros at the end."""

    coefficients: tuple[int, ...]

    def __add__(self, other: "Polynomial") -> "Polynomial":
        columns = zip_longest(self.coefficients, other.coefficients, fillvalue=0)
        return Polynomial(tuple(a + b for a, b in columns))

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        product = [0] * max(len(self.coefficients) + len(other.coefficients) - 1, 0)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients, start=i):
                product[j] += a * b
        return Polynomial(tuple(product))

    def over(self, piece: Piece) -> tuple[int, ...]:
        """Coefficients of a polynomial in s >= 0 that has the signs of this one on [a, b].

        With r = (a + b s) / (1 + s) = u / v, u and v > 0 integer polynomials, it is v^degree p(r);
        s = 0 is r = a, and its coefficient of s^degree tells p(b). If b is infinite, r = a + s.
        """
        a, b = piece
        scale = lcm(a.denominator, 1 if b is None else b.denominator)
        u = Polynomial((int(a * scale), scale if b is None else int(b * scale)))
        v = Polynomial((scale,) if b is None else (scale, scale))
        result, v_power = ZERO, ONE
        for coefficient in reversed(self.coefficients):
            result = result * u + v_power * Polynomial((coefficient,))
            v_power *= v
        return result.coefficients


ZERO, ONE, MINUS_ONE = Polynomial(()), Polynomial((1,)), Polynomial((-1,))


def proved(left: Polynomial, relation: str, right: Polynomial, pieces: Iterable[Piece]) -> bool:
    """Whether left <= right, left < right or left = right is shown on all the pieces.

    If no coefficient in s is negative, then right - left >= 0, with equality at ends only or always.
    """
    gap = right + left * MINUS_ONE
    if relation == "=":
        return not any(gap.coefficients)
    images = [(gap.over(piece), piece[1]) for piece in pieces]
    ends = all(any(c) and c[0] > 0 and (b is None or c[-1] > 0) for c, b in images)
    return (ends or relation == "<=") and all(min(c, default=0) >= 0 for c, _ in images)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A numerator over a positive denominator."""

    num: Polynomial
    den: Polynomial


@dataclass(frozen=True, slots=True)
class Range:
    """Successive intervals of r, and in words; if there are no words, nothing depends on r."""

    pieces: tuple[Piece, ...]
    words: str

    def cut(self, splits: Node | None) -> tuple[Piece, ...]:
        """The whole cut at the given points, or, if none are given, the pieces."""
        if splits is None:
            return self.pieces
        end = self.pieces[-1][1]
        points = [self.pieces[0][0], *(item.rational() for item in splits.items())]
        inside = all(a < b for a, b in pairwise(points)) and (end is None or points[-1] < end)
        require(inside, refusals.BadSplits, f"{splits.path} must increase inside the range")
        return (*pairwise(points), (points[-1], end))

    def polynomial(self, node: Node) -> Polynomial:
        """A list of coefficients, ascending, the last one not 0; or an integer."""
        if not isinstance(node.value, list):
            return Polynomial((node.of(int),))
        coefficients = tuple(item.of(int) for item in node.items())
        require(coefficients[-1:] != (0,), refusals.NotCanonical, f"{node.path} ends in 0")
        known = len(coefficients) <= 1 or self.words != ""
        require(known, refusals.BadRange, f"{node.path} contains r, which has no range")
        return Polynomial(coefficients)

    def ratio(self, node: Node) -> Ratio:
        """A rational; or {"num", "den"} with den > 0 on the range."""
        if isinstance(node.value, str):
            num, den = node.rational().as_integer_ratio()
            return Ratio(Polynomial((num,)), Polynomial((den,)))
        fields = node.fields("num den")
        ratio = Ratio(self.polynomial(fields["num"]), self.polynomial(fields["den"]))
        shown = proved(ZERO, "<", ratio.den, self.pieces)
        require(shown, refusals.TotalNotPositive, f"{node.path}.den is not shown to be positive")
        return ratio


def read_range(node: Node | None) -> Range:
    """{"from", "to", "exp"}, perhaps with "splits"; or null, if nothing depends on r."""
    if node is None or node.value is None:
        return Range(((Fraction(0), None),), "")
    fields = node.fields("from to exp", "splits")
    start = fields["from"].rational()
    end = None if fields["to"].value is None else fields["to"].rational()
    proper = start >= 0 and (end is None or start < end)
    require(proper, refusals.BadRange, f"{node.path} must have 0 <= from < to")
    words = f" for {start} <= r" + ("" if end is None else f" <= {end}")
    if fields["exp"].value is not None:
        x = fields["exp"].rational()
        inside = x >= 0 and _encloses(start, end, x)
        require(inside, refusals.ExponentialOutside, f"e^({x}) is not shown to be in the range")
        words += f", so for r = e^({x})"
    return Range(Range(((start, end),), words).cut(fields.get("splits")), words)


def _encloses(start: Fraction, end: Fraction | None, x: Fraction) -> bool:
    """Whether sum_(j<k) x^j / j! > start and sum_(j<k) x^j / j! + 2 x^k / k! < end, k >= 2 x."""
    tiny = Fraction(1, start.denominator * (end or start).denominator << 64)
    lower, term, k = Fraction(0), Fraction(1), 0
    while k < 2 * x or term > tiny:
        lower, k = lower + term, k + 1
        term *= x / k
    return start < lower and (end is None or lower + 2 * term < end)
