"""Integer polynomials in the indeterminate r, and integers as the constant ones.

A weight is a Python integer or an integer polynomial of python-flint; every weight of a law
is one.  Polynomials of flint are mutable objects that this project never mutates.

>>> show((r_power(2) + 1) * 3)
'3 r^2 + 3'
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from flint import fmpq, fmpz, fmpz_poly

Weight: TypeAlias = int | fmpz_poly
"""An element of Z (int) or of Z[r] (fmpz_poly)."""

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


def coefficients(weight: Weight) -> tuple[int, ...]:
    """Coefficients, constant term first, no trailing zero; () is the zero polynomial."""
    if isinstance(weight, int):
        return (weight,) if weight else ()
    return tuple(int(c) for c in weight.coeffs())


def evaluate(weight: Weight, root: Fraction) -> Fraction:
    """The value of the weight at r = root."""
    if isinstance(weight, int):
        return Fraction(weight)
    value = weight(fmpq(root.numerator, root.denominator))
    return Fraction(int(value.p), int(value.q))


def at_one(weight: Weight) -> int:
    """The value at r = 1: the sum of the coefficients."""
    return weight if isinstance(weight, int) else int(weight(1))


def degree(weight: Weight) -> int:
    """Degree in r; 0 for integers, -1 for the zero polynomial of Z[r]."""
    return 0 if isinstance(weight, int) else weight.degree()


def common_divisor(first: Weight, second: Weight) -> Weight:
    """A greatest common divisor in Z or Z[r], with positive leading coefficient."""
    if isinstance(first, int) and isinstance(second, int):
        return gcd(first, second)
    return fmpz_poly(first).gcd(fmpz_poly(second))


def exact_quotient(dividend: Weight, divisor: Weight) -> Weight:
    """Dividend / divisor, where the division is known to leave no remainder."""
    if isinstance(dividend, int) and isinstance(divisor, int):
        quotient, remainder = divmod(dividend, divisor)
        if remainder:
            raise ArithmeticError(f"{divisor} does not divide {dividend}")
        return quotient
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
    terms = [(c, k) for k, c in reversed(list(enumerate(coefficients(weight)))) if c]
    text = ""
    for c, k in terms:
        power = "" if k == 0 else "r" if k == 1 else f"r^{k}"
        size = str(abs(c)) if abs(c) != 1 or not power else ""
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + " ".join(part for part in (size, power) if part)
    return text or "0"
