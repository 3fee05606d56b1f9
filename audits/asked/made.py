"""How a stream is made, and how its methods are found: by code that nobody follows.

A trace follows what methods do.  What they are is told before: by the constructor, and by code of
the class that runs whenever an attribute is looked up.  So the constructor is followed, too, and a
method is a function that stands in a class.

>>> class Halves:
...     step = property(lambda self: print)
>>> found_by_code(Halves(), ("step", "end"))
'step is a property: write def step(self, ...) in the class'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Final

from audits.asked.literals import InputError
from reference.probability.provenance import LIBRARIES, OURS, belongs
from reference.probability.streams import Stream
from reference.probability.ways import Way

METHODS: Final = ("begin", "step", "close", "end", "output")
"""What a stream may have."""

_LOOKED_UP: Final = ("__getattribute__", "__getattr__")
"""Methods of a class that tell what its attributes are."""


def made(make: Callable[[], object], name: str) -> object:
    """A user's stream, made while its constructor is followed; its methods are plain functions.

    Raises:
        InputError: if the constructor looks at what objects are, or a method is no function; or if
            there is a `__call__` other than that of `Stream`, since no trace tells what it does.
    """
    way = Way()
    with way.followed():
        stream = make()
    if way.lines:
        line, function, what = min(way.lines)
        raise InputError(
            f"--all-n: {name}: {what} (in {function}, line {line}): what is made of eps must not "
            "depend on what object it is"
        )
    called = _of_class(stream, "__call__")
    if called is not None and called is not Stream.__call__:
        raise InputError(
            f"--all-n: {name}: its `__call__` is not that of `Stream`: leave it out, or inherit "
            "from `Stream`, which puts out what `step` returns"
        )
    found = found_by_code(stream, METHODS)
    if found is not None:
        raise InputError(f"--all-n: {name}: {found}")
    return stream


def found_by_code(stream: object, methods: Sequence[str]) -> str | None:
    """Why a method of a stream is no plain function of its class, in words; None if all are."""
    for name in _LOOKED_UP:
        found = _of_class(stream, name)
        if isinstance(found, FunctionType) and not belongs(found.__code__, (*OURS, *LIBRARIES)):
            return f"it has {name}: it could tell other attributes than those that are traced"
    for name in methods:
        found = _of_class(stream, name)
        stored: object = getattr(stream, "__dict__", {})
        if isinstance(stored, dict) and name in stored:
            return f"{name} is an attribute of the instance: write def {name}(self, ...)"
        if found is not None and not isinstance(found, FunctionType):
            kind = type(found).__name__
            return f"{name} is a {kind}: write def {name}(self, ...) in the class"
    return None


def _of_class(stream: object, name: str) -> object:
    """What the classes of an object have under a name, as it is."""
    named = (vars(kind) for kind in type(stream).__mro__)
    return next((each[name] for each in named if name in each), None)
