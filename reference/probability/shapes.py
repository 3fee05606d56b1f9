"""States and outputs of a stream, taken apart: real numbers by their places, and what is left.

What is left of a state is its control; what is left of an output tells it from others, unless one
has a number where the other has a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from reference.override import override
from reference.probability.allowed import PLAIN, is_number
from reference.probability.automaton import Form
from reference.probability.outcome import Key, NoValueError, key
from reference.probability.records import parts_of, rebuilt
from reference.probability.traced import Traced, TraceError, line_of, spoken
from reference.probability.traced_call import Path

RECORD = "use a tuple, a NamedTuple or a frozen dataclass"
STATES = "states and outputs are tuples of numbers, draws and outcomes of finite laws"


@dataclass(frozen=True, slots=True)
class Register:
    """What stands for a real number in a state of the control, and in what is put out."""

    place: int

    @override
    def __repr__(self) -> str:
        return "value"


def taken_apart(value: object, path: Path, reals: list[Form], *, kept: bool = False) -> Hashable:
    """A value with every real number replaced by its place; their forms are appended.

    Raises:
        TraceError: for a number that is kept and is the same whatever the answers are: it may be
            an int or a Fraction, which code can tell apart.
    """
    if isinstance(value, Traced):
        form = value.form_on(path)
        if not line_of(form):
            if kept:
                path.refuse(f"a sum is kept of which {form.get('', 0)} is left: write the number")
            return form.get("", Fraction(0))
        reals.append(form)
        return Register(len(reals) - 1)
    parts = parts_of(value)
    if parts is None:
        if kept and not _is_known_by_key(value):
            raise TraceError(f"{spoken(value)}: {STATES}: {RECORD}")
        return _hashable(value)
    return rebuilt(value, [taken_apart(part, path, reals, kept=kept) for part in parts])


def _is_known_by_key(value: object) -> bool:
    """Whether nothing can be asked of it that its key does not tell; a set has an order, too."""
    return isinstance(value, Enum) or (type(value) in _KNOWN and is_number(value))


_KNOWN: Final = PLAIN - {range}


def may_be_equal(
    one: object, other: object, first: Sequence[Form], second: Sequence[Form]
) -> bool:
    """Whether two outputs, whose numbers are given forms, may be the same.

    A number without fresh noise may be equal to a constant; one with, has probability 0 to be.
    """
    if isinstance(one, Register) or isinstance(other, Register):
        if isinstance(one, Register) and isinstance(other, Register):
            return True
        place, number, forms = (
            (one, other, first) if isinstance(one, Register) else (other, one, second)
        )
        assert isinstance(place, Register)
        told = isinstance(number, int | Fraction) and not isinstance(number, bool)
        return told and not any(name.startswith("n") for name in forms[place.place])
    if type(one) is not type(other):
        return False
    parts, others = parts_of(one), parts_of(other)
    if parts is None or others is None:
        return key_of(_hashable(one)) == key_of(_hashable(other))
    pairs = zip(parts, others, strict=False)
    return len(parts) == len(others) and all(may_be_equal(*pair, first, second) for pair in pairs)


def _hashable(value: object) -> Hashable:
    if isinstance(value, Hashable):
        return value
    raise TraceError(f"{spoken(value)}: {STATES}: {RECORD}")


def key_of(value: Hashable) -> Key[Hashable]:
    """What tells control states, and outputs, from others: their types, too."""
    try:
        return key(value)
    except NoValueError as error:
        raise TraceError(f"{error}; {STATES}") from None


def filled(shape: object, register: Callable[[int], object]) -> object:
    """A value with its registers put in, as they are told by their places."""
    if isinstance(shape, Register):
        return register(shape.place)
    parts = parts_of(shape)
    if parts is None:
        return shape
    return rebuilt(shape, [filled(part, register) for part in parts])
