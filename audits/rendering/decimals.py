"""Exact values as decimals for people; nothing is decided from them.

>>> about(Fraction(2, 3)), about(Fraction(7)), about(Fraction(1, 10**9))
('0.6666666667', '7', '1e-9')
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.interval import Interval, exact, exp, ln
from reference.exact.polynomial import Weight, coefficients
from reference.exact.rational_function import RationalFunction

DIGITS = 10
"""Significant digits shown."""


def about(value: R, exponent: Fraction | None = None) -> str:
    """A value as a decimal of ten digits; a function of u and r at u = exponent, "" without it."""
    exact_value: object = value
    if isinstance(exact_value, ExponentialFunction) and exponent is not None:
        exact_value = exact_value.at(exponent)
    if isinstance(exact_value, Fraction):
        return _decimal(exact_value)
    if exponent is None or not isinstance(exact_value, RationalFunction):
        return ""
    low, high = at_exp(exact_value, exponent).enclosure(DIGITS * 4)
    return _decimal((low + high) / 2)


def about_loss(exp_eps: Fraction) -> str:
    """The logarithm of a number as a decimal of ten digits.

    >>> about_loss(Fraction(1)), about_loss(Fraction(2))
    ('0', '0.6931471806')
    """
    low, high = ln(exp_eps).enclosure(DIGITS * 4)
    rounded = Context(prec=10).plus(Decimal(_decimal((low + high) / 2)))
    return f"{rounded.normalize():f}"


def short(value: Fraction, letters: int = 11) -> str:
    """A value in full, or as a decimal that says that it is rounded.

    >>> short(Fraction(2, 3)), short(Fraction(2, 3), letters=2)
    ('2/3', '~0.666666')
    """
    text = str(value)
    return text if len(text) <= letters else f"~{about(value)[:8]}"


def at_exp(value: RationalFunction, exponent: Fraction) -> Interval:
    """The certified value of a function of r at r = e^exponent."""
    base = exp(exponent)
    return _at(value.numerator, base) / _at(value.denominator, base)


def _at(weight: Weight, base: Interval) -> Interval:
    total = exact(0)
    for coefficient in reversed(coefficients(weight)):
        total = total * base + coefficient
    return total


def _decimal(value: Fraction) -> str:
    if value.denominator == 1 and abs(value.numerator) < 10**DIGITS:
        return str(value.numerator)
    context = Context(prec=DIGITS)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator))).lower()
