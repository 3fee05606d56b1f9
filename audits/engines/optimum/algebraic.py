"""Real algebraic numbers: where polynomials change their signs, isolated exactly.

>>> points = sign_changes(fmpz_poly([-2, 0, 1]), at_least=Fraction(1))  # x^2 - 2 on [1, oo)
>>> [str(point) for point in points]
['root of r^2 - 2 in (707/500, 283/200)']
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flint import acb, arb, fmpq, fmpz_poly

from reference.exact.polynomial import show
from reference.override import override


@dataclass(frozen=True, slots=True)
class AlgebraicNumber:
    """A real root of an irreducible integer polynomial: the one in the interval [low, high].

    Equal numbers have equal fields.
    """

    coefficients: tuple[int, ...]
    """The polynomial, constant term first, leading coefficient positive."""

    low: Fraction
    high: Fraction
    """Ends of the interval, equal if the number is rational."""

    @classmethod
    def of(cls, number: Fraction) -> AlgebraicNumber:
        """A rational number."""
        return cls((-number.numerator, number.denominator), number, number)

    @property
    def rational(self) -> Fraction | None:
        """The number, if it is rational."""
        return self.low if self.low == self.high else None

    def within(self, width: Fraction) -> tuple[Fraction, Fraction]:
        """An interval around the number that is at most so wide."""
        low, high = self.low, self.high
        polynomial = fmpz_poly(list(self.coefficients))
        rising = value(polynomial, high) > 0
        while high - low > width:
            middle = (low + high) / 2
            if (value(polynomial, middle) > 0) == rising:
                high = middle
            else:
                low = middle
        return low, high

    def between(self, parts: int) -> tuple[Fraction, Fraction]:
        """Multiples of 1/parts around the number, as close as they separate it from others."""
        low, high = self.within(Fraction(1, 4 * parts))
        return Fraction(low * parts // 1, parts), Fraction(-(-high * parts // 1), parts)

    def __lt__(self, other: AlgebraicNumber) -> bool:
        if self == other:
            return False
        if self.high < other.low or other.high < self.low:
            return self.high < other.low
        width = Fraction(1)
        while True:
            (low, high), (other_low, other_high) = self.within(width), other.within(width)
            if high < other_low or other_high < low:
                return high < other_low
            if self.rational is not None and other.rational is not None:
                return self.low < other.low
            width /= 16

    @override
    def __str__(self) -> str:
        if self.rational is not None:
            return str(self.rational)
        low, high = self.between(1000)
        return f"root of {show(fmpz_poly(list(self.coefficients)))} in ({low}, {high})"


def value(polynomial: fmpz_poly, at: Fraction) -> Fraction:
    """The value of a polynomial."""
    found = polynomial(fmpq(at.numerator, at.denominator))
    return Fraction(int(found.p), int(found.q))


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The rational of the least denominator in [low, high], for low >= 0."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = Fraction(low.numerator // low.denominator)
    return below + 1 / simplest(1 / (high - below), 1 / (low - below))


def sign_changes(polynomial: fmpz_poly, at_least: Fraction) -> list[AlgebraicNumber]:
    """Where a polynomial that is not zero changes its sign, from a rational on, in order."""
    start = AlgebraicNumber.of(at_least)
    found = [
        number
        for factor, multiplicity in polynomial.factor()[1]
        if multiplicity % 2
        for number in _real_roots(tuple(int(c) for c in factor.coeffs()))
        if not number < start
    ]
    return sorted(found)


@cache
def _real_roots(coefficients: tuple[int, ...]) -> tuple[AlgebraicNumber, ...]:
    """The real roots of an irreducible polynomial, isolated by balls of flint."""
    if len(coefficients) == 2:
        number = Fraction(-coefficients[0], coefficients[1])
        return (AlgebraicNumber(coefficients, number, number),)
    polynomial = fmpz_poly(list(coefficients))
    balls = [root.real for root in _complex_roots(polynomial) if root.imag.is_zero()]
    found: list[AlgebraicNumber] = []
    for ball in balls:
        middle, radius = _exact(ball.mid()), _exact(ball.rad())
        low, high = middle - radius, middle + radius
        if value(polynomial, low) * value(polynomial, high) >= 0:
            raise ArithmeticError(f"{polynomial} has no single root in [{low}, {high}]")
        found.append(AlgebraicNumber(coefficients, low, high))
    return tuple(sorted(found, key=lambda number: number.low))


def _complex_roots(polynomial: fmpz_poly) -> list[acb]:
    entries: list[object] = [*polynomial.complex_roots()]
    pairs = [entry for entry in entries if isinstance(entry, tuple)]
    return [root for root, _multiplicity in pairs if isinstance(root, acb)]


def _exact(number: arb) -> Fraction:
    mantissa, exponent = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
