"""Modules of ours, and those that ours are made of, stay as they are while others' code is loaded.

What that code puts into one of ours would be taken for ours, and every verdict would be about
other code than the one that was checked.
"""

from __future__ import annotations

import builtins
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest
from operator import attrgetter, is_
from types import CellType, CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any, Final

from audits.inputs.literals import InputError
from reference.probability.provenance import OURS, belongs, is_written

Place = tuple[str, ...]
"""A module, and the names that lead to what it holds."""

PACKAGES: Final = frozenset({"reference", "audits", "exactdp"})

MADE_OF: Final = frozenset(
    ["builtins", "collections", "dataclasses", "enum", "flint", "fractions", "functools"]
) | {"hashlib", "itertools", "json", "math", "numbers", "operator", "re"}
"""Modules of others by which ours compute.  Their tables, which change, and what is added to them
are not looked at."""

LEDGER: Final = ("audits.ledger", "audits.claims")
"""Modules that decide nothing about code of others."""

ADDED_BY_PYTHON: Final = frozenset(
    f"__{name}__"
    for name in ("annotations", "annotations_cache", "annotate_cache", "warningregistry")
) | {"showwarning", "formatwarning"}
"""Names that Python itself adds when it first needs them, or leaves to others."""

OF_A_FUNCTION: Final = ("__code__", "__defaults__", "__kwdefaults__")

SEEN: Final = attrgetter(*OF_A_FUNCTION)

PARTS: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    FunctionType: lambda function: (*SEEN(function), *_enclosed(function)),
    property: attrgetter("fget", "fset", "fdel"),
    staticmethod: lambda method: (method.__func__,),
    classmethod: lambda method: (method.__func__,),
    type(lru_cache(len)): lambda function: (function.__wrapped__,),
    dict: lambda table: (*table, *table.values()),
    **dict.fromkeys((tuple, list, set, frozenset), tuple),
}
"""What things are made of that are neither modules nor classes, by their types."""

FUNCTIONS: Final = frozenset({FunctionType})

NOTHING: Final = object()
"""In the place of what an instance or a closure has not yet."""

LIBRARY: Final = sysconfig.get_path("stdlib")
"""Where Python keeps its own modules."""


@contextmanager
def untouched(name: str) -> Iterator[None]:
    """Load code with this name.

    Raises:
        InputError: if it changes, adds or deletes anything in a module of ours, or in a class, a
            function, an object or a table of one.
    """
    before = _held()
    yield
    modules = _modules()
    for place in before.changed(modules):
        raise _touched(name, place)
    if modules.keys() == before.modules.keys():
        return
    for module in modules.keys() - before.modules.keys():
        if not _is_imported(modules[module]):
            raise _touched(name, (module,))
    for place, thing, _ in _held().things:
        is_new = place[0] not in before.modules and type(thing) is FunctionType
        if is_new and not _is_its_own(thing.__code__):
            raise _touched(name, place)


@contextmanager
def words_untouched(name: str) -> Iterator[None]:
    """Load code with this name, and put back at once what it changes in the words of Python.

    Raises:
        InputError: if it changes any.
    """
    words = vars(builtins).copy()
    yield
    for word, value in words.items():
        if vars(builtins).get(word) is not value:
            vars(builtins).update(words)
            raise _touched(name, ("builtins", word))


def _is_its_own(code: CodeType) -> bool:
    """Whether code in a new module of ours is written there, or Python's, or made by Python."""
    if belongs(code, OURS):
        return is_written(code, OURS)
    return code.co_filename.startswith(("<", LIBRARY))


def _is_imported(module: ModuleType) -> bool:
    """Whether the interpreter imported it, from a file of its name, or from a library."""
    origin = str(getattr(module.__spec__, "origin", None))
    if module.__name__.partition(".")[0] not in PACKAGES:
        return module.__spec__ is not None
    path = module.__name__.replace(".", "/")
    return origin.startswith(OURS) and origin.endswith((f"{path}.py", f"{path}/__init__.py"))


def _touched(name: str, place: Place) -> InputError:
    where = ".".join(place)
    return InputError(
        f"{name} changes {where}: that is code on which every verdict rests; subclass it instead"
    )


@dataclass(frozen=True, slots=True)
class Held:
    """Modules, and what they and their classes, functions and tables are made of."""

    modules: dict[str, ModuleType]
    things: list[tuple[Place, Any, tuple[object, ...]]]
    """Each at the first place that leads there, with its parts (names and values of a module or
    a class), which are compared by identity."""

    def changed(self, modules: dict[str, ModuleType]) -> Iterator[Place]:
        """The places where anything else is by now, modules being those that are loaded."""
        for name, module in self.modules.items():
            if modules.get(name) is not module:
                yield (name,)
        for place, thing, parts in self.things:
            now = _parts(thing)
            if len(now) != len(parts) or not all(map(is_, parts, now)):
                yield from _different(place, thing, parts, now)


