"""What a class of others consists of, and what in it a library has made.

A class that is written as NamedTuple, dataclass or Enum has functions that nobody wrote.  They are
known by their code: that of a class with the same fields and nothing else.

>>> class Pair(NamedTuple):
...     first: int
...     second: int = 0
>>> is_foreign(Enum), held(Pair(1, 2)), given(Pair)
(False, [1, 2], [0])
"""

from __future__ import annotations

import builtins
import collections
import dataclasses
import enum
import sys
import typing
from abc import ABC
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from dis import get_instructions
from enum import Enum
from functools import cache
from types import (
    BuiltinMethodType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Final, NamedTuple, Protocol

from reference.probability.allowed import PLAIN, is_allowed
from reference.probability.provenance import (
    LIBRARIES,
    OURS,
    belongs,
    is_static,
    is_written,
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

TEXTS: Final = frozenset({"__repr__", "__str__", "__format__", "__rich_repr__"})
"""Others, which nothing calls that is allowed."""

NO_METHODS: Final = frozenset(
    f"__{name}__"
    for name in (
        *("module", "doc", "dict", "weakref", "slots", "annotations", "match_args", "qualname"),
        *("dataclass_fields", "dataclass_params", "orig_bases", "parameters", "type_params"),
        *("static_attributes", "firstlineno", "abstractmethods", "annotate_func"),
        *("annotations_cache", "classdictcell"),
    )
)
"""Special names of a class that stand for no methods."""

SLOTS: Final = (
    *(MemberDescriptorType, GetSetDescriptorType),
    type(vars(NamedTuple("Pair", [("x", int)]))["x"]),
)
"""What reads a field of an object, by no code of its class."""

_OF_ENUMS: Final = frozenset(
    {"__new__", "__new_member__", "__format__", "__repr__", "__str__", "__reduce_ex__"}
)
_OF_FIELDS: Final = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
_OF_DATACLASSES: Final = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")
_ADDED: Final = frozenset(
    x for name, x in vars(dataclasses).items() if name[:1] == "_" and isinstance(x, FunctionType)
)
"""Functions that dataclasses get as they are."""

_OF_STATES: Final = frozenset({"__getstate__", "__setstate__", "__replace__"})
"""Under which names."""

_INIT_VAR: Final = vars(dataclasses)["_FIELD_INITVAR"]
_NO_VALUE: Final = (dataclasses.MISSING, vars(dataclasses)["_HAS_DEFAULT_FACTORY"])


class _Making(Protocol):
    def __call__(self, *given: object, **named: object) -> type: ...


def is_foreign(kind: type) -> bool:
    """Whether a class is neither ours nor a library's, whatever it says of its module."""
    if is_static(kind) or is_allowed(kind):
        return False
    if type(kind.__module__) is not str or type(kind.__qualname__) is not str:
        return True
    file = str(getattr(sys.modules.get(kind.__module__), "__file__", ""))
    library = kind.__module__.partition(".")[0] in sys.stdlib_module_names
    return not (library or file.startswith((*OURS, *LIBRARIES))) or not known_by_name(kind)


def is_ours_to_hold(kind: type) -> bool:
    """Whether it is a mechanism of ours, or a record of data, which a stream may hold.

    Whatever a class says of itself, its functions stand in a file of ours.
    """
    parts = kind.__module__.split(".")[:2]
    if parts not in (["reference", "mechanisms"], ["reference", "data"]) or is_foreign(kind):
        return False
    written = [
        is_written(found.__code__, OURS)
        for name, found in vars(kind).items()
        if isinstance(found, FunctionType) and made(kind, name, found) is None
    ]
    return all(written)


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
    listed = vars(kind).get("__dataclass_fields__", {})
    if not has_plain_keys(listed) or {*map(type, listed.values())} - {dataclasses.Field}:
        return "its fields are not those of a dataclass"
    if any(getattr(each, "_field_type", None) is _INIT_VAR for each in listed.values()):
        return "it has an InitVar: write a field, or a function that makes the record"
    if is_dataclass(kind) and of_class(kind, "__eq__") is vars(object)["__eq__"]:
        return "each of its objects is equal to itself only: leave out `eq=False`"
    slots = [name for base in kind.__mro__ for name in vars(base) if _is_slot(base, name)]
    if len({*slots}) < len(slots):
        return "two fields have one name"
    for base in kind.__mro__:
        for name in ("__dict__", "__weakref__"):
            if not isinstance(vars(base).get(name, _A_SLOT), GetSetDescriptorType):
                return f"{name} is set"
    return None


_A_SLOT: Final = vars(Stream.begin.__class__)["__dict__"]


def _is_slot(base: type, name: str) -> bool:
    return is_foreign(base) and isinstance(vars(base)[name], MemberDescriptorType)


def acts(value: object) -> bool:
    """Whether it does something where it is looked up in a class."""
    names = {"__get__", "__set__", "__delete__"}
    return any(names & {*vars(base)} for base in type(value).__mro__)


def forget() -> None:
    """What was made for comparisons is made anew."""
    _twin.cache_clear()
    _tuple_twin.cache_clear()


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a record."""
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind))
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    return names


def is_of_enum(name: str, found: object) -> bool:
    """Whether the library of enumerations put something into a class under a name."""
    if any(_inside(found) is _inside(vars(kind).get(name, _inside)) for kind in _ENUMS):
        return True
    if type(found) is enum.property:
        return found.fget is None
    if type(found) in _IN_C:
        of_texts = name == "_new_member_" and found is vars(str)["__new__"]
        return of_texts or name in _OF_ENUMS or name == "_value_repr_"
    return is_sunder(name) and _is_tidy(found)


def _inside(found: object) -> object:
    """The function of a static method, or what it is else."""
    return found.__func__ if isinstance(found, staticmethod) else found


_ENUMS: Final = (Enum, enum.IntEnum, enum.StrEnum, enum.ReprEnum)


def _is_tidy(found: object) -> bool:
    """Whether a table of an enumeration leads to members, whatever was put into it."""
    if isinstance(found, dict) and type(found) is dict:
        return all(map(_is_plain, found)) and all(
            is_member(x) if isinstance(x, Enum) else _is_tidy(x) for x in found.values()
        )
    if isinstance(found, list | tuple) and type(found) in {list, tuple}:
        return all(map(_is_plain, found))
    return found is None or type(found) in {bool, str, int, type}


def _is_plain(value: object) -> bool:
    """Whether it is a number, a text, or a tuple of these, which is compared by nobody's code."""
    parts = value if isinstance(value, tuple) and type(value) is tuple else ()
    return type(value) in {tuple, *PLAIN} and all(map(_is_plain, parts))


def is_member(value: Enum) -> bool:
    """Whether it is what its class has under its name."""
    members: Mapping[str, object] = getattr(type(value), "_member_map_", {})
    return members.get(str(vars(value).get("_name_"))) is value


def has_plain_keys(names: object) -> bool:
    """Whether it is a dictionary, and its keys are texts, which are compared by nobody's code."""
    return isinstance(names, dict) and type(names) is dict and {*map(type, names)} <= {str}


def is_sunder(name: str) -> bool:
    """Whether the library of enumerations knows the name."""
    return name[:1] == name[-1:] == "_" and not is_special(name)


_IN_C: Final = (WrapperDescriptorType, MethodDescriptorType, BuiltinMethodType)


def _is_in_enum(function: FunctionType) -> bool:
    known = function.__globals__ is vars(enum)
    return known and is_written(function.__code__, LIBRARIES)


def has_own_text(kind: type) -> bool:
    """Whether somebody wrote what the text of a member of an enumeration is."""
    named = (vars(base).get(name) for base in kind.__mro__ for name in TEXTS)
    return any(isinstance(x, FunctionType) and not _is_in_enum(x) for x in named)


def made(kind: type, name: str, found: FunctionType) -> list[object] | None:
    """What a function keeps that a library made for a class; None if none made it."""
    if found in _ADDED and name in _OF_STATES and "__dataclass_fields__" in vars(kind):
        return []
    if belongs(found.__code__, OURS):
        return None
    twins = [_twin(kind)] if "__dataclass_fields__" in vars(kind) else []
    twins += [_tuple_twin(field_names(kind))] if "_fields" in vars(kind) else []
    for each in twins:
        twin: object = vars(each).get(name)
        twin = twin.__func__ if isinstance(twin, staticmethod | classmethod) else twin
        if isinstance(twin, FunctionType) and _is_like(found, twin):
            return _kept(kind, found, twin)
    return None


def _is_like(one: FunctionType, other: FunctionType) -> bool:
    """Whether two functions have one code, and names in it stand for the same."""
    return _alone(one) == _alone(other) and _names(one) == _names(other)


def _names(function: FunctionType) -> list[tuple[str, object]]:
    """What the names in a function stand for; in one that is made they are those of Python."""
    found = []
    for op in get_instructions(function.__code__):
        if op.opname.startswith("LOAD_GLOBAL"):
            name = str(op.argval)
            value = function.__globals__.get(name, vars(builtins).get(name))
            found.append((name, value if type(value) in _PLAIN_NAMES else id(value)))
    return found


_PLAIN_NAMES: Final = (BuiltinMethodType,)


_OF_CLOSURES: Final = ("repr_running",)


def _kept(kind: type, found: FunctionType, twin: FunctionType) -> list[object]:
    """Defaults, and what is in the closure but for what each closure of its kind has."""
    kept = [*(found.__defaults__ or ()), *(found.__kwdefaults__ or {}).values()]
    names = found.__code__.co_freevars
    for each, known, content in zip(names, *map(cells, (twin, found)), strict=True):
        functions = isinstance(content, FunctionType) and isinstance(known, FunctionType)
        same = content is known or content is kind or each in _OF_CLOSURES
        if not same and not (functions and _is_like(content, known)):
            kept.append(content)
    return [each for each in kept if not _is_no_value(each)]


def cells(function: FunctionType) -> list[object]:
    """What is in the closure of a function."""
    return [getattr(cell, "cell_contents", None) for cell in function.__closure__ or ()]


@cache
def _tuple_twin(names: tuple[str, ...]) -> type:
    """A named tuple with the same fields and nothing else."""
    make: _Making = vars(collections)["namedtuple"]
    twin: type = make("other", names)
    return twin


@cache
def _twin(kind: type) -> type:
    """A dataclass with the same fields and nothing else."""
    field: _Making = vars(dataclasses)["field"]
    make: _Making = vars(dataclasses)["make_dataclass"]
    listed = []
    for each in fields(kind):
        told = {name: getattr(each, name) for name in _OF_FIELDS}
        known = {name: value for name, value in told.items() if not _is_no_value(value)}
        listed.append((each.name, object, field(**known)))
    more = {"__post_init__": _alone} if hasattr(kind, "__post_init__") else {}
    made_so: object = vars(kind)["__dataclass_params__"]
    named = {name: getattr(made_so, name) for name in _OF_DATACLASSES}
    twin: type = make("other", listed, namespace=more, **named)
    return twin


def _is_no_value(value: object) -> bool:
    return any(value is each for each in _NO_VALUE)


def _alone(function: FunctionType) -> CodeType:
    """Its code, whatever its place."""
    return function.__code__.replace(
        co_firstlineno=1, co_linetable=b"", co_qualname="", co_filename="", co_exceptiontable=b""
    )


def given(kind: type) -> list[object]:
    """What a record of a class gets if nothing is given."""
    named: Mapping[str, object] = getattr(kind, "_field_defaults", {})
    found = [*named.values()]
    for each in fields(kind) if is_dataclass(kind) else ():
        found += [each.default, each.default_factory]
    return [each for each in found if not _is_no_value(each)]


def held(value: object) -> list[object]:
    """All that an object holds."""
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
