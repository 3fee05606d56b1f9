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
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, EnumType
from fractions import Fraction
from functools import cache
from types import (
    BuiltinMethodType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
    UnionType,
)
from typing import Final, NoReturn, Protocol, TypeVar

from reference.probability import classes, provenance, rewritten
from reference.probability.allowed import (
    ASKED,
    ATTRIBUTES,
    ITEMS,
    OF_CLASSES,
    PLAIN,
    VALUES,
    WORDS,
)
from reference.probability.classes import (
    field_names,
    has_own_text,
    has_plain_keys,
    is_foreign,
    is_of_eps,
    is_ours_to_hold,
)
from reference.probability.continuous import Gap, Real
from reference.probability.dist import Dist
from reference.probability.provenance import LIBRARIES, OURS, belongs
from reference.probability.reached import CALLED, COINS, Bound, Guard, refused
from reference.probability.rewritten import INITIAL, Guards, is_special
from reference.probability.streams import Stream
from reference.probability.traced import LOOKED_AT, Traced, TraceError, spoken
from reference.probability.traced_call import Path

X = TypeVar("X")

_RUNNING: Final[list[Guard]] = []
"""The guard that is at work, if any: what is guarded calls it."""


@contextmanager
def guarding(root: object) -> Iterator[Guard]:
    """While it lasts, what is admitted is guarded; inside of another one it is that one.

    Args:
        root: e^(eps/parts) of the stream that is traced.
    """
    if _RUNNING:
        yield _RUNNING[-1]
        return
    for each in (rewritten, classes, provenance):
        each.forget()
    guard = Guard(root, _guards())
    _RUNNING.append(guard)
    try:
        yield guard
    finally:
        _RUNNING.pop()
        guard.end()


def _now() -> Guard:
    if not _RUNNING:
        raise TraceError("what was made while a stream was traced is called after it")
    return _RUNNING[-1]


def _admit(value: object, name: str) -> None:
    _now().admit(value, name)


# -------------------------------------------------------------------- names and attributes


def refuse(words: str) -> NoReturn:
    """What is refused where it is executed."""
    _now().refuse(words)


def named(name: str) -> object:
    """What a global name stands for."""
    frame = sys._getframe(1)  # noqa: SLF001 - whose name it is
    for names in (frame.f_globals, frame.f_builtins):
        if name in names:
            if is_special(name):
                refuse(f"{name}: {VALUES}")
            _now().stays(names, name)
            return _allowed(names[name], name)
    refuse(f"{name} stands for nothing")


def noted(_: str) -> None:
    """A name in an annotation."""


def _allowed(found: object, name: str) -> object:
    """What is admitted, or stands for it under the eyes of a guard."""
    for known, stands in _stands():
        if found is known:
            return stands
    _admit(found, name)
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
        refuse(f"{name}: {_OF_SUPER.format(name) if name in INITIAL else VALUES}")
    if kind in {Traced, Real, Gap}:
        refuse(f".{name}: {LOOKED_AT}")
    if kind in {Path, COINS}:
        return _of_coins(value, name)
    if isinstance(value, ModuleType) and kind is ModuleType:
        where = f"{value.__name__}.{name}"
        if not has_plain_keys(vars(value)) or name not in vars(value):
            refuse(f"{where} stands for nothing")
        _now().stays(vars(value), name)
        return _allowed(vars(value)[name], where)
    if kind in ATTRIBUTES:
        return _of_value(value, name)
    if isinstance(value, type) or value is as_text or value is law:
        return _of_class(_meant(value), name)
    if is_foreign(kind) or kind is super:
        return _of_object(value, name)
    if is_ours_to_hold(kind) and name in {*field_names(kind), *CALLED}:
        found: object = getattr(value, name)
        if name not in CALLED:
            _admit(found, f".{name}")
        return found
    if is_of_eps(kind):
        refuse(f"eps.{name}: of eps there are scales k / eps, and multiples of it")
    refuse(f".{name} of {spoken(value)} {WORDS}")


