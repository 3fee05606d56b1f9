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
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

from audits.conformance.apart import Apart, ApartError, LateError
from audits.conformance.exhaustion import (
    Exhausted,
    Limits,
    NotRepeatableError,
    ProgramEndsError,
    Search,
)
from audits.conformance.handed import Sender, received
from audits.conformance.samplers import UserCodeError
from audits.conformance.state import Recogniser
from audits.conformance.tape import Tape
from audits.conformance.uniform import UnboundedDrawError
from audits.labels import label
from reference.probability.dist import X
from reference.probability.outcome import NoValueError, key, written
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


UNENDING = "a call of the function did not end in time"


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
    searches = _Searches(program, databases, limits)
    keeps = Recogniser.of(partial(program, tuple(databases))) is None  # type: ignore[arg-type]  # only looked at
    end = math.inf if timeout is None else time.monotonic() + timeout
    rounds = _Rounds(databases, unknown, end, timeout)
    try:
        if not isolated:
            rounds.run(_Here(searches), _Here(searches.fresh()) if keeps else None)
        else:
            with _apart(searches) as main, _apart(searches) as other:
                rounds.run(main, other if keeps else None)
            if keeps and not rounds.late:
                rounds.compare_alone(partial(_apart, searches))
    except ApartError as failure:
        told = REFUSALS.get(failure.kind, UserCodeError)(str(failure))
        if failure.kind not in REFUSALS:
            for note in getattr(failure, "__notes__", ()):
                told.add_note(note)
        raise told from None
    return rounds.found


@dataclass(frozen=True, slots=True)
class _Told:
    """The answer to a request."""

    found: Exhausted[Hashable]
    digests: Exhausted[Any]
    """The same, the outcomes as they can be compared with those of another process."""

    goes_on: bool
    """Whether there are further branches within the limits."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What a process is to do: follow branches on the database at a place."""

    place: int
    other: int
    """Which other branch comes first; 0: none, and every branch is followed twice."""

    branches: int
    """So many in all; 0: repeat the ones that there are until they have been run often."""

    seconds: float | None


class _Process(Protocol):
    """What follows branches: this process or another one."""

    def send(self, request: _Request, /) -> None:
        """Let it begin."""

    def receive(self, seconds: float | None, /) -> _Told:
        """Wait for the answer; raises LateError if it takes longer."""


class _Searches(Generic[D, X]):
    """The searches on all databases, in the process where the program is called."""

    def __init__(
        self, program: Callable[[D, Tape], X], databases: Sequence[D], limits: Limits | None
    ) -> None:
        self._program = program
        self._databases = databases
        self._limits = limits
        self._known: dict[int, Search[X]] = {}
        self._sender = Sender()

    def fresh(self) -> _Searches[D, X]:
        """The same, with nothing followed yet."""
        return _Searches(self._program, self._databases, self._limits)

    def step(self, request: _Request) -> tuple[Exhausted[X], bool]:
        """Follow branches."""
        __tracebackhide__ = True
        search = self._known.get(request.place)
        if search is None:
            program = partial(self._program, self._databases[request.place])
            search = Search(program, self._limits, request.other)
            self._known[request.place] = search
        if request.branches:
            search.follow(request.branches, request.seconds)
        else:
            search.repeat_often(request.seconds or 0)
        if not request.other:
            search.repeat()
        return search.law(), search.goes_on

    def answer(self, request: list[Any]) -> list[object]:
        """In another process: a law, and a digest of each outcome."""
        __tracebackhide__ = True
        one, goes_on = self.step(_Request(*request))
        handed = self._sender.handed
        masses = [[handed(x), handed(p), _digest(x)] for x, p in one.pairs()]
        return [masses, handed(one.unexplored), one.branches, one.stopped, goes_on]


class _Here:
    """Searches in this process."""

    def __init__(self, searches: _Searches[Any, Any]) -> None:
        self._searches = searches
        self._waiting: list[_Request] = []

    def send(self, request: _Request, /) -> None:
        """Keep the request."""
        self._waiting.append(request)

    def receive(self, _: float | None, /) -> _Told:
        """Do what was asked."""
        __tracebackhide__ = True
        found, goes_on = self._searches.step(self._waiting.pop(0))
        return _Told(found, found, goes_on)


class _There:
    """Searches in another process."""

    def __init__(self, process: Apart) -> None:
        self._process = process

    def send(self, request: _Request, /) -> None:
        """Write the request."""
        __tracebackhide__ = True
        parts = (request.place, request.other, request.branches, request.seconds)
        self._process.send(parts)

    def receive(self, seconds: float | None, /) -> _Told:
        """Read the answer."""
        __tracebackhide__ = True
        return _told(self._process.receive(seconds))


