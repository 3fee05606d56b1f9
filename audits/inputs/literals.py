"""Literals that a person types or a file contains, read within limits; and how input is refused.

A literal is read by Python's own parser, whose time and stack grow with what it is given.  So a
text is looked over first: its length, the depth of its brackets, the length of each number, and
that nothing but commas stands between values.  What passes cannot exhaust the parser.

>>> literals("(0, 'a'), -1", "example")
((0, 'a'), -1)
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_TEXT, LONGEST_NUMBER, DEEPEST_NESTING = 4_000_000, 1000, 50
"""Characters of a text, digits of a number in it, brackets inside brackets."""

CONSTANTS = ("True", "False", "None")
"""The names that are literals."""

HINT = "give rows separated by commas, such as 0,0,3 or (0,1),(2,0)"
"""What a list of literals looks like."""

SHOWN = 60
"""Characters of a refused text that are repeated."""

_TOKEN = re.compile(
    r"""
    (?P<text>[rRbBuU]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))  # whatever it contains
    | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<comma>[,:])
    | (?P<word>[.\w]+(?:(?<=[eE])[+-]\d+)?)(?!["'])  # a number or name, an exponent with its sign
    | (?P<sign>[+-](?=\s*[.\d]))
    | (?P<other>\S)
    """,
    re.VERBOSE | re.DOTALL,
)


class InputError(ValueError):
    """Bad input: the message is one line for the person who typed it.

    Args:
        message: the line.
        example: lines that show what may be given, if one line cannot.
    """

    def __init__(self, message: str, example: str = "") -> None:
        super().__init__(message)
        self.example = example


@contextmanager
def as_bad_input(what: str = "") -> Iterator[None]:
    """Inside, other `ValueError`s become an `InputError`, with `what` before their message."""
    try:
        yield
    except InputError:
        raise
    except ValueError as refusal:
        raise InputError(f"{what}{refusal}") from None


def literals(text: str, name: str) -> tuple[object, ...]:
    """The values of literals that are separated by commas.

    Args:
        text: numbers, strings, constants, and tuples, lists, sets or dictionaries of them.
        name: what it is, for the message.

    Raises:
        InputError: for anything else, and for more than `LONGEST_TEXT` characters, a number of
            more than `LONGEST_NUMBER`, or brackets deeper than `DEEPEST_NESTING`.
    """
    if not text.strip():
        return ()
    if len(text) > LONGEST_TEXT:
        raise InputError(f"{name}: {len(text)} characters, at most {LONGEST_TEXT} are read")
    if reason := _objection(text):
        raise InputError(f"{name} {shortened(text)!r}: {reason}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = ast.literal_eval(f"({text},)")
    except (SyntaxError, ValueError, TypeError):
        raise InputError(f"{name} {shortened(text)!r}: {HINT}") from None
    return tuple(found)


def _objection(text: str) -> str | None:
    """Why a text is not given to the parser, None if it may be."""
    depth, operand = 0, False
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        depth += (kind == "open") - (kind == "close")
        if depth > DEEPEST_NESTING:
            return f"brackets inside more than {DEEPEST_NESTING} brackets are not read; {HINT}"
        if kind == "word" and len(word) > LONGEST_NUMBER:
            return f"{len(word)} digits, at most {LONGEST_NUMBER} are read; {HINT}"
        foreign = kind == "word" and word not in CONSTANTS and word[0] not in ".0123456789"
        chained = operand and kind in {"sign", "word"}
        if depth < 0 or foreign or chained or kind == "other":
            return HINT
        operand = kind not in {"open", "comma", "sign"}
    return None


def shortened(text: str) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
