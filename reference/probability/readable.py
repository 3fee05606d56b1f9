"""What an object leads to, by its class: all that it holds and that can change.

* A container leads to its items, an instance to its slots and attributes.
* A function that is not ours leads to what its names stand for, its closure and its defaults, a
  class or module to its names.
* Code of ours and of libraries is trusted to keep nothing by itself: it leads to what others put
  there, in attributes, closures and instances.
* What is written in C leads to all that can change in it if its class is listed here (`READ`).
  Others, such as hashes, iterators and generators, may count what nobody sees: they hide it, which
  the size of their objects tells.

A class belongs to a library if it is the one that the library has under its name, whatever the
class says of its module.
"""

from __future__ import annotations

import _thread
import abc
import array
import builtins
import collections
import datetime as dt
import functools
import gc
import operator
import re
import sys
import types
import typing
from collections import deque
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import is_dataclass
from importlib import import_module
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Final, NamedTuple, TypeAlias

from reference.probability.provenance import LIBRARIES, OURS, belongs, is_static, known_by_name
from reference.probability.remembered import CACHED, remembered

Parts: TypeAlias = Iterator[tuple[str, object]]
"""How each place goes on, and what is there."""

DECIMAL: Final = import_module("decimal")
_INEXACT: Final = tuple(getattr(builtins, name) for name in ("float", "complex"))
"""Classes of which nothing is computed here: they are looked at."""

_TEXTS: Final = (int, *_INEXACT, str, bytes, bytearray, array.array, range)
"""Classes of which the text of an object says all."""

_HOLDING: Final = (
    *(property, types.MethodType, types.BuiltinMethodType, types.MethodWrapperType),
    *(types.MappingProxyType, types.CellType, types.GenericAlias, types.UnionType),
    *(ContextVar, operator.itemgetter, slice, super),
)
"""Classes whose objects hold nothing but what the collector of garbage finds in them."""

READ: Final = frozenset(
    (
        *(*_TEXTS, *_HOLDING, bool, list, tuple, set, frozenset, dict, deque, memoryview, type),
        *(staticmethod, classmethod, functools.partial, CACHED),
        *(CodeType, FunctionType, ModuleType),
        *(collections.OrderedDict, collections.defaultdict, BaseException),
        *(types.NoneType, types.EllipsisType, types.NotImplementedType),
        *(GetSetDescriptorType, MemberDescriptorType, MethodDescriptorType),
        *(WrapperDescriptorType, types.ClassMethodDescriptorType, re.Pattern, re.Match),
        *(DECIMAL.Decimal, dt.date, dt.time, dt.timedelta, dt.tzinfo),
        *(_thread.RLock, _thread.LockType, typing.TypeVar),
        *(type(vars(NamedTuple("Pair", [("x", int)]))["x"]), type(vars(abc.ABC)["_abc_impl"])),
    )
)
"""Classes written in C of whose objects all is read that can change."""

_UNNAMED: Final = frozenset(
    {"__builtins__", "__spec__", "__loader__"}
    | {"__annotations__", "__orig_bases__", "__parameters__"}
)
"""Names of a module or a class that lead to the interpreter, or to types."""


def hides(kind: type) -> bool:
    """Whether objects of a class hold what is not read: more than slots, by their size."""
    bases = (base for base in kind.__mro__ if base is not object and base not in READ)
    return any(_has_more(base) for base in bases if base.__module__.partition(".")[0] != "flint")


def _has_more(kind: type) -> bool:
    slots = [s for s in vars(kind).values() if isinstance(s, MemberDescriptorType)]
    named = len(slots) + ("__dict__" in vars(kind)) + ("__weakref__" in vars(kind))
    size = max(base.__basicsize__ for base in kind.__bases__)
    items = kind.__itemsize__ and all(not base.__itemsize__ for base in kind.__bases__)
    return bool(items) or kind.__basicsize__ > size + named * object.__basicsize__ // 2


def text(value: object) -> str:
    """What a value is that leads to nothing."""
    if isinstance(value, ModuleType | type | FunctionType):
        return f"{value.__name__} {id(value)}"
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - code of its class
        return object.__repr__(value)


def parts(value: object) -> Parts:
    """What a value leads to."""
    if isinstance(value, FunctionType):
        yield from _of_function(value)
    elif isinstance(value, type | ModuleType):
        if is_foreign(type(value)):
            yield ".__class__", type(value)
        if isinstance(value, type):
            yield from _of_class(value)
        else:
            yield from _of_names(vars(value), library=is_library(value.__name__))
    else:
        yield from _of_container(value)
        yield from _of_attributes(value)


