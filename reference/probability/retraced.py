"""Whether a stream does with numbers what its trace says.

A trace calls the code on forms, under guard (`guards`).  That it does the same with numbers is
found by another way, too: code that is not ours is called as it is, without guards, and compared
with its trace (`compared`): each branch of each state of the control, however deep it lies, and
some streams from their beginning.

The registers of a state are filled with what a sampler has there: numbers, draws or their
differences.  For each branch there is a point of its guards (`points`), from which others are
reached: small and large, of both signs, whole and not, with answers that differ alone; a whole
number is of type int, and once a Fraction.  A branch without a point is never taken.

Draws are what a sampler hands out (`continuous.Real`).  A call that adds two of them, or
multiplies one, is not sampled, but traced: it is called on fractions.

What is not found: a state of the interpreter that changes after more calls than are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from functools import partial
from io import StringIO
from typing import Final, NamedTuple, TypeAlias

from reference.probability.called import Calls, TracedBranch
from reference.probability.compared import Compared, Found, Place, words
from reference.probability.continuous import Gap, Real, UndrawnError
from reference.probability.fillings import Filling, fillings
from reference.probability.given import Given, Numbers
from reference.probability.records import parts_of
from reference.probability.shapes import Register, filled

STREAMS: Final = 90
"""Streams that are tried, of up to 8 answers."""

LONG: Final = 50
"""Answers of one stream in 30."""

MOST_BRANCHES: Final = 100_000
"""Branches that are looked at; after these no more streams are tried."""

MANY: Final = 300
"""Branches that are so many that each is called on few points."""

SHOWN: Final = 8
"""Answers that a message names."""

Kinds: TypeAlias = tuple[str, ...]
"""What is in each register: a number, a draw, the difference of two, or a fraction for these."""

NUMBER, DRAW, GAP, EXACT = "number", "draw", "gap", "exact"


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
    compared = Compared(stream, states)
    sampled = partial(Given, root=root, parts=parts, as_sampled=True)
    exact = partial(Given, root=root, parts=parts, as_sampled=False)
    with redirect_stdout(StringIO()):
        try:
            _Streams(states, compared, sampled).all()
        except UndrawnError:
            _Streams(states, compared, exact).all()
        _Branches(states, compared, sampled, exact).all()


class _Streams:
    """Streams from their beginning."""

    def __init__(
        self, states: Sequence[Calls], compared: Compared, coins: Callable[[Numbers], Given]
    ) -> None:
        self._states = states
        self._compared = compared
        self._numbers = Numbers()
        self._coins = coins

    def all(self) -> None:
        """Try all of them."""
        for i in range(STREAMS):
            self._one(LONG if i % 30 == 0 else i % 9)
            if self._compared.looked_at > MOST_BRANCHES:
                return

    def _one(self, count: int) -> None:
        """A stream of so many answers."""
        given, read = self._coins(self._numbers), list[int]()

        def called(name: str, place: Place) -> Place:
            given.next_call()
            shown = [*map(str, read)]
            if len(shown) > SHOWN:
                last = shown[-SHOWN:]
                shown = [f"{len(read)} answers that end in {last[0]}", *last[1:]]
            where = ", ".join(shown) or "no answers"
            answers = read[-1:] if name == "step" else []
            return self._compared.call(name, place, given, where, *answers).place

        place = called("begin", Place(0, (), None))
        while place.state is not None and len(read) < count:
            if "close" in self._states[place.number] and not self._numbers.below(4):
                place = called("close", place)
            else:
                read.append(self._numbers.answer())
                place = called("step", place)
        if place.state is not None and "end" in self._states[place.number]:
            called("end", place)


class _Case(NamedTuple):
    """A branch of a call, and where it is taken."""

    name: str
    number: int
    shape: object
    kinds: Kinds
    said: TracedBranch


class _Branches:
    """Each branch of each state, with each kind of registers that calls lead to."""

    def __init__(
        self,
        states: Sequence[Calls],
        compared: Compared,
        sampled: Callable[[Numbers], Given],
        exact: Callable[[Numbers], Given],
    ) -> None:
        self._states = states
        self._compared = compared
        self._coins = {False: sampled, True: exact}
        self._numbers = Numbers()
        self._left: list[tuple[int, object, Kinds]] = [(0, None, ())]
        self._known: set[tuple[int, Kinds]] = {(0, ())}
        branches = sum(len(listed) for calls in states for listed in calls.values())
        self._few = branches > MANY

    def all(self) -> None:
        """Call all of them."""
        while self._left:
            number, shape, kinds = self._left.pop()
            for name, listed in self._states[number].items():
                for said in listed:
                    self._branch(_Case(name, number, shape, kinds, said))

    def _branch(self, case: _Case) -> None:
        """A branch is taken at its points, and where it leads is looked at."""
        drawn = {str(i) for i, kind in enumerate(case.kinds) if kind != NUMBER}
        reads = case.name == "step"
        for filling in fillings(case.said.branch, len(case.kinds), drawn, reads, few=self._few):
            exact = EXACT in case.kinds
            try:
                found = self._called(case, filling, exact=exact)
            except UndrawnError:
                exact = True
                found = self._called(case, filling, exact=exact)
            to, _, state = found.place
            after = tuple(_kinds(found.said.state, state))
            after = (EXACT,) * len(after) if exact else after
            if state is not None and (to, after) not in self._known:
                self._known.add((to, after))
                self._left.append((to, found.said.state, after))

    def _called(self, case: _Case, filling: Filling, *, exact: bool) -> Found:
        given = self._coins[exact](self._numbers)
        registers = [filling.point[str(i)] for i in range(len(case.kinds))]

        def register(place: int) -> object:
            if exact or case.kinds[place] == NUMBER:
                return filling.typed(registers[place])
            draw = given.held(registers[place], filling.typed(Fraction(place)))
            return draw if case.kinds[place] == DRAW else draw - given.held(Fraction(0))

        state = filled(case.shape, register)
        draws = [filling.point[f"n{i}"] for i in range(len(case.said.branch.draws))]
        given.next_call(draws, case.said.picked)
        answer = [filling.typed(filling.point["q"])] if case.name == "step" else []
        where = "".join(f"answer {x}, " for x in answer) + (
            f"in the state {words(case.shape, given, registers)}"
        )
        place = Place(case.number, registers, state)
        return self._compared.call(case.name, place, given, where, *answer)


def _kinds(shape: object, state: object) -> list[str]:
    """What is in the registers of a state, in their order."""
    if isinstance(shape, Register):
        return [DRAW if isinstance(state, Real) else GAP if isinstance(state, Gap) else NUMBER]
    pairs = zip(parts_of(shape) or (), parts_of(state) or (), strict=False)
    return [kind for pair in pairs for kind in _kinds(*pair)]
