"""Rational functions of one indeterminate r, where r stands for e^(eps/parts).

A `RationalFunction` is p/q with p, q in Z[r], q not zero, in lowest terms, the leading
coefficient of q positive; so equality is equality of functions.

>>> r = RationalFunction.r()
>>> (r * r - 1) / (r - 1)
RationalFunction('r + 1')
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeAlias

from flint import fmpz_poly

from reference.exact.polynomial import coefficients, evaluate, polynomial, r_power, show
from reference.exact.quotient import Quotient
from reference.override import override

Constant: TypeAlias = "RationalFunction | Fraction | int"


class RationalFunction(Quotient[fmpz_poly]):
    """An element of Q(r), the field of fractions of Z[r]."""

    __slots__ = ()

    @staticmethod
    @override
    def _polynomial(weight: fmpz_poly | int) -> fmpz_poly:
        return fmpz_poly(weight)

    @staticmethod
    @override
    def _shown(weight: fmpz_poly) -> str:
        return show(weight)

    @staticmethod
    @override
    def _identity(weight: fmpz_poly) -> Hashable:
        return coefficients(weight)

    @classmethod
    def r(cls, power: int = 1) -> RationalFunction:
        """The function r^power, for any integer power."""
        if power < 0:
            return cls(1, r_power(-power))
        return cls(r_power(power))

    def at(self, root: Fraction) -> Fraction:
        """The value at r = root.

        Raises:
            ZeroDivisionError: at a pole.
        """
        return evaluate(self._numerator, root) / evaluate(self._denominator, root)

    @override
    def __reduce__(self) -> tuple[object, tuple[tuple[int, ...], tuple[int, ...]]]:
        return _restored, (coefficients(self._numerator), coefficients(self._denominator))


def _restored(numerator: tuple[int, ...], denominator: tuple[int, ...]) -> RationalFunction:
    return RationalFunction(polynomial(numerator), polynomial(denominator))