def _of_container(value: object) -> Parts:
    """The items of a container, and what is inside of a wrapper."""
    if isinstance(value, dict):
        for i, (name, part) in enumerate(value.items()):
            yield f"[{i}]", name
            yield f".{name}" if isinstance(name, str) else f"[{i}].", part
        if isinstance(value, collections.defaultdict):
            yield ".default_factory", value.default_factory
    elif isinstance(value, list | tuple | set | frozenset | deque):
        yield from ((f"[{i}]", part) for i, part in enumerate(value))
    elif isinstance(value, CACHED):
        yield "", getattr(value, "__wrapped__", None)
        yield from (("", found) for found in remembered(value))
    elif isinstance(value, staticmethod | classmethod):
        yield "", value.__func__
    elif isinstance(value, functools.partial):
        yield from (("", value.func), (".args", value.args), (".keywords", value.keywords))
    elif isinstance(value, memoryview):
        yield "", value.tobytes()
    elif isinstance(value, _HOLDING):
        yield from (("", part) for part in gc.get_referents(value))
        if isinstance(value, ContextVar):
            yield "", value.get(None)


def _of_attributes(value: object) -> Parts:
    """What an instance has; of a class of a library what others gave it, and its text."""
    kind = type(value)
    known = is_foreign(kind) or is_dataclass(kind) or isinstance(value, BaseException)
    if known:
        yield f".{kind.__name__}", kind
        yield from (("", each.__repr__(value)) for each in _TEXTS if isinstance(value, each))
    for base in kind.__mro__:
        for name, slot in vars(base).items():
            if isinstance(slot, MemberDescriptorType | GetSetDescriptorType):
                if known or (isinstance(slot, MemberDescriptorType) and name != "__dict__"):
                    yield "" if name == "__dict__" else f".{name}", _stored(slot, value)
                elif name == "__dict__" and (given := _stored(slot, value)) not in (None, {}):
                    yield from (("", given), ("", text(value)))


def _stored(slot: MemberDescriptorType | GetSetDescriptorType, value: object) -> object:
    """What is in a slot, or the dictionary, of an instance."""
    try:
        found: object = slot.__get__(value)
    except AttributeError:
        return None
    return found


def _of_class(value: type) -> Parts:
    library = not is_foreign(value)
    yield ".__name__", f"{value.__name__} {value.__qualname__}"
    if isinstance(value, abc.ABCMeta):
        (registered, *_) = getattr(sys.modules["_abc"], "_get_dump")(value)  # noqa: B009
        yield ".register", str(sorted(id(each()) for each in registered))
    yield from _of_names(vars(value), library=library)
    if not library:
        yield from ((f".{base.__name__}", base) for base in value.__bases__)


def _of_names(names: Mapping[str, object], *, library: bool) -> Parts:
    """What names of a module or a class stand for; of a library what is no code of a library."""
    for name, part in names.items():
        special = name[:2] == name[-2:] == "__"
        inherited = special and isinstance(part, WrapperDescriptorType | MethodDescriptorType)
        skipped = name in _UNNAMED or (special and (library or inherited))
        if not skipped and not (library and _is_code(part)):
            yield f".{name}", part


def _of_function(value: FunctionType) -> Parts:
    """What its names stand for; of one of a library, or of ours, what others gave it."""
    closed = [getattr(cell, "cell_contents", None) for cell in value.__closure__ or ()]
    if belongs(value.__code__, (*OURS, *LIBRARIES)):
        yield from _of_names(vars(value), library=True)
        if not belongs(value.__code__, OURS):
            yield from (("", part) for part in closed if not _is_code(part))
        return
    yield from ((".__name__", value.__name__), (".__qualname__", value.__qualname__))
    for name in sorted(_named(value.__code__)):
        if name in value.__globals__:
            yield f".{name}", value.__globals__[name]
    for name, part in zip(value.__code__.co_freevars, closed, strict=True):
        yield f".{name}", part
    more = value.__defaults__, value.__kwdefaults__, vars(value)
    yield from (("", part) for part in more if part)


def _named(code: CodeType) -> set[str]:
    """The names in a function, and in those inside of it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return {*code.co_names}.union(*map(_named, inner))


def _is_code(value: object) -> bool:
    """Whether it is a module, or code of a library."""
    if isinstance(value, FunctionType):
        return belongs(value.__code__, (*OURS, *LIBRARIES)) and not vars(value)
    return isinstance(value, ModuleType | BuiltinFunctionType) or (
        isinstance(value, type) and not is_foreign(value)
    )


def is_foreign(kind: type) -> bool:
    """Whether a class is neither ours nor a library's, whatever it says of its module."""
    if type(kind) is not type and is_foreign(type(kind)):
        return True
    named = is_static(kind) or kind in READ or known_by_name(kind)
    return not (named and is_library(kind.__module__))


def is_library(name: str) -> bool:
    """Whether a module is ours, the interpreter's, or of a library."""
    if name.partition(".")[0] in sys.stdlib_module_names:
        return True
    file = str(getattr(sys.modules.get(name), "__file__", ""))
    return file.startswith((*OURS, *LIBRARIES))
