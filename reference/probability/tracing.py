"""From a stream mechanism to its automaton, by tracing one call at a time.

A state that a call returns is taken apart: what is real in it (draws, answers, their sums) goes to
registers, all else is control.  From each control state the calls are traced, each comparison of
reals both ways, until no new control state appears.  A comparison that others on the same branch
decide is not asked.

What the trace of a call knows of reals are *forms*: linear functions of registers, fresh draws and
the answer.  They are added, multiplied by numbers, and compared; nothing else.

A mechanism that is no stream, since its output is told by an answer to come (report noisy max),
may be traced with *foresight*: `begin` foretells numbers, and calls guess, require and equate.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> class Threshold:
...     eps = Epsilon.continuous(parts=2)
...
...     def begin(self, coins):
...         return (coins.draw_real(Laplace(2 / self.eps)),)
...
...     def step(self, state, answer, coins):
...         return state, answer >= state[0]
>>> automaton = trace(Threshold())
>>> [state.registers for state in automaton.states], automaton.observed
([0, 1], True)
>>> sorted(automaton.states[1].steps[0].branches[0].guards[0].items())
[('0', Fraction(-1, 1)), ('q', Fraction(1, 1))]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from traceback import extract_tb
from typing import Final, Protocol

from reference.exact.field import Field
from reference.override import override
from reference.probability import traced
from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.outcome import Key
from reference.probability.provenance import ours
from reference.probability.purity import pure
from reference.probability.shapes import as_read, filled, key_of, may_be_equal, taken_apart
from reference.probability.traced import AGAIN, ONE, Impossible, Path, Traced, TraceError

MOST_STATES = 1000
"""States of the control that are traced, by default."""

MOST_BRANCHES = 5000
"""Branches of one call."""

FILES = (__file__, traced.__file__)
"""Whose lines are not those of a stream."""

CALLS = (("step", True), ("close", False), ("end", False))
"""The calls of a state, and whether they read an answer."""


class _Call(Protocol):
    """A method of a stream."""

    def __call__(self, *given: object) -> object:
        """What it returns."""


class _Begin:
    """Stands for the state before the first call."""

    @override
    def __repr__(self) -> str:
        return "begin"


BEGIN: Final = _Begin()


def trace(stream: object, most_states: int = MOST_STATES) -> Automaton:
    """The automaton of a stream.

    Args:
        stream: with `eps`, `begin`, `step`, and perhaps `end`, or `close`, which ends a part of
            the stream where its caller likes, and `output`, which says what is seen of an output.
        most_states: of the control.

    Raises:
        TraceError: if it is no stream, or does what cannot be traced.
    """
    eps: object = getattr(stream, "eps", None)
    parts: object = getattr(eps, "parts", None)
    calls = [name for name, _ in CALLS if callable(getattr(stream, name, None))]
    if (
        not isinstance(parts, int)
        or "step" not in calls
        or not callable(getattr(stream, "begin", None))
    ):
        raise TraceError(
            f"{type(stream).__name__} is no stream: it has eps, begin(coins) and "
            "step(state, answer, coins)"
        )
    field: object = getattr(eps, "field", None)
    if not isinstance(field, Field) or not field.continuous:
        raise TraceError("every eps: eps is Epsilon.continuous(parts)")
    root: object = getattr(eps, "root", None)
    trusted = ours(stream)
    try:
        with nullcontext() if trusted else pure():
            found = _Tracing(stream, root, parts, most_states).automaton()
            again = found if trusted else _Tracing(stream, root, parts, most_states).automaton()
    except (TypeError, AttributeError) as error:
        raise TraceError(_told(error)) from error
    if found != again:
        raise TraceError(AGAIN)
    return found


class _Tracing:
    """The states found so far."""

    def __init__(self, stream: object, root: object, parts: int, most_states: int) -> None:
        self._stream = stream
        self._root = root
        self._parts = parts
        self._most = most_states
        self._numbers: dict[Key[Hashable], int] = {}
        self._symbols: dict[Key[Hashable], str] = {}
        self._outputs: dict[str, Hashable] = {}
        self._shapes: list[Hashable] = [BEGIN]
        self._registers = [0]
        self._foresight = False

    def automaton(self) -> Automaton:
        """That of the stream."""
        states: list[State] = []
        while len(states) < len(self._shapes):
            shape = self._shapes[len(states)]
            steps = tuple(self._steps(shape))
            name = "stopped" if shape is None else str(shape)
            states.append(State(name, self._registers[len(states)], steps))
        return Automaton(tuple(states), foresight=self._foresight)

    def _steps(self, shape: Hashable) -> Iterator[Step]:
        if shape is BEGIN:
            yield self._step(self._begin, reads=False, begins=True)
        elif shape is not None:
            for name, reads in CALLS:
                call: _Call | None = getattr(self._stream, name, None)
                if call is not None:
                    yield self._step(self._call(call, shape, name, reads=reads), reads=reads)

    def _step(
        self,
        call: Callable[[Path], tuple[object, object]],
        *,
        reads: bool,
        begins: bool = False,
    ) -> Step:
        """The branches of a call; where outputs may be equal, they have one symbol."""
        found: list[Branch] = []
        for branch in self._branches(call, begins=begins):
            alike = (other.symbol for other in found if self._may_be_equal(branch, other))
            found.append(replace(branch, symbol=next(alike, branch.symbol)))
        return Step(reads, tuple(found))

    def _may_be_equal(self, one: Branch, other: Branch) -> bool:
        outputs = self._outputs[one.symbol], self._outputs[other.symbol]
        return may_be_equal(*outputs, one.released, other.released)

    def _begin(self, path: Path) -> tuple[object, object]:
        begin: _Call = getattr(self._stream, "begin")  # noqa: B009  (not of its type)
        state = begin(path)
        self._registers[0] = max(self._registers[0], path.foretold)
        return state, ()

    def _call(
        self, call: _Call, shape: Hashable, name: str, *, reads: bool
    ) -> Callable[[Path], tuple[object, object]]:
        seen: _Call = getattr(self._stream, "output", _itself)

        def called(path: Path) -> tuple[object, object]:
            state = filled(shape, path)
            if name == "end":
                return None, seen(call(state, path))
            more = (Traced(path, {"q": ONE}),) if reads else ()
            found = call(state, *more, path)
            if not (isinstance(found, tuple) and len(found) == 2):
                raise TraceError(f"{name} returns the next state, or None, and an output")
            return found[0], seen(found[1])

        return called

    def _branches(
        self, call: Callable[[Path], tuple[object, object]], *, begins: bool = False
    ) -> Iterator[Branch]:
        prefix: list[tuple[int, int]] | None = []
        count = 0
        while prefix is not None:
            path = Path(prefix, self._root, self._parts, begins=begins)
            count += 1
            if count > MOST_BRANCHES:
                raise TraceError(f"more than {MOST_BRANCHES} branches of one call")
            with suppress(Impossible):
                yield self._branch(path, *call(path))
            if len(path.taken) < len(prefix):
                raise TraceError(AGAIN)
            self._foresight |= path.foresight
            prefix = _next(path.taken)

    def _branch(self, path: Path, state: object, output: object) -> Branch:
        updates: list[Form] = []
        released: list[Form] = []
        shape = None if state is None else taken_apart(state, path, updates)
        symbol = as_read(taken_apart(output, path, released))
        return Branch(
            draws=tuple(path.draws),
            guards=tuple(form for form, _ in path.guards),
            strict=tuple(above for _, above in path.guards),
            equations=tuple(path.equations),
            released=tuple(released),
            updates=tuple(updates),
            symbol=self._symbol(symbol),
            to=self._number(shape, len(updates)),
            weight=path.weight,
        )

    def _symbol(self, output: Hashable) -> str:
        """A text of its own for each output, numbers left out."""
        known = key_of(output)
        if known not in self._symbols:
            text = str(output)
            taken = {*self._symbols.values()}
            alike = [text, *(f"{text} ({i})" for i in range(2, len(taken) + 3))]
            self._symbols[known] = next(each for each in alike if each not in taken)
            self._outputs[self._symbols[known]] = output
        return self._symbols[known]

    def _number(self, shape: Hashable, registers: int) -> int:
        known = key_of(shape)
        if known not in self._numbers:
            if len(self._shapes) >= self._most:
                raise TraceError(
                    f"more than {self._most} states of the control, such as {shape}: what counts "
                    "without an end cannot be traced"
                )
            self._numbers[known] = len(self._shapes)
            self._shapes.append(shape)
            self._registers.append(registers)
        return self._numbers[known]


def _itself(*given: object) -> object:
    """What is seen of an output, if nothing else is said."""
    return given[0]


def _told(error: Exception) -> str:
    """What is wrong, and in which line of the stream."""
    text = str(error) if isinstance(error, TraceError) else f"{type(error).__name__}: {error}"
    lines = [frame for frame in extract_tb(error.__traceback__) if frame.filename not in FILES]
    if not lines:
        return text
    return f"{text} (in {lines[-1].name}, line {lines[-1].lineno}: {lines[-1].line})"


def _next(taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next branch in order: the last question with a way left, from the last way down."""
    left = list(taken)
    while left and left[-1][0] == 0:
        left.pop()
    if not left:
        return None
    way, ways = left[-1]
    return [*left[:-1], (way - 1, ways)]
