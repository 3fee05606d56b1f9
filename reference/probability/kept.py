"""What the code of a stream could keep beside its states: in itself, its class, names, closures.

Calls that leave all of it as it was depend on nothing that was called before.  It is looked for
from the stream and its methods, as far as names and fields lead through code that is not ours.

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

import functools
import gc
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import is_dataclass
from io import IOBase
from itertools import zip_longest
from types import (
    BuiltinFunctionType,
    BuiltinMethodType,
    CodeType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Final, TypeAlias
from warnings import catch_warnings, simplefilter

from reference.probability.looks import is_refused
from reference.probability.outcome import NoValueError, key
from reference.probability.provenance import LIBRARIES, OURS, belongs
from reference.probability.unread import is_unread

Kept: TypeAlias = Sequence[tuple[str, str]]
"""Where something is found, and what, as text."""

MOST: Final = 50_000
"""Values that are looked at."""

_CACHED: Final = type(functools.cache(lambda: None))
_OF_CACHES: Final = {
    id(part)
    for part in gc.get_referents(functools.cache(int))
    if part is not int and not isinstance(part, dict)
}
"""What every cache leads to, one of them the class of its links."""


def kept(stream: object) -> Kept:
    """What is kept now."""
    context: object = getattr(sys.modules["decimal"], "getcontext")()  # noqa: B009  (no number)
    return [("the context of decimals", repr(context)), *_Walk().of("", stream)]


def leads_to(stream: object) -> str | None:
    """Where a stream has what tells of numbers more than their values; None if nowhere."""
    walk = _Walk()
    return next((place for place, _ in walk.of("", stream) if place in walk.refused), None)


def changed(before: Kept, after: Kept) -> str | None:
    """Where something is not what it was; None if nowhere."""
    pairs = zip_longest(before, after, fillvalue=("", ""))
    return next((one[0] or other[0] for one, other in pairs if one != other), None)


class _Walk:
    """Through values, each once."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}
        self.refused: set[str] = set()

    def of(self, place: str, value: object) -> Iterator[tuple[str, str]]:
        """Where something is, and what, as text."""
        if is_unread(value):
            yield place, "unread"
            return
        if is_refused(value):
            self.refused.add(place)
        if id(value) in self._seen or len(self._seen) >= MOST:
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
    elif isinstance(value, GeneratorType):
        if value.gi_frame is not None:
            frame = value.gi_frame
            yield "", (frame.f_lasti, frame.f_locals, value.gi_yieldfrom)
    elif isinstance(value, type):
        yield from _of_class(value)
        return
    elif isinstance(value, ModuleType):
        yield from _of_names(vars(value), library=_is_library(value.__name__))
        return
    else:
        yield from _of_wrapper(value)
    yield from _of_attributes(value)


def _of_attributes(value: object) -> Iterator[tuple[str, object]]:
    """What an instance has; of a class of a library what others gave it, and its text."""
    kind = type(value)
    known = _is_foreign(kind) or is_dataclass(kind)
    if known:
        yield f".{kind.__name__}", kind
    for base in kind.__mro__:
        for name, slot in vars(base).items():
            if isinstance(slot, MemberDescriptorType | GetSetDescriptorType):
                if known:
                    yield "" if name == "__dict__" else f".{name}", _stored(slot, value)
                elif name == "__dict__" and (given := _stored(slot, value)) not in (None, {}):
                    yield from (("", given), ("", _text(value)))


def _of_wrapper(value: object) -> Iterator[tuple[str, object]]:
    """A function inside of something; of one that is cached what is remembered, too."""
    if isinstance(value, _CACHED):
        yield "", getattr(value, "__wrapped__", None)
        yield from (("", found) for found in _remembered(value))
    elif isinstance(value, staticmethod | classmethod | MethodType):
        yield "", value.__func__
    elif isinstance(value, BuiltinMethodType):
        yield "", value.__self__
    elif isinstance(value, memoryview):
        yield "", value.tobytes()
    elif isinstance(value, property):
        yield "", value.fget
    elif isinstance(value, functools.partial):
        yield from (("", value.func), (".args", value.args), (".keywords", value.keywords))
    elif isinstance(value, ContextVar):
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
    library = _is_library(value.__module__)
    yield from _of_names(vars(value), library=library)
    if not library:
        yield from ((f".{base.__name__}", base) for base in value.__bases__)


def _of_names(names: Mapping[str, object], *, library: bool) -> Iterator[tuple[str, object]]:
    """What names of a module or a class stand for; of a library what is no code of a library."""
    for name, part in names.items():
        if name.startswith("__") and not isinstance(part, FunctionType):
            continue
        if not (library and _is_code(part)):
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
    """Whether a class is neither ours nor a library's."""
    return not _is_library(kind.__module__)


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
    if isinstance(value, int | str | bytes | None):
        return repr(value)
    try:
        with catch_warnings():
            simplefilter("ignore")
            moves = isinstance(value, Iterator | IOBase)
            return repr(value.__reduce_ex__(2) if moves else value)
    except Exception:  # noqa: BLE001 - code of its class, or what is not copied
        return object.__repr__(value)
