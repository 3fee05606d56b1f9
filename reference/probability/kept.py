"""What the code of a stream could keep beside its states: in itself, its class, names, closures.

Calls that leave all of it as it was depend on nothing that was called before.  It is looked for
from the stream and its methods, as far as names and fields lead through code that is not ours.

Of a class that is written in C it is known what its objects hold if it is listed here (`_READ`).
Others, such as hashes, iterators and generators, may count what nobody sees; so they are refused.

>>> calls = []
>>> def method():
...     calls.append(1)
>>> before = kept(method)
>>> method()
>>> changed(before, kept(method))
'.calls'
>>> changed(before, before) is None
True
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
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import is_dataclass
from importlib import import_module
from itertools import zip_longest
from types import (
    BuiltinFunctionType,
    BuiltinMethodType,
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Final, NamedTuple, TypeAlias

from reference.probability.looks import VALUES, is_refused
from reference.probability.outcome import NoValueError, key
from reference.probability.provenance import LIBRARIES, OURS, belongs, known_by_name
from reference.probability.unread import is_unread

Kept: TypeAlias = Sequence[tuple[str, str]]
"""Where something is found, and what, as text."""

MOST: Final = 50_000
"""Values that are looked at."""

IN_STATES: Final = "what a stream knows of calls before is in the state that they return"

UNKNOWN: Final = f"may keep what nobody sees: {IN_STATES}"
"""What is said of an object that cannot be read."""

_CACHED: Final = type(functools.cache(lambda: None))
_OF_CACHES: Final = {
    id(part)
    for part in gc.get_referents(functools.cache(int))
    if part is not int and not isinstance(part, dict)
}
"""What every cache leads to, one of them the class of its links."""

_DECIMAL: Final = import_module("decimal")
_INEXACT: Final = tuple(getattr(builtins, name) for name in ("float", "complex"))
"""Classes of which nothing is computed here: they are looked at."""

_TEXTS: Final = (int, *_INEXACT, str, bytes, bytearray, array.array, range)
"""Classes of which the text of an object says all."""

_HOLDING: Final = (
    *(property, MethodType, BuiltinMethodType, MethodWrapperType, MappingProxyType),
    *(ContextVar, operator.itemgetter, types.CellType),
    *(types.GenericAlias, types.UnionType, slice, super),
)
"""Classes whose objects hold nothing but what the collector of garbage finds in them."""

_READ: Final = frozenset(
    (
        *(*_TEXTS, *_HOLDING, bool, list, tuple, set, frozenset, dict, deque, memoryview, type),
        *(staticmethod, classmethod, functools.partial),
        *(collections.OrderedDict, collections.defaultdict, BaseException, _CACHED, CodeType),
        *(types.NoneType, types.EllipsisType, types.NotImplementedType, FunctionType, ModuleType),
        *(GetSetDescriptorType, MemberDescriptorType, types.MethodDescriptorType),
        *(types.WrapperDescriptorType, types.ClassMethodDescriptorType, re.Pattern, re.Match),
        *(_DECIMAL.Decimal, dt.date, dt.time, dt.timedelta, dt.tzinfo),
        *(_thread.RLock, _thread.LockType, typing.TypeVar),
        *(type(vars(NamedTuple("Pair", [("x", int)]))["x"]), type(vars(abc.ABC)["_abc_impl"])),
    )
)
"""Classes written in C of whose objects all is read that can change."""

_UNNAMED: Final = frozenset(
    {
        "__builtins__",
        "__spec__",
        "__loader__",
        "__annotations__",
        "__orig_bases__",
        "__parameters__",
    }
)
"""Names of a module or a class that lead to the interpreter, or to types."""


def kept(stream: object) -> Kept:
    """What is kept now."""
    context: object = _DECIMAL.getcontext()
    return [("the context of decimals", repr(context)), *_Walk().of("", stream)]


def leads_to(stream: object) -> tuple[str, str] | None:
    """Where a stream has what tells of numbers more than their values, or cannot be read."""
    walk = _Walk()
    found = (place for place, _ in walk.of("", stream) if place in walk.refused)
    return next(((place, walk.refused[place]) for place in found), None)


def changed(before: Kept, after: Kept) -> str | None:
    """Where something is not what it was; None if nowhere."""
    pairs = zip_longest(before, after, fillvalue=("", ""))
    return next((one[0] or other[0] for one, other in pairs if one != other), None)


class _Walk:
    """Through values, each once."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}
        self.refused: dict[str, str] = {}
        """Where something is that is refused, and why."""

    def of(self, place: str, value: object) -> Iterator[tuple[str, str]]:
        """Where something is, and what, as text."""
        if is_unread(value):
            yield place, "unread"
            return
        if is_refused(value) or _is_disguised(value) or _has_finalizer(value):
            self.refused[place] = f"is looked up: {VALUES}"
        elif len(self._seen) >= MOST or _hides(type(value)):
            self.refused[place] = UNKNOWN
        if id(value) in self._seen or place in self.refused:
            yield place, f"{type(value).__name__} {id(value)}"
            return
        parts = [*_parts(value)]
        if not parts:
            yield place, _text(value)
            return
        self._seen[id(value)] = value
        yield place, f"{type(value).__name__} {id(value)}, {len(parts)}"
        for name, part in parts:
            yield from self.of(f"{place}{name}", part)


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """What a value leads to."""
    if isinstance(value, dict):
        for i, (name, part) in enumerate(value.items()):
            yield from (
                (f"[{i}]", name),
                (f".{name}" if isinstance(name, str) else f"[{i}].", part),
            )
    elif isinstance(value, list | tuple | set | frozenset | deque):
        yield from ((f"[{i}]", part) for i, part in enumerate(value))
    elif isinstance(value, FunctionType):
        yield from _of_function(value)
        return
    elif isinstance(value, type | ModuleType):
        if _is_foreign(type(value)):
            yield ".__class__", type(value)
        if isinstance(value, type):
            yield from _of_class(value)
        else:
            yield from _of_names(vars(value), library=_is_library(value.__name__))
        return
    else:
        yield from _of_wrapper(value)
    if isinstance(value, collections.defaultdict):
        yield ".default_factory", value.default_factory
    yield from _of_attributes(value)


