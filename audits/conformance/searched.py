"""The laws of somebody's program on many databases, followed in step until enough is known.

The search on every database (`audits.conformance.exhaustion`) goes on in rounds: up to `FIRST`
branches on each, then twice as many, and so on.  After each round the caller says of which
databases more must be known; when there is none, or the time is over, the search ends with what
was followed so far.

What a program keeps of the databases and branches that came first is there whenever the same
process calls it again.  So each round is gone through in order by one process, which follows
every branch twice, in reverse order by another; and at the end each of the first `COMPARED`
databases by a process of its own, as far as this takes no longer than `PATIENCE`.  These begin
with another branch (`Search(..., other=...)`), and none has called the program before.  Which
branch comes next depends on the program only, so after as many branches all must find the same
law.

A program in which nothing can be kept (`audits.conformance.state`) is searched once.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from audits.conformance.apart import ApartError, LateError
from audits.conformance.exhaustion import Exhausted, Limits
from audits.conformance.processes import Answer, Here, Process, Request, Searches, There, apart
from audits.conformance.runs import NotRepeatableError, ProgramEndsError
from audits.conformance.samplers import UserCodeError
from audits.conformance.state import Recogniser
from audits.conformance.tape import Tape
from audits.conformance.uniform import UnboundedDrawError
from audits.evidence.labels import label
from reference.probability.dist import X
from reference.probability.outcome import NoValueError
from reference.probability.purity import OutsideSourceError

D = TypeVar("D", bound=Hashable)

Found = list[Exhausted[Hashable]]
"""What was found on each database."""

FIRST = 32
"""Branches on each database in the first round."""

COMPARED = 64
"""Databases that are the first one of a process of their own, at most."""

COPIES = 4
"""Such processes, at least; each begins with another branch."""

PATIENCE = 1.0
"""Seconds after which no further one is begun."""

GRACE = 1.0
"""Seconds after the end of the time until a process that does not answer is ended."""

REST = 0.05
"""The part of the time that may be left where it is over: a round begins with more."""

UNENDING = "a call of the function did not end in time, or its outputs were not counted in time"


def all_places(found: Found) -> Iterable[int]:
    """The databases on which anything is left, for a caller who wants the whole laws."""
    return [place for place, one in enumerate(found) if one.unexplored]


def searched(
    program: Callable[[D, Tape], X],
    databases: Sequence[D],
    limits: Limits | None,
    timeout: float | None,
    *,
    isolated: bool,
    unknown: Callable[[Found], Iterable[int]] = all_places,
) -> Found:
    """The laws on all databases, as far as they must be known.

    Args:
        program: called on a database and a tape.
        databases: in the order of the answer.
        limits: how far branches are followed on each database.
        timeout: seconds for all of it.
        isolated: whether the program is called in other processes.  In this one, its laws are
            computed again in reverse order, and a call that does not end is not ended.
        unknown: the positions of the databases of which more must be known, after each round.

    Returns:
        What was followed when the search ended; what the time did not suffice for is unexplored.

    Raises:
        NotRepeatableError: if a law is another one when it is computed again; and the other
            errors of `exhaust`.
        UserCodeError: if the program raises anything else.
    """
    __tracebackhide__ = True
    searches = Searches(program, databases, limits)
    keeps = Recogniser.of(partial(program, tuple(databases))) is None  # type: ignore[arg-type]  # only looked at
    rounds = _Rounds(databases, unknown, time.monotonic(), timeout)
    try:
        if not isolated:
            rounds.run(Here(searches), Here(searches.fresh()) if keeps else None)
        else:
            with apart(searches) as main, apart(searches) as other:
                rounds.run(main, other if keeps else None)
            if keeps and not rounds.late:
                rounds.compare_alone(partial(apart, searches))
    except ApartError as failure:
        told = REFUSALS.get(failure.kind, UserCodeError)(str(failure))
        if failure.kind not in REFUSALS:
            for note in getattr(failure, "__notes__", ()):
                told.add_note(note)
        raise told from None
    return rounds.found


@dataclass(slots=True)
class _Rounds(Generic[D]):
    """The rounds of a search, and what was found in those that were compared."""

    databases: Sequence[D]
    unknown: Callable[[Found], Iterable[int]]
    begun: float
    timeout: float | None
    found: Found = field(default_factory=list)
    late: bool = False
    """Whether the time ended the search."""

    _shares: float = 0.0
    """Seconds that a round had to follow branches; the rest is for what was found on them."""

    _history: list[dict[int, Exhausted[Any]]] = field(default_factory=list)
    """For each database, the law after as many branches as were asked for."""

    def run(self, main: Process, other: Process | None) -> None:
        """Follow branches until it is enough, or the time is over."""
        __tracebackhide__ = True
        nothing: Exhausted[Hashable] = Exhausted({}, Fraction(1), 0)
        self.found = [nothing for _ in self.databases]
        self._history = [{} for _ in self.databases]
        going = set(range(len(self.databases)))
        places, branches = sorted(going), FIRST
        while places and not self.late:
            begun, self._shares = time.monotonic(), 0.0
            try:
                told = self._round(main, other, places, branches)
            except LateError:
                self._stop(UNENDING)
                return
            short = False
            for place, one in zip(places, told, strict=True):
                self.found[place] = one.found
                if not one.goes_on:
                    going.remove(place)
                elif one.found.branches < branches:
                    short = True
            places = [place for place in self.unknown(self.found) if place in going]
            if not short:
                branches *= 2
            elif self.timeout is not None:  # the round goes on with what it has left
                beside = time.monotonic() - begun - self._shares
                self.late = self._left() < max(REST * self.timeout, 2 * beside)
        if places:
            self._stop()
            return
        self.late = False
        self._repeat(main)

    def _repeat(self, main: Process) -> None:
        """Follow few branches many times, in half of the time that is left.

        Raises:
            NotRepeatableError: if that takes all of it, and longer: a call does not end.
        """
        __tracebackhide__ = True
        count = len(self.databases)
        for place in range(count):
            share = self._share(2 * (count - place))
            if share is not None and share <= 0:
                return
            main.send(Request(place, 0, 0, share))
            try:
                main.receive(self._patience())
            except LateError:
                raise NotRepeatableError(
                    f"a call on {label(self.databases[place])} does not end, which ended before "
                    "with the same draws: it depends on something else than its database and its "
                    "random source"
                ) from None

    def _round(
        self, main: Process, other: Process | None, places: list[int], branches: int
    ) -> list[Answer]:
        """A round of both processes, compared."""
        __tracebackhide__ = True
        told: list[Answer] = []
        turned: list[Answer] = []
        for number, place in enumerate(places):
            share = self._share(2 * (len(places) - number))  # they are followed twice
            self._shares += share or 0
            if other is not None:
                other.send(Request(places[-1 - number], 1, branches, share))
            main.send(Request(place, 0, branches, share))
            told.append(main.receive(self._patience()))
            if other is not None and isinstance(other, There):
                turned.append(other.receive(self._patience()))
        if isinstance(other, Here):  # nobody works at the same time
            for _ in places:  # no comprehension: its frame would be shown
                turned.append(other.receive(None))  # noqa: PERF401
        for place, one in zip(places, told, strict=True):
            self._history[place][branches] = one.digests
        for place, one in zip(places[::-1], turned, strict=False):
            self._compare(place, branches, one.digests)
        return told

    def compare_alone(self, process: Callable[[], AbstractContextManager[There]]) -> None:
        """Compare with processes that have called the program on no other database."""
        __tracebackhide__ = True
        end = time.monotonic() + min(PATIENCE, self._left())
        count = len(self.databases)
        for number in range(min(max(COPIES, count), COMPARED) if count else 0):
            other, place = divmod(number, count)
            with process() as alone:
                for branches in self._history[place]:
                    left = end - time.monotonic()
                    if left <= 0:
                        return
                    alone.send(Request(place, 1 + place + other, branches, left))
                    try:
                        told = alone.receive(left + GRACE)
                    except LateError:
                        return
                    self._compare(place, branches, told.digests)

    def _compare(self, place: int, branches: int, then: Exhausted[Any]) -> None:
        __tracebackhide__ = True
        if not agree(self._history[place][branches], then):
            raise NotRepeatableError(
                f"the law on {label(self.databases[place])} is another one where the program was "
                "called first on another database or branch: it depends on something else than "
                "its database and its random source"
            )

    def _left(self) -> float:
        """Seconds that are left."""
        return max(self.end - time.monotonic(), 0)

    @property
    def end(self) -> float:
        """When the time is over."""
        return math.inf if self.timeout is None else self.begun + self.timeout

    def _share(self, parts: int) -> float | None:
        """One of so many equal parts of what is left; None: without a limit."""
        return None if self.end == math.inf else self._left() / parts

    def _patience(self) -> float | None:
        return None if self.end == math.inf else self._left() + GRACE

    def _stop(self, why: str = "") -> None:
        """Say of what was found that the time was over."""
        self.late = True
        took = time.monotonic() - self.begun
        limit = f"after {took:.1f} s, as its time was over" + (f": {why}" if why else "")
        self.found = [
            Exhausted(one.weights, one.unexplored, one.branches, limit) if one.unexplored else one
            for one in self.found
        ]


def agree(first: Exhausted[Any], then: Exhausted[Any]) -> bool:
    """Whether one law can be behind both: what was followed is a part of it.

    They are the same after as many branches, but where the time stopped a search.
    """
    if first.weights == then.weights:
        return True
    if first.branches == then.branches and not first.stopped and not then.stopped:
        return False
    outcomes = first.weights.keys() | then.weights.keys()
    zero = Fraction(0)
    return sum(max(first.weights.get(x, zero), then.weights.get(x, zero)) for x in outcomes) <= 1


REFUSALS: dict[str, type[BaseException]] = {
    "": ProgramEndsError,
    **{
        kind.__name__: kind
        for kind in (
            *(OutsideSourceError, UnboundedDrawError, NotRepeatableError, ProgramEndsError),
            NoValueError,
        )
    },
}
"""What is raised here for what was raised in the process of a program, by name."""
