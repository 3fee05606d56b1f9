"""What code of others reaches while it is traced is refused, or guarded from then on.

See `reference.probability.guards`, which asks for each name and each attribute.
"""

from __future__ import annotations

import gc
from abc import ABCMeta
from collections.abc import Iterable, Mapping
from enum import Enum, EnumType
from functools import partial
from types import CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Final, NewType, NoReturn, Protocol

from reference.exact.field import RATIONALS
from reference.probability.allowed import PLAIN, VALUES, is_allowed, is_number, wrong
from reference.probability.called import NOW
from reference.probability.classes import (
    NO_METHODS,
    RECORDS,
    SLOTS,
    SPECIAL,
    TEXTS,
    acts,
    cells,
    contents,
    defaults,
    is_doubtful,
    is_foreign,
    is_of_eps,
    is_ours_to_hold,
    is_sunder,
    may_be_base,
)
from reference.probability.coins import PlainCoins
from reference.probability.continuous import Exponential, Gap, Gaussian, Gumbel, Laplace, Real
from reference.probability.dist import Dist
from reference.probability.provenance import LIBRARIES, OURS, belongs, codes, of_class
from reference.probability.rewriting import INITIAL, is_special
from reference.probability.rewritten import Guards, SourceError, guarded
from reference.probability.streams import METHODS, Stream
from reference.probability.traced import Traced, TraceError, kind_of
from reference.probability.traced_call import Path

TOLD: Final = frozenset({"universe", "continuous", "parts", "guarantee", "adjacency", "answers"})
"""What a class says of itself before it is traced."""

_MOVING: Final = frozenset({Traced, Real, Gap, Path, PlainCoins})
"""What stands for numbers, and what hands it out: it is of one call only."""

ONLY: Final = (
    "of special methods a class defines `__init__`, `__post_init__`, + - * /, < <= > >=, "
    "`__bool__` and `__call__` only: give the method another name"
)

MEMBERS: Final = (
    "an Enum has numbers, texts or tuples of these as values, and members that it makes by itself"
)

CALL: Final = (
    "its `__call__` is not that of `Stream`: leave it out, or inherit from `Stream`, which puts "
    "out what `step` returns"
)

OUTPUT: Final = "its outputs are seen through `output` if it inherits from `Stream`: do so"

_NOISES: Final = frozenset({Laplace, Exponential, Gaussian, Gumbel})


def refused(*_: object) -> NoReturn:
    """What is no number, and stands for something, is not compared.

    Raises:
        TraceError: always.
    """
    raise TraceError(f"a method, or a view of a dictionary, is not compared: {VALUES}")


class _Called(Protocol):
    def __call__(self, *given: object, **named: object) -> object: ...


class Bound:
    """A method of an object, which does not tell whether it is that of another one."""

    __slots__ = ("_method",)

    def __init__(self, method: _Called) -> None:
        self._method = method

    def __call__(self, *given: object, **named: object) -> object:
        return self._method(*given, **named)

    __eq__ = __ne__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = refused


