"""Outcomes as a reader of the output tells them apart: by type and exact value.

Python's `==` merges `True`, `1`, `1.0` and `Fraction(1)`, and `0.0` and `-0.0`; it tells every NaN
from itself.  A mechanism that answers `True` on one database and `1` on its neighbour leaks, so
laws do not compare outcomes with `==` but their keys:

    key(x) == key(y)  if and only if  x and y have one type and one value,

NaNs being told apart by their bits, and frozen sets not by the order in which they were filled.
This can be promised of a closed list of types only: integers, fractions, decimals, floating-point
and complex numbers, scalars of numpy, truth values, strings, bytes, None, members of enumerations,
and tuples, named tuples, frozen sets and hashable dataclasses of such values.  Everything else is
refused, and so is what carries more: a member of an enumeration is its class, its name and its
value, as they are when it is put out; a dataclass is what is stored in its fields, whatever its
class says of them.  Classes are told apart by their names, so each must be the one that its module
has under its name.

The key of a plain value (an integer, a string, bytes, None, or a tuple of plain values) is that
value itself.

>>> [outcome(k) for k in {key(x): x for x in (True, 1, Fraction(1), "1", True, 1)}]
[True, 1, Fraction(1, 1), '1']
>>> key(("plain", 1))
('plain', 1)
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from numbers import Complex, Number, Real
from operator import eq, is_
from struct import pack
from types import GetSetDescriptorType, MemberDescriptorType, NoneType
from typing import Final, Generic, TypeAlias, TypeVar

from reference.override import override
from reference.probability.provenance import is_static, known_by_name, of_class
from reference.probability.readers import reader

X = TypeVar("X", bound=Hashable)

PLAIN: Final = frozenset({int, str, bytes, NoneType})
"""Types whose values are equal only if they are the same value."""

_EXACT: Final = PLAIN | {bool}
"""Types two of whose values are equal only if they are the same value."""

_ALLOWED: Final = (
    "an outcome is a number, a truth value, a string, bytes, None, a member of an enumeration, or "
    "a tuple, named tuple, frozen set or hashable dataclass of such values"
)


INSTEAD: Final = {
    "list": "write tuple(...)",
    "dict": "write tuple(sorted(found.items()))",
    "set": "write frozenset(...)",
    "generator": "write tuple(...)",
    "ndarray": "write tuple(found.tolist())",
    "Dist": "draw from the law: coins.draw(law)",
}
"""What to put out in the place of values of some types."""


class NoValueError(TypeError):
    """An outcome of a type of which it is not known what tells one value from another."""


class Distinct(Generic[X]):
    """The key of a value that `==` could merge with another one.

    Args:
        value: the value.
        told: its type, and what tells it from other values of its type: a tuple of keys.
    """

    __slots__ = ("_hash", "told", "value")

    def __init__(self, value: X, told: tuple[Hashable, ...]) -> None:
        self.value = value
        self.told = told
        self._hash = hash(told)

    @override
    def __eq__(self, other: object) -> bool:
        return type(other) is Distinct and self._hash == other._hash and self.told == other.told

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
        value: an outcome, of one of the types above.

    Raises:
        NoValueError: for a value of another type, wherever it is hidden.
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


def written(known: object) -> str:
    """A key as text, the same in every process that has the same classes."""
    if isinstance(known, Distinct):
        return f"({', '.join(map(written, known.told))})"
    if isinstance(known, tuple):
        return f"[{', '.join(map(written, known))}]"
    if isinstance(known, frozenset):
        return f"{{{', '.join(sorted(map(written, known)))}}}"
    if isinstance(known, type):
        return f"{known.__module__}.{known.__qualname__}"
    return repr(known)


def same(first: object, second: object) -> bool:
    """Whether two objects are one, or values of one type with the same key.

    Unlike `key` it refuses nothing: objects of other types are the same if `==` says so.
    """
    if first is second:
        return True
    kind: type = type(first)
    if kind is not type(second):
        return False
    if kind in _EXACT:
        return first == second
    read = reader(kind)
    if read is not None:
        first, second = read(first), read(second)
    elif (
        kind not in _BARE and isinstance(first, tuple | list | dict) and _carry_more(first, second)
    ):
        return False
    elif isinstance(first, dict) and isinstance(second, dict):
        first, second = [*first.items()], [*second.items()]
    elif kind is not tuple and isinstance(first, Fraction) and isinstance(second, Fraction):
        first, second = first.as_integer_ratio(), second.as_integer_ratio()
    if isinstance(first, tuple | list) and isinstance(second, tuple | list):
        return _all_same(first, second)
    try:
        if is_dataclass(first) and is_dataclass(second):
            return all(map(same, _stored(first), _stored(second)))
        of_a_field = isinstance(first, _class_of("reference.exact.quotient", "Quotient"))
        return bool(first == second) if of_a_field else key(first) == key(second)
    except NoValueError:
        return bool(first == second)


_BARE: Final = frozenset({tuple, list, dict})
"""Containers that carry nothing but their content."""


def _carry_more(first: object, second: object) -> bool:
    """Whether two containers of one class differ in what they carry besides their content."""
    kind: type = type(first)
    slots = [slot for slots in _slots(kind).values() for slot in slots]
    one, other = ([{**_dictionary(each)}, *_filled(slots, each)] for each in (first, second))
    return not same(one, other)


def _all_same(first: Sequence[object], second: Sequence[object]) -> bool:
    if len(first) != len(second):
        return False
    if PLAIN.issuperset(map(type, first)) and PLAIN.issuperset(map(type, second)):
        return all(map(eq, first, second))
    return all(a is b or same(a, b) for a, b in zip(first, second, strict=True))


def _key_of_other(value: X) -> Key[X]:
    """The key of a value that is neither plain nor a tuple."""
    kind: type = type(value)
    read = reader(kind)
    if read is not None:
        return Distinct(value, (kind, *map(key, read(value))))
    if kind is frozenset and isinstance(value, frozenset):
        return Distinct(value, (kind, len(value), frozenset(map(key, value))))
    if isinstance(value, Enum):
        return Distinct(value, (_class(value), *_told_of_member(value)))
    if is_record(value):
        return Distinct(value, (_class(value), *map(key, contents(value))))
    return Distinct(value, _told_of_scalar(value))


def _class(value: object) -> type:
    """The class of a value; the only one of its name, which is how another process knows it."""
    kind = type(value)
    if not known_by_name(kind):
        raise _refusal(
            value, "its module has no such class: define it there, outside of functions"
        )
    return kind


_OF_MEMBERS: Final = frozenset({"_value_", "_name_", "_sort_order_", "__objclass__"})
"""What a member of an enumeration carries."""


def _told_of_member(value: Enum) -> Iterator[Hashable]:
    """What tells a member of an enumeration from others of its class: all that it carries."""
    kind: type = type(value)
    more = _attributes(value) - _OF_MEMBERS
    if more:
        names = ", ".join(sorted(more))
        raise _refusal(value, f"a member carries its name and its value, this one {names} too")
    carried = _dictionary(value)
    yield from (key(carried.get(name)) for name in ("_name_", "_value_", "_sort_order_"))
    if carried.get("__objclass__", kind) is not kind:
        raise _refusal(value)
    built_in = _built_in(kind)
    if built_in is not object:
        content: object = vars(built_in).get("__getnewargs__")
        if not callable(content) or not (built_in in PLAIN or issubclass(built_in, Number)):
            raise _refusal(value)
        yield key(content(value))


@cache
def _built_in(kind: type) -> type:
    """The first type that is written in C, or number, among those from which a class derives."""
    numbers = _numbers()
    return next(base for base in kind.__mro__ if is_static(base) or base in numbers)


def _numbers() -> frozenset[type]:
    """Numbers whose classes may be made at run time."""
    return frozenset({Fraction, _class_of("decimal", "Decimal")})


def _told_of_scalar(value: object) -> tuple[Hashable, ...]:
    """What tells a number, or a scalar of numpy, from others."""
    kind: type = type(value)
    if kind is not Fraction:
        if not is_static(kind) and kind not in _numbers():
            raise _refusal(value)
        if isinstance(value, _class_of("numpy", "generic")):
            return kind, _bits(value)
        if not isinstance(value, Number):
            raise _refusal(value)
    if isinstance(value, Fraction):
        parts = value.as_integer_ratio()
        if set(map(type, parts)) != {int}:
            raise _refusal(value, "a fraction is made of two integers of type int")
        return kind, *parts
    if isinstance(value, Complex) and not isinstance(value, Real):
        real: object = value.real
        imaginary: object = value.imag
        return kind, key(real), key(imaginary)
    nan = isinstance(value, Real) and value != value  # noqa: PLR0124 - so is NaN defined
    return kind, pack("<d", value).hex() if nan else repr(value)


def _bits(value: object) -> bytes | str:
    """What a scalar of numpy is, bit by bit: a number or truth value, a string or bytes."""
    form: object = getattr(value, "dtype", None)
    code, size = getattr(form, "char", ""), getattr(form, "itemsize", 0)
    method: object = getattr(value, "tobytes", None)
    if isinstance(value, str | bytes):
        content = value[:]
        if content[-1:] in {"\0", b"\0"}:
            raise _refusal(value, "numpy loses the NUL at its end where it is copied")
        return content
    if code in {"g", "G"} or str(getattr(form, "kind", "")) not in "biufc" or not callable(method):
        raise _refusal(value)  # of a long double not every bit is one of the number's
    found: object = method()
    assert isinstance(found, bytes)
    assert len(found) == size
    return found


def contents(value: object) -> list[Hashable]:
    """The values in a named tuple or a dataclass."""
    return list(tuple.__iter__(value)) if isinstance(value, tuple) else list(_stored(value))


def _stored(value: object) -> Iterator[Hashable]:
    """What is in the fields of a dataclass, as it is kept: no code of its class runs."""
    kind: type = type(value)
    kept = _dictionary(value)
    for field in fields(kind):
        known = of_class(kind, field.name)
        slots = _slots(kind).get(field.name, ())
        if hasattr(type(known), "__set__") and known not in slots:
            raise _refusal(value, f"its class keeps code under the name of the field {field.name}")
        found = [*_filled(slots, value)]
        found += [kept[field.name]] if field.name in kept else []
        if not found and (known is None or hasattr(type(known), "__get__")):
            raise _refusal(value, f"its field {field.name} has no value")
        yield (*found,) if len(found) > 1 else found[0] if found else known


def _filled(slots: Sequence[MemberDescriptorType], value: object) -> Iterator[Hashable]:
    """What is in those of the slots that are not empty."""
    for slot in slots:
        try:
            found: Hashable = slot.__get__(value)
        except AttributeError:
            continue
        yield found


def is_record(value: object) -> bool:
    """Whether it is a named tuple, or a hashable dataclass, and has no other attributes."""
    if isinstance(value, tuple):
        return hasattr(type(value), "_fields") and not _attributes(value)
    if not is_dataclass(value) or _is_built_in(value):
        return False
    kind: type = type(value)
    names = {field.name for field in fields(kind)}
    return getattr(kind, "__hash__", None) is not None and _attributes(value) <= names


def _is_built_in(value: object) -> bool:
    """Whether it is more than an object: it derives from a type that is written in C."""
    return isinstance(value, Number) or any(map(is_static, type(value).__mro__[:-1]))


def _attributes(value: object) -> set[str]:
    """The names of what an instance carries, and of the slots in which it could."""
    kind: type = type(value)
    return {*_slots(kind), *_dictionary(value)}


def _dictionary(value: object) -> Mapping[str, Hashable]:
    """The dictionary of an instance; its class may say that it has another one."""
    found = of_class(type(value), "__dict__")
    if found is None:
        return {}
    if not isinstance(found, GetSetDescriptorType):
        raise _refusal(value, "its class keeps code under the name __dict__")
    kept: dict[str, Hashable] = found.__get__(value)
    return kept


@cache
def _slots(kind: type) -> Mapping[str, Sequence[MemberDescriptorType]]:
    """The slots of a class that is made at run time, by name."""
    found: dict[str, list[MemberDescriptorType]] = {}
    for base in kind.__mro__:
        for name, slot in () if is_static(base) else vars(base).items():
            if isinstance(slot, MemberDescriptorType):
                found.setdefault(name, []).append(slot)
    return found


def _class_of(module: str, name: str) -> type:
    """A class of a module that somebody has imported; one without instances if nobody has."""
    found: object = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, type) else NoValueError


def _refusal(value: object, reason: str = _ALLOWED) -> NoValueError:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - code of the value's class
        text = object.__repr__(value)
    shown = text if len(text) <= 80 else f"{text[:77]}..."
    kind = type(value).__qualname__
    instead = INSTEAD.get(kind)
    reason = f"{reason}; {instead}" if instead else reason
    return NoValueError(f"outcome {shown} of type {kind}: {reason}")
