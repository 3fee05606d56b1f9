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

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import Final, NoReturn, Protocol, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.probability.automaton import Branch, Form
from reference.probability.coins import plain
from reference.probability.continuous import Gap, Noise, Real, UndrawnError
from reference.probability.differences import CONSTANT, Number
from reference.probability.dist import Dist, X
from reference.probability.outcome import NoValueError, key
from reference.probability.shapes import Register
from reference.probability.traced import ONE, TraceError, rate_of

STREAMS: Final = 300
"""Streams that are tried, of up to 8 answers."""

LONG: Final = 50
"""Answers of one stream in 25."""

MOST_DRAWS: Final = 200
"""Draws of one call."""


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

    Args:
        stream: the stream.
        states: by number, what the trace says.
        root: of the eps of the stream.
        parts: of this eps.

    Raises:
        TraceError: names the answers, what the trace says and what the code does.
    """
    try:
        _Tried(stream, states, root, parts, as_sampled=True).all()
    except UndrawnError:
        _Tried(stream, states, root, parts, as_sampled=False).all()


def place_of(call: object) -> str:
    """The name of a method and its line."""
    code: object = getattr(call, "__code__", None)
    line: object = getattr(code, "co_firstlineno", None)
    name: object = getattr(call, "__name__", type(call).__name__)
    return f"in {name}, line {line}" if line else f"in {name}"


class _Tried:
    """A stream that is called on numbers."""

    def __init__(
        self,
        stream: object,
        states: Sequence[Calls],
        root: object,
        parts: int,
        *,
        as_sampled: bool,
    ) -> None:
        self._stream = stream
        self._states = states
        self._root = root
        self._parts = parts
        self._as_sampled = as_sampled
        self._numbers = _Numbers()
        self._read: list[int] = []

    def all(self) -> None:
        """Try all streams."""
        for i in range(STREAMS):
            self._one(LONG if i % 25 == 0 else i % 9)

    def _one(self, count: int) -> None:
        """A stream of so many answers."""
        self._read = []
        drawn = _Drawn(self._numbers, self._root, self._parts, as_sampled=self._as_sampled)
        number, state, registers = self._call("begin", 0, (), (), drawn)
        while state is not None and len(self._read) < count:
            name = "step"
            if "close" in self._states[number] and self._numbers.below(4) == 0:
                name = "close"
            else:
                self._read.append(self._numbers.answer())
            number, state, registers = self._call(name, number, registers, (state,), drawn)
        if state is not None and "end" in self._states[number]:
            self._call("end", number, registers, (state,), drawn)

    def _call(
        self,
        name: str,
        number: int,
        registers: Sequence[Fraction],
        given: tuple[object, ...],
        drawn: _Drawn,
    ) -> tuple[int, object, Sequence[Fraction]]:
        """The next state, by its number and as the code has it, and its registers."""
        drawn.next_call()
        known = {"": ONE} | {str(i): value for i, value in enumerate(registers)}
        if name == "step":
            known["q"] = Fraction(self._read[-1])
            given = (*given, self._read[-1])
        try:
            state, output = self._returned(name, given, drawn)
        except UndrawnError:
            if self._as_sampled:
                raise
            self._differs(name, "what no number of a stream does", "no more than numbers do")
        except Exception as error:  # noqa: BLE001 - whatever the code raises
            said = self._said(name, number, known, drawn)
            self._differs(name, f"raises {type(error).__name__}: {error}", said)
        fits = [
            said
            for said in self._states[number][name]
            if said.picked == tuple(drawn.picked)
            and said.branch.draws == tuple(drawn.rates)
            and _holds(said.branch, known | drawn.named())
        ]
        if not fits:
            told = self._said(name, number, known, drawn)
            self._differs(name, f"puts out {_words(output, drawn)}, after other draws", told)
        said = fits[0]
        known |= drawn.named()
        released = [_value(form, known) for form in said.branch.released]
        registers = [_value(form, known) for form in said.branch.updates]
        if name != "begin" and not _same(said.output, output, released, drawn):
            told = f"puts out {_words(said.output, drawn, released)}"
            self._differs(name, f"puts out {_words(output, drawn)}", told)
        if name != "end" and not _same(said.state, state, registers, drawn):
            told = f"goes on with {_words(said.state, drawn, registers)}"
            self._differs(name, f"goes on with {_words(state, drawn)}", told)
        return said.branch.to, state, registers

    def _returned(
        self, name: str, given: tuple[object, ...], drawn: _Drawn
    ) -> tuple[object, object]:
        """The next state and the output."""
        call: Call = getattr(self._stream, name)
        seen: Call = getattr(self._stream, "output", lambda *value: value[0])
        found = call(*given, plain(drawn))
        if name == "begin":
            return found, ()
        if name == "end":
            return None, seen(found)
        if not (isinstance(found, tuple) and len(found) == 2):
            raise TypeError("no next state and output are returned")
        return found[0], seen(found[1])

    def _said(
        self, name: str, number: int, known: Mapping[str, Fraction], drawn: _Drawn
    ) -> str:
        """What the trace says at such numbers, with more draws if it makes more."""
        for said in self._states[number][name]:
            numbers = {**known, **drawn.named(len(said.branch.draws))}
            if _holds(said.branch, numbers):
                released = [_value(form, numbers) for form in said.branch.released]
                return f"puts out {_words(said.output, drawn, released)}"
        return "has no such branch"

    def _differs(self, name: str, does: str, said: str) -> NoReturn:
        read = ", ".join(map(str, self._read)) or "no answers"
        call: object = getattr(self._stream, name)
        raise TraceError(
            f"the stream does something else with numbers than when it is traced: on {read} it "
            f"{does}, and the trace {said} ({place_of(call)})"
        )


class _Numbers:
    """Numbers of all kinds, the same each time: x -> 6364136223846793005 x + 1, modulo 2^64."""

    def __init__(self) -> None:
        self._last = 1

    def below(self, bound: int) -> int:
        """An integer in [0, bound)."""
        self._last = (self._last * 6364136223846793005 + 1) % 2**64
        return (self._last >> 33) % bound

    def answer(self) -> int:
        """Mostly small."""
        return (self.below(7) - 3) * (1 if self.below(16) else 100)

    def drawn(self, place: int, *, signed: bool) -> Fraction:
        """Mostly small; its sums and differences with others are no ties."""
        size = Fraction(self.below(24), 4) * (1 if self.below(8) else 100)
        return (-size if signed and self.below(2) else size) + Fraction(1, 3 ** (place + 7))


class _Drawn:
    """Coins whose draws are numbers."""

    def __init__(
        self, numbers: _Numbers, root: object, parts: int, *, as_sampled: bool
    ) -> None:
        self._numbers = numbers
        self._root = root
        self._parts = parts
        self._as_sampled = as_sampled
        self._values: list[Fraction] = []
        self._first = 0
        self.rates: list[tuple[str, Fraction]] = []
        self.picked: list[int] = []
        self.last: object = None

    def next_call(self) -> None:
        """Names of draws begin again."""
        self._first, self.rates, self.picked = len(self._values), [], []

    def named(self, count: int = 0) -> dict[str, Fraction]:
        """The draws of the call, and so many if there are less."""
        values = self._values[self._first :]
        values += [Fraction(i % 3 - 1, 5) for i in range(len(values), count)]
        return {f"n{i}": value for i, value in enumerate(values)}

    def draw_real(self, noise: Noise[ExponentialFunction], /) -> Real:
        """A number that stands for continuous noise."""
        self._count()
        kind, rate = rate_of(noise, self._root, self._parts)
        self.rates.append((kind, rate))
        place = len(self._values)
        self._values.append(self._numbers.drawn(place, signed=kind == "laplace"))
        self.last = Real(self, place) if self._as_sampled else self._values[-1]
        handed: Real = getattr(self, "last")  # noqa: B009  (or a fraction that stands for it)
        return handed

    def draw(self, dist: Dist[X, ExponentialFunction] | Dist[X, Fraction], /) -> X:
        """An outcome of a finite law."""
        self._count()
        listed = list(dist)
        self.picked.append(self._numbers.below(len(listed)))
        return listed[self.picked[-1]]

    def _count(self) -> None:
        if len(self.rates) + len(self.picked) >= MOST_DRAWS:
            raise TypeError(f"more than {MOST_DRAWS} draws in one call")

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError("for every number of answers there are draw_real and draw only")

    draw_noise = run = release = delegate = _refuse

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """How draws compare."""
        return self._at(low) + k < self._at(high)

    def number(self, value: object) -> Fraction | None:
        """A number, or what stands for one; None for anything else."""
        if isinstance(value, Real | Gap):
            _, first, second, shift = value.taken_apart()
            return self._at(first) - self._at(second) + shift
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return Fraction(value)
        return None

    def _at(self, place: int) -> Fraction:
        return Fraction(0) if place == CONSTANT else self._values[place]


def _holds(branch: Branch, known: Mapping[str, Fraction]) -> bool:
    """Whether the guards hold."""
    return all(
        (value := _value(guard, known)) > 0 or (value == 0 and not strict)
        for guard, strict in zip(branch.guards, branch.strict, strict=True)
    )


def _value(form: Form, known: Mapping[str, Fraction]) -> Fraction:
    return sum((c * known[name] for name, c in form.items()), Fraction(0))


def _same(said: object, found: object, reals: Sequence[Fraction], drawn: _Drawn) -> bool:
    """Whether a value is what the trace says, real numbers put in."""
    number = reals[said.place] if isinstance(said, Register) else drawn.number(said)
    if number is not None:
        return drawn.number(found) == number
    if type(said) is not type(found):
        return False
    if isinstance(said, tuple) and isinstance(found, tuple):
        return len(said) == len(found) and all(
            _same(a, b, reals, drawn) for a, b in zip(said, found, strict=True)
        )
    if is_dataclass(said) and not isinstance(said, type):
        parts = [(getattr(said, f.name), getattr(found, f.name)) for f in fields(said)]
        return all(_same(a, b, reals, drawn) for a, b in parts)
    try:
        return isinstance(found, Hashable) and key(said) == key(found)
    except NoValueError:
        return False


def _words(value: object, drawn: _Drawn, reals: Sequence[Fraction] = ()) -> str:
    """A value in words, numbers as they are read."""
    number = reals[value.place] if isinstance(value, Register) else drawn.number(value)
    if number is not None:
        return str(number)
    if isinstance(value, tuple):
        return f"({', '.join(_words(part, drawn, reals) for part in value)})"
    return repr(value)
