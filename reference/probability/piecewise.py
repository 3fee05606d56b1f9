"""Piecewise functions of a scaled real s = u x, between integer multiples of u.

Noise of the rate a eps/parts around an integer q has, in s = u x with u = eps/parts, the density
(a/2) e^(-a |s - q u|): no division by u occurs.  Densities, their running integrals, and products
of these are functions that are, between break points s = b u with integers b, sums of

    c s^j y^m,   y = e^s,   c an exponential polynomial in u,

which are closed under products, shifts by integer multiples of u, and antiderivatives.  A value at
a break point is an exponential polynomial: y = r^b there.

Notation: s, u, y, r = e^u as above; b break points, in units of u; j, m exponents.

>>> noise = laplace(1, 0)
>>> noise.total(), noise.below()(3)
(ExponentialPolynomial('1'), ExponentialPolynomial('1 - 1/2 r^-3'))
>>> (laplace(1, 0) * laplace(1, 2).below()).total()  # Pr[X' < X], X' around 2
ExponentialPolynomial('1/2 u r^-2 + 1/2 r^-2')
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import comb, perm
from typing import TypeAlias

from reference.exact.exponential_polynomial import ExponentialPolynomial

E = ExponentialPolynomial
Piece: TypeAlias = Mapping[tuple[int, int], ExponentialPolynomial]
"""The coefficient of each s^j y^m, by (j, m)."""


@dataclass(frozen=True, slots=True)
class Piecewise:
    """A function of s."""

    breaks: tuple[int, ...]
    """In increasing order, in units of u."""

    pieces: tuple[Piece, ...]
    """One more: before the first break point, between two, after the last."""

    def __call__(self, b: int) -> ExponentialPolynomial:
        """The value at s = b u; at a break point, that from the right."""
        return _value(self.pieces[bisect_right(self.breaks, b)], b)

    def __add__(self, other: Piecewise) -> Piecewise:
        breaks = tuple(sorted({*self.breaks, *other.breaks}))
        pairs = zip(self.on(breaks), other.on(breaks), strict=True)
        return Piecewise(breaks, tuple(_sum(f, g) for f, g in pairs))

    def __sub__(self, other: Piecewise) -> Piecewise:
        return self + other.scaled(E.of(-1))

    def __mul__(self, other: Piecewise) -> Piecewise:
        breaks = tuple(sorted({*self.breaks, *other.breaks}))
        pairs = zip(self.on(breaks), other.on(breaks), strict=True)
        return Piecewise(breaks, tuple(_product(f, g) for f, g in pairs))

    def scaled(self, factor: ExponentialPolynomial) -> Piecewise:
        """Times a number."""
        return Piecewise(self.breaks, tuple(_product(f, {(0, 0): factor}) for f in self.pieces))

    def shifted(self, by: int) -> Piecewise:
        """The function s -> f(s + by u)."""
        if not by:
            return self
        pieces = tuple(_shifted(f, by) for f in self.pieces)
        return Piecewise(tuple(b - by for b in self.breaks), pieces)

    def within(self, low: int | None, high: int | None) -> Piecewise:
        """The function between low u and high u, and 0 elsewhere; None: no bound."""
        ends = (b for b in (low, high) if b is not None)
        breaks = tuple(sorted({*self.breaks, *ends}))
        kept: list[Piece] = []
        for start, piece in zip([None, *breaks], self.on(breaks), strict=True):
            after = low is None or (start is not None and low <= start)
            before = high is None or start is None or start < high
            kept.append(piece if after and before else {})
        inner = [i for i, (f, g) in enumerate(pairwise(kept)) if f != g]
        return Piecewise(tuple(breaks[i] for i in inner), (kept[0], *(kept[i + 1] for i in inner)))

    def below(self) -> Piecewise:
        """The function s -> integral from -infinity to s.

        Raises:
            ValueError: if it diverges.
        """
        pieces: list[Piece] = []
        before, value = None, E.of(0)
        for piece, end in zip(self.pieces, [*self.breaks, None], strict=True):
            g = _antiderivative(piece)
            start = _limit(g, -1) if before is None else _value(g, before)
            pieces.append(_sum(g, {(0, 0): value - start}))
            if end is not None:
                value, before = _value(pieces[-1], end), end
        return Piecewise(self.breaks, tuple(pieces))

    def above(self) -> Piecewise:
        """The function s -> integral from s to infinity.

        Raises:
            ValueError: if it diverges.
        """
        return self.reflected().below().reflected()

    def reflected(self) -> Piecewise:
        """The function s -> f(-s)."""
        pieces = tuple({(j, -m): c * (-1) ** j for (j, m), c in f.items()} for f in self.pieces)
        return Piecewise(tuple(-b for b in reversed(self.breaks)), pieces[::-1])

    def total(self) -> ExponentialPolynomial:
        """The integral of all of it.

        Raises:
            ValueError: if it diverges.
        """
        return _limit(self.below().pieces[-1], 1)

    def refined(self, n: int) -> Piecewise:
        """The same function, where the unit u and the break points are in units of u/n."""
        pieces = ({powers: in_parts(c, n) for powers, c in f.items()} for f in self.pieces)
        return Piecewise(tuple(b * n for b in self.breaks), tuple(pieces))

    def correlation(self, other: Piecewise) -> Piecewise:
        """The function s -> integral of f(t + s) g(t) over all t: the density of a difference.

        Where the break points a - s of t -> f(t + s) are among those, b, of g changes at s = a - b
        only; between two of these the integral is the sum of those between such ends.

        Raises:
            ValueError: if it diverges.
        """
        breaks = tuple(sorted({a - b for a in self.breaks for b in other.breaks}))
        if not breaks:
            return Piecewise((), ({},))
        inner = (Fraction(a + b, 2) for a, b in pairwise(breaks))
        places = (Fraction(breaks[0] - 1), *inner, Fraction(breaks[-1] + 1))
        return Piecewise(breaks, tuple(_correlated(self, other, s) for s in places))

    def on(self, breaks: Sequence[int]) -> list[Piece]:
        """The pieces between more break points."""
        return [self.pieces[0], *(self.pieces[bisect_right(self.breaks, b)] for b in breaks)]


def laplace(rate: int, centre: int) -> Piecewise:
    """The density (a/2) e^(-a |s - q u|), a the rate: x = s/u is Laplace noise around q.

    Raises:
        ValueError: unless the rate is at least 1.
    """
    _check_rate(rate)
    half = Fraction(rate, 2)
    left, right = (E.r(sign * rate * centre) * half for sign in (-1, 1))
    return Piecewise((centre,), ({(0, rate): left}, {(0, -rate): right}))


def exponential(rate: int, start: int) -> Piecewise:
    """The density a e^(-a (s - q u)) for s >= q u: x = s/u is exponential noise, q the start.

    Raises:
        ValueError: unless the rate is at least 1.
    """
    _check_rate(rate)
    return Piecewise((start,), ({}, {(0, -rate): E.r(rate * start) * rate}))


def uniform(low: int, high: int) -> Piecewise:
    """The density 1/((high - low) u) from low u to high u: x = s/u is uniform.

    Raises:
        ValueError: unless low < high.
    """
    if low >= high:
        raise ValueError(f"uniform on [{low}, {high}]: the first end is below the second")
    return Piecewise((low, high), ({}, {(0, 0): E.u(-1) / (high - low)}, {}))


def in_parts(value: ExponentialPolynomial, n: int) -> ExponentialPolynomial:
    """The same function of u, as one of u/n and e^(u/n)."""
    return E.of_terms({(j, k * n): c * Fraction(n) ** j for (j, k), c in value.terms.items()})


def _correlated(f: Piecewise, g: Piecewise, s: Fraction) -> Piece:
    """Of the integral of f(t + s) g(t), the piece around s, in units of u."""
    moving = [(a - s, a, True) for a in f.breaks]
    ends = sorted([*moving, *((Fraction(b), b, False) for b in g.breaks)])
    first, last = (ends[0][0] - 1, 0, False), (ends[-1][0] + 1, 0, False)
    terms: list[tuple[tuple[int, int], ExponentialPolynomial]] = []
    for low, high in pairwise([first, *ends, last]):
        middle = (low[0] + high[0]) / 2
        one, other = (
            f.pieces[bisect_right(f.breaks, middle + s)],
            g.pieces[bisect_right(g.breaks, middle)],
        )
        for ((j, m), c), ((k, n), d) in product(one.items(), other.items()):
            for i in range(j + 1):  # c C(j,i) s^(j-i) e^(m s), times an integral
                inside = _antiderivative({(i + k, m + n): c * d * comb(j, i)})
                for end, side in ((low, -1), (high, 1)):
                    if end in (first, last):
                        value: Piece = {(0, 0): _limit(inside, side)}
                    elif end[2]:
                        value = _sliding(inside, end[1])
                    else:
                        value = {(0, 0): _value(inside, end[1])}
                    terms += [((j - i + q, m + p), e * side) for (q, p), e in value.items()]
    return _collected(terms)


def _check_rate(rate: int) -> None:
    if rate < 1:
        raise ValueError(f"rate {rate}: an integer, at least 1, in units of eps/parts")


def _collected(terms: Iterable[tuple[tuple[int, int], ExponentialPolynomial]]) -> Piece:
    """The sum of terms c s^j y^m."""
    found: dict[tuple[int, int], ExponentialPolynomial] = {}
    for powers, c in terms:
        found[powers] = found[powers] + c if powers in found else c
    return {powers: c for powers, c in found.items() if c}


def _sum(f: Piece, g: Piece) -> Piece:
    return _collected((*f.items(), *g.items()))


def _product(f: Piece, g: Piece) -> Piece:
    pairs = product(f.items(), g.items())
    return _collected(((j + k, m + n), c * d) for ((j, m), c), ((k, n), d) in pairs)


def _shifted(f: Piece, by: int) -> Piece:
    """(s + by u)^j e^(m (s + by u)), term by term."""
    return _collected(
        ((j - i, m), c * E.term(comb(j, i) * by**i, i, m * by))
        for (j, m), c in f.items()
        for i in range(j + 1)
    )


def _antiderivative(f: Piece) -> Piece:
    """Of s^j: s^(j+1)/(j+1).  Of s^j y^m: y^m sum over i of (-1)^i j!/(j-i)! s^(j-i)/m^(i+1)."""
    powers = (((j + 1, 0), c / (j + 1)) for (j, m), c in f.items() if not m)
    others = (
        ((j - i, m), c * Fraction((-1) ** i * perm(j, i), m ** (i + 1)))
        for (j, m), c in f.items()
        if m
        for i in range(j + 1)
    )
    return _collected((*powers, *others))


def _value(f: Piece, b: int) -> ExponentialPolynomial:
    """At s = b u, y = r^b."""
    return sum((c * E.term(b**j, j, m * b) for (j, m), c in f.items()), E.of(0))


def _sliding(f: Piece, a: int) -> Piece:
    """At a u - s."""
    return _collected(
        ((i, -m), c * E.term(comb(j, i) * (-1) ** i * a ** (j - i), j - i, m * a))
        for (j, m), c in f.items()
        for i in range(j + 1)
    )


def _limit(f: Piece, side: int) -> ExponentialPolynomial:
    """For s to infinity (side 1) or to -infinity (side -1)."""
    if any(m * side > 0 or (m == 0 and j) for j, m in f):
        raise ValueError("the integral diverges")
    return f.get((0, 0), E.of(0))