def _of_coins(coins: object, name: str) -> object:
    """A draw; or what a mechanism with foresight knows."""
    if name not in _OF_COINS or not hasattr(coins, name):
        refuse(f"coins.{name}: for every number of answers there are draw_real and draw only")
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
        refuse(f".{name} of {spoken(value)}: {has if len(names) < MANY else _OF_TEXTS}")
    method: Callable[[], Collection[object]] = getattr(value, name)
    return (lambda: View(method())) if name in ITEMS else method


class View:
    """The keys, or the items, of a dictionary, which are no set here."""

    __slots__ = ("_view",)

    def __init__(self, view: Collection[object]) -> None:
        self._view = view

    def __iter__(self) -> Iterator[object]:
        return iter(self._view)

    def __len__(self) -> int:
        return len(self._view)

    def __contains__(self, value: object) -> bool:
        return value in self._view

    def __reversed__(self) -> Iterator[object]:
        return reversed([*self._view])

    __eq__ = __ne__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = refused


def read(value: object, name: object, *default: object) -> object:
    """`getattr`."""
    if default:
        refuse("getattr with a default: give the class a default")
    if not isinstance(name, str) or type(name) is not str:
        refuse(f"getattr: {spoken(name)} is no name")
    return attribute(value, name)


def _of_class(kind: type, name: str) -> object:
    """What is read of a class."""
    if not is_foreign(kind):
        if name not in OF_CLASSES.get(kind, ()):
            refuse(f"{kind.__name__}.{name} {WORDS}")
        return getattr(kind, name)
    _admit(kind, kind.__name__)
    known = any(name in vars(base) for base in kind.__mro__)
    if not known and name not in getattr(kind, "_member_map_", ()):
        refuse(f"{kind.__name__} has no {name}")
    return _admitted(getattr(kind, name), kind, f"{kind.__name__}.{name}")


def _of_object(value: object, name: str) -> object:
    """What is read of an object of a class of others."""
    if not isinstance(value, super):
        _admit(type(value), type(value).__name__)
    if not hasattr(value, name):
        refuse(f"{type(value).__name__} has no attribute {name}")
    return _admitted(getattr(value, name), value, f"{type(value).__name__}.{name}")


def _admitted(found: object, owner: object, name: str) -> object:
    """What an object or a class of others has, or a method of what it is made from."""
    if isinstance(found, MethodType) and isinstance(found.__func__, FunctionType):
        method, whose = found.__func__, found.__self__
        own = whose is owner or whose is type(owner) or isinstance(owner, super)
        if own and not belongs(method.__code__, (*OURS, *LIBRARIES)):
            _admit(method, name)
            return found
        kinds = (whose if isinstance(whose, type) else type(whose)).__mro__
        known = (k for k in kinds if k is Stream or is_ours_to_hold(k))
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
        refuse(f"{name}: {_OF_SUPER.format(name)}")
    found: object = getattr(value, name)
    return found


def stored(whose: object, value: object, name: object, content: object) -> None:
    """`object.__setattr__(self, name, content)` while self is made."""
    if whose is not object or type(name) is not str or name.startswith("__"):
        refuse("__setattr__: write object.__setattr__(self, name, value)")
    object.__setattr__(value, name, content)


def inherits(found: object) -> object:
    """`super`."""
    if found is not super:
        refuse("super stands for something else")
    return found


# -------------------------------------------------------------------- items, texts, comparisons


def _is_generic(kind: type) -> bool:
    return kind is tuple or kind is list or kind is dict


def item(value: X) -> X:
    """What an item is taken of."""
    if isinstance(value, type) and type(value) is not EnumType and not _is_generic(value):
        refuse("an item of a class, as in Pair[int](...): write Pair(...)")
    return value


def divided(value: X) -> X:
    """What stands before %."""
    if isinstance(value, str | bytes):
        refuse('% with a text: write f"..."')
    return value


