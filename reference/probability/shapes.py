"""States and outputs of a stream, taken apart: real numbers by their places, and what is left.

What is left of a state is its control; what is left of an output tells it from others, unless one
has a number where the other has a constant.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction

from reference.override import override
from reference.probability.automaton import Form
from reference.probability.outcome import Key, NoValueError, key
from reference.probability.traced import Traced, TraceError, line_of, spoken
from reference.probability.traced_call import ONE, Path

STATES = "states and outputs are tuples of numbers, draws and outcomes of finite laws"


@dataclass(frozen=True, slots=True)
class Register:
    """What stands for a real number in a state of the control, and in what is put out."""

    place: int

    @override
    def __repr__(self) -> str:
        return "value"


def taken_apart(value: object, path: Path, reals: list[Form]) -> Hashable:
    """A value with every real number replaced by its place; their forms are appended."""
    if isinstance(value, Traced):
        form = value.form_on(path)
        if not line_of(form):
            return form.get("", Fraction(0))
        reals.append(form)
        return Register(len(reals) - 1)
    if isinstance(value, tuple):
        make: Callable[[list[Hashable]], Hashable] = getattr(type(value), "_make", tuple)
        return make([taken_apart(part, path, reals) for part in value])
    if is_dataclass(value) and not isinstance(value, type):
        found = {f.name: taken_apart(getattr(value, f.name), path, reals) for f in fields(value)}
        return _hashable(replace(value, **found))
    return _hashable(value)


def as_read(output: object) -> Hashable:
    """An output with whole numbers as int: a fraction may stand for what is one of these."""
    if isinstance(output, Fraction) and output.denominator == 1:
        return int(output)
    if isinstance(output, tuple):
        make: Callable[[list[Hashable]], Hashable] = getattr(type(output), "_make", tuple)
        return make([as_read(part) for part in output])
    if is_dataclass(output) and not isinstance(output, type):
        read = {f.name: as_read(getattr(output, f.name)) for f in fields(output)}
        return _hashable(replace(output, **read))
    return _hashable(output)


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
    parts: list[tuple[object, object]]
    if isinstance(one, tuple) and isinstance(other, tuple):
        if len(one) != len(other):
            return False
        parts = [*zip(one, other, strict=True)]
    elif is_dataclass(one) and not isinstance(one, type):
        parts = [(getattr(one, f.name), getattr(other, f.name)) for f in fields(one)]
    else:
        return key_of(_hashable(one)) == key_of(_hashable(other))
    return all(may_be_equal(a, b, first, second) for a, b in parts)


def _hashable(value: object) -> Hashable:
    if isinstance(value, Hashable):
        return value
    raise TraceError(f"{spoken(value)}: {STATES}: use a tuple")


def key_of(value: Hashable) -> Key[Hashable]:
    """What tells control states, and outputs, from others: their types, too."""
    try:
        return key(value)
    except NoValueError as error:
        raise TraceError(f"{error}; {STATES}") from None


def filled(shape: object, path: Path) -> object:
    """A value with its registers put in."""
    if isinstance(shape, Register):
        return Traced(path, {str(shape.place): ONE})
    if isinstance(shape, tuple):
        make: Callable[[list[object]], object] = getattr(type(shape), "_make", tuple)
        return make([filled(part, path) for part in shape])
    if is_dataclass(shape) and not isinstance(shape, type):
        found = {f.name: filled(getattr(shape, f.name), path) for f in fields(shape)}
        return replace(shape, **found)
    return shape
