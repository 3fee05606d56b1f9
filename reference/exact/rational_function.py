"""Rational functions of one indeterminate r, where r stands for e^(eps/parts).

A `RationalFunction` is p/q with p, q in Z[r], q not zero, in lowest terms, the leading
coefficient of q positive; so equality is equality of functions.

>>> r = RationalFunction.r()
>>> (r * r - 1) / (r - 1)
RationalFunction('r + 1')
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from flint import fmpz_poly

from reference.exact.polynomial import Weight, coefficients, evaluate, polynomial, r_power, show
from reference.override import override

Constant: TypeAlias = "RationalFunction | Fraction | int"


class RationalFunction:
    """An element of Q(r), the field of fractions of Z[r].

    Args:
        numerator: a weight (an integer or a polynomial in r).
        denominator: a weight other than zero.

    Raises:
        ZeroDivisionError: if the denominator is zero.
    """

    __slots__ = ("_denominator", "_numerator")

    def __init__(self, numerator: Weight, denominator: Weight = 1) -> None:
        top, bottom = fmpz_poly(numerator), fmpz_poly(denominator)
        if not bottom:
            raise ZeroDivisionError(f"({show(numerator)}) / 0 is not a rational function")
        divisor = top.gcd(bottom)
        if bottom.leading_coefficient() < 0:
            divisor = -divisor
        self._numerator = top / divisor
        self._denominator = bottom / divisor

    @classmethod
    def r(cls, power: int = 1) -> RationalFunction:
        """The function r^power, for any integer power."""
        if power < 0:
            return cls(1, r_power(-power))
        return cls(r_power(power))

    @classmethod
    def of(cls, value: Constant) -> RationalFunction:
        """The value itself, or the constant function of that value."""
        if isinstance(value, RationalFunction):
            return value
        return cls(value.numerator, value.denominator)

    @property
    def numerator(self) -> fmpz_poly:
        """The polynomial p of p/q in lowest terms."""
        return self._numerator

    @property
    def denominator(self) -> fmpz_poly:
        """The polynomial q of p/q in lowest terms, leading coefficient positive."""
        return self._denominator

    def at(self, root: Fraction) -> Fraction:
        """The value at r = root.

        Raises:
            ZeroDivisionError: at a pole.
        """
        return evaluate(self._numerator, root) / evaluate(self._denominator, root)

    def __add__(self, other: Constant) -> RationalFunction:
        b = RationalFunction.of(other)
        return RationalFunction(
            self._numerator * b._denominator + b._numerator * self._denominator,
            self._denominator * b._denominator,
        )

    __radd__ = __add__

    def __neg__(self) -> RationalFunction:
        return RationalFunction(-self._numerator, self._denominator)

    def __sub__(self, other: Constant) -> RationalFunction:
        return self + (-RationalFunction.of(other))

    def __rsub__(self, other: Constant) -> RationalFunction:
        return RationalFunction.of(other) + (-self)

    def __mul__(self, other: Constant) -> RationalFunction:
        b = RationalFunction.of(other)
        return RationalFunction(self._numerator * b._numerator, self._denominator * b._denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Constant) -> RationalFunction:
        b = RationalFunction.of(other)
        return RationalFunction(self._numerator * b._denominator, self._denominator * b._numerator)

    def __rtruediv__(self, other: Constant) -> RationalFunction:
        return RationalFunction.of(other) / self

    def __pow__(self, power: int) -> RationalFunction:
        if power < 0:
            return RationalFunction(self._denominator**-power, self._numerator**-power)
        return RationalFunction(self._numerator**power, self._denominator**power)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalFunction | Fraction | int):
            return NotImplemented
        b = RationalFunction.of(other)
        return bool(self._numerator == b._numerator and self._denominator == b._denominator)

    @override
    def __hash__(self) -> int:
        top, bottom = coefficients(self._numerator), coefficients(self._denominator)
        if len(top) <= 1 and len(bottom) == 1:
            return hash(Fraction(top[0] if top else 0, bottom[0]))
        return hash((top, bottom))

    def __bool__(self) -> bool:
        return bool(self._numerator)

    @override
    def __str__(self) -> str:
        if self._denominator.is_one():
            return show(self._numerator)
        return f"({show(self._numerator)}) / ({show(self._denominator)})"

    @override
    def __repr__(self) -> str:
        return f"RationalFunction({str(self)!r})"

    @override
    def __reduce__(
        self,
    ) -> tuple[object, tuple[tuple[int, ...], tuple[int, ...]]]:
        return _restore, (coefficients(self._numerator), coefficients(self._denominator))


def _restore(numerator: tuple[int, ...], denominator: tuple[int, ...]) -> RationalFunction:
    return RationalFunction(polynomial(numerator), polynomial(denominator))