def _different(
    place: Place, thing: object, parts: tuple[object, ...], now: tuple[object, ...]
) -> Iterator[Place]:
    """The places of parts that have changed, but for what Python adds and submodules.

    What a private table has more is taken out again: it remembers what was computed.
    """
    if isinstance(thing, FunctionType):
        names = (*OF_A_FUNCTION, *thing.__code__.co_freevars)
        home = (thing.__module__, thing.__qualname__)
        pairs = zip_longest(names, parts, now)
        yield from ((*home, f"{name}") for name, old, new in pairs if old is not new)
    elif isinstance(thing, ModuleType | type):
        then, named = _names(parts), _names(now)
        for name in then if place[0] in MADE_OF else {**then, **named}:
            submodule = name not in then and isinstance(named[name], ModuleType)
            same = name in then and name in named and then[name] is named[name]
            if not (same or submodule or name in ADDED_BY_PYTHON):
                yield (*place, name)
    elif isinstance(thing, dict) and place[-1][0] == "_":
        then, named = _names(parts), _names(now)
        if all(named.get(key, NOTHING) is value for key, value in then.items()):
            for key in named.keys() - then.keys():
                del thing[key]
        else:
            yield place
    elif type(thing) in PARTS or not _only_found(thing, parts, now):
        yield place


def _only_found(thing: object, parts: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether an instance has what it had, and what it finds once when it is first asked."""
    then, named = _names(parts), _names(now)
    return all(
        value is NOTHING or named.get(name, NOTHING) is value for name, value in then.items()
    ) and all(
        isinstance(getattr(type(thing), name, None), cached_property)
        for name in named.keys() - then.keys()
    )


def _names(parts: tuple[Any, ...]) -> dict[Any, object]:
    half = len(parts) // 2
    return dict(zip(parts[:half], parts[half:], strict=True))


def _parts(thing: Any) -> tuple[object, ...]:  # noqa: ANN401 - anything that a module may hold
    if (parts := PARTS.get(type(thing))) is not None:
        return parts(thing)
    if isinstance(thing, ModuleType | type):
        names = vars(thing)
    else:
        names = {**getattr(thing, "__dict__", {})}
        for base in type(thing).__mro__:
            for name, member in vars(base).items():
                if type(member) is MemberDescriptorType:
                    names[name] = _filled(member, thing)
    return (*names, *names.values())


def _filled(slot: MemberDescriptorType, thing: object) -> object:
    try:
        return slot.__get__(thing)
    except AttributeError:
        return NOTHING


def _enclosed(function: FunctionType) -> tuple[object, ...]:
    """What the variables around a function hold."""
    if not function.__closure__:
        return ()
    return tuple([_content(cell) for cell in function.__closure__])


def _content(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # it is not filled yet
        return NOTHING


def _is_instance(thing: object) -> bool:
    """Whether it is an object of a class of ours."""
    return type(thing).__module__.partition(".")[0] in PACKAGES


def _modules() -> dict[str, ModuleType]:
    return {
        name: module
        for name, module in [*sys.modules.items()]
        if name in MADE_OF or (name.partition(".")[0] in PACKAGES and not name.startswith(LEDGER))
    }


def _held() -> Held:
    modules = _modules()
    todo: list[tuple[Place, object]] = [((name,), module) for name, module in modules.items()]
    things, known = [], set()
    while todo:
        place, thing = todo.pop()
        if id(thing) in known:
            continue
        known.add(id(thing))
        parts = _parts(thing)
        things.append((place, thing, parts))
        if isinstance(thing, ModuleType | type):
            kinds = FUNCTIONS if place[0] in MADE_OF else PARTS
            for name, value in vars(thing).items():
                kind = type(value)
                if kind in kinds or _belongs_there(value, kind, place[0]):
                    todo.append(((*place, name), value))
        else:
            todo += [(place, x) for x in parts if type(x) in PARTS or _is_instance(x)]
    return Held(modules, things)


def _belongs_there(value: Any, kind: type, module: str) -> bool:  # noqa: ANN401
    """Whether it is a class of this module, or an object of a class of ours."""
    if issubclass(kind, type):
        return bool(value.__module__ == module)
    return _is_instance(value)
