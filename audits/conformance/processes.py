"""What follows the branches of a program on many databases: this process, or another one.

A `Request` asks for branches on one database, and its `Answer` has what was followed on this one
so far.  Another process (`audits.conformance.apart`) answers with the outcomes as they can be
handed over, and with a digest of each, by which the laws of two processes can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, Generic, Protocol, TypeVar

from audits.conformance.apart import Apart, ApartError
from audits.conformance.exhaustion import Exhausted, Limits, Search
from audits.conformance.handed import Sender, received
from audits.conformance.tape import Tape
from reference.probability.dist import X
from reference.probability.outcome import key, written

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    found: Exhausted[Hashable]
    digests: Exhausted[Any]
    """The same, the outcomes as they can be compared with those of another process."""

    goes_on: bool
    """Whether there are further branches within the limits."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a process is to do: follow branches on the database at a place."""

    place: int
    other: int
    """Which other branch comes first; 0: none, and every branch is followed twice."""

    branches: int
    """So many in all; 0: repeat the ones that there are until they have been run often."""

    seconds: float | None
    """How long that may take, if it must end."""


class Process(Protocol):
    """What follows branches: this process or another one."""

    def send(self, request: Request, /) -> None:
        """Let it begin."""

    def receive(self, seconds: float | None, /) -> Answer:
        """Wait for the answer; raises LateError if it takes longer."""


class Searches(Generic[D, X]):
    """The searches on all databases, in the process where the program is called."""

    def __init__(
        self, program: Callable[[D, Tape], X], databases: Sequence[D], limits: Limits | None
    ) -> None:
        self._program = program
        self._databases = databases
        self._limits = limits
        self._known: dict[int, Search[X]] = {}
        self._sender = Sender()

    def fresh(self) -> Searches[D, X]:
        """The same, with nothing followed yet."""
        return Searches(self._program, self._databases, self._limits)

    def step(self, request: Request) -> tuple[Exhausted[X], bool]:
        """Do what is asked: the law as far as it is known now, and whether there is more."""
        __tracebackhide__ = True
        search = self._known.get(request.place)
        if search is None:
            program = partial(self._program, self._databases[request.place])
            search = Search(program, self._limits, request.other)
            self._known[request.place] = search
        if not request.branches:  # the law is known, and may take longer than the repetitions
            search.repeat_often(math.inf if request.seconds is None else request.seconds)
            return Exhausted({}, Fraction(1), search.branches), False
        search.follow(request.branches, request.seconds)
        if not request.other:
            search.repeat()
        return search.law(), search.goes_on

    def answer(self, request: list[Any]) -> list[object]:
        """The same for another process, as JSON, with a digest of each outcome; see `There`."""
        __tracebackhide__ = True
        one, goes_on = self.step(Request(*request))
        handed = self._sender.handed
        masses = [[handed(x), handed(p), _digest(x)] for x, p in one.pairs()]
        return [masses, handed(one.unexplored), one.branches, one.stopped, goes_on]


class Here:
    """Searches in this process."""

    def __init__(self, searches: Searches[Any, Any]) -> None:
        self._searches = searches
        self._waiting: list[Request] = []

    def send(self, request: Request, /) -> None:
        """Keep the request."""
        self._waiting.append(request)

    def receive(self, _: float | None, /) -> Answer:
        """Do what was asked."""
        __tracebackhide__ = True
        found, goes_on = self._searches.step(self._waiting.pop(0))
        return Answer(found, found, goes_on)


class There:
    """Searches in another process."""

    def __init__(self, process: Apart) -> None:
        self._process = process

    def send(self, request: Request, /) -> None:
        """Write the request."""
        __tracebackhide__ = True
        parts = (request.place, request.other, request.branches, request.seconds)
        self._process.send(parts)

    def receive(self, seconds: float | None, /) -> Answer:
        """Read the answer."""
        __tracebackhide__ = True
        return _read(self._process.receive(seconds))


@contextmanager
def apart(searches: Searches[Any, Any]) -> Iterator[There]:
    """A process that has called the program on nothing."""
    with Apart(searches.fresh().answer) as process:
        yield There(process)


def _read(answer: list[Any]) -> Answer:
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
        told = Answer(
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


def _digest(outcome: Hashable) -> str:
    """What tells an outcome from others, in every process."""
    return sha256(written(key(outcome)).encode("utf-8", "surrogatepass")).hexdigest()
