"""Fields of fractions of rings of polynomials: what Q(r) and Q(u, r) have in common.

An element is p/q with polynomials p and q, q not zero, in lowest terms, the leading coefficient
of q positive; so equality is equality of functions.  The two are `RationalFunction` and
`ExponentialFunction`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from fractions import Fraction
from typing import Generic, Self, TypeVar

from flint import fmpz_mpoly, fmpz_poly

from reference.override import override

P = TypeVar("P", fmpz_poly, fmpz_mpoly)


class Quotient(ABC, Generic[P]):
    """An element of a field of fractions.

    Args:
        numerator: a weight (an integer or a polynomial of the ring).
        denominator: a weight other than zero.

    Raises:
        ZeroDivisionError: if the denominator is zero.
    """

    __slots__ = ("_denominator", "_hash", "_numerator")

    def __init__(self, numerator: P | int, denominator: P | int = 1) -> None:
        top, bottom = self._polynomial(numerator), self._polynomial(denominator)
        if not bottom:
            raise ZeroDivisionError(f"({self._shown(top)}) / 0 is not a rational function")
        divisor: P = top.gcd(bottom)
        if bottom.leading_coefficient() < 0:
            divisor = -divisor
        self._numerator: P = top / divisor
        self._denominator: P = bottom / divisor

    @classmethod
    def _made(cls, numerator: P, denominator: P) -> Self:
        """From what is in lowest terms, up to the sign of both."""
        made = object.__new__(cls)
        negative = denominator.leading_coefficient() < 0
        made._numerator = -numerator if negative else numerator
        made._denominator = -denominator if negative else denominator
        return made

    @staticmethod
    @abstractmethod
    def _polynomial(weight: P | int) -> P:
        """The weight as an element of the ring."""

    @staticmethod
    @abstractmethod
    def _shown(weight: P) -> str:
        """The polynomial as text, highest power first."""

    @staticmethod
    @abstractmethod
    def _identity(weight: P) -> Hashable:
        """What tells the polynomial from others."""

    @classmethod
    def of(cls, value: Self | Fraction | int) -> Self:
        """The value itself, or the constant function of that value."""
        if isinstance(value, cls):
            return value
        return cls._made(cls._polynomial(value.numerator), cls._polynomial(value.denominator))

    @property
    def numerator(self) -> P:
        """The polynomial p of p/q in lowest terms."""
        return self._numerator

    @property
    def denominator(self) -> P:
        """The polynomial q of p/q in lowest terms, leading coefficient positive."""
        return self._denominator

    def __add__(self, other: Self | Fraction | int) -> Self:
        b = self.of(other)
        return type(self)(
            self._numerator * b._denominator + b._numerator * self._denominator,
            self._denominator * b._denominator,
        )

    __radd__ = __add__

    def __neg__(self) -> Self:
        return self._made(-self._numerator, self._denominator)

    def __sub__(self, other: Self | Fraction | int) -> Self:
        return self + (-self.of(other))

    def __rsub__(self, other: Self | Fraction | int) -> Self:
        return self.of(other) + (-self)

    def __mul__(self, other: Self | Fraction | int) -> Self:
        b = self.of(other)
        return type(self)(self._numerator * b._numerator, self._denominator * b._denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Self | Fraction | int) -> Self:
        b = self.of(other)
        return type(self)(self._numerator * b._denominator, self._denominator * b._numerator)

    def __rtruediv__(self, other: Self | Fraction | int) -> Self:
        return self.of(other) / self

    def __pow__(self, power: int) -> Self:
        if power >= 0:
            return self._made(self._numerator**power, self._denominator**power)
        if not self:
            raise ZeroDivisionError(f"0 to the power {power} is not a rational function")
        return self._made(self._denominator**-power, self._numerator**-power)

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self) | Fraction | int):
            return NotImplemented
        b = self.of(other)
        return bool(self._numerator == b._numerator and self._denominator == b._denominator)

    @override
    def __hash__(self) -> int:
        if not hasattr(self, "_hash"):
            parts = self._identity(self._numerator), self._identity(self._denominator)
            constant = self.constant
            self._hash = hash(parts if constant is None else constant)
        return self._hash

    @property
    def constant(self) -> Fraction | None:
        """The value if it is a constant function."""
        top, bottom = self._numerator, self._denominator
        if not top.is_constant() or not bottom.is_constant():
            return None
        return Fraction(int(top.leading_coefficient()), int(bottom.leading_coefficient()))

    def __bool__(self) -> bool:
        return bool(self._numerator)

    @override
    def __str__(self) -> str:
        if self.constant is not None:
            return str(self.constant)
        top, bottom = self._shown(self._numerator), self._shown(self._denominator)
        if self._denominator.is_one():
            return top
        top = f"({top})" if " + " in top or " - " in top else top
        return f"{top} / ({bottom})" if " " in bottom else f"{top} / {bottom}"

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"
