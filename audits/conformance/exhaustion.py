"""The law of a foreign program, by following the branches of its random tape.

`exhaust(program)` calls `program(tape)` again and again (`audits.conformance.tape`), the most
probable branch first, until every branch was followed or little enough is left; what is left is
counted exactly in `unexplored`.  The law is that of the program as it runs, rounding errors
included, and it is the law of the program only if that depends on nothing but its tape.  So

* outside sources of randomness, clocks and the like are refused (`reference.probability.purity`);
* every branch is followed a second time, in the opposite order, and must end in the same way (a
  program of few branches is run a thousand times; one that changes only later is not found out);
* a draw that is refused ends the search, whatever the program makes of the exception.

A loop that comes back to the same state, where that is proved (`audits.conformance.state`; on
Python 3.11 and 3.12, on others never), is followed once; the law of such a program is that of a
Markov chain (`audits.conformance.chain`).
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
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from heapq import heappop, heappush
from typing import Any, Generic, NoReturn, TypeVar

from audits.conformance.chain import visits
from audits.conformance.settled import settled
from audits.conformance.state import Recogniser
from audits.conformance.tape import BranchEnd, Refused, Tape
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

BATCH = 128
"""Branches that are followed under one guard."""


class ProgramEndsError(RuntimeError):
    """The program raised what would have ended the caller too, such as SystemExit."""


class NotRepeatableError(ValueError):
    """The program does not do the same again for the same draws."""


@dataclass(frozen=True, slots=True)
class Exhausted(Generic[X]):
    """What `exhaust` found: probabilities of outcomes that sum to 1 - unexplored."""

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
    """No branch is begun later than this."""


def exhaust(
    program: Callable[[Tape], X], limits: Limits | None = None, *, again: int = 0
) -> Exhausted[X]:
    """The law of what the program returns, on the contents of its random tape.

    Args:
        program: called on the tape, deterministic but for what it draws from it.
        limits: when to stop.
        again: if not 0, every branch is followed once, as it was followed twice elsewhere; before
            them comes one on which each draw has its last value but `again` - 1.

    Raises:
        OutsideSourceError: if the program reaches for another source of randomness, or a clock.
        UnboundedDrawError: if the program asks for a draw that cannot be exhausted.
        NotRepeatableError: if it behaves differently when the same draws are made again.
        ProgramEndsError: if it raises what is no `Exception`, or skips a test.

    A program that goes on asking for draws, in spite of the exception that ends a branch, for a
    thousand times (a loop that catches `BaseException`) ends the process with exit status 2.
    """
    __tracebackhide__ = True
    search = _Search(program, limits or Limits())
    try:
        if again:
            search.follow_another(again)
        search.follow_branches()
        if not again:
            search.follow_again()
    except (OutsideSourceError, UnboundedDrawError) as refusal:
        raise refusal.with_traceback(None) from None  # it names the line
    return search.law()


@dataclass(slots=True, eq=False)
class _Node:
    """A draw: where it was found first, and where each of its values leads."""

    number: int
    weights: Weights
    parent: _Node | None
    taken: int
    """The value of the parent's draw that leads here."""

    pending: int = 0
    """The mass that came here and was not handed on to the values."""

    waiting: dict[int, int] = field(default_factory=dict)
    """The mass at each value that has not been followed."""

    targets: dict[int, _Node | _Leaf] = field(default_factory=dict)

    def total(self) -> int:
        """The sum of the weights."""
        return self.weights if isinstance(self.weights, int) else sum(self.weights)

    def values(self) -> list[tuple[int, int]]:
        """The possible values with their weights."""
        if isinstance(self.weights, int):
            return [(value, 1) for value in range(self.weights)]
        return [(value, w) for value, w in enumerate(self.weights) if w]


@dataclass(frozen=True, slots=True)
class _Leaf:
    """The end of a branch."""

    outcome: Hashable
    """The key of the outcome; `_NOWHERE` where the branch was cut."""


_NOWHERE = object()
Guard = Callable[[], AbstractContextManager[None]]
_Edge = tuple[_Node, int]


class _Abandoned(BranchEnd):
    """The branch has been left, or goes on where another has been."""


class _Again(BranchEnd):
    """The branch is not what it was the first time."""