def _of_attributes(value: object) -> Iterator[tuple[str, object]]:
    """What an instance has; of a class of a library what others gave it, and its text."""
    kind = type(value)
    known = _is_foreign(kind) or is_dataclass(kind) or isinstance(value, BaseException)
    if known:
        yield f".{kind.__name__}", kind
        yield from (("", each.__repr__(value)) for each in _TEXTS if isinstance(value, each))
    for base in kind.__mro__:
        for name, slot in vars(base).items():
            if isinstance(slot, MemberDescriptorType | GetSetDescriptorType):
                if known or (isinstance(slot, MemberDescriptorType) and name != "__dict__"):
                    yield "" if name == "__dict__" else f".{name}", _stored(slot, value)
                elif name == "__dict__" and (given := _stored(slot, value)) not in (None, {}):
                    yield from (("", given), ("", _text(value)))


def _of_wrapper(value: object) -> Iterator[tuple[str, object]]:
    """A function inside of something; of one that is cached what is remembered, too."""
    if isinstance(value, _CACHED):
        yield "", getattr(value, "__wrapped__", None)
        yield from (("", found) for found in _remembered(value))
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


def _remembered(cached: object) -> Iterator[object]:
    """What a cached function returned, but for values, which cannot change."""
    parts = [part for part in gc.get_referents(cached) if part is not vars(cached)]
    dicts = [part for part in parts if isinstance(part, dict)]
    links = [d for d in dicts if any(id(type(each)) in _OF_CACHES for each in d.values())]
    found = [part for part in parts if not isinstance(part, dict) and id(part) not in _OF_CACHES]
    if links:  # of a limited size: what was returned is one of the parts
        found += [d for d in dicts if all(d is not link for link in links)]
    else:
        found += [each for d in dicts for each in d.values()]
    return (each for each in found if not _is_value(each))


def _is_value(value: object) -> bool:
    try:
        key(value)
    except NoValueError:
        return False
    return True


def _of_class(value: type) -> Iterator[tuple[str, object]]:
    library = not _is_foreign(value)
    yield ".__name__", f"{value.__name__} {value.__qualname__}"
    if isinstance(value, abc.ABCMeta):
        (registered, *_) = getattr(sys.modules["_abc"], "_get_dump")(value)  # noqa: B009
        yield ".register", str(sorted(id(each()) for each in registered))
    yield from _of_names(vars(value), library=library)
    if not library:
        yield from ((f".{base.__name__}", base) for base in value.__bases__)


