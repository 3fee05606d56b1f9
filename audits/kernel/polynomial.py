"""Integer polynomials in one indeterminate r, and inequalities between them on a range of r.

On an interval r = u(s) / v(s) with s >= 0, and a polynomial p of degree <= d has there the sign
of sum p_i u^i v^(d-i), a polynomial in s: it is >= 0 if no coefficient is negative.  A polynomial
in s whose coefficients are below 2^(bits-1) in size is *packed* into one integer, its value at
s = 2^bits; sums and products of packed polynomials are sums and products of integers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import NamedTuple, TypeVar

from audits.kernel.reading import Fields, Node, within

T = TypeVar("T")
Coefficients = tuple[int, ...]

MOST_COEFFICIENTS, DEEPEST = 400, 40
WORK, WORK_PER_CHARACTER = 10**9, 2 * 10**4


@dataclass(slots=True, eq=False)
class Polynomial:
    """Integer coefficients, ascending; there may be zeros at the end."""

    coefficients: Coefficients

    def __add__(self, other: "Polynomial") -> "Polynomial":
        columns = zip_longest(self.coefficients, other.coefficients, fillvalue=0)
        return Polynomial(tuple([a + b for a, b in columns]))

    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self + Polynomial(tuple([-a for a in other.coefficients]))

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        product = [0] * max(len(self.coefficients) + len(other.coefficients) - 1, 0)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients, start=i):
                product[j] += a * b
        return Polynomial(tuple(product))


@dataclass(slots=True, eq=False)
class Ratio:
    """A numerator over a denominator that is positive on the range."""

    num: Polynomial
    den: Polynomial

    def __add__(self, other: "Ratio") -> "Ratio":
        return Ratio(self.num * other.den + other.num * self.den, self.den * other.den)

    def __mul__(self, other: "Ratio") -> "Ratio":
        return Ratio(self.num * other.num, self.den * other.den)


ZERO, ONE = Polynomial(()), Polynomial((1,))


class Piece(NamedTuple):
    """The interval [start, end], or [start, infinity)."""

    start: Fraction
    end: Fraction | None

    def halves(self) -> list["Piece"]:
        """Two pieces that cover it."""
        a, b = self
        middle = max(2 * a, Fraction(1)) if b is None else (a + b) / 2
        return [Piece(a, middle), Piece(middle, b)]

    def at(self, s: int) -> tuple[int, int]:
        """Numerator and denominator of r = (a + b s) / (1 + s), or of r = a + s."""
        a, b = self
        scale = lcm(a.denominator, 1 if b is None else b.denominator)
        if b is None:
            return int(a * scale) + scale * s, scale
        return int(a * scale) + int(b * scale) * s, scale + scale * s


class Group:
    """Polynomials that are moved to a piece and packed, all to the same degree."""

    def __init__(self, *members: Coefficients) -> None:
        self.degree = max(1, *map(len, members)) - 1
        self._norm = max(sum(map(abs, p)) for p in members)

    def bits(self, piece: Piece) -> int:
        """The sum of the coefficients, in size, of each of them on the piece is below 2^bits."""
        return self._norm.bit_length() + (max(piece.at(1)) - 1).bit_length() * self.degree

    def packed(self, p: Coefficients, piece: Piece, bits: int) -> int:
        """The sum of p_i u^i v^(degree-i) at s = 2^bits, by Horner's rule."""
        u, v = piece.at(1 << bits)
        result, power = 0, v ** (self.degree + 1 - len(p))
        for c in reversed(p):
            result, power = result * u + c * power, power * v
        return result


def signs(places: int, bits: int) -> int:
    """2^(bits-1) at so many places: its bits stay if a packed polynomial >= 0 is added."""
    return ((1 << bits * places) - 1) // ((1 << bits) - 1) << (bits - 1)


