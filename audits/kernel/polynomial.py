"""Integer polynomials in one indeterminate r, and inequalities between them on a range of r."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import zip_longest
from math import lcm
from typing import NamedTuple, TypeAlias

from audits.kernel import refusals as no
from audits.kernel.reading import Node

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
        """Coefficients of a polynomial in s >= 0 that has the signs of this one on [a, b).

        With r = (a + b s) / (1 + s) = u / v, u and v > 0 integer polynomials, it is v^degree p(r);
        its first coefficient has the sign of p(a), its last of p(b). If b is infinite, r = a + s.
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


class Ratio(NamedTuple):
    """A numerator over a positive denominator."""

    num: Polynomial
    den: Polynomial


ZERO, ONE, MINUS_ONE = Polynomial(()), Polynomial((1,)), Polynomial((-1,))


@lru_cache(1 << 16)
def shown(left: Polynomial, relation: str, right: Polynomial, piece: Piece) -> bool:
    """Whether left <= right (<, =) on a piece: no coefficient of right - left in s is negative.

    For < the first and the last are positive as well: the inequality is strict at a and b, too.
    """
    gap = (right + left * MINUS_ONE).over(piece)
    if relation == "=" or not any(gap):
        return relation != "<" and not any(gap)
    ends = gap[0] > 0 and (gap[-1] > 0 or piece[1] is None)
    return min(gap) >= 0 and (ends or relation == "<=")


def everywhere(test: Callable[[Piece], bool], piece: Piece, depth: int = 40) -> bool:
    """Whether the test succeeds on the piece; if not, on both halves, and so on."""
    a, b = piece
    half = max(2 * a, Fraction(1)) if b is None else (a + b) / 2
    halves = ((a, half), (half, b))
    return test(piece) or (depth > 0 and all(everywhere(test, h, depth - 1) for h in halves))


def proved(left: Polynomial, relation: str, right: Polynomial, piece: Piece) -> bool:
    """Whether the relation is shown everywhere on the piece."""
    return everywhere(partial(shown, left, relation, right), piece)


def polynomial(node: Node) -> Polynomial:
    """A list of coefficients, ascending, the last one not 0; or an integer."""
    if not isinstance(node.value, list):
        return Polynomial((node.of(int),))
    coefficients = tuple(item.of(int) for item in node.items())
    node.require(coefficients[-1:] != (0,), no.NotCanonical, "not end in 0")
    return Polynomial(coefficients)


def ratio(node: Node, scope: Piece) -> Ratio:
    """A rational; or {"num", "den"} with den > 0 on the range."""
    if isinstance(node.value, str):
        p, q = node.rational().as_integer_ratio()
        return Ratio(Polynomial((p,) if p else ()), Polynomial((q,)))
    num, den = (polynomial(part) for part in node.fields("num den").values())
    node.require(proved(ZERO, "<", den, scope), no.TotalNotPositive, "have a den > 0")
    return Ratio(num, den)


def read_range(node: Node | None) -> Piece:
    """{"from", "to", "exp"}; or null for 1 <= r, where usually nothing depends on r."""
    if node is None or node.value is None:
        return Fraction(1), None
    start, end, exp = node.fields("from to exp").values()
    a, b = start.rational(), None if end.value is None else end.rational()
    node.require(a >= 0 and (b is None or a < b), no.BadRange, "have 0 <= from < to")
    if exp.value is not None:
        inside = _encloses(a, b, exp.rational())
        exp.require(inside, no.ExponentialOutside, "have from < e^exp < to")
    return a, b


def _encloses(a: Fraction, b: Fraction | None, x: Fraction) -> bool:
    """Whether sum_(j<k) x^j / j! > a and sum_(j<k) x^j / j! + 2 x^k / k! < b, where k >= 2 x."""
    tiny = Fraction(1, a.denominator * (b or a).denominator << 64)
    lower, term, k = Fraction(0), Fraction(1), 0
    while k < 2 * x or term > tiny:
        lower, k = lower + term, k + 1
        term *= x / k
    return x >= 0 and a < lower and (b is None or lower + 2 * term < b)
