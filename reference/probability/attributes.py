"""Attributes that code of others reads while it is traced: those of values, or of what it defines.

See `reference.probability.guards`, which puts calls of these functions into code.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Final, Protocol

from reference.probability.allowed import (
    ATTRIBUTES,
    ITEMS,
    OF_CLASSES,
    VALUES,
    WORDS,
    instead,
    is_stable,
)
from reference.probability.classes import field_names, is_foreign, is_of_eps, is_ours_to_hold
from reference.probability.coins import PlainCoins
from reference.probability.continuous import Gap, Real
from reference.probability.dist import Dist
from reference.probability.provenance import LIBRARIES, OURS, belongs, is_from
from reference.probability.reached import Bound, admit, refusal, running
from reference.probability.rewriting import INITIAL
from reference.probability.stand_ins import (
    View,
    Viewed,
    as_code,
    as_text,
    is_instance,
    law,
    printed,
    replaced,
)
from reference.probability.streams import METHODS, Stream
from reference.probability.traced import DRAWS, LOOKED_AT, Traced, spoken
from reference.probability.traced_call import Path

_OF_SUPER: Final = "it is called of `super()`, in {}"


def attribute(value: object, name: str) -> object:
    """An attribute that is read."""
    found = _read(value, name)
    if isinstance(found, MethodType | BuiltinMethodType) and not isinstance(value, ModuleType):
        return Bound(found)
    return found


def _read(value: object, name: str) -> object:
    kind = type(value)
    if name.startswith("__"):
        raise refusal(f"{name}: {_OF_SUPER.format(name) if name in INITIAL else VALUES}")
    if kind in {Traced, Real, Gap}:
        raise refusal(f".{name}: {LOOKED_AT}")
    if kind in {Path, PlainCoins}:
        return _of_coins(value, name)
    if isinstance(value, ModuleType) and kind is ModuleType:
        return _of_module(value, name)
    if kind in ATTRIBUTES:
        return _of_value(value, name)
    if isinstance(value, type) or value is as_text or value is law:
        return _of_class(_meant(value), name)
    if is_foreign(kind) or kind is super:
        return _of_object(value, name)
    if is_ours_to_hold(kind) and name in {*field_names(kind), *METHODS}:
        found: object = getattr(value, name)
        if name not in METHODS:
            admit(found, f".{name}")
        return found
    if is_of_eps(kind):
        raise refusal(f"eps.{name}: of eps there are scales k / eps, and multiples of it")
    raise refusal(f".{name} of {spoken(value)} {WORDS}")


def _of_module(module: ModuleType, name: str) -> object:
    """What a module has under a name; of one of a library no value that may be another one."""
    where = f"{module.__name__}.{name}"
    if name not in vars(module):
        raise refusal(f"{where} stands for nothing")
    found: object = vars(module)[name]
    if is_from(module, (*OURS, *LIBRARIES)) and not is_stable(module.__name__, found):
        raise refusal(f"{where} may differ from one process to the next: write the value")
    running().stays(vars(module), name)
    return admitted(found, where)


def _of_coins(coins: object, name: str) -> object:
    """A draw; or what a mechanism with foresight knows."""
    if name not in _OF_COINS or not hasattr(coins, name):
        raise refusal(f"coins.{name}: {DRAWS}")
    return getattr(coins, name)


_OF_COINS: Final = frozenset({"draw", "draw_real", "foretell", "guess", "require", "equate"})


def _meant(value: object) -> type:
    """A class, or the one that a guard stands for."""
    if isinstance(value, type):
        return value
    return str if value is as_text else Dist


MANY: Final = 20
_OF_TEXTS: Final = 'a text with values in it is written f"..."'


def _of_value(value: object, name: str) -> object:
    """What is read of a number, a text or a container; of a dictionary no view, which is a set."""
    names = ATTRIBUTES[type(value)]
    if name not in names:
        has = f"of it there are {', '.join(sorted(names))}" if names else "it has no attributes"
        raise refusal(f".{name} of {spoken(value)}: {has if len(names) < MANY else _OF_TEXTS}")
    method: _Viewing = getattr(value, name)
    if name not in ITEMS:
        return method

    def viewed(*given: object, **named: object) -> View:
        return View(method(*given, **named))

    return Bound(viewed)


def read(value: object, name: object, *default: object) -> object:
    """`getattr`."""
    if default:
        raise refusal("getattr with a default: give the class a default")
    if not isinstance(name, str) or type(name) is not str:
        raise refusal(f"getattr: {spoken(name)} is no name")
    return attribute(value, name)


def _of_class(kind: type, name: str) -> object:
    """What is read of a class."""
    if not is_foreign(kind):
        if name not in OF_CLASSES.get(kind, ()):
            raise refusal(f"{kind.__name__}.{name} {WORDS}{instead(name)}")
        return getattr(kind, name)
    admit(kind, kind.__name__)
    known = any(name in vars(base) for base in kind.__mro__)
    if not known and name not in getattr(kind, "_member_map_", ()):
        raise refusal(f"{kind.__name__} has no {name}")
    return _of_owner(getattr(kind, name), kind, f"{kind.__name__}.{name}")


class _Viewing(Protocol):
    def __call__(self, *given: object, **named: object) -> Viewed: ...


_NOTHING: Final = object()


def _of_object(value: object, name: str) -> object:
    """What is read of an object of a class of others."""
    if not isinstance(value, super):
        admit(type(value), type(value).__name__)
    found: object = getattr(value, name, _NOTHING)  # once: a property is called
    if found is _NOTHING:
        raise refusal(f"{type(value).__name__} has no attribute {name}")
    return _of_owner(found, value, f"{type(value).__name__}.{name}")


def _of_owner(found: object, owner: object, name: str) -> object:
    """What an object or a class of others has, or a method of what it is made from."""
    if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
        method, whose = found.__func__, found.__self__
        own = whose is owner or whose is type(owner) or isinstance(owner, super)
        if own and not belongs(method.__code__, (*OURS, *LIBRARIES)):
            admit(method, name)
            return found
        known = (k for k in type(whose).__mro__ if k is Stream or is_ours_to_hold(k))
        if own and any(vars(k).get(method.__name__) is method for k in known):
            return found
        made_so = name.endswith(("._replace", "._make")) and belongs(method.__code__, LIBRARIES)
        if own and made_so and hasattr(whose, "_fields"):
            return found
    if _is_of_tuple(found) and isinstance(found, BuiltinMethodType) and found.__self__ is owner:
        return found
    return admitted(found, name)


def _is_of_tuple(found: object) -> bool:
    """Whether it is a method of named tuples that all tuples have."""
    known = isinstance(found, BuiltinMethodType) and isinstance(found.__self__, tuple)
    return known and getattr(found, "__name__", "") in ATTRIBUTES[tuple]


def initial(value: object, name: str) -> object:
    """`super().__init__` in `__init__`."""
    if not isinstance(value, super):
        raise refusal(f"{name}: {_OF_SUPER.format(name)}")
    found: object = getattr(value, name)
    return found


def stored(whose: object, value: object, name: object, content: object) -> None:
    """`object.__setattr__(self, name, content)` while self is made."""
    if whose is not object or type(name) is not str or name.startswith("__"):
        raise refusal("__setattr__: write object.__setattr__(self, name, value)")
    object.__setattr__(value, name, content)


def admitted(found: object, name: str) -> object:
    """What is admitted, or stands for it under the eyes of a guard."""
    for known, stands in _stands():
        if found is known:
            return stands
    admit(found, name)
    return found


@cache
def _stands() -> Sequence[tuple[object, object]]:
    """What is called under the eyes of a guard, and the guard."""
    replace: object = dataclasses.replace
    return (
        *((isinstance, is_instance), (str, as_text), (repr, as_code), (getattr, read)),
        *((replace, replaced), (Dist, law), (print, printed)),
    )
