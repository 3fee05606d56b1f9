"""Outcomes as a reader of the output tells them apart: by type and exact value.

Python's `==` merges `True`, `1`, `1.0` and `Fraction(1)`, and `0.0` and `-0.0`; it tells every NaN
from itself.  A mechanism that answers `True` on one database and `1` on its neighbour leaks, so
laws do not compare outcomes with `==` but their keys:

    key(x) == key(y)  if and only if  x and y have one type and one value,

all NaN being one value.  The key of a plain value (an integer, a string, bytes, None, a member of
an enumeration, or a tuple of plain values) is that value itself.

>>> [outcome(k) for k in {key(x): x for x in (True, 1, Fraction(1), "1", True, 1)}]
[True, 1, Fraction(1, 1), '1']
>>> key(("plain", 1))
('plain', 1)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from numbers import Number, Real
from operator import is_
from types import EllipsisType, NoneType, NotImplementedType
from typing import Final, Generic, TypeAlias, TypeVar

from reference.override import override

X = TypeVar("X", bound=Hashable)

PLAIN: Final = frozenset({int, str, bytes, NoneType})
"""Types whose values are equal only if they are the same value."""

_WHOLE: Final = (type, EllipsisType, NotImplementedType)
"""Types of which there is one object for each value."""


class NoValueError(TypeError):
    """An outcome that is no value: nothing but its identity tells it from others."""


class Distinct(Generic[X]):
    """The key of a value that `==` could merge with another one.

    Args:
        value: the value.
        told: its type, and what tells it from other values of its type: a tuple of keys.
    """

    __slots__ = ("_hash", "_told", "value")

    def __init__(self, value: X, told: tuple[Hashable, ...]) -> None:
        self.value = value
        self._told = told
        self._hash = hash(told)

    @override
    def __eq__(self, other: object) -> bool:
        return type(other) is Distinct and self._hash == other._hash and self._told == other._told

    @override
    def __hash__(self) -> int:
        return self._hash

    @override
    def __repr__(self) -> str:
        return f"key({self.value!r})"

    @override
    def __reduce__(self) -> tuple[object, tuple[X]]:
        return key, (self.value,)


Key: TypeAlias = X | Distinct[X]
"""What stands for an outcome where outcomes are compared."""


def key(value: X) -> Key[X]:
    """What stands for the value where values are compared: equal for the same value only.

    Args:
        value: an outcome: a number, a string, bytes, None, a member of an enumeration, a class, or
            a tuple, frozen set, dataclass or picklable object made of such values.

    Raises:
        NoValueError: for an object that is equal only to itself, such as a function, an iterator
            or an instance of a class without `__eq__`, or that cannot be taken apart.
        TypeError: for a value that is not hashable.
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is bool:
        return Distinct(value, _TRUE if value is True else _FALSE)
    if kind is tuple and isinstance(value, tuple):
        if PLAIN.issuperset(map(type, value)):
            return value
        keys = tuple(map(key, value))
        return value if all(map(is_, keys, value)) else Distinct(value, (tuple, *keys))
    return _key_of_other(value)


_TRUE: Final = (bool, 1)
_FALSE: Final = (bool, 0)


def outcome(known: Key[X]) -> X:
    """The value that a key stands for: the inverse of `key`."""
    return known.value if isinstance(known, Distinct) else known


def same(first: object, second: object) -> bool:
    """Whether two objects are one, or values of one type with the same key.

    Unlike `key` it refuses nothing: what is no value is the same as itself only.
    """
    if first is second:
        return True
    if type(first) is not type(second):
        return False
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if is_dataclass(first) and is_dataclass(second):
        names = [f.name for f in fields(first)]
        return all(same(getattr(first, n), getattr(second, n)) for n in names)
    try:
        return _part(first) == _part(second)
    except TypeError:
        return False


def _key_of_other(value: X) -> Key[X]:
    """The key of a value that is neither plain nor a tuple."""
    kind: type = type(value)
    if isinstance(value, Enum):
        return value if _alone(kind) else Distinct(value, (kind, _part(value._value_)))
    if isinstance(value, _WHOLE):
        return value
    hash(value)
    if is_dataclass(kind) and not _alone(kind):
        return Distinct(value, (kind, *[_part(getattr(value, f.name)) for f in fields(kind)]))
    if _is_nan(value):
        return Distinct(value, (Real, "nan"))
    return Distinct(value, (kind, *_told(value)))


def _is_nan(value: object) -> bool:
    """Whether it is a real NaN, which has nothing else to tell."""
    return isinstance(value, Real) and bool(value != value)  # noqa: PLR0124 - so it is defined


def _alone(kind: type[object]) -> bool:
    """Whether each object of the type is equal to itself only."""
    return kind.__eq__ is object.__eq__


def _told(value: object) -> Iterable[Hashable]:
    """What tells a value from others of its type: keys."""
    match value:
        case int():
            return [int.__int__(value), *_state(value)]
        case str():
            return [str.__str__(value), *_state(value)]
        case bytes():
            return [bytes.__getitem__(value, slice(None)), *_state(value)]
        case tuple():
            return [*map(_part, tuple.__iter__(value)), *_state(value)]
        case frozenset():
            return [frozenset(map(_part, frozenset.__iter__(value))), *_state(value)]
        case Fraction():
            return [value.numerator, value.denominator]
        case Number() if base := _builtin_base(type(value)):
            return [str(vars(base)["__repr__"](value)), *_state(value)]
        case _:
            return _taken_apart(value)


def _builtin_base(kind: type) -> type | None:
    """The built-in type of numbers that a type derives from, which writes them exactly."""
    return next((t for t in kind.__mro__[:-1] if t.__module__ == "builtins"), None)


def _state(value: object) -> tuple[Hashable, ...]:
    """The attributes of an instance of a class derived from a plain one."""
    attributes = getattr(value, "__dict__", None)
    return () if not attributes else (_part(attributes),)


def _taken_apart(value: object) -> tuple[Hashable, ...]:
    """What an object says of itself to `copy` and `pickle`.

    Raises:
        NoValueError: if it is equal only to itself, or says nothing.
    """
    if _alone(type(value)):
        raise NoValueError(f"outcome {_shown(value)}: no value, as it is equal only to itself")
    try:
        parts = value.__reduce_ex__(4)
    except TypeError as refusal:
        raise NoValueError(f"outcome {_shown(value)}: {refusal}") from None
    if isinstance(parts, str):
        return (parts,)
    return tuple(_part(part) for part in parts)


def _part(value: object) -> Hashable:
    """The key of a part of a value, which may be a list or a dictionary."""
    if isinstance(value, list | dict | set | bytearray):
        kind: Hashable = type(value)
        if isinstance(value, dict):
            pairs = [Distinct(None, (_part(k), _part(v))) for k, v in value.items()]
            return Distinct(None, (kind, frozenset(pairs)))
        if isinstance(value, set):
            return Distinct(None, (kind, frozenset([_part(item) for item in value])))
        return Distinct(None, (kind, *[_part(item) for item in value]))
    if callable(value) and _alone(type(value)) and hasattr(value, "__qualname__"):
        assert isinstance(value, Hashable)
        return value  # a function that takes part in the value: known by its identity
    if not isinstance(value, Hashable):
        raise TypeError(f"unhashable type: {type(value).__name__!r}")
    return key(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
