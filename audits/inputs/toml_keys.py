"""The keys of a table in a TOML file: what each must be, read exactly, refused in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from audits.inputs.literals import InputError, shortened
from audits.near_names import hint

FAILING = ("refuted", "unfinished", "undecided")
"""The verdicts that `fail-on` may name, the strictest last."""


MOST_SECONDS = 10**7
"""The most that may be asked for."""


class Exact(str):
    """A number with a decimal point, as it is written."""

    __slots__ = ()


Reader = Callable[[Any], str | None]
"""A value as the option takes it; None for a value of another type."""


def number(value: object) -> str | None:
    """A number as it is written, or a text that may be one."""
    return str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else None


def _count(value: object) -> str | None:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not isinstance(value, Exact) and value else None


def flag(value: object) -> str | None:
    """Whether an option without a value is given: empty if it is not."""
    return ("yes" if value else "") if isinstance(value, bool) else None


def rows(value: object) -> str | None:
    """Rows as they are typed: `0,1,1`, or a list of them."""
    if isinstance(value, str) and not isinstance(value, Exact):
        return value
    return ",".join(map(_row, value)) if isinstance(value, list) else None


def _row(value: object) -> str:
    if isinstance(value, list):
        return f"({''.join(f'{_row(item)},' for item in value)})"
    return repr(value) if isinstance(value, str) and not isinstance(value, Exact) else str(value)


def _seconds(value: object) -> str | None:
    text = number(value) or ""
    return text if re.fullmatch(r"\d+(\.\d+)?", text) and 0 < float(text) <= MOST_SECONDS else None


def _fail_on(value: object) -> str | None:
    return value if isinstance(value, str) and value in FAILING else None


NUMBER = (number, 'a number, such as 1, 0.5 or "3/2"')
COUNT = (_count, "a whole number, such as 3")
TEXT = (_text, "a text in quotation marks")
FLAG = (flag, "true or false")
ROWS = (rows, 'a list of rows, such as [0, 1, 1], or "0,1,1"')
PAIRS = (rows, "a list of pairs of neighbouring databases, such as [[[0, 1], [0, 2]]]")
SECONDS = (_seconds, "a number of seconds above 0, such as 30")
FAIL_ON = (_fail_on, '"refuted", "unfinished" or "undecided"')

Keys = Mapping[str, tuple[Reader, str]]
"""The keys of a table: how a value is read, and what it must be, in words."""

OF_ALL: Keys = {"seconds": SECONDS, "fail-on": FAIL_ON}

OF_ENTRIES: Keys = {"name": TEXT, "target": TEXT, **OF_ALL}

OPTIONS: Mapping[str, Keys] = {
    "mechanism": {
        "rows": COUNT,
        "all-n": FLAG,
        "eps": NUMBER,
        "root": NUMBER,
        "all-eps": FLAG,
        "exp-eps": NUMBER,
        "claim-eps": NUMBER,
        "delta": NUMBER,
        "adjacency": TEXT,
        "sensitivity": NUMBER,
        "max-databases": COUNT,
        "max-draws": COUNT,
        "deterministic": FLAG,
    },
    "sampler": {
        "command": TEXT,
        "database": ROWS,
        "neighbour": ROWS,
        "pairs": PAIRS,
        "eps": NUMBER,
        "exp-eps": NUMBER,
        "delta": NUMBER,
        "samples": COUNT,
        "cells": NUMBER,
    },
    "function": {
        "pairs": PAIRS,
        "eps": NUMBER,
        "exp-eps": NUMBER,
        "delta": NUMBER,
        "allowance": NUMBER,
    },
}
"""The keys that are options of the command with the same name."""


def read_key(table: Mapping[str, Any], key: str, keys: Keys, where: str) -> str | None:
    """The value of a key as an option takes it; None if it is not given."""
    if key not in table:
        return None
    reader, wanted = keys[key]
    value = reader(table[key])
    if value is None:
        raise InputError(f"{where}: {key} = {written(table[key])}: give {wanted}")
    return value


def written(value: object) -> str:
    """A value as it is written in a TOML file, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    return shortened(str(value) if isinstance(value, Exact) else repr(value))


def refuse_unknown(table: Mapping[str, Any], known: Collection[str], where: str) -> None:
    """Refuse a key that is not read: a promise that is misspelled would not be kept.

    Raises:
        InputError: with the nearest key, or else all of them.
    """
    for key in table:
        if key not in known:
            other = hint(key, sorted(known)) or f"; keys are {', '.join(sorted(known))}"
            raise InputError(f"{where}: {shortened(key)}: there is no such key{other}")
