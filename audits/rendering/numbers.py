"""An exact number as people and scripts read it, the same at a rational eps, a real one and all.

>>> number_json(Fraction(2, 3))
{'exact': '2/3', 'low': '0.6666666666', 'high': '0.6666666667'}
>>> number_words(Fraction(2, 3)), number_words(Fraction(3, 2)), number_words(Fraction(3))
('2/3 (0.6666666666 to 0.6666666667)', '3/2 (1.5)', '3')
>>> loss_words(Fraction(3)), loss_words(RationalFunction.r(2), Fraction(1, 4))
('ln(3) (1.098612288 to 1.098612289)', '1/2 (0.5)')
>>> folded("1" * 57)
'11111111...(57 digits)'
"""

from __future__ import annotations

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction

from audits.evidence.verdict import Json
from audits.rendering.decimals import DIGITS, at_exp
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Scalar
from reference.exact.interval import Ends, Interval, ln
from reference.exact.polynomial import degree
from reference.exact.rational_function import RationalFunction
from reference.privacy.divergence import Infinity

LONGEST_DIGITS, FIRST_DIGITS = 40, 8
"""Digits that a person is shown of a number in full, and how many of a longer one."""

LONGEST_FORMULA = 60
"""Characters of a function of r that a person is shown."""

BITS, MOST_BITS = 4 * DIGITS, 2**12
"""Binary digits to which a number is enclosed before it is rounded: so many of its own, if that
takes no more than so many after the point."""


def number_json(value: Scalar | Infinity, exponent: Fraction | None = None) -> dict[str, Json]:
    """The number exactly, and decimals that enclose it.

    Args:
        value: a number, a function of r (or of u and r), or infinity.
        exponent: q if r stands for e^q; None if r ranges over all, and then there are no decimals.
    """
    known = _constant(value)
    return _json(str(known), _ends(known, exponent))


def number_or_null(value: Scalar | Infinity | None) -> Json:
    """The same; null where there is no number."""
    return None if value is None else number_json(value)


def loss_json(exp_eps: Scalar | Infinity, exponent: Fraction | None = None) -> dict[str, Json]:
    """The same for the logarithm of a number that is at least 1."""
    text, ends = _loss(exp_eps, exponent)
    return _json(text, ends)


def number_words(value: Scalar | Infinity, exponent: Fraction | None = None) -> str:
    """The number for a person: digits are folded, decimals are rounded outward."""
    return in_words(number_json(value, exponent))


def loss_words(exp_eps: Scalar | Infinity, exponent: Fraction | None = None) -> str:
    """The same for the logarithm of a number that is at least 1."""
    return in_words(loss_json(exp_eps, exponent))


def in_words(number: dict[str, Json]) -> str:
    """A number of an answer for a person.

    >>> in_words({"exact": None, "low": "0.1", "high": "0.2"})
    '0.1 to 0.2'
    """
    exact, low, high = number["exact"], number["low"], number["high"]
    short = "" if exact is None else _formula(str(exact)).replace("inf", "infinite")
    if low is None or (low == high == exact):
        return short
    decimals = f"{low}" if low == high else f"{low} to {high}"
    return f"{short} ({decimals})" if short else decimals


def enclosed_json(ends: Ends) -> dict[str, Json]:
    """A number that is known to lie between two."""
    return _json(None, ends)


def folded(text: str) -> str:
    """The text with long numbers cut short."""
    return re.sub(
        rf"\d{{{LONGEST_DIGITS + 1},}}",
        lambda found: f"{found[0][:FIRST_DIGITS]}...({len(found[0])} digits)",
        text,
    )


def _formula(text: str) -> str:
    """A number, or a function of r of which the end is cut off if it is long."""
    short = folded(text)
    if len(short) <= LONGEST_FORMULA:
        return short
    return f"{short[:LONGEST_FORMULA]}... ({len(text)} characters)"


def _loss(exp_eps: Scalar | Infinity, exponent: Fraction | None) -> tuple[str, Ends | None]:
    """The logarithm in words, and numbers that enclose it."""
    value: object = _constant(exp_eps)
    if value == 1:
        return "0", (Fraction(0), Fraction(0))
    if isinstance(value, Fraction):
        return f"ln({value})", _narrow(ln(value))
    if isinstance(value, RationalFunction) and exponent is not None:
        power = degree(value.numerator) - degree(value.denominator)
        if value == RationalFunction.r(power):
            return str(power * exponent), (power * exponent, power * exponent)
        return f"ln({value})", _narrow(ln(at_exp(value, exponent)))
    return ("inf" if isinstance(value, Infinity) else f"ln({value})"), None


def _constant(value: Scalar | Infinity) -> Scalar | Infinity:
    """The number that a constant function is."""
    if isinstance(value, RationalFunction):
        if max(degree(value.numerator), degree(value.denominator)) <= 0:
            return value.at(Fraction(1))
    elif isinstance(value, ExponentialFunction):
        at = _constant(value.at(Fraction(1)))
        if isinstance(at, Fraction) and value == ExponentialFunction.of_polynomial(at):
            return at
    return value


def _ends(value: Scalar | Infinity, exponent: Fraction | None) -> Ends | None:
    known: object = value
    if isinstance(known, ExponentialFunction) and exponent is not None:
        known = known.at(exponent)
    if isinstance(known, Fraction):
        return known, known
    if isinstance(known, RationalFunction) and exponent is not None:
        return _narrow(at_exp(known, exponent))
    return None


def _narrow(value: Interval) -> Ends:
    """Ends that agree in the digits that are shown, however small the number is."""
    bits = BITS
    while True:
        low, high = value.enclosure(bits)
        if (high - low) * 2**BITS <= abs(low) or bits >= MOST_BITS:
            return low, high
        bits *= 2


def _json(text: str | None, ends: Ends | None) -> dict[str, Json]:
    if ends is None:
        return {"exact": text, "low": None, "high": None}
    low, high = _decimal(ends[0], ROUND_FLOOR), _decimal(ends[1], ROUND_CEILING)
    return {"exact": text, "low": low, "high": high}


def _decimal(value: Fraction, rounding: str) -> str:
    context = Context(prec=DIGITS, rounding=rounding, Emax=10**9, Emin=-(10**9))
    found = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return str(found).lower()
