"""What a class of others consists of.

A file that `exactdp privacy --all-n` loads does nothing but declare, so that it is what is written
there, with what Python and the libraries of dataclasses, NamedTuple and Enum make of that.

>>> class Pair(NamedTuple):
...     first: int
...     second: int = 0
>>> is_foreign(Enum), contents(Pair(1, 2)), defaults(Pair)
(False, [1, 2], [0])
"""

from __future__ import annotations

import dataclasses
import enum
import sys
import typing
from abc import ABC
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import Final, NamedTuple

from reference.probability.allowed import is_allowed
from reference.probability.provenance import (
    LIBRARIES,
    OURS,
    belongs,
    is_from,
    is_static,
    known_by_name,
    of_class,
)
from reference.probability.rewriting import is_special
from reference.probability.streams import Stream

SPECIAL: Final = frozenset(
    f"__{name}__"
    for name in (
        *("init", "post_init", "call", "bool", "pos", "neg", "abs", "lt", "le", "gt", "ge"),
        *("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"),
    )
)
"""Special methods that a class may define."""

TEXTS: Final = frozenset({"__repr__", "__str__"})
"""Others, which nothing calls that is allowed."""

RECORDS: Final = frozenset({"_fields", "_field_defaults", "_make", "_replace", "_asdict"})
"""Names by which a NamedTuple is known."""

NO_METHODS: Final = frozenset(
    f"__{name}__"
    for name in (
        *("module", "doc", "final", "dict", "weakref", "slots", "annotations", "match_args"),
        *("dataclass_fields", "dataclass_params", "orig_bases", "parameters", "type_params"),
        *("qualname", "static_attributes", "firstlineno", "abstractmethods", "annotate_func"),
        *("annotations_cache", "classdictcell"),
    )
)
"""Special names of a class that stand for no methods."""

SLOTS: Final = (
    *(MemberDescriptorType, GetSetDescriptorType),
    type(vars(NamedTuple("Pair", [("x", int)]))["x"]),
)
"""What reads a field of an object, by no code of its class."""

_INIT_VAR: Final = vars(dataclasses)["_FIELD_INITVAR"]
_NO_VALUE: Final = (dataclasses.MISSING, vars(dataclasses)["_HAS_DEFAULT_FACTORY"])


def is_foreign(kind: type) -> bool:
    """Whether a class is neither ours nor a library's, whatever it says of its module."""
    if is_static(kind) or is_allowed(kind):
        return False
    if type(kind.__module__) is not str or type(kind.__qualname__) is not str:
        return True
    module = sys.modules.get(kind.__module__)
    return not is_from(module, (*OURS, *LIBRARIES)) or not known_by_name(kind)


def is_ours_to_hold(kind: type) -> bool:
    """Whether it is a mechanism of ours, or a record of data, which a stream may hold."""
    parts = str(kind.__module__).split(".")[:2]
    return parts in (["reference", "mechanisms"], ["reference", "data"]) and not is_foreign(kind)


def may_be_base(base: type, kind: type) -> bool:
    """Whether a class of others may be made from one of ours or of a library."""
    if base in (object, Stream, typing.Generic, ABC) or is_ours_to_hold(base):
        return True
    if issubclass(kind, Enum):
        return base in (Enum, enum.IntEnum, enum.StrEnum, enum.ReprEnum, int, str)
    if issubclass(kind, BaseException):
        return is_allowed(base) or base is BaseException
    return base is tuple and hasattr(kind, "_fields")


def is_of_eps(kind: type) -> bool:
    """Whether it is that of eps, or of what is made of it by division."""
    names = kind.__module__, kind.__qualname__
    known = ("reference.privacy.epsilon", "Epsilon"), ("reference.probability.continuous", "Scale")
    return names in known and known_by_name(kind)


def is_doubtful(kind: type) -> str | None:
    """Why more than its fields may be told of the records of a class; None if not."""
    tables: list[Mapping[str, object]] = [
        vars(base).get("__dataclass_fields__", {}) for base in kind.__mro__
    ]
    listed = [each for table in tables for each in table.values()]
    if any(getattr(each, "_field_type", None) is _INIT_VAR for each in listed):
        return "it has an InitVar: write a field, or a function that makes the record"
    if is_dataclass(kind) and of_class(kind, "__eq__") is vars(object)["__eq__"]:
        return "each of its objects is equal to itself only: leave out `eq=False`"
    slots = [name for base in kind.__mro__ for name in vars(base) if _is_slot(base, name)]
    if len({*slots}) < len(slots):
        return "two fields have one name"
    return None


def _is_slot(base: type, name: str) -> bool:
    return is_foreign(base) and isinstance(vars(base)[name], MemberDescriptorType)


def acts(value: object) -> bool:
    """Whether it does something where it is looked up in a class."""
    names = {"__get__", "__set__", "__delete__"}
    return any(names & {*vars(base)} for base in type(value).__mro__)


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a record."""
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind))
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


def is_sunder(name: str) -> bool:
    """Whether the library of enumerations knows the name."""
    return name[:1] == name[-1:] == "_" and not is_special(name)


def has_own_text(kind: type) -> bool:
    """Whether somebody wrote what the text of a member of an enumeration is."""
    named = (vars(base).get(name) for base in kind.__mro__ for name in TEXTS)
    return any(isinstance(x, FunctionType) and not belongs(x.__code__, LIBRARIES) for x in named)


def cells(function: FunctionType) -> list[object]:
    """What is in the closure of a function, None if nothing."""
    return [*map(_content, function.__closure__ or ())]


def _content(cell: CellType) -> object:
    with suppress(ValueError):
        return cell.cell_contents
    return None


def _is_no_value(value: object) -> bool:
    return any(value is each for each in _NO_VALUE)


def defaults(kind: type) -> list[object]:
    """The defaults of the fields of a record, and the functions that make them."""
    named: Mapping[str, object] = getattr(kind, "_field_defaults", {})
    found = [*named.values()]
    for each in fields(kind) if is_dataclass(kind) else ():
        found += [each.default, each.default_factory]
    return [each for each in found if not _is_no_value(each)]


def contents(value: object) -> list[object]:
    """What an object is made of: its items, and what is in its slots and attributes."""
    if isinstance(value, Enum):
        return [*vars(value).values()]
    found: list[object] = [*tuple.__iter__(value)] if isinstance(value, tuple) else []
    return [*found, *_in_slots(value)]


def _in_slots(value: object) -> Iterator[object]:
    for base in type(value).__mro__:
        for name, slot in vars(base).items():
            if isinstance(slot, MemberDescriptorType):
                try:
                    yield slot.__get__(value)
                except AttributeError:
                    continue
            elif name == "__dict__" and isinstance(slot, GetSetDescriptorType):
                names: Mapping[object, object] = slot.__get__(value)
                yield from (*names, *names.values())
