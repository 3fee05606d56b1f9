"""What the code of a stream could keep beside its states: in itself, its class, names, closures.

Calls that leave all of it as it was depend on nothing that was called before.  It is looked for
from the stream and its methods, as far as names and fields lead (`readable`), each object once,
and compared by identity, or by text where an object leads to nothing.  A stream is refused if

* anything of it changes (`changed`);
* it leads to something that cannot be read, or to more than `MOST` objects (`leads_to`);
* it leads to what tells of numbers more than their values (`looks`), to a function that only says
  that it is a library's, or to an object whose special methods do what nobody sees.

>>> __name__ = "mine"  # the module of the function
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
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from types import (
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Final, TypeAlias

from reference.probability.looks import VALUES
from reference.probability.provenance import LIBRARIES, OURS, belongs, is_written
from reference.probability.readable import DECIMAL, hides, is_foreign, is_library, parts, text
from reference.probability.refused import is_refused
from reference.probability.unread import is_unread

Kept: TypeAlias = Sequence[tuple[str, str]]
"""Where something is found, and what, as text."""

MOST: Final = 50_000
"""Values that are looked at."""

_SEEN: Final = frozenset({FunctionType, GetSetDescriptorType, MemberDescriptorType})

IN_STATES: Final = "what a stream knows of calls before is in the state that they return"

UNKNOWN: Final = f"may keep what nobody sees: {IN_STATES}"
"""What is said of an object that cannot be read."""

USED_UP: Final = "is an iterator, which is used up where it is read: write a tuple"

DISPATCHES: Final = "depends on types, and keeps what it is called with: write `match`"
"""What is said of a function that is made by `singledispatch`."""

_DISPATCHES: Final = frozenset(functools.singledispatch.__code__.co_consts)


def kept(stream: object) -> Kept:
    """What is kept now."""
    context: object = DECIMAL.getcontext()
    return [("the context of decimals", repr(context)), *_Walk().of("", stream)]


def changed(before: Kept, after: Kept) -> str | None:
    """Where something is not what it was; None if nowhere."""
    pairs = zip_longest(before, after, fillvalue=("", ""))
    place = next((one[0] or other[0] for one, other in pairs if one != other), None)
    if place != "":
        return place
    known = {where for where, _ in before}
    more = (where for where, _ in after if where not in known and where.startswith("."))
    return next(more, place)


def leads_to(stream: object) -> tuple[str, str] | None:
    """Where a stream leads to what is refused, and why; None if nowhere."""
    walk = _Walk()
    found = (place for place, _ in walk.of("", stream) if place in walk.refused)
    return next(((place, walk.refused[place]) for place in found), None)


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
        if _acts_unseen(value) or is_refused(value) or _is_disguised(value):
            self.refused[place] = f"may ask of what type a number is: {VALUES}"
        elif len(self._seen) >= MOST or hides(type(value)):
            self.refused[place] = USED_UP if issubclass(type(value), Iterator) else UNKNOWN
        elif isinstance(value, FunctionType) and value.__code__ in _DISPATCHES:
            self.refused[place] = DISPATCHES
        if id(value) in self._seen or place in self.refused:
            yield place, f"{type(value).__name__} {id(value)}"
            return
        found = [*parts(value)]
        if not found:
            yield place, text(value)
            return
        self._seen[id(value)] = value
        yield place, f"{type(value).__name__} {id(value)}, {len(found)}"
        for name, part in found:
            yield from self.of(f"{place}{name}", part)


def _is_disguised(value: object) -> bool:
    """Whether a function is elsewhere than in the file of a library, or of ours, that it names."""
    if not isinstance(value, FunctionType) or not belongs(value.__code__, (*OURS, *LIBRARIES)):
        return False
    if not is_written(value.__code__, (*OURS, *LIBRARIES)):
        return True
    name = str(value.__globals__.get("__name__"))
    module = sys.modules.get(name)
    return module is None or vars(module) is not value.__globals__ or not is_library(name)


def _acts_unseen(value: object) -> bool:
    """Whether it does what nobody sees, or is taken for another; of a class, whether objects do.

    What special methods raise may end unseen where the interpreter calls them.  If they are
    functions, their instructions are seen.
    """
    kinds = (type(value), value) if isinstance(value, type) else (type(value),)
    return any(
        name[:2] == name[-2:] == "__"
        and (name in {"__del__", "__getattribute__", "__class__"} or not _is_seen(name, method))
        for kind in kinds
        for base in kind.__mro__
        if is_foreign(base)
        for name, method in vars(base).items()
    )


def _is_seen(name: str, method: object) -> bool:
    """Whether it is a function, a method of C under its own name, or not called at all."""
    kind = type(method)
    if kind in {staticmethod, classmethod}:
        return type(getattr(method, "__func__", None)) is FunctionType
    if isinstance(method, WrapperDescriptorType | MethodDescriptorType):
        return method.__name__ == name
    return kind in _SEEN or not any(
        {"__call__", "__get__"} & {*vars(base)} for base in kind.__mro__
    )
