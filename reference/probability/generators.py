"""Random number generators that are not coins, and whether somebody used one.

Generators written in C (all of numpy's) are invisible to a profiler.  Their states are not: each
generator that the garbage collector knows is looked at before and afterwards.
"""

from __future__ import annotations

import _random
import gc
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from dis import get_instructions
from importlib import import_module
from types import CodeType
from typing import Final

from reference.probability.provenance import LIBRARIES, OURS, belongs

_NUMPY: Final = "numpy.random"


class Generators:
    """Every random number generator of the process, and its state when this was made."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = [(generator, _state(generator)) for generator in _known()]

    def changed(self) -> object:
        """A generator whose state is no longer the same, None if there is none."""
        return next((g for g, state in self._before if state != _state(g)), None)


def naming(generator: object, codes: Mapping[CodeType, Mapping[str, object]]) -> str:
    """The source, and the place in the code that seems to use it.

    Args:
        generator: the generator that was used.
        codes: the functions that ran, with their global names.
    """
    source = "random" if isinstance(generator, random.Random) else _NUMPY
    theirs = [code for code in codes if not belongs(code, (*OURS, *LIBRARIES))]
    for code in theirs:
        for line in _lines_that_name(source, code, codes[code]):
            return f"{source} at {code.co_filename}:{line}"
    if theirs:
        return f"{source} at {theirs[0].co_filename}:{theirs[0].co_firstlineno}"
    return source


def _known() -> list[object]:
    """The generators that libraries share, and every other one that is known."""
    shared = [getattr(random.getrandbits, "__self__", None)]
    shared.append(getattr(getattr(sys.modules.get(_NUMPY), "mtrand", None), "_rand", None))
    known = {id(generator): generator for generator in (*_collected(), *shared)}
    return [generator for generator in known.values() if generator is not None]


def _collected() -> list[object]:
    """Every generator that the garbage collector knows.

    A full search is needed only if objects have grown old since the last one.
    """
    if "numpy" in sys.modules:
        import_module(_NUMPY)  # numpy itself loads it when it is first used
    kinds = set(_family(random.Random))
    for name in ("BitGenerator", "RandomState"):
        kind = getattr(sys.modules.get(_NUMPY), name, None)
        if isinstance(kind, type):
            kinds.update(_family(kind))
    age = sum(generation["collections"] for generation in gc.get_stats()[1:])
    if (age, len(kinds)) == _LAST.age and sys.version_info < (3, 14):
        young = gc.get_objects(generation=0) + gc.get_objects(generation=1)  # without itself
        return [*_LAST.found, *[o for o in young if type(o) in kinds]]
    _LAST.age = (age, len(kinds))
    _LAST.found = [o for o in gc.get_objects() if type(o) in kinds]
    return _LAST.found


@dataclass(slots=True)
class _Search:
    """A full search, and how old the objects were then."""

    age: tuple[int, int] = (-1, 0)
    found: list[object] = field(default_factory=list)


_LAST: Final = _Search()


def _family(kind: type[object]) -> Iterator[type[object]]:
    yield kind
    for derived in kind.__subclasses__():
        yield from _family(derived)


def _state(generator: object) -> object:
    if isinstance(generator, random.Random):
        return _random.Random.getstate(generator), repr(getattr(generator, "gauss_next", None))
    get = getattr(generator, "get_state", None)
    return _comparable(get(legacy=False) if callable(get) else getattr(generator, "state", None))


def _comparable(state: object) -> object:
    """A state of numpy's, which may hold arrays."""
    if isinstance(state, dict):
        return [(name, _comparable(part)) for name, part in state.items()]
    raw = getattr(state, "tobytes", None)
    return raw() if callable(raw) else repr(state)


def _lines_that_name(
    source: str, code: CodeType, names: Mapping[str, object]
) -> Iterator[int | None]:
    """The lines of a function that name a generator, or else a method of one."""
    words = {word for word in dir(sys.modules[source]) if not word.startswith("_")}
    for kind in (random.Random, getattr(sys.modules[source], "Generator", None)):
        words.update(word for word in dir(kind) if not word.startswith("_"))
    for instruction in get_instructions(code):
        name = instruction.argval
        if isinstance(name, str) and (name in words or _is_of(source, names.get(name))):
            yield instruction.positions.lineno if instruction.positions else None


def _is_of(source: str, value: object) -> bool:
    return (type(value).__module__ or "").startswith(source)
