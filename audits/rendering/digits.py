"""Exact numbers inside sentences: a decimal beside a fraction, long digits folded.

A decimal that goes on is cut off, never rounded, and ends in three dots.  What is very near a
simple number is told by what it differs: neither 1.99999... nor 2.  A string of bits is no number:
it stays a string, its middle left out if it is long.

>>> beside("45268/1115625 and 1/2")
'45268/1115625 = 0.0405763... and 1/2'
>>> folded("12" * 20), folded("01" * 20)
('1.21212... x 10^39', '010101010101...010101010101 (40 characters)')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_DOWN, Context, Decimal, Inexact
from fractions import Fraction

DIGITS = 6
"""Significant digits of a decimal."""

PLAIN, LONGEST = 100, 24
"""The greatest denominator that needs no decimal, and the most characters that are not folded."""

LONGEST_STRING = 36
"""The most characters of a string that is written in full."""

SIMPLE = 3
"""Digits of a number that is so simple that what is near it is told by what it differs."""

NUMBER = re.compile(r"(?<![\w./^])(\d+)(?:/(\d+))?(?![\w/]|\.\d)")
"""An integer or a fraction that is no part of a word, of a decimal or of an exponent."""


DIGITS_ALONE = re.compile(r"\d+")

BITS = re.compile(r"0[01]+|1[01]*1[01]*")
"""A string that is no number, or looks like none: a power of ten is one."""


def decimal(value: Fraction) -> str:
    """The first digits of a number; three dots if there are more.

    >>> decimal(Fraction(-2, 3)), decimal(Fraction(3, 4)), decimal(Fraction(1, 3 * 10**9))
    ('-0.666666...', '0.75', '3.33333... x 10^-10')
    >>> decimal(Fraction(10**100)), decimal(Fraction(1500))
    ('1 x 10^100', '1500')
    >>> decimal(2 - Fraction(1, 3 * 10**9)), decimal(Fraction(1, 2) + Fraction(1, 10**20))
    ('2 - 3.33333... x 10^-10', '0.5 + 1 x 10^-20')
    """
    limits = Context(DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)
    near = limits.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(limits)
    if -4 <= near.adjusted() < DIGITS and len(near.as_tuple().digits) <= SIMPLE:
        more = value - Fraction(near)
        return f"{near:f} {'-' if more < 0 else '+'} {_cut(abs(more))}" if more else f"{near:f}"
    return _cut(value)


def _cut(value: Fraction) -> str:
    context = Context(DIGITS, ROUND_DOWN, Emin=MIN_EMIN, Emax=MAX_EMAX)
    found = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    more = "..." if context.flags[Inexact] else ""
    found = found if more else found.normalize(context)
    power = found.adjusted() if found else 0
    if -4 <= power < DIGITS:
        return f"{found:f}{more}"
    return f"{found.scaleb(-power):f}{more} x 10^{power}"


def beside(text: str) -> str:
    """The text, with a decimal after each fraction that is not simple; instead of a long one."""
    return NUMBER.sub(_beside, text)


def folded(text: str) -> str:
    """The text, with a decimal instead of each number that is long."""
    return NUMBER.sub(_folded, text)


def labels_folded(labels: Sequence[str]) -> list[str]:
    """Names of outputs or databases, their long strings of digits without the middle.

    Where two would be the same, all are in full.

    >>> labels_folded(["1" * 40, "(0)"])
    ['111111111111...111111111111 (40 characters)', '(0)']
    >>> labels_folded(["1" * 18 + "0" + "1" * 18, "1" * 37])[0]
    '1111111111111111110111111111111111111'
    """
    short = [DIGITS_ALONE.sub(lambda found: _string(found[0]), label) for label in labels]
    return short if len(set(short)) == len(set(labels)) else list(labels)


def _string(digits: str) -> str:
    if len(digits) <= LONGEST_STRING:
        return digits
    ends = LONGEST // 2
    return f"{digits[:ends]}...{digits[-ends:]} ({len(digits)} characters)"


def _beside(found: re.Match[str]) -> str:
    if len(found[0]) > LONGEST or found[2] is None or int(found[2]) <= PLAIN:
        return _folded(found)
    return f"{found[0]} = {decimal(Fraction(int(found[1]), int(found[2])))}"


def _folded(found: re.Match[str]) -> str:
    if found[2] is None and BITS.fullmatch(found[1]):
        return _string(found[1])
    bottom = int(found[2] or "1")
    if len(found[0]) <= LONGEST or bottom == 0:
        return found[0]
    return decimal(Fraction(int(found[1]), bottom))
