"""Integer polynomials in one indeterminate r, and inequalities between them on a range of r."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import zip_longest
from math import lcm
from audits.kernel import refusals as no
from audits.kernel.reading import Node

Piece = tuple[Fraction, Fraction | None]  # the interval [a, b] of rationals, or [a, infinity)

@dataclass(frozen=True, slots=True)
class Polynomial:
    """Integer coefficients, ascending; there may be zeros at the end."""
    coefficients: tuple[int, ...]
    def __add__(self, other: "Polynomial") -> "Polynomial":
        columns = zip_longest(self.coefficients, other.coefficients, fillvalue=0)
        return Polynomial(tuple(a + b for a, b in columns))
    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self + Polynomial(tuple(-a for a in other.coefficients))
    def __mul__(self, other: "Polynomial") -> "Polynomial":
        product = [0] * max(len(self.coefficients) + len(other.coefficients) - 1, 0)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients, start=i): product[j] += a * b
        return Polynomial(tuple(product))

    def over(self, piece: Piece) -> tuple[int, ...]:
        """Coefficients of a polynomial in s >= 0 that has the signs of this one on [a, b)."""
        # With r = (a + b s) / (1 + s) = u / v, or r = a + s if b is infinite, it is v^degree p(r).
        # Its first coefficient has the sign of p(a), its last of p(b).
        a, b = piece
        scale = lcm(a.denominator, 1 if b is None else b.denominator)
        u = Polynomial((int(a * scale), scale if b is None else int(b * scale)))
        v = Polynomial((scale,) if b is None else (scale, scale))
        result, power = ZERO, ONE
        for c in reversed(self.coefficients):
            result, power = result * u + power * Polynomial((c,)), power * v
        return result.coefficients

@dataclass(frozen=True, slots=True)
class Ratio:
    """A numerator over a denominator that is positive on the range."""
    num: Polynomial
    den: Polynomial
    def __add__(self, other: "Ratio") -> "Ratio":
        return Ratio(self.num * other.den + other.num * self.den, self.den * other.den)
    def __mul__(self, other: "Ratio") -> "Ratio":
        return Ratio(self.num * other.num, self.den * other.den)

ZERO, ONE = Polynomial(()), Polynomial((1,))

@lru_cache(1 << 16)
def shown(left: Polynomial, relation: str, right: Polynomial, piece: Piece) -> bool:
    """Whether left <= right (<, =) on a piece: no coefficient of right - left in s is negative."""
    # For < the first and the last are positive as well: strict at a and b, too.
    gap = (right - left).over(piece)
    if relation == "=" or not any(gap): return relation != "<" and not any(gap)
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

def cross(left: Ratio, relation: str, right: Ratio) -> tuple[Polynomial, str, Polynomial]:
    """The relation between two ratios, multiplied by their denominators."""
    return left.num * right.den, relation, right.num * left.den

def polynomial(node: Node) -> Polynomial:
    """A list of coefficients, ascending, the last one not 0; or an integer."""
    if not isinstance(node.value, list): return Polynomial((node.of(int),))
    coefficients = tuple(item.of(int) for item in node.items())
    node.require(coefficients[-1:] != (0,), no.NotCanonical, "not end in 0")
    return Polynomial(coefficients)

def signed(node: Node, relation: str, scope: Piece) -> Polynomial:
    """A polynomial p with 0 < p, or 0 <= p, on the range."""
    reason = no.TotalNotPositive if relation == "<" else no.NegativeWeight
    node.require(proved(ZERO, relation, polynomial(node), scope), reason, f"have 0 {relation} it")
    return polynomial(node)

def ratio(node: Node, scope: Piece) -> Ratio:
    """A rational; or {"num", "den"} with den > 0 on the range."""
    if isinstance(node.value, str):
        p, q = node.rational().as_integer_ratio()
        return Ratio(Polynomial((p,) if p else ()), Polynomial((q,)))
    num, den = node.fields("num den").values()
    return Ratio(polynomial(num), signed(den, "<", scope))

def read_range(node: Node | None) -> Piece:
    """{"from", "to", "exp"}; or null for 1 <= r, where usually nothing depends on r."""
    if node is None or node.value is None: return Fraction(1), None
    start, end, exp = node.fields("from to exp").values()
    a, b = start.rational(), None if end.value is None else end.rational()
    node.require(a >= 0 and (b is None or a < b), no.BadRange, "have 0 <= from < to")
    exp.require(exp.value is None or _encloses(a, b, exp.rational()), no.ExponentialOutside)
    return a, b

def _encloses(a: Fraction, b: Fraction | None, x: Fraction) -> bool:
    """Whether sum_(j<k) x^j / j! > a and sum_(j<k) x^j / j! + 2 x^k / k! < b, where k >= 2 x."""
    tiny = Fraction(1, a.denominator * (b or a).denominator << 64)
    lower, term, k = Fraction(0), Fraction(1), 0
    while k < 2 * x or term > tiny:
        lower, term, k = lower + term, term * x / (k + 1), k + 1
    return x >= 0 and a < lower and (b is None or lower + 2 * term < b)
