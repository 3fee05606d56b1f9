"""The law of a foreign program, by following the branches of its random tape.

`exhaust(program)` calls `program(tape)` again and again (`audits.conformance.tape`), the most
probable branch first, until every branch was followed or little enough is left; what is left is
counted exactly in `unexplored`.  The law is that of the program as it runs, rounding errors
included, and it is the law of the program only if that depends on nothing but its tape.  So

* outside sources of randomness, clocks and the like are refused (`reference.probability.purity`);
* every branch is followed a second time (`audits.conformance.runs`), in the opposite order, and
  must end in the same way (a program of few branches is run a thousand times; one that changes
  only later is not found out);
* a draw that is refused ends the search, whatever the program makes of the exception.

A `Search` does the same step by step: whoever needs a part of the law only stops when it is
there.  `audits.conformance.graph` keeps what was followed, and says which branch comes next.

A loop that comes back to the same state, where that is proved (`audits.conformance.state`; on
Python 3.11 to 3.13, on others never), is followed once; the law of such a program is that of a
Markov chain (`audits.conformance.chain`).  A call of a function that keeps nothing, such as one
that draws noise, is one draw of what it returns (`audits.conformance.calls`).
This module needs the standard library only: it also runs inside the environment of another
library.

>>> def coin(tape):
...     return tape.random() <= 0.25
>>> exhaust(coin).probability(True)  # 2^51 + 1 of the 2^53 multiples of 2^-53
Fraction(2251799813685249, 9007199254740992)
>>> def third(tape):
...     while True:
...         x = tape.getrandbits(2)
...         if x < 3:
...             return x
>>> exhaust(third).probability(0)
Fraction(1, 3)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from audits.conformance.branches import Abandoned, Other, Path, Script
from audits.conformance.calls import SHARE, Calls
from audits.conformance.graph import ONE, Graph
from audits.conformance.runs import Guard, Runs
from audits.conformance.state import Recogniser
from audits.conformance.tape import Tape
from audits.conformance.uniform import Weights
from reference.probability.outcome import key
from reference.probability.outcome import outcome as value_of
from reference.probability.purity import pure

X = TypeVar("X", bound=Hashable)

TARGET = Fraction(1, 2**20)
"""Exploration may end when no more than this is left."""

FURTHER_STATES = 200
"""Branches followed beyond the target where states are recognised: a finite rest is short."""

NEGLIGIBLE = ONE >> 200
"""When no more than the target is left, a branch below this is not followed."""


@dataclass(frozen=True, slots=True)
class Exhausted(Generic[X]):
    """What a search has found: probabilities of outcomes that sum to 1 - unexplored."""

    weights: dict[Hashable, Fraction]
    """The probabilities, by the key of the outcome: told apart by type and value."""

    unexplored: Fraction
    branches: int
    stopped: str = ""
    """The limit that ended the search, if one did before little enough was left."""

    def pairs(self) -> list[tuple[Any, Fraction]]:
        """Outcomes and their probabilities."""
        return [(value_of(known), p) for known, p in self.weights.items()]

    def probability(self, outcome: X) -> Fraction:
        """How probable an outcome is on the branches that were followed."""
        return self.weights.get(key(outcome), Fraction(0))


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends."""

    target: Fraction = TARGET
    """It may end when no more than this probability is left."""

    branches: int = 200_000
    """The most branches that are followed."""

    further: int = 5_000
    """Branches (or half as many again) followed beyond the target: a finite rest is exhausted."""

    draws: int = 10_000
    """The most draws on one branch; what lies beyond is left out."""

    seconds: float = 60
    """No branch is begun later than this; of a search in steps, the time of all steps counts."""


def exhaust(program: Callable[[Tape], X], limits: Limits | None = None) -> Exhausted[X]:
    """The law of what the program returns, on the contents of its random tape.

    Args:
        program: called on the tape, deterministic but for what it draws from it.
        limits: when to stop.

    Raises:
        OutsideSourceError: if the program reaches for another source of randomness, or a clock.
        UnboundedDrawError: if the program asks for a draw that cannot be exhausted.
        NotRepeatableError: if it behaves differently when the same draws are made again.
        ProgramEndsError: if it raises what is no `Exception`, or skips a test.

    A program that goes on asking for draws, in spite of the exception that ends a branch, for a
    thousand times (a loop that catches `BaseException`) ends the process with exit status 2.
    """
    __tracebackhide__ = True
    search: Search[X] = Search(program, limits)
    search.follow()
    search.repeat()
    search.repeat_often()
    return search.law()


