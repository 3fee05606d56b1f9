"""The law of a foreign program, by following the branches of its random tape.

`exhaust(program)` calls `program(tape)` again and again (`audits.conformance.tape`), the most
probable branch first, until every branch was followed or little enough is left; what is left is
counted exactly in `unexplored`.  The law is that of the program as it runs, rounding errors
included, and it is the law of the program only if that depends on nothing but its tape.  So

* outside sources of randomness, clocks and the like are refused (`reference.probability.purity`);
* every branch is followed a second time, in the opposite order, and must end in the same way (a
  program of few branches is run a thousand times; one that changes only later is not found out);
* a draw that is refused ends the search, whatever the program makes of the exception.

A `Search` does the same step by step: whoever needs a part of the law only stops when it is there.

A loop that comes back to the same state, where that is proved (`audits.conformance.state`; on
Python 3.11 and 3.12, on others never), is followed once; the law of such a program is that of a
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

import time
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from typing import Any, Generic, NoReturn, TypeVar

from audits.conformance.branches import (
    NOWHERE,
    Abandoned,
    Again,
    Edge,
    Leaf,
    Node,
    Other,
    Path,
    Script,
    Tally,
    law_of_chain,
    script_to,
)
from audits.conformance.calls import SHARE, Calls
from audits.conformance.settled import settled
from audits.conformance.state import Recogniser
from audits.conformance.tape import Refused, Tape
from audits.conformance.uniform import UnboundedDrawError, Weights
from reference.probability.outcome import key
from reference.probability.outcome import outcome as value_of
from reference.probability.purity import OutsideSourceError, pure

X = TypeVar("X", bound=Hashable)

TARGET = Fraction(1, 2**20)
"""Exploration may end when no more than this is left."""

FURTHER_STATES = 200
"""Branches followed beyond the target where states are recognised: a finite rest is short."""

ONE = 2**512
"""Probability 1, where masses only order the search."""

NEGLIGIBLE = ONE >> 200
"""When no more than the target is left, a branch below this is not followed."""

FAR = 16
"""A branch is set aside when another is more probable by this power of 2."""

LEAST_RUNS, ENOUGH_RUNS, SECONDS_OF_REPETITION = 200, 1000, 1.0
"""Branches are followed again until there were enough runs, or so much time has gone and there
were at least so many."""

BATCH, SECONDS_OF_BATCH = 1024, 0.1
"""Branches that are followed under one guard, at most, and how long that may take."""


class ProgramEndsError(RuntimeError):
    """The program raised what would have ended the caller too, such as SystemExit."""


class NotRepeatableError(ValueError):
    """The program does not do the same again for the same draws."""


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


Guard = Callable[[], AbstractContextManager[None]]


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
        self._program = program
        self._limits = limits or Limits()
        self._recogniser = recogniser or Recogniser.of(program)
        self._calls = calls or Calls(_search_of_call, self._limits.target / SHARE**2)
        self.first_state: Hashable = None
        """What is known of the state at the first draw."""

        self._root = Node(0, 1, None, 0, waiting={0: ONE})
        self._nodes = [self._root]
        self._known: dict[Hashable, Node] = {}
        self._leaves: list[Edge] = []
        self._tally: Tally | None = Tally()
        """None when a loop was found: the graph is no tree."""

        self._repeated = self._runs = 0
        """Leaves that were repeated, and how often any was."""

        self._handing: list[tuple[int, int]] = []
        self._following: list[tuple[int, int, int]] = [(-ONE, 0, 0)]
        self._open = 1
        """Values of draws that have not been followed."""

        self._left = ONE
        self._other = other
        self.branches = 0
        """How many were followed."""

        self.made = 0
        """How many draws were made on them."""

        self._most: int | None = None
        self._enough: int | None = None
        self._stopped = ""
        self._seconds = 0.0
        self._batch = 32

    @property
    def goes_on(self) -> bool:
        """Whether there are branches to follow, within the limits."""
        if not self._open or self._stopped:
            return False
        if self.branches >= self._limits.branches:
            self._stopped = f"after {self.branches} branches"
            return False
        if self._left <= self._limits.target * ONE:
            if self._enough is None:
                further = self._limits.further
                if self._recogniser is not None:
                    further = min(further, FURTHER_STATES)
                elif further:
                    further = max(further, self.branches // 2)
                self._enough = self.branches + further
            return self.branches < self._enough and self._greatest() > NEGLIGIBLE
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
        if self._other:
            self._guarded(partial(self._run_one, Other(self._other, self._limits.draws)))
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
            self._timed(partial(self._next_batch, until), guard)
        self._seconds = before + time.perf_counter() - begun

    def _is_before(self, branches: int) -> bool:
        """Whether a step that ends with so many branches goes on."""
        room = self._most is None or self.made < self._most
        return self.goes_on and self.branches < branches and room

    def _timed(self, batch: Callable[[], Exception | None], guard: Guard = pure) -> None:
        """Run a batch; the next one takes about as long as a batch may take."""
        __tracebackhide__ = True
        begun = time.perf_counter()
        self._guarded(batch, guard)
        grows = time.perf_counter() - begun < SECONDS_OF_BATCH
        self._batch = min(self._batch * 2, BATCH) if grows else max(self._batch // 2, 1)

    def _guarded(self, batch: Callable[[], Exception | None], guard: Guard = pure) -> None:
        """Run a batch; an outside source that was used counts more than what came of it."""
        __tracebackhide__ = True
        try:
            with guard():
                failure = batch()
        except OutsideSourceError as refusal:
            raise refusal.with_traceback(None) from None  # it names the line
        if isinstance(failure, UnboundedDrawError):
            raise failure.with_traceback(None) from None
        if failure is not None:
            raise failure

    def _next_batch(self, until: int) -> Exception | None:
        __tracebackhide__ = True
        for _ in range(self._batch):
            if not self._is_before(until):
                return None
            edge, mass = self._most_probable()
            self.branches += 1
            path = Path(self, edge, mass)
            try:
                found = self._run(path)
            except Exception as failure:  # noqa: BLE001  # whatever the program raises
                return failure
            self.made += path.made
            if found is not None:
                self._leaves.append(path.edge)
                self._left -= path.mass
                self._link(path.edge, Leaf(found[0]), 0)
        return None

    def _run_one(self, path: Other) -> Exception | None:
        __tracebackhide__ = True
        try:
            self._run(path)
        except Exception as failure:  # noqa: BLE001  # whatever the program raises
            return failure
        return None

    def repeat(self) -> None:
        """Follow the branches that were followed since a second time, the last one first."""
        __tracebackhide__ = True
        new = self._leaves[self._repeated :]
        self._repeat_all(new)
        self._repeated += len(new)

    def repeat_often(self, seconds: float = SECONDS_OF_REPETITION) -> None:
        """Follow few branches many times."""
        __tracebackhide__ = True
        begun = time.perf_counter()
        while self._leaves and (
            self._runs < LEAST_RUNS
            or (self._runs < ENOUGH_RUNS and time.perf_counter() - begun < seconds)
        ):
            self._repeat_all(self._leaves)

    def _repeat_all(self, leaves: list[Edge]) -> None:
        __tracebackhide__ = True
        waiting = list(leaves)
        while waiting:
            batch = waiting[: -self._batch - 1 : -1]
            del waiting[-self._batch :]
            self._timed(partial(self._repeat_batch, batch))
        self._runs += len(leaves)

    def _repeat_batch(self, edges: list[Edge]) -> Exception | None:
        __tracebackhide__ = True
        try:
            for edge in edges:
                self._repeat(edge)
        except Exception as failure:  # noqa: BLE001  # whatever the program raises
            return failure
        return None

    def _repeat(self, edge: Edge) -> None:
        found = self._run(Path(self, edge, None))
        first = edge[0].targets[edge[1]]
        assert isinstance(first, Leaf)
        assert found is not None
        if found[0] != first.outcome:
            ends = f"it returns {value_of(found[0])!r}, not {value_of(first.outcome)!r}"
            raise NotRepeatableError(_differs(ends))

    def _run(self, path: Path | Other) -> tuple[Hashable] | None:
        """The key of the outcome on a branch, None where the branch is abandoned."""
        __tracebackhide__ = True
        tape = Tape(path)
        known: Hashable = None
        try:
            known = key(settled(self._program(tape)))
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            if tape.ended is None:
                told = _ending(failure)
                if told is failure:
                    raise
                raise told from None
        ended, tape.ended = tape.ended, None  # an exception refers to every frame on its way
        if isinstance(ended, Refused):
            raise UnboundedDrawError(str(ended)) from None
        if isinstance(ended, Again):
            raise NotRepeatableError(_differs(str(ended))) from None
        if ended is not None:
            return None
        if path.is_short:
            raise NotRepeatableError(_differs("it draws less"))
        return (known,)

    def _greatest(self) -> int:
        """A bound on the mass of a branch that waits."""
        return -min(heap[0][0] for heap in (self._following, self._handing) if heap)

    def _most_probable(self) -> tuple[Edge, int]:
        """The branch to follow next; first, mass that came back to a draw is handed on."""
        handed = 0
        while True:
            while self._handing and handed < 1_000:
                if self._following and self._handing[0][0] > self._following[0][0]:
                    break
                mass, number = heappop(self._handing)
                node = self._nodes[number]
                if node.pending == -mass:
                    handed += 1
                    node.pending = 0
                    self._hand_on(node, -mass)
            while self._following:
                mass, number, value = heappop(self._following)
                node = self._nodes[number]
                if node.waiting.get(value) == -mass:
                    del node.waiting[value]
                    return (node, value), -mass
            handed = 0

    def _hand_on(self, node: Node, mass: int, followed: int | None = None) -> None:
        """Divide mass among the values of a draw, but for one that is being followed."""
        total = node.total()
        for value, weight in node.values():
            share = mass * weight // total
            target = node.targets.get(value)
            if value == followed:
                continue
            if target is None:
                self._wait((node, value), share)
            elif isinstance(target, Node):
                self._arrive(target, share)
            elif target.outcome is not NOWHERE:
                self._left -= share

    def _wait(self, edge: Edge, mass: int) -> None:
        """Keep a value of a draw to be followed later."""
        node, value = edge
        node.waiting[value] = node.waiting.get(value, 0) + mass
        heappush(self._following, (-node.waiting[value], node.number, value))

    def _arrive(self, node: Node, mass: int) -> None:
        node.pending += mass
        heappush(self._handing, (-node.pending, node.number))

    def _link(self, edge: Edge, target: Node | Leaf, mass: int) -> None:
        """Say where a value of a draw leads, and send mass there."""
        node, value = edge
        node.targets[value] = target
        self._open -= 1
        if isinstance(target, Node) and mass:
            self._arrive(target, mass)

    def new_draw(self, path: Path, weights: Weights, *, mark: bool = False) -> int:
        """The value to follow at a draw that was not made on this branch before."""
        state = self._recogniser.state(weights) if self._recogniser is not None else None
        known = self._known.get(state) if state is not None else None
        if known is not None:
            self._tally = None
            self._link(path.edge, known, path.mass)
            raise Abandoned
        if path.draws >= self._limits.draws or path.marks >= self._limits.draws:
            self._cut(path)
        if len(self._nodes) == 1:
            self.first_state = state
        call = self._calls.begun(weights, self.made)
        if mark and call is None and self._recogniser is None:
            return 0
        node = Node(len(self._nodes), call.weights if call else weights, *path.edge)
        node.mark, node.scripts = path.marks if mark else 0, call.scripts if call else ()
        self._nodes.append(node)
        if state is not None:
            self._known[state] = node
        self._link(path.edge, node, 0)
        values = node.values()
        self._open += len(values)
        if call is not None and len(call.scripts) < len(call.weights):
            self._link((node, values.pop()[0]), Leaf(NOWHERE), 0)
        value, weight = max(values, key=lambda pair: pair[1])
        self._hand_on(node, path.mass, value)
        path.edge, path.mass = (node, value), path.mass * weight // node.total()
        path.further += 1
        if self._following and path.mass < -self._following[0][0] >> FAR:
            self._wait(path.edge, path.mass)
            raise Abandoned
        return path.enter(call.scripts[value], weights) if call is not None else value

    def _cut(self, path: Path) -> NoReturn:
        """Leave a branch for good: it is unexplored."""
        self._link(path.edge, Leaf(NOWHERE), 0)
        raise Abandoned

    def law(self) -> Exhausted[X]:
        """The exact law of the branches that were followed."""
        tree = self._tally
        found = law_of_chain(self._nodes) if tree is None else tree.law(self._leaves)
        unexplored = 1 - sum(found.values(), Fraction(0))
        return Exhausted(found, unexplored, self.branches, self._stopped)

    def scripts(self) -> dict[Hashable, Script]:
        """For each outcome, the draws on the first branch that ended in it."""
        found: dict[Hashable, Script] = {}
        for node, value in self._leaves:
            leaf = node.targets[value]
            if isinstance(leaf, Leaf) and leaf.outcome not in found:
                found[leaf.outcome] = script_to((node, value))
        return found


def _search_of_call(
    program: Callable[[Tape], Any], recogniser: Recogniser, target: Fraction, calls: Calls
) -> Search[Any]:
    """The search of a call in another program."""
    return Search(program, Limits(target=target, further=0), 0, recogniser, calls)


def _ending(failure: BaseException) -> BaseException:
    """What to raise for a failure: one that would end more than the search is told as an error."""
    ends = not isinstance(failure, Exception) or type(failure).__name__ == "SkipTest"
    if not ends or isinstance(failure, OutsideSourceError):
        return failure
    try:
        words = str(failure)
    except BaseException:  # noqa: BLE001 - the words of an exception are code as well
        words = ""
    kind = type(failure).__name__
    return ProgramEndsError(f"the program raised {kind}{': ' if words else ''}{words}")


def _differs(how: str) -> str:
    return (
        f"the program draws or returns differently when the same draws are made again: {how}; it "
        "depends on something else than its database and its random source"
    )
