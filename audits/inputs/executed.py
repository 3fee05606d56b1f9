"""What is executed while a file of streams is loaded, beside what Python does with declarations.

A value is *plain* if no code of the file is in it, as in `3`, `Fraction(1, 2)`, `tuple(range(9))`.
"""

from __future__ import annotations

import abc
import builtins
import collections
import dataclasses
import enum
import functools
import inspect
import math
import types
import typing
from collections.abc import Sequence
from fractions import Fraction
from types import FunctionType, ModuleType
from typing import Final

from reference import override as of_ours
from reference.probability.allowed import MAKING, PLAIN
from reference.probability.classes import is_foreign
from reference.probability.provenance import OURS, is_written

_BUILT_IN: Final = """
abs bool bytes dict divmod float int len list max min pow range
round sorted sum tuple
"""

COMPUTING: Final = (
    *(vars(builtins)[name] for name in _BUILT_IN.split()),
    *(x for x in vars(math).values() if callable(x)),
    *(Fraction, enum.auto),
)
"""What is called on plain values, and gives plain ones; so do functions and classes of ours."""

VARIABLES: Final = (typing.NewType, typing.TypeVar, typing.ParamSpec)
"""What gives something that stands for a type."""

HOLDING: Final = (
    *(tuple, list, types.MappingProxyType, functools.partial, dataclasses.field, typing.cast),
    *VARIABLES,
)
"""What is called on anything, and calls nothing."""

OF_METHODS: Final = (staticmethod, classmethod, property, functools.cached_property)
"""Decorators that make a method another one."""

DECORATORS: Final = (
    *OF_METHODS,
    *(dataclasses.dataclass, abc.abstractmethod),
    *(enum.unique, typing.final, typing.overload, typing.runtime_checkable, of_ours.override),
    *(functools.cache, functools.lru_cache, functools.total_ordering),
    getattr(typing, "override", staticmethod),
)
"""They call nothing that they decorate."""

_OF_TYPING: Final = {("typing_extensions", "override"), ("typing_extensions", "final")}

NAMED_TUPLES: Final = (vars(collections)["namedtuple"],)
"""What makes a class that another one inherits from."""

BASES: Final = (
    *(object, int, str, abc.ABC, typing.Generic, typing.Protocol, typing.NamedTuple),
    *(x for x in vars(builtins).values() if isinstance(x, type) and issubclass(x, BaseException)),
)
"""What classes inherit from, beside mechanisms of ours and enumerations."""

ENUMS: Final = (enum.Enum, enum.IntEnum, enum.StrEnum)
"""The enumerations."""

INHERIT: Final = "inherit from a class of the file, a mechanism, NamedTuple, Enum, ABC or Generic"


def is_one_of(found: object, listed: Sequence[object]) -> bool:
    """Whether it is one of them, and not what is equal to one."""
    return any(found is each for each in listed)


def is_decorator(found: object) -> bool:
    """Whether it calls nothing that it decorates."""
    named = getattr(found, "__module__", ""), getattr(found, "__name__", "")
    return is_one_of(found, DECORATORS) or named in _OF_TYPING


def is_ours(found: object) -> bool:
    """Whether it is a class or a function of ours by which streams are made."""
    while isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if isinstance(found, type):
        return found.__module__.startswith(MAKING) and not is_foreign(found)
    found = inspect.unwrap(found) if callable(found) else found
    known = isinstance(found, FunctionType) and is_written(found.__code__, OURS)
    return known and str(getattr(found, "__module__", "")).startswith(MAKING)


def is_type(found: object) -> bool:
    """Whether it has items that are types."""
    return isinstance(found, type) or type(found).__module__ == "typing"


def is_constant(found: object) -> bool:
    """Whether a value of a library is a number, a text, or of a class of ours."""
    return type(found) in PLAIN or (not callable(found) and is_ours(type(found)))


def has_names(found: object) -> bool:
    """Whether it is a module or a class, of which names are read."""
    return isinstance(found, ModuleType) or (isinstance(found, type) and found is not type)