class Search(Generic[X]):
    """The branches that were followed, and those that wait, the most probable first.

    Which branch comes next depends on the program only, not on the steps of the search.

    Args:
        program: as for `exhaust`, with the same errors.
        limits: when to stop for good.
        other: if not 0, one branch comes before all others, on which each draw has its last value
            but `other` - 1: nothing is kept of it, but what the program keeps.
        recogniser: what recognises the states of the program, if not what follows from it.
        calls: the laws of calls that it makes, if they are shared with other searches.
    """

    def __init__(
        self,
        program: Callable[[Tape], X],
        limits: Limits | None = None,
        other: int = 0,
        recogniser: Recogniser | None = None,
        calls: Calls | None = None,
    ) -> None:
        self._limits = limits or Limits()
        self._recogniser = recogniser or Recogniser.of(program)
        self._calls = calls or Calls(_search_of_call, self._limits.target / SHARE**2)
        self._graph = Graph()
        self._runs = Runs(program)
        self.first_state: Hashable = None
        """What is known of the state at the first draw."""

        self.branches = 0
        """How many were followed."""

        self.made = 0
        """How many draws were made on them."""

        self._other = other
        self._most: int | None = None
        """Draws after which the present step ends."""

        self._enough: int | None = None
        """Branches after which the search ends, when no more than the target is left."""

        self._stopped = ""
        self._seconds = 0.0

    @property
    def goes_on(self) -> bool:
        """Whether there are branches to follow, within the limits."""
        if not self._graph.open or self._stopped:
            return False
        if self.branches >= self._limits.branches:
            self._stopped = f"after {self.branches} branches"
            return False
        if self._graph.left <= self._limits.target * ONE:
            if self._enough is None:
                further = self._limits.further
                if self._recogniser is not None:
                    further = min(further, FURTHER_STATES)
                elif further:
                    further = max(further, self.branches // 2)
                self._enough = self.branches + further
            return self.branches < self._enough and self._graph.greatest() > NEGLIGIBLE
        return True

    def follow(
        self, branches: int | None = None, seconds: float | None = None, draws: int | None = None
    ) -> None:
        """Follow further branches.

        Args:
            branches: until there are so many in all; None: until it is enough.
            seconds: no branch is begun later than this (but for the last ones of a batch).
            draws: until so many draws were made in all.
        """
        __tracebackhide__ = True
        if seconds is not None and seconds <= 0:
            return
        if self._other:
            self._runs.once(Other(self._other, self._limits.draws))
            self._other = 0
        closed = self._recogniser is not None and self._recogniser.closed
        guard: Guard = nullcontext if closed else pure
        until = self._limits.branches if branches is None else branches
        self._most = draws
        begun = time.perf_counter()
        before = self._seconds
        while self._is_before(until):
            self._seconds = before + time.perf_counter() - begun
            if self._seconds > self._limits.seconds:
                limit = f"after {self._limits.seconds:g} seconds"
                self._stopped = f"{limit}, {self.branches} branches"
                return
            if seconds is not None and self._seconds - before > seconds:
                return
            self._runs.batch(partial(self._step, until), guard)
        self._seconds = before + time.perf_counter() - begun

    def _is_before(self, branches: int) -> bool:
        """Whether a step that ends with so many branches goes on."""
        room = self._most is None or self.made < self._most
        return self.goes_on and self.branches < branches and room

    def _step(self, until: int) -> bool:
        """Follow one branch, unless there are so many or the step has ended: then it is False."""
        __tracebackhide__ = True
        if not self._is_before(until):
            return False
        edge, mass = self._graph.most_probable()
        self.branches += 1
        path = Path(self, edge, mass)
        found = self._runs.run(path)
        self.made += path.made
        if found is not None:
            self._graph.end(path.edge, path.mass, found[0])
        return True

    def repeat(self) -> None:
        """Follow the branches that were followed since a second time, the last one first."""
        __tracebackhide__ = True
        self._runs.repeat(self._graph.leaves)

    def repeat_often(self, seconds: float = math.inf) -> None:
        """Follow few branches many times, for so many seconds at most."""
        __tracebackhide__ = True
        self._runs.repeat_often(self._graph.leaves, seconds)

    def new_draw(self, path: Path, weights: Weights, *, mark: bool = False) -> int:
        """The value to follow at a draw that was not made on this branch before.

        Raises:
            Abandoned: where the branch is left.
        """
        state = self._recogniser.state(weights) if self._recogniser is not None else None
        if self._graph.comes_back(path, state):
            raise Abandoned
        if path.draws >= self._limits.draws or path.marks >= self._limits.draws:
            self._graph.cut(path.edge)
            raise Abandoned
        if self._graph.is_new:
            self.first_state = state
        call = self._calls.begun(weights, self.made)
        if mark and call is None and self._recogniser is None:
            return 0
        number = path.marks if mark else 0
        if call is None:
            return self._graph.grow(path, weights, (), state, number)
        value = self._graph.grow(path, call.weights, call.scripts, state, number)
        return path.enter(call.scripts[value], weights)

    def law(self) -> Exhausted[X]:
        """The exact law of the branches that were followed."""
        found = self._graph.law()
        unexplored = 1 - sum(found.values(), Fraction(0))
        return Exhausted(found, unexplored, self.branches, self._stopped)

    def scripts(self) -> dict[Hashable, Script]:
        """For each outcome, the draws on the first branch that ended in it."""
        return self._graph.scripts()


def _search_of_call(
    program: Callable[[Tape], Any], recogniser: Recogniser, target: Fraction, calls: Calls
) -> Search[Any]:
    """The search of a call in another program."""
    return Search(program, Limits(target=target, further=0), 0, recogniser, calls)