class Guard:
    """What is guarded, as long as a stream is traced.

    Args:
        root: e^(eps/parts) of the stream; an eps with another root is refused.
        guards: what is put into functions.
    """

    def __init__(self, root: object, guards: Guards) -> None:
        self._root = root
        self._guards = guards
        self._codes: list[tuple[FunctionType, CodeType]] = []
        self._guarded: set[CodeType] = set()
        self._known: dict[int, object] = {}
        self._names: dict[tuple[int, str], object] = {}
        self.refusals: list[TraceError] = []
        """All of them, also those that somebody caught."""

    def end(self) -> None:
        """All functions are what they were."""
        while self._codes:
            function, code = self._codes.pop()
            function.__code__ = code

    def refusal(self, words: str) -> TraceError:
        """What ends the trace."""
        self.refusals.append(TraceError(words))
        return self.refusals[-1]

    def stays(self, names: Mapping[str, object], name: str) -> None:
        """Refuse a name that stands for another object than before.

        Raises:
            TraceError: names it.
        """
        place = id(names), name
        if self._names.setdefault(place, names[name]) is not names[name]:
            raise self.refusal(
                f"{name} changes: what a stream knows of calls before is in the state"
            )

    def enter(self, stream: object) -> None:
        """A stream, whose methods are functions of its class.

        Raises:
            TraceError: if they are not, or if it holds what is not allowed.
        """
        kind = type(stream)
        stored: object = getattr(stream, "__dict__", {})
        for name in METHODS:
            found = of_class(kind, name)
            if isinstance(stored, dict) and name in stored:
                raise self.refusal(
                    f"{name} is an attribute of the instance: write def {name}(self, ...)"
                )
            if found is not None and type(found) is not FunctionType:
                raise self.refusal(
                    f"{name} is {kind_of(found)}: write def {name}(self, ...) in the class"
                )
        if hasattr(kind, "output") and not issubclass(kind, Stream):
            raise self.refusal(OUTPUT)
        if of_class(kind, "__call__") not in {None, Stream.__call__}:
            raise self.refusal(CALL)
        self.admit(stream, kind.__name__)

    # ---------------------------------------------------------------- values

    def admit(self, value: object, name: str) -> None:
        """Refuse a value of which more can be told than what it is, or that can change.

        Raises:
            TraceError: names it, and says what to write.
        """
        kind = type(value)
        if kind in PLAIN:
            if not is_number(value):
                raise self.refusal(
                    f"{name} is no number: it is NaN, or a fraction of others than two integers"
                )
            return
        if kind in _MOVING:
            if not _is_of_this_call(value):
                raise self.refusal(f"{name}: a number, or coins, of another call")
            return
        if kind is ModuleType or self._known.get(id(value), self) is value:
            return
        self._known[id(value)] = value
        if isinstance(value, FunctionType):
            self._function(value, name)
        elif isinstance(value, type):
            self._class(value, name)
        elif kind is tuple and isinstance(value, tuple):
            self._parts(value, name)
        elif not is_allowed(value):
            self._object(value, name)

    def _parts(self, parts: Iterable[object], name: str) -> None:
        for part in parts:
            self.admit(part, name)

    def _object(self, value: object, name: str) -> None:
        kind = type(value)
        if kind in {MethodType, Bound, partial}:
            self._parts(_called(value), name)
        elif isinstance(value, MappingProxyType):
            [inside] = gc.get_referents(value)
            if type(inside) is not dict:
                raise self.refusal(f"{name}{wrong(inside)}")
            self._parts((*value, *value.values()), name)
        elif is_of_eps(kind):
            if getattr(value, "root", self) is not self._root:
                raise self.refusal(
                    f"{name}: an eps of its own: a stream has `self.eps`, and no other"
                )
        elif isinstance(value, Dist) and kind is Dist:
            if value.field is not RATIONALS:
                raise self.refusal(f"{name}: a law that stays has weights that are integers")
            self._parts((*value,), name)
        elif kind is NewType:
            pass  # it gives back what it is called with
        elif kind in _NOISES:
            self._parts(contents(value), name)
        elif is_foreign(kind) or is_ours_to_hold(kind):
            self.admit(kind, name)
            self._parts(contents(value), name)
        else:
            raise self.refusal(f"{name}{wrong(value)}")

    # ---------------------------------------------------------------- functions

    def _function(self, value: FunctionType, name: str) -> None:
        """A function that is named: from now on it is guarded."""
        if belongs(value.__code__, (*OURS, *LIBRARIES)):
            if not is_allowed(value):
                raise self.refusal(f"{name}{wrong(value)}")
        elif value.__code__.co_name in INITIAL:
            raise self.refusal(
                f"{name}: {value.__code__.co_name} is called while an object is made only"
            )
        else:
            self._swap(value)

    def _swap(self, value: FunctionType) -> None:
        """Put guards into a function; what it keeps is looked at, whatever its code is."""
        code = value.__code__
        for name, content in zip(code.co_freevars, cells(value), strict=True):
            self.admit(content, name)
        given = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
        self._parts(given, f"a default of {value.__name__}")
        if code in self._guarded:
            return
        try:
            found = guarded(code, self._guards)
        except SourceError as error:
            raise self.refusal(str(error)) from error
        self._codes.append((value, code))
        self._guarded |= {*codes(found)}
        value.__code__ = found

    # ---------------------------------------------------------------- classes

    def _class(self, kind: type, name: str) -> None:
        """A class, with all functions in it; one of ours or of a library if it is listed."""
        if is_allowed(kind) or is_ours_to_hold(kind):
            return
        if not is_foreign(kind):
            raise self.refusal(f"{name}{wrong(kind)}")
        if type(kind) not in {type, EnumType, ABCMeta}:
            raise self.refusal(f"{name}: a class has no metaclass but that of Enum")
        doubt = is_doubtful(kind)
        if doubt is not None:
            raise self.refusal(f"{name}: {doubt}")
        members: Mapping[str, object] = getattr(kind, "_member_map_", {})
        self._parts(members.values() if issubclass(kind, Enum) else (), name)
        for base in kind.__mro__:
            if not is_foreign(base) and not may_be_base(base, kind):
                raise self.refusal(
                    f"{name} inherits from {base.__name__}: write a NamedTuple, a frozen "
                    "dataclass, an Enum, or a class with `__init__`"
                )
        for base in kind.__mro__:
            if is_foreign(base):
                for each, found in [*vars(base).items()]:
                    self._inside(base, each, found)
                self._parts(defaults(base), f"a default of {base.__name__}")

    def _inside(self, kind: type, name: str, found: object) -> None:
        """Functions in a class are guarded, and what nobody wrote is believed."""
        where, special = f"{kind.__name__}.{name}", is_special(name)
        if isinstance(found, staticmethod | classmethod):
            if name in INITIAL:
                raise self.refusal(f"{where}: it has no decorator")
            found = found.__func__
        if isinstance(found, FunctionType):
            self._method(kind, name, found)
        elif isinstance(found, property):
            for function in (found.fget, found.fset, found.fdel):
                if function is not None:
                    self.admit(function, where)
        elif _is_believed(kind, name, found):
            pass
        elif special and name not in NO_METHODS:
            raise self.refusal(f"{where}: {ONLY}")
        elif acts(found):
            raise self.refusal(f"{where}{wrong(found)}")
        elif not special:
            self.admit(found, where)

    def _method(self, kind: type, name: str, found: FunctionType) -> None:
        where = f"{kind.__name__}.{name}"
        if belongs(found.__code__, (*OURS, *LIBRARIES, "<string>")):
            made = is_special(name) or is_sunder(name) or name in {*RECORDS, *TOLD}
            if not made:
                self._function(found, where)
            return
        if is_special(name) and name not in SPECIAL | TEXTS:
            raise self.refusal(f"{where}: {ONLY}")
        if issubclass(kind, Enum) and is_sunder(name):
            raise self.refusal(f"{where}: {MEMBERS}")
        if name != found.__code__.co_name and found.__code__.co_name in INITIAL:
            raise self.refusal(f"{where}: {found.__code__.co_name} under another name")
        self._swap(found)


