"""One call of a stream on numbers, compared with what its trace says.

Whatever it puts out, its draws and its next state must be what the one branch says whose guards
hold at these numbers, exactly.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from numbers import Number
from typing import NamedTuple

from reference.probability.automaton import Branch
from reference.probability.called import Calls, TracedBranch, place_of, returned
from reference.probability.coins import plain
from reference.probability.continuous import UndrawnError
from reference.probability.given import Given
from reference.probability.outcome import NoValueError, key
from reference.probability.points import Point, value_at
from reference.probability.records import as_read, parts_of
from reference.probability.shapes import Register
from reference.probability.traced import TraceError


class Place(NamedTuple):
    """Where a call stands: a state of the control, its registers, and the state as code has it."""

    number: int
    registers: Sequence[Fraction]
    state: object


class Found(NamedTuple):
    """Where a call leads, and the branch that it takes."""

    place: Place
    said: TracedBranch


class Compared:
    """A stream that is called on numbers, and what its trace says.

    Args:
        stream: the stream.
        states: by number, what the trace says.
    """

    def __init__(self, stream: object, states: Sequence[Calls]) -> None:
        self._stream = stream
        self._states = states
        self.looked_at = 0
        """Branches so far."""

    def call(
        self, name: str, place: Place, given: Given, where: str, *answer: int | Fraction
    ) -> Found:
        """Where the call leads, if it does what the trace says.

        Raises:
            TraceError: names where it is, what the trace says and what the code does.
            UndrawnError: if it does with a draw what a sampler has not.
        """
        arguments = () if name == "begin" else (place.state, *answer)
        try:
            state, output = returned(self._stream, name, *arguments, plain(given))
        except UndrawnError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the code raises
            state, output = None, error
        known = {"": Fraction(1)} | {str(i): x for i, x in enumerate(place.registers)}
        known |= dict(zip(["q"], map(Fraction, answer), strict=False))
        return self._found(name, place.number, known, given, (state, output), where)

    def _found(
        self,
        name: str,
        number: int,
        known: Point,
        given: Given,
        returned: tuple[object, object],
        where: str,
    ) -> Found:
        """Where it leads, if it is what the trace says."""
        state, output = returned
        listed = self._states[number][name]
        known = {**known, **given.named(max(len(said.branch.draws) for said in listed))}
        drawn = tuple(given.picked), tuple(given.rates)
        same = [said for said in listed if (said.picked, said.branch.draws) == drawn]
        self.looked_at += len(same)
        said = next((said for said in same if holds(said.branch, known)), None)
        if said is not None:
            released = [value_at(form, known) for form in said.branch.released]
            registers = [value_at(form, known) for form in said.branch.updates]
            if (
                same_value(said.output, output, released, given, read=True)
                and same_value(said.state, state, registers, given)
                and said.branch.weight == given.weight
            ):
                return Found(Place(said.branch.to, registers, state), said)
        said = said or next(said for said in listed if holds(said.branch, known))
        raise TraceError(
            "the stream does something else with numbers than when it is traced: on "
            f"{where} it {_does(given, state, output)}; the trace {_told_of(said, known, given)} "
            f"({place_of(getattr(self._stream, name))})"
        )


def holds(branch: Branch, known: Point) -> bool:
    """Whether the guards hold."""
    return all(
        (value := value_at(guard, known)) > 0 or (value == 0 and not strict)
        for guard, strict in zip(branch.guards, branch.strict, strict=True)
    )


def same_value(
    said: object, found: object, reals: Sequence[Fraction], given: Given, *, read: bool = False
) -> bool:
    """Whether a value is what the trace says, real numbers put in; whether it is read as that."""
    if isinstance(said, Register):
        return given.number(found) == reals[said.place]
    if read and isinstance(found, Fraction):
        found = as_read(found)
    if type(said) is not type(found):
        return False
    parts, others = parts_of(said), parts_of(found)
    if parts is not None and others is not None:
        pairs = zip(parts, others, strict=False)
        return len(parts) == len(others) and all(
            same_value(*pair, reals, given, read=read) for pair in pairs
        )
    try:
        return key(_hashed(said)) == key(_hashed(found))
    except NoValueError:
        return False


def _hashed(value: object) -> Hashable:
    if not isinstance(value, Hashable):
        raise NoValueError(type(value).__name__)
    return value


def _does(given: Given, state: object, output: object) -> str:
    """What the code does, in words."""
    if isinstance(output, Exception):
        return f"raises {type(output).__name__}: {output}"
    shown = words(output, given), words(state, given)
    return _told(len(given.rates) + len(given.picked), *shown)


def _told_of(said: TracedBranch, known: Point, given: Given) -> str:
    """What the trace says, in words."""
    released = [value_at(form, known) for form in said.branch.released]
    registers = [value_at(form, known) for form in said.branch.updates]
    shown = words(said.output, given, released), words(said.state, given, registers)
    return _told(len(said.branch.draws) + len(said.picked), *shown)


def _told(draws: int, output: str, state: str) -> str:
    """In one order, so that the difference is seen."""
    after = "" if draws == 0 else " after 1 draw" if draws == 1 else f" after {draws} draws"
    return f"puts out {output}{after}" + (
        " and stops" if state == "None" else f" and goes on with {state}"
    )


def words(value: object, given: Given, reals: Sequence[Fraction] = ()) -> str:
    """A value in words, numbers as they are read."""
    number = reals[value.place] if isinstance(value, Register) else given.number(value)
    if number is not None:
        return str(number)
    parts = parts_of(value) if isinstance(value, tuple) else None
    if parts is not None:
        return f"({', '.join(words(part, given, reals) for part in parts)})"
    if value is True or value is False:
        return str(value)
    if isinstance(value, Number):
        return f"{value} (a {type(value).__name__})"
    return repr(value)
