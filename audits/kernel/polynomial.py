"""Inequalities between sums of products of integer polynomials in r, on a range of r.

On an interval r = u(s) / v(s) with s >= 0, and a polynomial p of degree <= d has there the sign
of sum p_i u^i v^(d-i), a polynomial in s: it is >= 0 if no coefficient is negative.  At s = 2^k,
for k so large that all coefficients are below 2^(k-1) in size, its value is one integer from which
they can be read: sums and products of polynomials become sums and products of integers.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import zip_longest
from math import isqrt, lcm
from operator import mul
from typing import NamedTuple, TypeVar

from audits.kernel.reading import Node, within

T = TypeVar("T")
Poly = tuple[int, ...]  # its coefficients, ascending
Ratio = tuple[Poly, Poly]  # a numerator over a denominator that is positive on the range
Bound = tuple[Ratio, Ratio]  # a factor x, and delta
Law = tuple[Poly, ...]  # the weight of each outcome, and the total
Pair = tuple[int, int]  # of laws, by number
Sum = list[tuple[Poly, ...]]  # of products
Piece = tuple[Fraction, Fraction | None]  # an interval [a, b], or [a, infinity)

MOST_COEFFICIENTS, DEEPEST = 400, 40
WORK, STEP = 10**9, 500
SIGNS, PAIRS, CELLS = "inequalities", "pairs of databases", "cells of a grid"
PER_CHARACTER = {SIGNS: 10**3, PAIRS: 2 * 10**4, CELLS: 5 * 10**5}
ZERO, ONE, MINUS = (0,), (1,), (-1,)


class Forms(NamedTuple):
    """Of a piece on which r = (a + b s) / (c + d s), s >= 0: the numbers (a, b) and (c, d)."""

    top: tuple[int, int]
    bottom: tuple[int, int]

    def moved(self, p: Poly, degree: int, k: int) -> int:
        """The sum of p_i u^i v^(degree-i) at s = 2^k, where u = a + b s and v = c + d s."""
        (a, b), (c, d) = self
        value, power = 0, (c + (d << k)) ** (degree + 1 - len(p))
        for coefficient in reversed(p):
            value = value * a + (value * b << k) + coefficient * power
            power = power * c + (power * d << k)
        return value

    def bits(self, size: int, degree: int) -> int:
        """If the coefficients add up to that size, those in s add up to less than 2^bits."""
        return size.bit_length() + (max(map(sum, self)) - 1).bit_length() * degree


def forms_on(piece: Piece) -> Forms:
    """The numbers of r = (start + end s) / (1 + s), or of r = start + s if there is no end."""
    a, b = piece
    scale = lcm(a.denominator, 1 if b is None else b.denominator)
    top, bottom = (scale, 0) if b is None else (int(b * scale), scale)
    return Forms((int(a * scale), top), (scale, bottom))


def norm(p: Poly) -> int:
    """The sum of the sizes of the coefficients; that of a product is at most the product."""
    return sum(map(abs, p))


def signs(places: int, width: int) -> int:
    """Half of 256^width at so many places: its bits stay if nothing negative is added there."""
    return int.from_bytes((bytes(width - 1) + b"\x80") * places, "little")


class Scope:
    """What a certificate speaks of, and the work that may be spent on it."""

    def __init__(self, length: int) -> None:
        self.known = set[tuple[Poly, str]]()  # what is shown of single polynomials
        self._work_left = {what: WORK + most * length for what, most in PER_CHARACTER.items()}

    def spend(self, what: str, work: int) -> None:
        """Count the work before it is done, and refuse when it is too much."""
        within(self._work_left[what], work, f"steps of work for {what}")
        self._work_left[what] -= work


class Range(Scope):
    """The numbers r of an interval."""

    def __init__(self, whole: Piece, length: int) -> None:
        super().__init__(length)
        self._whole = whole

    def open(self, cases: list[T], not_shown: Callable[[list[T], Forms], list[T]]) -> list[T]:
        """Some of the cases not shown on the range, nor on both halves, nor on theirs, ...

        Few are tried before many; one that fails at a point where two halves meet is false.
        """
        parts = [cases[16**i // 16 : 16**i] for i in reversed(range(9))]
        todo = [(self._whole, 0, part) for part in parts if part]
        while todo:
            piece, depth, asked = todo.pop()
            left = not_shown(asked, forms_on(piece))
            if left:
                a, b = piece
                middle = max(2 * a, Fraction(1)) if b is None else (a + b) / 2
                false = left if depth == DEEPEST else not_shown(left, forms_on((middle, middle)))
                if false:
                    return false
                todo += [((a, middle), depth + 1, left), ((middle, b), depth + 1, left)]
        return []

    def shows(self, relation: str, terms: Sum) -> bool:
        """Whether 0 <= p, 0 < p or 0 = p is shown for the sum p of these products."""
        degrees = [sum(map(len, term)) - len(term) for term in terms]
        degree, places = max(degrees, default=0), max(degrees, default=0) + 1
        size = sum(reduce(mul, map(norm, term), 1) for term in terms)

        def not_shown(asked: list[Sum], forms: Forms) -> list[Sum]:
            width = forms.bits(size, degree) // 8 + 1
            words, k = places * (1 + width // 8), 8 * width
            each = 6 * STEP + words * (places + width // 8 + 12 * isqrt(words))
            self.spend(SIGNS, each * sum(map(len, terms)))
            v = forms.moved(ONE, 1, k)
            p = sum(
                reduce(mul, (forms.moved(q, len(q) - 1, k) for q in term), v ** (degree - d))
                for term, d in zip(terms, degrees, strict=True)
            )
            if relation == "=":
                return [] if p == 0 else asked
            if relation == "<":  # so that the first, and at an end the last coefficient is > 0
                p -= 1 | (forms.bottom[1] > 0) << k * degree
            mask = signs(places, width)
            return [] if (p + mask) & mask == mask else asked

        return not self.open([terms], not_shown)

    def terms(self, p: Poly) -> list[tuple[int, int, int]]:
        """The terms c u^j r^k of a polynomial, as (j, k, c); here j is 0."""
        return [(0, k, c) for k, c in enumerate(p) if c]

    def adds_up(self, whole: Poly, parts: list[Poly]) -> bool:
        """Whether the parts add up to the whole."""
        columns = zip_longest(whole, *parts, fillvalue=0)
        return all(first == sum(rest) for first, *rest in columns)

    def polynomial(self, node: Node) -> Poly:
        """A list of coefficients, ascending, the last one not 0; or an integer."""
        if not isinstance(node.value, list):
            return (node.of(int),)
        coefficients = node.integers()
        within(MOST_COEFFICIENTS, len(coefficients), "coefficients of a polynomial")
        node.require(coefficients[-1:] != (0,), "NotCanonical")
        return coefficients or ZERO


def read_range(node: Node, length: int) -> Range:
    """{"from", "to", "exp"}; or null for 1 <= r, where usually nothing depends on r."""
    if node.value is None:
        return Range((Fraction(1), None), length)
    start, end, exp = node.fields("from to exp").values()
    a, b = start.rational(), None if end.value is None else end.rational()
    node.require(a >= 0 and (b is None or a < b), "BadRange")
    exp.require(exp.value is None or _encloses(a, b, exp.rational()), "ExponentialOutside")
    return Range((a, b), length)


def _encloses(a: Fraction, b: Fraction | None, x: Fraction) -> bool:
    """Whether sum_(j<k) x^j / j! > a and sum_(j<k) x^j / j! + 2 x^k / k! < b, where k >= 2 x."""
    (p, q), fine = x.as_integer_ratio(), a.denominator * (b or a).denominator
    within(10**30, q, "below the line of exp")
    within(1000, -(-abs(p) // q), "as exp")
    within(10**4, fine.bit_length(), "bits below the lines of a range with exp")
    total, term, scale, k = 0, 1, 1, 0  # of sum_(j<k) x^j / j! and x^k / k!, times the scale
    while k < 2 * x or term * fine << 64 > scale:
        k += 1
        total, term, scale = (total + term) * q * k, term * p, scale * q * k
    below = b is None or Fraction(total + 2 * term, scale) < b
    return x >= 0 and a < Fraction(total, scale) and below