def _of_names(names: Mapping[str, object], *, library: bool) -> Iterator[tuple[str, object]]:
    """What names of a module or a class stand for; of a library what is no code of a library."""
    for name, part in names.items():
        skipped = name in _UNNAMED or (library and name[:2] == name[-2:] == "__")
        if not skipped and not (library and _is_code(part)):
            yield f".{name}", part


def _is_code(value: object) -> bool:
    """Whether it is a module, or code of a library."""
    if isinstance(value, FunctionType):
        return belongs(value.__code__, (*OURS, *LIBRARIES)) and not vars(value)
    return isinstance(value, ModuleType | BuiltinFunctionType) or (
        isinstance(value, type) and not _is_foreign(value)
    )


def _stored(slot: MemberDescriptorType | GetSetDescriptorType, value: object) -> object:
    """What is in a slot, or the dictionary, of an instance."""
    try:
        found: object = slot.__get__(value)
    except AttributeError:
        return None
    return found


def _of_function(value: FunctionType) -> Iterator[tuple[str, object]]:
    if belongs(value.__code__, (*OURS, *LIBRARIES)):
        yield from _of_names(vars(value), library=True)
        if not belongs(value.__code__, OURS):
            cells = (getattr(cell, "cell_contents", None) for cell in value.__closure__ or ())
            yield from (("", part) for part in cells if not _is_code(part))
        return
    yield from ((".__name__", value.__name__), (".__qualname__", value.__qualname__))
    for name in sorted(_named(value.__code__)):
        if name in value.__globals__:
            yield f".{name}", value.__globals__[name]
    for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
        yield f".{name}", getattr(cell, "cell_contents", None)
    more = value.__defaults__, value.__kwdefaults__, vars(value)
    yield from (("", part) for part in more if part)


def _named(code: CodeType) -> set[str]:
    """The names in a function, and in those inside of it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return {*code.co_names}.union(*map(_named, inner))


def _is_foreign(kind: type) -> bool:
    """Whether a class is neither ours nor a library's, whatever it says of its module."""
    made = kind.__flags__ & 1 << 9  # Py_TPFLAGS_HEAPTYPE: not in C, or not for good
    named = not made or kind in _READ or known_by_name(kind)
    return not (named and _is_library(kind.__module__))


def _is_library(name: str) -> bool:
    """Whether a module is ours, the interpreter's, or of a library."""
    if name.partition(".")[0] in {*sys.stdlib_module_names, "builtins"}:
        return True
    file = str(getattr(sys.modules.get(name), "__file__", ""))
    return file.startswith((*OURS, *LIBRARIES))


def _text(value: object) -> str:
    """What a value is: its text, for what moves on how far it is, for a module where it is."""
    if isinstance(value, ModuleType | type | FunctionType):
        return f"{value.__name__} {id(value)}"
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - code of its class
        return object.__repr__(value)


def _hides(kind: type) -> bool:
    """Whether objects of a class hold what is not read: more than slots, by their size."""
    bases = (base for base in kind.__mro__ if base is not object and base not in _READ)
    return any(_has_more(base) for base in bases if base.__module__.partition(".")[0] != "flint")


def _has_more(kind: type) -> bool:
    slots = [s for s in vars(kind).values() if isinstance(s, MemberDescriptorType)]
    named = len(slots) + ("__dict__" in vars(kind)) + ("__weakref__" in vars(kind))
    size = max(base.__basicsize__ for base in kind.__bases__)
    items = kind.__itemsize__ and all(not base.__itemsize__ for base in kind.__bases__)
    return bool(items) or kind.__basicsize__ > size + named * object.__basicsize__ // 2


def _has_finalizer(value: object) -> bool:
    """Whether it is a class with `__del__`, of which nobody sees what it raises."""
    return isinstance(value, type) and _is_foreign(value) and "__del__" in vars(value)


def _is_disguised(value: object) -> bool:
    """Whether a function is elsewhere than in the file of a library, or of ours, that it names."""
    if not isinstance(value, FunctionType) or not belongs(value.__code__, (*OURS, *LIBRARIES)):
        return False
    name = str(value.__globals__.get("__name__"))
    module = sys.modules.get(name)
    return module is None or vars(module) is not value.__globals__ or not _is_library(name)
