"""The control of a stream: its states without real numbers, found by tracing one call at a time.

A state that a call returns is taken apart: what is real in it (draws, answers, their sums) goes to
registers, all else is control.  From each control state the calls are traced, each comparison of
reals both ways, until no new control state appears.  A comparison that others on the same branch
decide is not asked.

Nothing is decided here of whether the code does the same on numbers: see `tracing`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from reference.probability.automaton import Automaton, Branch, Form, State, Step
from reference.probability.called import CALLS, Calls, TracedBranch, place_of, returned
from reference.probability.outcome import Key
from reference.probability.records import as_read
from reference.probability.shapes import filled, key_of, may_be_equal, taken_apart
from reference.probability.traced import Traced, TraceError
from reference.probability.traced_call import AGAIN, ONE, Impossible, Path

MOST_BRANCHES = 5000
"""Branches of one call."""


class Control:
    """The control states found so far; state 0 is that before `begin`.

    Args:
        stream: the stream.
        root: of its eps.
        parts: of this eps.
        most: states, before it is refused.
    """

    def __init__(self, stream: object, root: object, parts: int, most: int) -> None:
        self._stream = stream
        self._root = root
        self._parts = parts
        self._most = most
        self._shapes: list[Hashable] = [None]
        self._registers = [0]
        self._numbers: dict[Key[Hashable], int] = {}
        self._symbols: dict[Key[Hashable], str] = {}
        self._outputs: dict[str, Hashable] = {}
        self._foresight = False
        self._refusals: list[TraceError] = []
        self.said: list[Calls] = []
        """What was found, by states, with what is put out."""

    def automaton(self) -> Automaton:
        """That of the stream.

        Raises:
            TraceError: if it does what cannot be traced.
        """
        states: list[State] = []
        for number, shape in enumerate(self._shapes):  # which grow meanwhile
            self.said.append(
                {name: [*self._branches(name, shape)] for name in self._names(number)}
            )
            steps = (
                Step(name == "step", self._told_apart(said))
                for name, said in self.said[number].items()
            )
            name = "begin" if number == 0 else "stopped" if shape is None else str(shape)
            states.append(State(name, self._registers[number], tuple(steps)))
        return Automaton(tuple(states), foresight=self._foresight)

    def _names(self, number: int) -> list[str]:
        """The calls of a state."""
        if number == 0:
            return ["begin"]
        if self._shapes[number] is None:
            return []
        return [name for name, _ in CALLS if getattr(self._stream, name, None) is not None]

    def _branches(self, name: str, shape: Hashable) -> Iterator[TracedBranch]:
        """Those of one call, in the order of the ways at its questions."""
        prefix: list[tuple[int, int]] | None = []
        count = 0
        while prefix is not None:
            path = Path(prefix, self._root, self._parts, self._refusals, begins=name == "begin")
            count += 1
            if count > MOST_BRANCHES:
                raise TraceError(f"more than {MOST_BRANCHES} branches of one call")
            with suppress(Impossible):
                state, output = self._returned(path, name, shape)
                yield self._said(path, state, output, name)
            if len(path.taken) < len(prefix):
                raise TraceError(AGAIN)
            self._foresight |= path.foresight
            prefix = _next(path.taken)

    def _returned(self, path: Path, name: str, shape: Hashable) -> tuple[object, object]:
        """What a call returns; what was refused is so even if the code caught it."""
        given: list[object] = []
        if name != "begin":
            given.append(filled(shape, lambda place: Traced(path, {str(place): ONE})))
        if name == "step":
            given.append(Traced(path, {"q": ONE}))
        try:
            found = returned(self._stream, name, *given, path)
        except BaseException:
            if self._refusals:
                raise self._refusals[0] from None
            raise
        if self._refusals:
            raise self._refusals[0]
        path.over = True
        return found

    def _said(self, path: Path, state: object, output: object, name: str) -> TracedBranch:
        """A branch, with the forms of real numbers."""
        updates: list[Form] = []
        released: list[Form] = []
        try:
            shape = None if state is None else taken_apart(state, path, updates, kept=True)
            put_out = as_read(taken_apart(output, path, released))
            symbol = self._symbol(put_out)
            to = self._number(shape, len(updates))
        except TraceError as error:
            method: object = getattr(self._stream, name)
            raise TraceError(f"{error} ({place_of(method)})") from None
        self._registers[0] = max(self._registers[0], path.foretold)
        branch = Branch(
            draws=tuple(path.draws),
            guards=tuple(form for form, _ in path.guards),
            strict=tuple(above for _, above in path.guards),
            equations=tuple(path.equations),
            released=tuple(released),
            updates=tuple(updates),
            symbol=symbol,
            to=to,
            weight=path.weight,
        )
        return TracedBranch(branch, tuple(path.picked), put_out, shape)

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
        """That of a control state, a new one where it is new."""
        known = key_of(shape)
        if known not in self._numbers:
            if len(self._shapes) >= self._most:
                raise TraceError(
                    f"more than {self._most} states of the control, such as {shape}: what counts "
                    "so far, or without an end, is left out of the state"
                )
            self._numbers[known] = len(self._shapes)
            self._shapes.append(shape)
            self._registers.append(registers)
        return self._numbers[known]

    def _told_apart(self, said: Sequence[TracedBranch]) -> tuple[Branch, ...]:
        """The branches of a call; where outputs may be equal, they have one symbol."""
        found: list[Branch] = []
        for branch in (each.branch for each in said):
            alike = (other.symbol for other in found if self._may_be_equal(branch, other))
            found.append(replace(branch, symbol=next(alike, branch.symbol)))
        return tuple(found)

    def _may_be_equal(self, one: Branch, other: Branch) -> bool:
        if one.symbol == other.symbol or not (one.released or other.released):
            return one.symbol == other.symbol
        outputs = self._outputs[one.symbol], self._outputs[other.symbol]
        return may_be_equal(*outputs, one.released, other.released)


def _next(taken: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The next branch in order: the last question with a way left, from the last way down."""
    left = list(taken)
    while left and left[-1][0] == 0:
        left.pop()
    if not left:
        return None
    way, ways = left[-1]
    return [*left[:-1], (way - 1, ways)]
