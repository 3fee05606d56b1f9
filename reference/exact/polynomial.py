"""Weights: integers, integer polynomials in r, and exponential polynomials in u and r = e^u.

Every weight of a law is a Python integer, an integer polynomial of python-flint or, where
continuous noise is drawn, an exponential polynomial.  Polynomials of flint are mutable objects
that this project never mutates.

>>> show((r_power(2) + 1) * 3)
'3 r^2 + 3'
"""

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from flint import fmpq, fmpz, fmpz_poly

from reference.exact.exponential_polynomial import ExponentialPolynomial, show_terms

Weight: TypeAlias = int | fmpz_poly | ExponentialPolynomial
"""An element of Z (int), of Z[r] (fmpz_poly) or of Q[u, 1/u, r, 1/r]."""

LONG_POWER = 1000
"""Beyond this exponent an integer power is left to flint."""


def r_power(exponent: int) -> fmpz_poly:
    """The monomial r^exponent, exponent >= 0."""
    if exponent < 0:
        raise ValueError(f"exponent {exponent}: a monomial of Z[r] has an exponent >= 0")
    return fmpz_poly([0] * exponent + [1])


def polynomial(coefficients: Sequence[int]) -> fmpz_poly:
    """The polynomial with the given coefficients, constant term first."""
    return fmpz_poly(list(coefficients))


def power(weight: Weight, exponent: int) -> Weight:
    """weight^exponent; flint multiplies long integers faster than Python does."""
    if isinstance(weight, int) and exponent > LONG_POWER:
        return int(fmpz(weight) ** exponent)
    return weight**exponent


def in_r(weight: Weight) -> fmpz_poly:
    """The weight as a polynomial in r.

    Raises:
        TypeError: for an exponential polynomial.
    """
    if isinstance(weight, ExponentialPolynomial):
        raise TypeError(f"{weight}: it depends on u = eps/parts, for continuous noise is drawn")
    return fmpz_poly(weight)


def coefficients(weight: Weight) -> tuple[int, ...]:
    """Coefficients, constant term first, no trailing zero; () is the zero polynomial.

    Raises:
        TypeError: for an exponential polynomial.
    """
    if isinstance(weight, int):
        return (weight,) if weight else ()
    known = weight if isinstance(weight, fmpz_poly) else in_r(weight)
    return tuple(map(int, known.coeffs()))


def identity(weight: Weight) -> Hashable:
    """What tells the weight from others, hashable."""
    return weight if isinstance(weight, ExponentialPolynomial) else coefficients(weight)


def evaluate(weight: Weight, root: Fraction) -> Fraction:
    """The value of the weight at r = root.

    Raises:
        TypeError: for an exponential polynomial.
    """
    if isinstance(weight, int):
        return Fraction(weight)
    value = in_r(weight)(fmpq(root.numerator, root.denominator))
    return Fraction(int(value.p), int(value.q))


def at_one(weight: Weight) -> int | Fraction:
    """The value at r = 1, where eps = 0.

    Of an exponential polynomial it is that of the coefficient of the lowest power of u.
    """
    if isinstance(weight, int):
        return weight
    if isinstance(weight, ExponentialPolynomial):
        terms = weight.terms
        low = min((j for j, _ in terms), default=0)
        return sum((c for (j, _), c in terms.items() if j == low), Fraction(0))
    return int(weight(1))


def degree(weight: Weight) -> int:
    """Degree in r; 0 for integers, -1 for the zero polynomial of Z[r].

    Raises:
        TypeError: for an exponential polynomial.
    """
    return 0 if isinstance(weight, int) else in_r(weight).degree()


def common_divisor(first: Weight, second: Weight) -> Weight:
    """A greatest common divisor, in Z and Z[r] with positive leading coefficient."""
    if isinstance(first, int) and isinstance(second, int):
        return gcd(first, second)
    if isinstance(first, ExponentialPolynomial) or isinstance(second, ExponentialPolynomial):
        return ExponentialPolynomial.of(first).gcd(second)
    return fmpz_poly(first).gcd(fmpz_poly(second))


def exact_quotient(dividend: Weight, divisor: Weight) -> Weight:
    """Dividend / divisor, where the division is known to leave no remainder."""
    if isinstance(dividend, int) and isinstance(divisor, int):
        quotient, remainder = divmod(dividend, divisor)
        if remainder:
            raise ArithmeticError(f"{divisor} does not divide {dividend}")
        return quotient
    if isinstance(dividend, ExponentialPolynomial) or isinstance(divisor, ExponentialPolynomial):
        return ExponentialPolynomial.of(dividend) / divisor
    return fmpz_poly(dividend) / fmpz_poly(divisor)


def common_multiple(first: Weight, second: Weight) -> Weight:
    """A least common multiple of two non-zero weights."""
    if first == second:
        return first
    return first * exact_quotient(second, common_divisor(first, second))


def least_common_multiple(weights: Iterable[Weight]) -> Weight:
    """A least common multiple of non-zero weights; 1 for none."""
    multiple: Weight = 1
    for weight in weights:
        multiple = common_multiple(multiple, weight)
    return multiple


def show(weight: Weight) -> str:
    """The weight as text, highest power first."""
    if isinstance(weight, ExponentialPolynomial):
        return str(weight)
    return show_terms((0, k, c) for k, c in enumerate(coefficients(weight)) if c)
