"""Functions of r in a witness, as it writes them, and their values at r = e^u.

>>> value_at("(-67 r^2 + 98 r + 6) / (192 r^3)", Fraction(3, 8))
'0.0114138...'
>>> value_at("1 / 2", Fraction(1)) is value_at("(u r) / 2", Fraction(1)) is None
True
"""

from __future__ import annotations

import re
from fractions import Fraction

from audits.rendering.decimals import at_exp
from audits.rendering.digits import decimal
from reference.exact.rational_function import RationalFunction

TERM = r"\d* ?r(?:\^\d+)?|\d+"
"""A number, a power of r, or their product."""

SIDE = re.compile(rf"-?(?:{TERM})(?: [-+] (?:{TERM}))*")
PART = re.compile(r"([-+]?) ?(\d*) ?(?:(r)(?:\^(\d+))?)?")
BITS = (64, 256, 1024, 4096)
"""Binary digits to which a value is found, until its first decimal digits are certain."""


def value_at(text: str, u: Fraction) -> str | None:
    """The first digits of a function of r at r = e^u; None for what is none, or is a number."""
    value = function_of_r(text)
    if value is None or "r" not in text:
        return None
    number = at_exp(value, u)
    for bits in BITS:
        low, high = map(decimal, number.enclosure(bits))
        if low == high:
            return low
    return None


def function_of_r(text: str) -> RationalFunction | None:
    """What a text says, which is a polynomial or a quotient of two; None if it says more."""
    sides = [side.removeprefix("(").removesuffix(")") for side in text.split(" / ")]
    if len(sides) > 2 or not all(map(SIDE.fullmatch, sides)):
        return None
    top, bottom = map(_sum, [*sides, "1"][:2])
    return top / bottom


def _sum(side: str) -> RationalFunction:
    total = RationalFunction(0)
    for sign, digits, letter, power in PART.findall(side):
        if digits or letter:
            degree = int(power or "1") if letter else 0
            term = RationalFunction(int(digits or "1")) * RationalFunction.r(degree)
            total = total - term if sign == "-" else total + term
    return total