@contextmanager
def _apart(searches: _Searches[Any, Any]) -> Iterator[_There]:
    """A process that has called the program on nothing."""
    with Apart(searches.fresh().answer) as process:
        yield _There(process)


@dataclass(slots=True)
class _Rounds(Generic[D]):
    """The rounds of a search, and what was found in those that were compared."""

    databases: Sequence[D]
    unknown: Callable[[Found], Iterable[int]]
    end: float
    """When the time is over."""

    timeout: float | None
    found: Found = field(default_factory=list)
    late: bool = False
    """Whether the time ended the search."""

    _history: list[dict[int, Exhausted[Any]]] = field(default_factory=list)
    """For each database, the law after as many branches as were asked for."""

    def run(self, main: _Process, other: _Process | None) -> None:
        """Follow branches until it is enough, or the time is over."""
        __tracebackhide__ = True
        nothing: Exhausted[Hashable] = Exhausted({}, Fraction(1), 0)
        self.found = [nothing for _ in self.databases]
        self._history = [{} for _ in self.databases]
        going = set(range(len(self.databases)))
        places, branches = sorted(going), FIRST
        while places and not self.late:
            try:
                told = self._round(main, other, places, branches)
            except LateError:
                self._stop(UNENDING)
                return
            for place, one in zip(places, told, strict=True):
                self.found[place] = one.found
                if not one.goes_on:
                    going.remove(place)
                elif one.found.branches < branches:
                    self.late = True
            places = [place for place in self.unknown(self.found) if place in going]
            branches *= 2
        if places:
            self._stop()
            return
        self.late = False
        for place in range(len(self.databases)):
            main.send(_Request(place, 0, 0, min(PATIENCE, self._left())))
            try:
                main.receive(self._patience())
            except LateError:
                self._stop(UNENDING)

    def _round(
        self, main: _Process, other: _Process | None, places: list[int], branches: int
    ) -> list[_Told]:
        """A round of both processes, compared."""
        __tracebackhide__ = True
        told: list[_Told] = []
        turned: list[_Told] = []
        for number, place in enumerate(places):
            seconds = self._left() / (2 * (len(places) - number))  # they are followed twice
            share = None if seconds == math.inf else seconds
            if other is not None:
                other.send(_Request(places[-1 - number], 1, branches, share))
            main.send(_Request(place, 0, branches, share))
            told.append(main.receive(self._patience()))
            if other is not None and isinstance(other, _There):
                turned.append(other.receive(self._patience()))
        if isinstance(other, _Here):  # nobody works at the same time
            for _ in places:  # no comprehension: its frame would be shown
                turned.append(other.receive(None))  # noqa: PERF401
        for place, one in zip(places, told, strict=True):
            self._history[place][branches] = one.digests
        for place, one in zip(places[::-1], turned, strict=False):
            self._compare(place, branches, one.digests)
        return told

    def compare_alone(self, process: Callable[[], AbstractContextManager[_There]]) -> None:
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
                    alone.send(_Request(place, 1 + place + other, branches, left))
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

    def _patience(self) -> float | None:
        return None if self.end == math.inf else self._left() + GRACE

    def _stop(self, why: str = "") -> None:
        """Say of what was found that the time was over."""
        self.late = True
        limit = f"after {self.timeout:g} s (timeout)" + (f": {why}" if why else "")
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


def _digest(outcome: Hashable) -> str:
    """What tells an outcome from others, in every process."""
    return sha256(written(key(outcome)).encode("utf-8", "surrogatepass")).hexdigest()


def _told(answer: list[Any]) -> _Told:
    """What the process of a program wrote.

    Raises:
        ApartError: unless these are probabilities that sum to 1.
    """
    try:
        masses, rest, branches, stopped, goes_on = answer
        left = _probability(received(rest))
        chances = [_probability(received(p)) for _, p, _ in masses]
        outcomes: Iterator[Hashable] = (key(received(x)) for x, _, _ in masses)
        found: Exhausted[Hashable] = Exhausted(
            dict(zip(outcomes, chances, strict=True)), left, int(branches), str(stopped)
        )
        digests = (str(digest) for _, _, digest in masses)
        told = _Told(
            found,
            Exhausted(
                dict(zip(digests, chances, strict=True)), left, found.branches, found.stopped
            ),
            goes_on is True,
        )
    except (ValueError, TypeError):
        raise ApartError("the code wrote into what its process answers") from None
    if sum(found.weights.values(), left) != 1 or sum(told.digests.weights.values(), left) != 1:
        raise ApartError("the code wrote into what its process answers")
    return told


def _probability(value: object) -> Fraction:
    if not isinstance(value, Fraction) or value < 0:
        raise ValueError(value)
    return value


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
