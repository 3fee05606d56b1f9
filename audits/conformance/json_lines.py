"""The protocol of a sampler that is a program of its own: one JSON value a line.

| JSON | value |
|---|---|
| `3` | the integer 3 |
| `0.25`, `1.0`, `1e-3` | the rational number that it says, not the nearest binary fraction |
| `-0.0` | negative zero, a float: a reader can tell it from `0.0` |
| `NaN`, `Infinity`, `-Infinity`; also `nan`, `inf`, `-inf` | floats; all NaN are one outcome |
| `true`, `false`, `null` | `True`, `False`, `None` |
| `"two words"` | the string |
| `[0, [1, 2]]` | the tuple (0, (1, 2)) |

A line that is no such value is a plain word and stands for itself, blanks and all: `yes`, `0 1`.
Every line of standard output is a sample, so messages belong on standard error.  Compared with a
law, a word that is no outcome refutes like any other value, however it came there: nothing tells a
log line from a leak.  Only where *no* sample is an outcome, all are words, and no outcome is one,
nothing is known about the law: an error that names the line, no refutation and no success.

>>> read("[1, 0.1]"), read('"two words"'), read("0 1")
((1, Fraction(1, 10)), 'two words', '0 1')
>>> written((True, Fraction(1, 4), "two words"))
'[true, 0.25, "two words"]'
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from reference.exact.decimals import read_rational

DEEPEST = 50
"""Lists within lists that are read; a line with more of them is a plain word."""

LONGEST_NUMBER = 1000
"""Characters of a number; a longer line is a plain word."""

CONSTANTS = {"nan": "nan", "inf": "inf", "-inf": "-inf", "infinity": "inf", "-infinity": "-inf"}
"""How programs print the floats that are no numbers, in any case of letters."""


def read(text: str) -> Hashable:
    """The outcome that a line stands for."""
    if text.lower() in CONSTANTS:
        return float(CONSTANTS[text.lower()])
    try:
        return _value(_DECODER.decode(text))
    except (ValueError, RecursionError):
        return text


def written(value: object) -> str:
    """A row as one line of JSON.

    A rational number that is no finite decimal is the string "p/q".

    Raises:
        TypeError: for what is no number, string, truth value, None, or sequence of them.
    """
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(written(item) for item in value)}]"
    if isinstance(value, Fraction):
        return _decimal(value) or json.dumps(str(value))
    if value is None or isinstance(value, (bool, int, float, str)):
        return json.dumps(value)
    raise TypeError(f"a row {value!r} cannot be written as JSON")


def _decimal(value: Fraction) -> str:
    """All digits of a decimal, the empty text for a number that has no last one."""
    rest, digits = value.denominator, 0
    while rest % 10 == 0:
        rest, digits = rest // 10, digits + 1
    for factor, other in ((2, 5), (5, 2)):
        while rest % factor == 0:
            rest, value, digits = rest // factor, value * other / other, digits + 1
    if rest != 1:
        return ""
    sign = "-" if value < 0 else ""
    whole, part = divmod(abs(value.numerator) * 10**digits // value.denominator, 10**digits)
    return f"{sign}{whole}" + (f".{part:0{digits}}" if digits else ".0")


def _number(text: str) -> int | Fraction | float:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} characters")
    value = read_rational(text)
    if value == 0 and text.startswith("-"):
        return -0.0
    return int(value) if text.lstrip("-").isdigit() else value


def _no_object(_: object) -> Any:
    raise ValueError("an object is no outcome")


def _value(found: Any, depth: int = 0) -> Hashable:
    if isinstance(found, list):
        if depth == DEEPEST:
            raise ValueError(f"more than {DEEPEST} lists within each other")
        return tuple(_value(item, depth + 1) for item in found)
    value: Hashable = found
    return value


_DECODER = json.JSONDecoder(
    parse_float=_number, parse_int=_number, parse_constant=float, object_pairs_hook=_no_object
)
