"""Numbers as people write them, read exactly: `3`, `2/3`, `0.1`, `1e-9`.

A decimal denotes the rational number that it says, not a neighbouring binary fraction.

>>> [read_rational("0.1"), read_rational("2/6"), read_rational("-25e-1")]
[Fraction(1, 10), Fraction(1, 3), Fraction(-5, 2)]
"""

import re
from fractions import Fraction

_DIGITS = "[0-9]{1,1000}"
_RATIONAL = re.compile(
    rf"[+-]?{_DIGITS}/(?P<bottom>{_DIGITS})"
    rf"|[+-]?({_DIGITS}(\.[0-9]{{0,1000}})?|\.{_DIGITS})([eE][+-]?[0-9]{{1,4}})?"
)
"""Bounded, so that a short text cannot denote a number too long to write down."""


MANY = 10**12
"""A float with so large a denominator is the result of a calculation, and not what is meant."""


def read_rational(text: str) -> Fraction:
    """The number that a text denotes: an integer, `p/q`, or a decimal, read as written.

    Raises:
        ValueError: if it denotes none; infinities and `nan` do not, and more than 1000 digits
            or an exponent of more than four are refused.
    """
    match = _RATIONAL.fullmatch(text.strip())
    if match is None or (match["bottom"] and not int(match["bottom"])):
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise ValueError(f"{shown!r} is not a rational number: write 3, 2/3 or 0.25")
    return Fraction(match[0])


def exactly(value: object) -> str:
    """What to write in place of something that is no exact number.

    >>> exactly(0.1), exactly("many")
    ('write Fraction(1, 10)', 'an int or a Fraction is wanted')
    >>> exactly(0.2689414213699951)
    'it is rounded: write the Fraction that is meant; e^(k eps) is eps.exp(k)'
    """
    try:
        found = read_rational(re.sub(r"np\.\w+\((.*)\)", r"\1", repr(value)))
    except ValueError:
        return "an int or a Fraction is wanted"
    if found.denominator >= MANY:
        return "it is rounded: write the Fraction that is meant; e^(k eps) is eps.exp(k)"
    return f"write {found!r}"
