"""Modules of ours, and those that ours are made of, stay as they are while others' code is loaded.

What that code puts into one of ours would be taken for ours, and every verdict would be about
other code than the one that was checked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, compress, repeat
from operator import attrgetter, is_
from types import CodeType, FunctionType, ModuleType

from audits.inputs.literals import InputError
from reference.probability.provenance import OURS, belongs, is_written

Place = tuple[str, ...]
"""A module, and the names that lead to what it holds."""

PACKAGES = ("reference", "audits")

ADDED_BY_PYTHON = frozenset(
    f"__{name}__"
    for name in ("annotations", "annotations_cache", "annotate_cache", "warningregistry")
) | {"showwarning", "formatwarning"}
"""Names that Python itself adds when it first needs them, or leaves to others."""

MADE_OF = attrgetter("__code__", "__defaults__")
"""What is seen of a function."""


@contextmanager
def untouched(name: str) -> Iterator[None]:
    """Load code with this name.

    Raises:
        InputError: if it changes, adds or deletes anything in a module of ours, or in a class or a
            function of one.
    """
    before = _held()
    yield
    unchanged = before.is_still_held()
    if unchanged and before.modules.keys() == _modules().keys():
        return
    after = _held()
    for module in after.modules.keys() - before.modules.keys():
        if not _is_imported(sys.modules[module]):
            raise _touched(name, (module,))
    for place, function in after.added_to(before):
        if belongs(function.__code__, OURS) and not is_written(function.__code__, OURS):
            raise _touched(name, place)
    if unchanged:
        return
    then, now = dict(before.places()), dict(after.places())
    for place, value in then.items():
        if now.get(place, then) is not value:
            raise _touched(name, place)
    for place, value in now.items():
        known = place[0] in before.modules
        if known and place not in then and not isinstance(value, ModuleType):
            raise _touched(name, place)


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
    """Everything that these modules hold, with what their classes and functions are made of.

    There are tens of thousands of things, and mostly none has changed: they get their places when
    one has.
    """

    modules: dict[str, dict[str, object]]
    classes: dict[tuple[str, str], dict[str, object]]
    """What the classes of a module hold, by the module and the name there."""

    functions: dict[FunctionType, tuple[CodeType, object]]
    """The code of each function, and the values of its parameters."""

    def is_still_held(self) -> bool:
        """Whether each of these modules, classes and functions holds the same things still."""
        now = _modules()
        if not self.modules.keys() <= now.keys():
            return False
        spaces = [
            *((space, vars(now[module])) for module, space in self.modules.items()),
            *(
                (space, vars(self.modules[module][name]))
                for (module, name), space in self.classes.items()
            ),
        ]
        return all(
            len(one) == len(two)
            and all(map(is_, one, two))
            and all(map(is_, one.values(), two.values()))
            for one, two in spaces
        ) and all(
            map(
                is_,
                chain.from_iterable(self.functions.values()),
                chain.from_iterable(map(MADE_OF, self.functions)),
            )
        )

    def added_to(self, other: Held) -> Iterator[tuple[Place, FunctionType]]:
        """The functions in modules that the other has not."""
        spaces = {(name,): space for name, space in self.modules.items()} | {**self.classes}
        for place, space in spaces.items():
            if place[0] not in other.modules:
                for name, value in space.items():
                    if isinstance(value, FunctionType):
                        yield (*place, name), value

    def places(self) -> Iterator[tuple[Place, object]]:
        """Each thing at its place, but for what Python adds."""
        for module, names in self.modules.items():
            for name, value in names.items():
                held: dict[Place, object] = {(module, name): value}
                inside = self.classes.get((module, name), {})
                held |= {(module, name, part): thing for part, thing in inside.items()}
                for place, thing in held.items():
                    if place[-1] not in ADDED_BY_PYTHON:
                        yield place, thing
                    if type(thing) is FunctionType:
                        code, defaults = self.functions[thing]
                        yield (*place, "__code__"), code
                        yield (*place, "__defaults__"), defaults


def _modules() -> dict[str, ModuleType]:
    return {
        name: module
        for name, module in [*sys.modules.items()]
        if name.partition(".")[0] in PACKAGES
    }


def _held() -> Held:
    modules = {name: vars(module).copy() for name, module in _modules().items()}
    classes = {
        (module, name): vars(value).copy()
        for module, names in modules.items()
        for name, value in compress(names.items(), map(isinstance, names.values(), repeat(type)))
        if value.__module__ == module
    }
    spaces = chain(modules.values(), classes.values())
    values = [*chain.from_iterable(map(dict.values, spaces))]
    functions = {*compress(values, map(is_, map(type, values), repeat(FunctionType)))}
    return Held(modules, classes, dict(zip(functions, map(MADE_OF, functions), strict=True)))