RUNNING: Final[list[Guard]] = []
"""The guard that is at work, if any: what is guarded calls it."""


def running() -> Guard:
    """The guard that is at work.

    Raises:
        TraceError: if none is.
    """
    if not RUNNING:
        raise TraceError("what was made while a stream was traced is called after it")
    return RUNNING[-1]


def admit(value: object, name: str) -> None:
    """See `Guard.admit`."""
    running().admit(value, name)


def refusal(words: str) -> TraceError:
    """What ends the trace."""
    return running().refusal(words)


def _called(value: object) -> list[object]:
    """What a method, or a function with some of its arguments, is made of."""
    if isinstance(value, partial):
        return [value.func, *value.args, *value.keywords, *value.keywords.values()]
    return contents(value)


def _is_believed(kind: type, name: str, found: object) -> bool:
    """Whether it reads a slot, is no method, is of Enum, or says of a stream what ours say."""
    if issubclass(kind, Enum) and (is_special(name) or is_sunder(name)):
        return True
    if name == "_abc_impl":
        return True
    told = name in {*TOLD, "_fields", "_field_defaults"} and not is_foreign(type(found))
    return told or type(found) in SLOTS or (is_special(name) and found is None)


def _is_of_this_call(value: object) -> bool:
    """Whether a number, or what hands it out, is of the call that is made."""
    now = NOW[-1] if NOW else None
    if isinstance(value, Gap):
        return _is_of_this_call(value.first) and _is_of_this_call(value.second)
    if isinstance(value, Traced):
        return vars(Traced)["_path"].__get__(value) is now
    if isinstance(value, Real):
        return isinstance(now, PlainCoins) and value.taken_apart()[0] is vars(PlainCoins)[
            "_coins"
        ].__get__(now)
    return value is now