class Range:
    """The numbers r that a certificate speaks of, and what is proved about them all."""

    def __init__(self, start: Fraction, end: Fraction | None, most_work: int) -> None:
        self._whole, self._work_left = Piece(start, end), most_work
        self._known = dict[tuple[Coefficients, str, Coefficients], bool]()

    def spend(self, work: int) -> None:
        """Count the work, and refuse when it is too much."""
        within(self._work_left, work, "steps of work")
        self._work_left -= work

    def open(
        self,
        cases: list[T],
        not_shown: Callable[[list[T], Piece], list[T]],
        deepest: int = DEEPEST,
    ) -> list[T]:
        """Some of the cases not shown on the range, nor on both halves, nor on theirs, ..."""
        todo = [(self._whole, 0, cases)]
        while todo:
            piece, depth, asked = todo.pop()
            left = not_shown(asked, piece)
            if left and depth == deepest:
                return left
            parts = [left] if depth else [left[1:], left[:1]]  # one alone first: it may be false
            todo += [(half, depth + 1, part) for part in parts if part for half in piece.halves()]
        return []

    def proves(self, left: Polynomial, relation: str, right: Polynomial) -> bool:
        """Whether the relation is shown."""
        key = left.coefficients, relation, right.coefficients
        if key[0] == key[2]:
            return relation != "<"
        if key not in self._known:
            gap = right - left
            zero, group = not any(gap.coefficients), Group(gap.coefficients)

            def not_shown(asked: list[str], piece: Piece) -> list[str]:
                bits, d = group.bits(piece) + 1, group.degree
                self.spend((d + 1) ** 2 * (1 + bits // 64) ** 2)
                mask, half = signs(d + 1, bits), 1 << (bits - 1)
                sum_ = group.packed(gap.coefficients, piece, bits) + mask
                ends = sum_ % (2 * half) > half and (piece.end is None or sum_ >> bits * d > half)
                return asked if sum_ & mask != mask or (relation == "<" and not ends) else []

            equal = zero and relation != "<"
            self._known[key] = equal or not (zero or relation == "=" or self.open([""], not_shown))
        return self._known[key]


def cross(left: Ratio, relation: str, right: Ratio) -> tuple[Polynomial, str, Polynomial]:
    """The relation between two ratios, multiplied by their denominators."""
    return left.num * right.den, relation, right.num * left.den


def polynomial(node: Node) -> Polynomial:
    """A list of coefficients, ascending, the last one not 0; or an integer."""
    if not isinstance(node.value, list):
        return Polynomial((node.of(int),))
    coefficients = node.integers()
    within(MOST_COEFFICIENTS, len(coefficients), "coefficients of a polynomial")
    node.require(coefficients[-1:] != (0,), "NotCanonical", "not end in 0")
    return Polynomial(coefficients)


def signed(node: Node, relation: str, scope: Range) -> Polynomial:
    """A polynomial p with 0 < p, or 0 <= p, on the range."""
    if type(node.value) is int and node.value > 0:
        return Polynomial((node.value,))
    reason, found = "NegativeWeight" if relation == "<=" else "TotalNotPositive", polynomial(node)
    node.require(scope.proves(ZERO, relation, found), reason, f"have 0 {relation} it")
    return found


def ratio(node: Node, scope: Range) -> Ratio:
    """A rational; or {"num", "den"} with den > 0 on the range."""
    if isinstance(node.value, str):
        p, q = node.rational().as_integer_ratio()
        return Ratio(Polynomial((p,) if p else ()), Polynomial((q,)))
    num, den = node.fields("num den").values()
    return Ratio(polynomial(num), signed(den, "<", scope))


def read_range(fields: Fields) -> Range:
    """{"from", "to", "exp"}; or null for 1 <= r, where usually nothing depends on r."""
    node, most_work = fields.get("range"), WORK + WORK_PER_CHARACTER * fields["length"].of(int)
    if node is None or node.value is None:
        return Range(Fraction(1), None, most_work)
    start, end, exp = node.fields("from to exp").values()
    a, b = start.rational(), None if end.value is None else end.rational()
    node.require(a >= 0 and (b is None or a < b), "BadRange", "have 0 <= from < to")
    inside = exp.value is None or _encloses(a, b, exp.rational())
    exp.require(inside, "ExponentialOutside", "have its exponential inside the range")
    return Range(a, b, most_work)


def _encloses(a: Fraction, b: Fraction | None, x: Fraction) -> bool:
    """Whether sum_(j<k) x^j / j! > a and sum_(j<k) x^j / j! + 2 x^k / k! < b, where k >= 2 x."""
    (p, q), fine = x.as_integer_ratio(), a.denominator * (b or a).denominator
    within(10**30, q, "below the line of exp")
    within(1000, abs(p) // q, "as exp")
    within(10**4, fine.bit_length(), "bits below the lines of a range with exp")
    total, term, scale, k = 0, 1, 1, 0  # of sum_(j<k) x^j / j! and x^k / k!, times the scale
    while k < 2 * x or term * fine << 64 > scale:
        k += 1
        total, term, scale = (total + term) * q * k, term * p, scale * q * k
    below = b is None or Fraction(total + 2 * term, scale) < b
    return x >= 0 and a < Fraction(total, scale) and below
