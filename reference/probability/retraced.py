"""Whether a stream does with numbers what its trace says.

A trace calls the code on forms, and code can tell these from numbers, or keep what is in no state:
`isinstance(answer, int)`, `answer is 0`, a count of its calls.  So code that is not ours is called
on integers too, with draws that are known, some hundred times; whatever it puts out, its draws and
its next state must be what the one branch says whose guards hold at these numbers.

Draws are what a sampler hands out (`continuous.Real`).  A stream that adds two of them, or
multiplies one, is not sampled, but traced: it is called on fractions.

What is not found: a state that changes after more calls than are tried, or code that looks for one
of the numbers that are not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import partial
from io import StringIO
from numbers import Number
from typing import Final, Protocol, TypeAlias

from reference.probability.automaton import Branch, Form
from reference.probability.coins import plain
from reference.probability.continuous import UndrawnError
from reference.probability.given import Given, Numbers
from reference.probability.outcome import NoValueError, key
from reference.probability.purity import resume, suspended
from reference.probability.shapes import Register
from reference.probability.traced import TraceError
from reference.probability.traced_call import ONE

STREAMS: Final = 600
"""Streams that are tried, of up to 8 answers."""

LONG: Final = 50
"""Answers of one stream in 30."""

MOST_BRANCHES: Final = 300_000
"""Branches that are looked at; after these no more streams are tried."""

MOST_ROUNDED: Final = 10**9
"""A number is rounded by less than 1 in this."""

SHOWN: Final = 8
"""Answers that a message names."""


class Call(Protocol):
    """A method of a stream."""

    def __call__(self, *given: object) -> object:
        """What it returns."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the trace says of one branch, with places where real numbers are."""

    branch: Branch
    picked: tuple[int, ...]
    """The places of the outcomes of finite laws."""

    output: Hashable
    state: Hashable


Calls: TypeAlias = Mapping[str, Sequence[Said]]
"""The branches of each call of a state, by the name of the method."""


def refuse_other(stream: object, states: Sequence[Calls], root: object, parts: int) -> None:
    """Refuse a stream that does something else with numbers than when it is traced.

    What it prints is not shown.

    Args:
        stream: the stream.
        states: by number, what the trace says.
        root: of the eps of the stream.
        parts: of this eps.

    Raises:
        TraceError: names the answers, what the trace says and what the code does.
    """
    with redirect_stdout(StringIO()):
        try:
            _Tried(stream, states, partial(Given, root=root, parts=parts, as_sampled=True)).all()
        except UndrawnError:
            _Tried(stream, states, partial(Given, root=root, parts=parts, as_sampled=False)).all()


def place_of(call: object) -> str:
    """The name of a method and its line."""
    code: object = getattr(call, "__code__", None)
    line: object = getattr(code, "co_firstlineno", None)
    name: object = getattr(call, "__name__", type(call).__name__)
    return f"in {name}, line {line}" if line else f"in {name}"