def one(first: object, second: object) -> bool:
    """Whether two objects are one, where that is the same as being equal."""
    for value in (first, second):
        if value is None or type(value) is bool or isinstance(value, Enum):
            return first is second
    refuse(f"is: {VALUES}")


def shown(value: X) -> X:
    """What is written into a text."""
    if isinstance(value, Traced):
        str(value)
    elif isinstance(value, tuple) and type(value) is tuple:
        for part in value:
            shown(part)
    elif isinstance(value, Enum) and not has_own_text(type(value)):
        shown(value.value)
    elif type(value) not in PLAIN:
        refuse(f"a text of {spoken(value)}: write its parts")
    return value


def as_text(value: object = "") -> str:
    """`str`."""
    return str(shown(value))


def as_code(value: object) -> str:
    """`repr`."""
    return repr(shown(value))


def printed(*given: object, **named: object) -> None:
    """`print`, for a person who looks for a fault."""
    if named.keys() - {"sep", "end", "flush"}:
        refuse("print: it prints where all else is printed: leave `file` out")
    sep, end = named.get("sep"), named.get("end")
    print(  # noqa: T201 - that is what is asked for
        *map(as_text, given),
        sep=None if sep is None else as_text(sep),
        end=None if end is None else as_text(end),
    )


# -------------------------------------------------------------------- types


def asked(value: object, kinds: object) -> bool:
    """`isinstance`: of what stands for a number only classes are asked that no number is of."""
    parts: object = kinds.__args__ if isinstance(kinds, UnionType) else kinds
    listed = parts if isinstance(parts, tuple) else (parts,)
    meant = [str if kind is as_text else kind for kind in listed]
    moves = type(value) in {Traced, Real, Gap}
    for kind in meant:
        known = kind in ASKED or (kind in {int, Fraction} and not moves)
        if not isinstance(kind, type) or not (known or _tells_no_number(kind)):
            refuse(f"isinstance: {LOOKED_AT}: write a comparison")
    return any(isinstance(value, kind) for kind in meant if isinstance(kind, type))


def _tells_no_number(kind: type) -> bool:
    if not is_foreign(kind) or type(kind) not in {type, EnumType}:
        return False
    _admit(kind, kind.__name__)
    return True


def pattern(kind: object, names: Sequence[str], count: int) -> object:
    """The class in a pattern, which asks for the fields of a record only."""
    kind = str if kind is as_text else kind
    if not isinstance(kind, type) or not (kind in ASKED or _tells_no_number(kind)):
        refuse(f"a pattern of a class: {LOOKED_AT}: leave the class out, as in `case (1, n)`")
    asks: object = () if kind in ASKED else getattr(kind, "__match_args__", ())
    if type(asks) is not tuple or {*names, *asks[:count]} - {*field_names(kind)}:
        refuse(f"a pattern {kind.__name__}(...): it asks for fields")
    return kind


def held(value: object) -> object:
    """A value with which a pattern compares."""
    return SimpleNamespace(value=value)


class _Replacing(Protocol):
    def __call__(self, value: object, /, **changes: object) -> object: ...


def law(*_: object) -> NoReturn:
    """`Dist`, which is not called."""
    refuse("Dist(...): write Dist.uniform, Dist.weighted or Dist.point")


def replaced(value: object, /, **changes: object) -> object:
    """`dataclasses.replace`."""
    if not is_foreign(type(value)):
        refuse(f"replace: {spoken(value)} is no record of the stream")
    replace: _Replacing = vars(dataclasses)["replace"]
    return replace(value, **changes)


@cache
def _stands() -> Sequence[tuple[object, object]]:
    """What is called under the eyes of a guard, and the guard."""
    replace: object = dataclasses.replace
    return (
        *((isinstance, asked), (str, as_text), (repr, as_code), (getattr, read)),
        *((replace, replaced), (Dist, law), (print, printed)),
    )


@cache
def _guards() -> Guards:
    """The functions that are put into code, by their names."""
    names = (
        "refuse named noted attribute initial stored inherits item divided one shown pattern held"
    )
    return {name: globals()[name] for name in names.split()}
