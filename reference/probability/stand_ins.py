"""What is called in place of functions of Python that tell of more than values.

Code of others that names `str`, `isinstance`, `print` and the like gets these while it is traced
(`guards`); a pattern and a text in braces call some of them, too.

>>> as_text((1, "two"))
"(1, 'two')"
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Reversible, Sequence
from enum import Enum, EnumType
from fractions import Fraction
from types import SimpleNamespace, UnionType
from typing import NoReturn, Protocol, TypeVar

from reference.probability.allowed import ASKED, PLAIN
from reference.probability.classes import field_names, has_own_text, is_foreign
from reference.probability.continuous import Gap, Real
from reference.probability.reached import admit, refusal, refused
from reference.probability.traced import LOOKED_AT, Traced, spoken

X = TypeVar("X")


def in_text(value: X) -> X:
    """What is written into a text."""
    if isinstance(value, Traced):
        str(value)
    elif isinstance(value, tuple) and type(value) is tuple:
        for part in value:
            in_text(part)
    elif isinstance(value, Enum) and not has_own_text(type(value)):
        in_text(value.value)
    elif type(value) not in PLAIN:
        raise refusal(f"a text of {spoken(value)}: write its parts")
    return value


def as_text(value: object = "") -> str:
    """`str`."""
    return str(in_text(value))


def as_code(value: object) -> str:
    """`repr`."""
    return repr(in_text(value))


def printed(*given: object, **named: object) -> None:
    """`print`, for a person who looks for a fault."""
    if named.keys() - {"sep", "end", "flush"}:
        raise refusal("print: it prints where all else is printed: leave `file` out")
    sep, end = named.get("sep"), named.get("end")
    print(  # noqa: T201 - that is what is asked for
        *map(as_text, given),
        sep=None if sep is None else as_text(sep),
        end=None if end is None else as_text(end),
    )


def is_instance(value: object, kinds: object) -> bool:
    """`isinstance`: of what stands for a number only classes are asked that no number is of."""
    parts: object = kinds.__args__ if isinstance(kinds, UnionType) else kinds
    listed = parts if isinstance(parts, tuple) else (parts,)
    meant = [str if kind is as_text else kind for kind in listed]
    moves = type(value) in {Traced, Real, Gap}
    for kind in meant:
        known = kind in ASKED or (kind in {int, Fraction} and not moves)
        if not isinstance(kind, type) or not (known or _tells_no_number(kind)):
            raise refusal(f"isinstance: {LOOKED_AT}: write a comparison")
    return any(isinstance(value, kind) for kind in meant if isinstance(kind, type))


def _tells_no_number(kind: type) -> bool:
    if not is_foreign(kind) or type(kind) not in {type, EnumType}:
        return False
    admit(kind, kind.__name__)
    return True


def pattern(kind: object, names: Sequence[str], count: int) -> object:
    """The class in a pattern, which asks for the fields of a record only."""
    kind = str if kind is as_text else kind
    if not isinstance(kind, type) or not (kind in ASKED or _tells_no_number(kind)):
        raise refusal(
            f"a pattern of a class: {LOOKED_AT}: leave the class out, as in `case (1, n)`"
        )
    asks: object = () if kind in ASKED else getattr(kind, "__match_args__", ())
    if type(asks) is not tuple or {*names, *asks[:count]} - {*field_names(kind)}:
        raise refusal(f"a pattern {kind.__name__}(...): it asks for fields")
    return kind


def dotted(value: object) -> object:
    """An object with this value: a pattern compares with what has a dot in its name only."""
    return SimpleNamespace(value=value)


class _Replacing(Protocol):
    def __call__(self, value: object, /, **changes: object) -> object: ...


def law(*_: object) -> NoReturn:
    """`Dist`, which is not called."""
    raise refusal("Dist(...): write Dist.uniform, Dist.weighted or Dist.point")


def replaced(value: object, /, **changes: object) -> object:
    """`dataclasses.replace`."""
    if not is_foreign(type(value)):
        raise refusal(f"replace: {spoken(value)} is no record of the stream")
    replace: _Replacing = vars(dataclasses)["replace"]
    return replace(value, **changes)


class Viewed(Collection[object], Reversible[object], Protocol):
    """The keys, or the items, of a dictionary."""


class View:
    """The keys, or the items, of a dictionary, which are no set here."""

    __slots__ = ("_view",)

    def __init__(self, view: Viewed) -> None:
        self._view = view

    def __iter__(self) -> Iterator[object]:
        return iter(self._view)

    def __len__(self) -> int:
        return len(self._view)

    def __contains__(self, value: object) -> bool:
        return value in self._view

    def __reversed__(self) -> Iterator[object]:
        return reversed(self._view)

    __eq__ = __ne__ = __hash__ = __lt__ = __le__ = __gt__ = __ge__ = refused
