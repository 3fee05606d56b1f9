"""Modules of ours, and those that ours are made of, stay as they are while others' code is loaded.

What that code puts into one of ours would be taken for ours, and every verdict would be about
other code than the one that was checked.  Modules of the standard library may be added to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType

from audits.asked.literals import InputError
from reference.probability.provenance import OURS, belongs, is_written

Place = tuple[str, ...]
"""A module, and the names that lead to what it holds."""

PACKAGES = ("reference", "audits")

USED = frozenset(
    {
        "abc",
        "ast",
        "bisect",
        "builtins",
        "collections",
        "dataclasses",
        "dis",
        "enum",
        "fractions",
        "functools",
    }
    | {"gc", "itertools", "math", "numbers", "operator", "types", "typing"}
)
"""Modules of the standard library of which code of others is made while it is traced."""

ADDED_BY_PYTHON = frozenset(
    f"__{name}__"
    for name in ("annotations", "annotations_cache", "annotate_cache", "warningregistry")
)
"""Names that Python itself adds when it first needs them."""


@contextmanager
def untouched(name: str) -> Iterator[None]:
    """Load code with this name.

    Raises:
        InputError: if it changes, adds or deletes anything in a module of ours, or in a class or a
            function of one.
    """
    before = _held()
    yield
    after = _held()
    for place, value in before.items():
        if after.get(place, before) is not value:
            raise _touched(name, place)
    known = {module for module, *_ in before}
    for place, value in after.items():
        if place[0] not in known and isinstance(value, FunctionType):
            code = value.__code__
            if belongs(code, OURS) and not is_written(code, OURS):
                raise _touched(name, place)
    for place, value in after.items():
        added = place[0] in known - USED and place not in before
        if added and not isinstance(value, ModuleType):
            raise _touched(name, place)


def _touched(name: str, place: Place) -> InputError:
    where = ".".join(place)
    return InputError(
        f"{name} changes {where}: that is code on which every verdict rests; subclass it instead"
    )


def _held() -> dict[Place, object]:
    """Everything that these modules hold, with what their classes and functions are made of."""
    found = dict[Place, object]()
    for module, held in [*sys.modules.items()]:
        if module.partition(".")[0] in PACKAGES or module in USED:
            for key, value in [*vars(held).items()]:
                found[module, key] = value
                if isinstance(value, type) and value.__module__ == module:
                    for part, inside in [*vars(value).items()]:
                        found[module, key, part] = inside
                        found |= _made_of((module, key, part), inside)
                found |= _made_of((module, key), value)
    return {place: value for place, value in found.items() if place[-1] not in ADDED_BY_PYTHON}


def _made_of(place: Place, value: object) -> dict[Place, object]:
    """The code of a function and the values of its parameters."""
    if not isinstance(value, FunctionType):
        return {}
    return {(*place, name): getattr(value, name) for name in ("__code__", "__defaults__")}