class _Tried:
    """A stream that is called on numbers."""

    def __init__(
        self, stream: object, states: Sequence[Calls], coins: Callable[[Numbers], Given]
    ) -> None:
        self._stream = stream
        self._states = states
        self._numbers = Numbers()
        self._coins = coins
        self._given = coins(self._numbers)
        self._read: list[int] = []
        self._looked_at = 0

    def all(self) -> None:
        """Try all streams."""
        for i in range(STREAMS):
            self._read, self._given = [], self._coins(self._numbers)
            self._one(LONG if i % 30 == 0 else i % 9)
            if self._looked_at > MOST_BRANCHES:
                return

    def _one(self, count: int) -> None:
        """A stream of so many answers."""
        number, state, registers = self._call("begin", 0, ())
        while state is not None and len(self._read) < count:
            if "close" in self._states[number] and not self._numbers.below(4):
                number, state, registers = self._call("close", number, registers, state)
            else:
                self._read.append(self._numbers.answer())
                number, state, registers = self._call(
                    "step", number, registers, state, self._read[-1]
                )
        if state is not None and "end" in self._states[number]:
            self._call("end", number, registers, state)

    def _call(
        self, name: str, number: int, registers: Sequence[Fraction], *arguments: object
    ) -> tuple[int, object, Sequence[Fraction]]:
        """The number of the next state, the state as the code has it, and its registers."""
        self._given.next_call()
        try:
            state, output = self._returned(name, arguments)
        except UndrawnError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the code raises
            state, output = None, error
        watched = suspended()
        try:
            return self._compared(name, number, registers, state, output)
        finally:
            if watched:
                resume()

    def _returned(self, name: str, arguments: tuple[object, ...]) -> tuple[object, object]:
        """The next state and the output."""
        call: Call = getattr(self._stream, name)
        seen: Call = getattr(self._stream, "output", lambda *value: value[0])
        found = call(*arguments, plain(self._given))
        if name == "begin":
            return found, ()
        if name == "end":
            return None, seen(found)
        if not (isinstance(found, tuple) and len(found) == 2):
            raise TypeError("no next state and output are returned")
        return found[0], seen(found[1])

    def _compared(
        self,
        name: str,
        number: int,
        registers: Sequence[Fraction],
        state: object,
        output: object,
    ) -> tuple[int, object, Sequence[Fraction]]:
        """The same, if it is what the trace says."""
        given, listed = self._given, self._states[number][name]
        known = {"": ONE} | {str(i): value for i, value in enumerate(registers)}
        if name == "step":
            known["q"] = Fraction(self._read[-1])
        drawn = tuple(given.picked), tuple(given.rates)
        known |= given.named(max(len(said.branch.draws) for said in listed))
        same = [said for said in listed if (said.picked, said.branch.draws) == drawn]
        self._looked_at += len(same)
        said = next((said for said in same if _holds(said.branch, known)), None)
        if said is not None:
            released = [_value(form, known) for form in said.branch.released]
            registers = [_value(form, known) for form in said.branch.updates]
            if _same(said.output, output, released, given) and (
                _same(said.state, state, registers, given)
            ):
                return said.branch.to, state, registers
        said = said or next(said for said in listed if _holds(said.branch, known))
        raise self._differs(name, self._does(state, output), self._says(said, known))

    def _does(self, state: object, output: object) -> str:
        """What the code does, in words."""
        if isinstance(output, Exception):
            return f"raises {type(output).__name__}: {output}"
        count = len(self._given.rates) + len(self._given.picked)
        shown = _words(output, self._given), _words(state, self._given)
        return _told(count, *shown)

    def _says(self, said: Said, known: Mapping[str, Fraction]) -> str:
        """What the trace says, in words."""
        released = [_value(form, known) for form in said.branch.released]
        registers = [_value(form, known) for form in said.branch.updates]
        shown = (
            _words(said.output, self._given, released),
            _words(said.state, self._given, registers),
        )
        return _told(len(said.branch.draws) + len(said.picked), *shown)

    def _differs(self, name: str, does: str, said: str) -> TraceError:
        read = [*map(str, self._read)]
        if len(read) > SHOWN:
            read = [f"{len(read)} answers that end in {read[-SHOWN]}", *read[-SHOWN + 1 :]]
        call: object = getattr(self._stream, name)
        return TraceError(
            "the stream does something else with numbers than when it is traced: on "
            f"{', '.join(read) or 'no answers'} it {does}; the trace {said} ({place_of(call)})"
        )


def _told(draws: int, output: str, state: str) -> str:
    """In one order, so that the difference is seen."""
    after = "" if draws == 0 else " after 1 draw" if draws == 1 else f" after {draws} draws"
    return f"puts out {output}{after}" + (
        " and stops" if state == "None" else f" and goes on with {state}"
    )


def _holds(branch: Branch, known: Mapping[str, Fraction]) -> bool:
    """Whether the guards hold."""
    return all(
        (value := _value(guard, known)) > 0 or (value == 0 and not strict)
        for guard, strict in zip(branch.guards, branch.strict, strict=True)
    )


def _value(form: Form, known: Mapping[str, Fraction]) -> Fraction:
    return sum((c * known[name] for name, c in form.items()), Fraction(0))


def _same(said: object, found: object, reals: Sequence[Fraction], given: Given) -> bool:
    """Whether a value is what the trace says, real numbers put in."""
    number = reals[said.place] if isinstance(said, Register) else given.number(said)
    if number is not None:
        return number == given.number(found) or _is_rounded(found, number)
    if type(said) is not type(found):
        return False
    if isinstance(said, tuple) and isinstance(found, tuple):
        return len(said) == len(found) and all(
            _same(a, b, reals, given) for a, b in zip(said, found, strict=True)
        )
    if is_dataclass(said):
        parts = [(getattr(said, f.name), getattr(found, f.name)) for f in fields(said)]
        return all(_same(a, b, reals, given) for a, b in parts)
    try:
        return key(said) == key(found)
    except NoValueError:
        return False


def _is_rounded(found: object, number: Fraction) -> bool:
    """Whether a value is the number up to rounding: 1 / 2 is no fraction in Python."""
    if not isinstance(found, Number) or isinstance(found, int | Fraction):
        return False
    ratio: Callable[[], tuple[int, int]] | None = getattr(found, "as_integer_ratio", None)
    try:
        return ratio is not None and abs(Fraction(*ratio()) - number) * MOST_ROUNDED < 1
    except (ValueError, OverflowError):
        return False  # not a number, or infinite


def _words(value: object, given: Given, reals: Sequence[Fraction] = ()) -> str:
    """A value in words, numbers as they are read."""
    number = reals[value.place] if isinstance(value, Register) else given.number(value)
    if number is not None:
        return str(number)
    if isinstance(value, tuple):
        return f"({', '.join(_words(part, given, reals) for part in value)})"
    if value is True or value is False:
        return str(value)
    if isinstance(value, Number):
        return f"{value} (a {type(value).__name__})"
    return repr(value)
