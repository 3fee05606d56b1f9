"""Outcomes, handed from one process to another as JSON.

The process that runs code of other people hands over values, and the one that judges them builds
only what it knows: None, truth values, numbers, texts, bytes, tuples and frozen sets of them, and
the enumerations and dataclasses of `reference`.  Nothing is unpickled, so whatever is written,
no code of the writer runs there.  Any other value is `Foreign`: a number that tells it from other
values of the same sender, and how Python shows it.  So is a value that would be built as another
one, by its key, such as a fraction that is not reduced.

>>> from decimal import Decimal
>>> values = (1, 0.5, Fraction(1, 3), ("a b", frozenset({None})), True, Decimal(2))
>>> [received(item) for item in map(Sender().handed, values)]
[1, 0.5, Fraction(1, 3), ('a b', frozenset({None})), True, Decimal('2')]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import reduce
from math import isnan
from struct import error, pack, unpack
from typing import Any, Final

from reference.override import override
from reference.probability.outcome import key, written


class UnreadableError(ValueError):
    """Something that no `Sender` wrote."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value of a type that only the other process knows."""

    number: int
    text: str

    @override
    def __repr__(self) -> str:
        return self.text

    @override
    def __str__(self) -> str:
        return self.text


class Sender:
    """Writes values; equal ones of foreign types, by their keys, have one number."""

    def __init__(self) -> None:
        self._foreign: dict[Hashable, int] = {}

    def handed(self, value: Any) -> Any:
        """The value as JSON.

        Raises:
            TypeError: if it is no value (`reference.probability.outcome`).
        """
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is tuple:
            return [self.handed(item) for item in value]
        if kind is frozenset:
            return {"set": [self.handed(item) for item in value]}
        known = key(value)
        found = self._written(value, known)
        if found is not None and _is_read_as(found, known):
            return found
        return {"foreign": [self._foreign.setdefault(known, len(self._foreign)), repr(value)]}

    def _written(self, value: Any, known: Hashable) -> dict[str, Any] | None:
        """The value as JSON, if it is of a type that both processes know."""
        kind = type(value)
        if kind in _WRITTEN:
            return _WRITTEN[kind](value)
        name = [kind.__module__, kind.__qualname__]
        if name[0].startswith(_OURS) and isinstance(value, Enum):
            return {"member": [*name, value.name, written(known)]}
        if name[0].startswith(_OURS) and is_dataclass(value):
            return {
                "record": [*name, [self.handed(getattr(value, f.name)) for f in fields(value)]]
            }
        return None


def _is_read_as(found: dict[str, Any], known: Hashable) -> bool:
    """Whether the other process builds the value that has this key."""
    try:
        return key(received(found)) == known
    except UnreadableError:
        return False


_OURS: Final = "reference."

_WRITTEN: Final[dict[type, Callable[[Any], dict[str, Any]]]] = {
    int: lambda value: {"int": f"{value:x}"},
    float: lambda value: {"float": [pack("<d", value).hex()] if isnan(value) else value.hex()},
    bytes: lambda value: {"bytes": value.hex()},
    Fraction: lambda value: {"fraction": [f"{value.numerator:x}", f"{value.denominator:x}"]},
}


def received(found: Any) -> Hashable:
    """The value that was handed over.

    Raises:
        UnreadableError: for anything that no `Sender` writes.
    """
    try:
        value: Hashable = _received(found)
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        ArithmeticError,
        RecursionError,
        error,
    ):
        raise UnreadableError("the process of a sampler wrote what is no value") from None
    return value


def _received(found: Any) -> Any:
    if found is None or isinstance(found, (bool, str)):
        return found
    if isinstance(found, list):
        return tuple(_received(item) for item in found)
    ((kind, told),) = found.items()
    return _READ[kind](told)


def _float(told: str | list[str]) -> Any:
    return (
        float.fromhex(told) if isinstance(told, str) else unpack("<d", bytes.fromhex(told[0]))[0]
    )


def _member(told: list[str]) -> Any:
    module, name, member, known = told
    kind = _class(module, name)
    if not issubclass(kind, Enum):
        raise TypeError(name)
    if written(key(kind[member])) != known:
        raise ValueError(member)  # the other process gave it another value
    return kind[member]


def _record(told: list[Any]) -> Any:
    module, name, parts = told
    kind = _class(module, name)
    if not is_dataclass(kind):
        raise ValueError(name)
    return kind(*map(_received, parts))


def _foreign(told: list[Any]) -> Foreign:
    number, text = told
    if type(number) is not int or type(text) is not str:
        raise ValueError(number)
    return Foreign(number, text)


_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "int": lambda told: int(told, 16),
    "float": _float,
    "bytes": bytes.fromhex,
    "fraction": lambda told: Fraction(int(told[0], 16), int(told[1], 16)),
    "set": lambda told: frozenset(map(_received, told)),
    "member": _member,
    "record": _record,
    "foreign": _foreign,
}


def _class(module: str, name: str) -> type:
    """A class of ours, in a module that is loaded."""
    if not module.startswith(_OURS):
        raise ValueError(module)
    found: object = reduce(getattr, name.split("."), sys.modules[module])
    if not isinstance(found, type) or found.__module__ != module:
        raise ValueError(name)
    return found
