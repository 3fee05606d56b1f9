"""What code of others may reach while it is traced: nothing but values.

A trace calls code on symbols in place of numbers, and each call by itself.  What it finds is true
of every number of answers if the code does the same with numbers, and knows of calls before only
what is in their states.  So while code of others is traced, each of its functions has guards in
it (`rewritten`), and it gets hold of nothing but

* numbers, texts and truth values, tuples of values, members of enumerations, records of values;
* its own functions and classes, which are guarded in turn as soon as they are reached (`reached`);
* functions that are listed (`allowed`), coins, and what these return.

None of these can be changed, so that there is no place to keep something in; of none can more be
told than its value; and equal values of one type are the same in all that can be asked of them.
What is made in a call, such as a list, may change as long as the call lasts, for a state is made
of values, too.

>>> CALLS = []
>>> def counted():
...     CALLS.append(0)
>>> with guarding(root=None) as guard:
...     guard.admit(counted, "counted")
...     counted()
Traceback (most recent call last):
reference.probability.traced.TraceError: CALLS is a list: a call could change it, and know of \
calls before: write a tuple
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, EnumType
from functools import cache
from types import (
    BuiltinMethodType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import Final, NoReturn, Protocol, TypeVar

from reference.probability import provenance, rewritten
from reference.probability.allowed import (
    ATTRIBUTES,
    CONSTANTS,
    ITEMS,
    OF_CLASSES,
    PLAIN,
    VALUES,
    WORDS,
    instead,
)
from reference.probability.classes import (
    field_names,
    is_foreign,
    is_of_eps,
    is_ours_to_hold,
)
from reference.probability.coins import PlainCoins
from reference.probability.continuous import Gap, Real
from reference.probability.dist import Dist
from reference.probability.provenance import LIBRARIES, OURS, belongs, is_from
from reference.probability.reached import (
    RUNNING,
    Bound,
    Guard,
    admit,
    refusal,
    running,
)
from reference.probability.rewriting import INITIAL, PRIVATE, is_special
from reference.probability.rewritten import Guards
from reference.probability.stand_ins import (
    View,
    Viewed,
    as_code,
    as_text,
    dotted,
    in_text,
    is_instance,
    law,
    pattern,
    printed,
    replaced,
)
from reference.probability.streams import METHODS, Stream
from reference.probability.traced import DRAWS, LOOKED_AT, Traced, spoken
from reference.probability.traced_call import Path

X = TypeVar("X")


@contextmanager
def guarding(root: object) -> Iterator[Guard]:
    """While it lasts, what is admitted is guarded; inside of another one it is that one.

    Args:
        root: e^(eps/parts) of the stream that is traced.
    """
    if RUNNING:
        yield RUNNING[-1]
        return
    for each in (rewritten, provenance):
        each.forget()
    guard = Guard(root, GUARDS)
    RUNNING.append(guard)
    try:
        yield guard
    finally:
        RUNNING.pop()
        guard.end()


# -------------------------------------------------------------------- names and attributes


def refuse(words: str) -> NoReturn:
    """What is refused where it is executed."""
    raise refusal(words)


def named(name: str) -> object:
    """What a global name stands for."""
    frame = sys._getframe(1)  # noqa: SLF001 - whose name it is
    for names in (frame.f_globals, frame.f_builtins):
        if name in names:
            if is_special(name):
                raise refusal(f"{name}: {VALUES}")
            running().stays(names, name)
            return _allowed(names[name], name)
    raise refusal(f"{name} stands for nothing")


def noted(_: str) -> None:
    """A name in an annotation."""


def _allowed(found: object, name: str) -> object:
    """What is admitted, or stands for it under the eyes of a guard."""
    for known, stands in _stands():
        if found is known:
            return stands
    admit(found, name)
    return found


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
    varies = type(found) in PLAIN and module.__name__ not in CONSTANTS
    if varies and is_from(module, LIBRARIES):
        raise refusal(f"{where} is of this process: write the value")
    running().stays(vars(module), name)
    return _allowed(found, where)


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
    return _admitted(getattr(kind, name), kind, f"{kind.__name__}.{name}")


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
    return _admitted(found, value, f"{type(value).__name__}.{name}")


def _admitted(found: object, owner: object, name: str) -> object:
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
    return _allowed(found, name)


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


def inherits(found: object) -> object:
    """`super`."""
    if found is not super:
        raise refusal("super stands for something else")
    return found


# -------------------------------------------------------------------- items, texts, comparisons


def _is_generic(kind: type) -> bool:
    return kind is tuple or kind is list or kind is dict


def item(value: X) -> X:
    """What an item is taken of."""
    if isinstance(value, type) and type(value) is not EnumType and not _is_generic(value):
        raise refusal("an item of a class, as in Pair[int](...): write Pair(...)")
    return value


def divided(value: X) -> X:
    """What stands before %."""
    if isinstance(value, str | bytes):
        raise refusal('% with a text: write f"..."')
    return value


def spread(value: X) -> X:
    """What is given by `**`."""
    if not isinstance(value, dict | MappingProxyType):
        raise refusal(f"** of {spoken(value)}: write {{...}}")
    if any(isinstance(name, str) and name.startswith("_") for name in value):
        raise refusal(f"** with {PRIVATE}")
    return value


def one(first: object, second: object) -> bool:
    """Whether two objects are one, where that is the same as being equal."""
    for value in (first, second):
        if value is None or type(value) is bool or isinstance(value, Enum):
            return first is second
    raise refusal(f"is: {VALUES}")


@cache
def _stands() -> Sequence[tuple[object, object]]:
    """What is called under the eyes of a guard, and the guard."""
    replace: object = dataclasses.replace
    return (
        *((isinstance, is_instance), (str, as_text), (repr, as_code), (getattr, read)),
        *((replace, replaced), (Dist, law), (print, printed)),
    )


_OF_NAMES: Final = (refuse, named, noted, attribute, initial, stored, inherits)
_OF_VALUES: Final = (item, divided, one, spread, in_text, pattern, dotted)

GUARDS: Final[Guards] = {each.__name__: each for each in (*_OF_NAMES, *_OF_VALUES)}
"""The functions that are put into code, by their names."""
