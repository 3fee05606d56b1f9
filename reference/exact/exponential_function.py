"""Quotients of exponential polynomials: rational functions of u > 0 and r = e^u, u = eps/parts.

Probabilities of mechanisms that draw continuous noise are such functions.  As e^u is
transcendental over Q(u), two are the same function of u only if they are the same element.

>>> u, r = ExponentialFunction.u(), ExponentialFunction.r()
>>> (r * r - u * u) / (r - u), (u * r).at(Fraction(1, 2))
(ExponentialFunction('r + u'), RationalFunction('r / 2'))
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from flint import fmpz_mpoly, fmpz_mpoly_ctx

from reference.exact.exponential_polynomial import ExponentialPolynomial, Scalar, integral
from reference.exact.quotient import Quotient
from reference.exact.rational_function import RationalFunction
from reference.override import override

_RING = fmpz_mpoly_ctx.get(("r", "u"))
"""The powers of r come first: leading coefficients above 0 make denominators positive far out."""


class ExponentialFunction(Quotient[fmpz_mpoly]):
    """An element of Q(u, r), the field of fractions of Z[u, r]."""

    __slots__ = ()

    @staticmethod
    @override
    def _polynomial(weight: fmpz_mpoly | int) -> fmpz_mpoly:
        return _RING.constant(weight) if isinstance(weight, int) else weight

    @staticmethod
    @override
    def _shown(weight: fmpz_mpoly) -> str:
        return str(_exponential(weight))

    @staticmethod
    @override
    def _identity(weight: fmpz_mpoly) -> Hashable:
        return frozenset((powers, int(c)) for powers, c in weight.to_dict().items())

    @classmethod
    def u(cls, power: int = 1) -> ExponentialFunction:
        """The function u^power, for any integer power."""
        return cls.of_polynomial(ExponentialPolynomial.u(power))

    @classmethod
    def r(cls, power: int = 1) -> ExponentialFunction:
        """The function r^power, for any integer power."""
        return cls.of_polynomial(ExponentialPolynomial.r(power))

    @classmethod
    def of_polynomial(cls, value: Scalar) -> ExponentialFunction:
        """The exponential polynomial, whose exponents may be negative, as a quotient."""
        top, bottom = (
            _RING.from_dict({(k, j): c for (j, k), c in terms.items()})
            for terms in integral((value, 1))
        )
        return cls(top, bottom)

    @property
    def polynomials(self) -> tuple[ExponentialPolynomial, ExponentialPolynomial]:
        """Numerator and denominator in lowest terms."""
        return _exponential(self._numerator), _exponential(self._denominator)

    def at(self, u: Fraction) -> RationalFunction:
        """The function of r that it is at a rational u > 0, where r stands for e^u."""
        top, bottom = (_at(part, u) for part in self.polynomials)
        return top / bottom

    @override
    def __reduce__(self) -> tuple[object, tuple[ExponentialPolynomial, ExponentialPolynomial]]:
        return _quotient, self.polynomials


def _exponential(weight: fmpz_mpoly) -> ExponentialPolynomial:
    found = weight.to_dict().items()
    return ExponentialPolynomial.of_terms(
        {(int(j), int(k)): Fraction(int(c)) for (k, j), c in found}
    )


def _at(weight: ExponentialPolynomial, u: Fraction) -> RationalFunction:
    return sum(
        (RationalFunction.r(k) * c for k, c in weight.at_unit(u).items()), RationalFunction(0)
    )


def _quotient(top: ExponentialPolynomial, bottom: ExponentialPolynomial) -> ExponentialFunction:
    return ExponentialFunction.of_polynomial(top) / ExponentialFunction.of_polynomial(bottom)