class _Search:
    """The branches that were followed, and those that wait, the most probable first."""

    def __init__(self, program: Callable[[Tape], Hashable], limits: Limits) -> None:
        self._program = program
        self.limits = limits
        self.recogniser = Recogniser.of(program)
        self._root = _Node(0, 1, None, 0, waiting={0: ONE})
        self._nodes = [self._root]
        self._known: dict[Hashable, _Node] = {}
        self._leaves: list[_Edge] = []
        self._handing: list[tuple[int, int]] = []
        self._following: list[tuple[int, int, int]] = [(-ONE, 0, 0)]
        self._open = 1
        """Values of draws that have not been followed."""

        self._left = ONE
        self._branches = 0
        self._enough: int | None = None
        self._stopped = ""

    def follow_branches(self) -> None:
        """Follow branches until the limits say that it is enough."""
        __tracebackhide__ = True
        started = time.perf_counter()
        closed = self.recogniser is not None and self.recogniser.closed
        guard: Guard = nullcontext if closed else pure
        while self._goes_on():
            if time.perf_counter() - started > self.limits.seconds:
                self._stopped = f"after {self.limits.seconds} seconds, {self._branches} branches"
                return
            self._guarded(self._next_batch, guard)

    def _guarded(self, batch: Callable[[], Exception | None], guard: Guard = pure) -> None:
        """Run a batch; an outside source that was used counts more than what came of it."""
        __tracebackhide__ = True
        with guard():
            failure = batch()
        if failure is not None:
            raise failure

    def _next_batch(self) -> Exception | None:
        __tracebackhide__ = True
        for _ in range(BATCH):
            if not self._goes_on():
                return None
            edge, mass = self._most_probable()
            self._branches += 1
            path = _Path(self, [*_path_to(edge[0]), edge], mass)
            try:
                found = self._run(path)
            except Exception as failure:  # noqa: BLE001  # whatever the program raises
                return failure
            if found is not None:
                self._leaves.append(path.edge)
                self._left -= path.mass
                self.link(path.edge, _Leaf(found[0]), 0)
        return None

    def follow_another(self, place: int) -> None:
        """Follow one branch, for what the program may keep of it."""
        __tracebackhide__ = True
        self._guarded(partial(self._try, _Other(place, self.limits.draws)))

    def _try(self, path: _Other) -> Exception | None:
        __tracebackhide__ = True
        try:
            self._run(path)
        except Exception as failure:  # noqa: BLE001  # whatever the program raises
            return failure
        return None

    def follow_again(self) -> None:
        """Follow every branch a second time, the last one first; few branches many times."""
        __tracebackhide__ = True
        again = self._leaves[::-1]
        started, runs = time.perf_counter(), 0
        while again and (
            runs < LEAST_RUNS
            or (runs < ENOUGH_RUNS and time.perf_counter() - started < SECONDS_OF_REPETITION)
        ):
            for first in range(0, len(again), BATCH):
                self._guarded(partial(self._repeat_all, again[first : first + BATCH]))
            runs += len(again)

    def _repeat_all(self, edges: list[_Edge]) -> Exception | None:
        __tracebackhide__ = True
        try:
            for edge in edges:
                self._repeat(edge)
        except Exception as failure:  # noqa: BLE001  # whatever the program raises
            return failure
        return None

    def _repeat(self, edge: _Edge) -> None:
        path = _Path(self, [*_path_to(edge[0]), edge], None)
        found = self._run(path)
        first = edge[0].targets[edge[1]]
        assert isinstance(first, _Leaf)
        assert found is not None
        if path.position < len(path.prefix):
            raise NotRepeatableError(_differs("it draws less"))
        if found[0] != first.outcome:
            ends = f"it returns {value_of(found[0])!r}, not {value_of(first.outcome)!r}"
            raise NotRepeatableError(_differs(ends))

    def _run(self, path: _Path | _Other) -> tuple[Hashable] | None:
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
        if isinstance(ended, _Again):
            raise NotRepeatableError(_differs(str(ended))) from None
        if ended is not None:
            return None
        if path.position < len(path.prefix):
            raise NotRepeatableError(_differs("it draws less"))
        return (known,)

    def _goes_on(self) -> bool:
        if not self._open or self._stopped:
            return False
        if self._branches >= self.limits.branches:
            self._stopped = f"after {self._branches} branches"
            return False
        if self._left <= self.limits.target * ONE:
            if self._enough is None:
                further = self.limits.further
                if self.recogniser is not None:
                    further = min(further, FURTHER_STATES)
                elif further:
                    further = max(further, self._branches // 2)
                self._enough = self._branches + further
            return self._branches < self._enough and self._greatest() > NEGLIGIBLE
        return True

    def _greatest(self) -> int:
        """A bound on the mass of a branch that waits."""
        return -min(heap[0][0] for heap in (self._following, self._handing) if heap)

    def _most_probable(self) -> tuple[_Edge, int]:
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

    def _hand_on(self, node: _Node, mass: int, followed: int | None = None) -> None:
        """Divide mass among the values of a draw, but for one that is being followed."""
        total = node.total()
        for value, weight in node.values():
            share = mass * weight // total
            target = node.targets.get(value)
            if value == followed:
                continue
            if target is None:
                self.wait((node, value), share)
            elif isinstance(target, _Node):
                self._arrive(target, share)
            elif target.outcome is not _NOWHERE:
                self._left -= share

    def wait(self, edge: _Edge, mass: int) -> None:
        """Keep a value of a draw to be followed later."""
        node, value = edge
        node.waiting[value] = node.waiting.get(value, 0) + mass
        heappush(self._following, (-node.waiting[value], node.number, value))

    def _arrive(self, node: _Node, mass: int) -> None:
        node.pending += mass
        heappush(self._handing, (-node.pending, node.number))

    def link(self, edge: _Edge, target: _Node | _Leaf, mass: int) -> None:
        """Say where a value of a draw leads, and send mass there."""
        node, value = edge
        node.targets[value] = target
        self._open -= 1
        if isinstance(target, _Node) and mass:
            self._arrive(target, mass)

    def new_draw(self, path: _Path, weights: Weights) -> int:
        """The value to follow at a draw that was not made on this branch before."""
        state = self.recogniser.state(weights) if self.recogniser is not None else None
        known = self._known.get(state) if state is not None else None
        if known is not None:
            self.link(path.edge, known, path.mass)
            raise _Abandoned
        if len(path.prefix) + path.further >= self.limits.draws:
            self.cut(path)
        node = _Node(len(self._nodes), weights, *path.edge)
        self._nodes.append(node)
        if state is not None:
            self._known[state] = node
        self.link(path.edge, node, 0)
        values = node.values()
        self._open += len(values)
        value, weight = max(values, key=lambda pair: pair[1])
        self._hand_on(node, path.mass, value)
        path.edge, path.mass = (node, value), path.mass * weight // node.total()
        path.further += 1
        if self._following and path.mass < -self._following[0][0] >> FAR:
            self.wait(path.edge, path.mass)
            raise _Abandoned
        return value

    def cut(self, path: _Path) -> NoReturn:
        """Leave a branch for good: it is unexplored."""
        self.link(path.edge, _Leaf(_NOWHERE), 0)
        raise _Abandoned

    def law(self) -> Exhausted[Any]:
        """The exact law of the branches that were followed."""
        chain: dict[int, dict[int, Fraction]] = {}
        for node in self._nodes:
            following: dict[int, Fraction] = {}
            total = node.total()
            for value, weight in node.values():
                target = node.targets.get(value)
                if isinstance(target, _Node):
                    share = Fraction(weight, total)
                    following[target.number] = following.get(target.number, Fraction(0)) + share
            chain[node.number] = following
        times = visits(0, chain)
        found: dict[Hashable, Fraction] = {}
        for node in self._nodes:
            visited = times.get(node.number, Fraction(0)) / node.total()
            weights = node.weights
            shares: dict[Hashable, int] = {}
            for value, target in node.targets.items():
                if isinstance(target, _Leaf) and target.outcome is not _NOWHERE:
                    weight = 1 if isinstance(weights, int) else weights[value]
                    shares[target.outcome] = shares.get(target.outcome, 0) + weight
            for outcome, weight in shares.items():
                found[outcome] = found.get(outcome, Fraction(0)) + visited * weight
        unexplored = 1 - sum(found.values(), Fraction(0))
        return Exhausted(found, unexplored, self._branches, self._stopped)


class _Path:
    """One branch: draws that are answered as before, then new ones.

    Args:
        search: what is asked about a new draw.
        prefix: the draws that were made before, with their values; the first is the root.
        mass: how probable the branch is; None if it is followed a second time.
    """

    def __init__(self, search: _Search, prefix: list[_Edge], mass: int | None) -> None:
        self.prefix = prefix
        self.position = 1
        self.edge = prefix[-1]
        self.mass = mass or 0
        self.further = 0
        self._marks = 0
        self._search = search
        self._again = mass is None

    def draw(self, weights: Weights) -> int:
        """The value of the next draw."""
        if self.position < len(self.prefix):
            node, value = self.prefix[self.position]
            if node.weights != weights:
                raise _Again(f"draw {self.position} has other values")
            self.position += 1
            return value
        if self._again:
            raise _Again("it draws more")
        return self._search.new_draw(self, weights)

    def mark(self) -> None:
        """A draw of one value, where states of the program are recognised."""
        self._marks += 1
        if self._marks >= self._search.limits.draws:
            self._search.cut(self)
        if self._search.recogniser is not None:
            self.draw(1)


class _Other:
    """A branch on which each draw has its last value but `place` - 1; nothing is kept of it."""

    prefix: tuple[()] = ()
    position = 0

    def __init__(self, place: int, draws: int) -> None:
        self._place = place
        self._left = draws

    def draw(self, weights: Weights) -> int:
        """The value of the next draw."""
        self.mark()
        if isinstance(weights, int):
            return -self._place % weights
        possible = [value for value, weight in enumerate(weights) if weight]
        return possible[-self._place % len(possible)]

    def mark(self) -> None:
        """Count a draw."""
        self._left -= 1
        if self._left <= 0:
            raise _Abandoned


def _path_to(node: _Node) -> list[_Edge]:
    """The draws before the node on the branch that found it, with their values."""
    found = []
    while node.parent is not None:
        found.append((node.parent, node.taken))
        node = node.parent
    return found[::-1]


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
