"""The laws of somebody's program on many databases, computed again by other processes.

What a program keeps of the databases and branches that came first is there whenever the same
process calls it again.  So the laws are computed in order by one process, in reverse order by
another, and each of the first `COMPARED` by a process of its own, as far as this takes no longer
than `PATIENCE`; each begins with a branch of its own (`exhaust(..., again=...)`).  None has called
the program before, and all must find the same laws.

A program in which nothing can be kept (`audits.conformance.state`) is searched once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, Generic, TypeVar

from audits.conformance.apart import Apart, ApartError
from audits.conformance.exhaustion import (
    Exhausted,
    Limits,
    NotRepeatableError,
    ProgramEndsError,
    exhaust,
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

COMPARED = 64
"""Databases that are the first one of a process of their own, at most."""

COPIES = 4
"""Such processes, at least; each begins with another branch."""

PATIENCE = 1.0
"""Seconds after which no further one is begun."""


def searched(
    program: Callable[[D, Tape], X],
    databases: Sequence[D],
    limits: Limits | None,
    timeout: float | None,
    *,
    isolated: bool,
) -> list[Exhausted[Hashable]]:
    """What `exhaust` finds on each database.

    Args:
        program: called on a database and a tape.
        databases: in the order of the answer.
        limits: how far branches are followed on each database.
        timeout: seconds for the search on one database.
        isolated: whether the program is called in other processes.  In this one, its laws are
            computed again in reverse order.

    Raises:
        NotRepeatableError: if a law is another one when it is computed again; and the other
            errors of `exhaust`.
        UserCodeError: if the program raises anything else, or does not end in time.
    """
    __tracebackhide__ = True
    asked: _Asked[D, X] = _Asked(program, databases, limits, Sender())
    keeps = Recogniser.of(partial(program, tuple(databases))) is None  # type: ignore[arg-type]  # only looked at
    if not isolated:
        return asked.here(keeps=keeps)
    try:
        return asked.apart(timeout, keeps=keeps)
    except ApartError as failure:
        told = REFUSALS.get(failure.kind, UserCodeError)(str(failure))
        if failure.kind not in REFUSALS:
            for note in getattr(failure, "__notes__", ()):
                told.add_note(note)
        raise told from None


@dataclass(frozen=True, slots=True)
class _Asked(Generic[D, X]):
    """What is asked about a program."""

    program: Callable[[D, Tape], X]
    databases: Sequence[D]
    limits: Limits | None
    sender: Sender

    def law(self, place: int, again: int) -> Exhausted[X]:
        """The law on a database; see `exhaust`."""
        __tracebackhide__ = True
        return exhaust(partial(self.program, self.databases[place]), self.limits, again=again)

    def here(self, *, keeps: bool) -> list[Exhausted[Any]]:
        """The laws, computed in this process."""
        __tracebackhide__ = True
        found: list[Exhausted[Any]] = []
        for place in range(len(self.databases)):  # no comprehension: its frame would be shown
            found.append(self.law(place, 0))  # noqa: PERF401
        for place in range(len(found))[::-1] if keeps else ():
            self._compare(place, found[place], self.law(place, 1))
        return found

    def apart(self, timeout: float | None, *, keeps: bool) -> list[Exhausted[Hashable]]:
        """The laws, computed in other processes; ApartError for what is raised there."""
        __tracebackhide__ = True
        found, turned = [], []
        count = len(self.databases)
        with Apart(self._answer, timeout) as process, Apart(self._answer, timeout) as other:
            for place in range(count):
                if keeps:
                    other.send((count - 1 - place, 1))
                found.append(process.ask((place, 0)))
                if keeps:
                    turned.append(other.receive())
        told = [_digested(answer) for answer in found]
        for place, answer in zip(range(count)[::-1], turned, strict=False):
            self._compare(place, told[place], _digested(answer))
        begun = time.monotonic()
        for number in range(min(max(COPIES, count), COMPARED) if keeps and count else 0):
            if time.monotonic() - begun > PATIENCE:
                break
            again, place = divmod(number, count)
            with Apart(self._answer, timeout) as alone:
                answer = alone.ask((place, 1 + place + again))
            self._compare(place, told[place], _digested(answer))
        return [_exhausted(answer) for answer in found]

    def _answer(self, request: tuple[int, int]) -> list[object]:
        """In another process: a law, and a digest of each outcome."""
        __tracebackhide__ = True
        one = self.law(*request)
        handed = self.sender.handed
        masses = [[handed(x), handed(p), _digest(x)] for x, p in one.pairs()]
        return [masses, handed(one.unexplored), one.branches, one.stopped]

    def _compare(self, place: int, first: Exhausted[Any], then: Exhausted[Any]) -> None:
        __tracebackhide__ = True
        if not agree(first, then):
            raise NotRepeatableError(
                f"the law on {label(self.databases[place])} is another one where the program was "
                "called first on another database or branch: it depends on something else than "
                "its database and its random source"
            )


def agree(first: Exhausted[Any], then: Exhausted[Any]) -> bool:
    """Whether one law can be behind both: what was followed is a part of it.

    They are the same but where a search was stopped, which may depend on the time.
    """
    if first.weights == then.weights:
        return True
    if not first.stopped and not then.stopped:
        return False
    outcomes = first.weights.keys() | then.weights.keys()
    zero = Fraction(0)
    return sum(max(first.weights.get(x, zero), then.weights.get(x, zero)) for x in outcomes) <= 1


def _digest(outcome: Hashable) -> str:
    """What tells an outcome from others, in every process."""
    return sha256(written(key(outcome)).encode("utf-8", "surrogatepass")).hexdigest()


def _digested(answer: list[Any]) -> Exhausted[str]:
    """The law of the digests of what a process answered."""
    _exhausted(answer)
    weights: dict[Hashable, Fraction] = {
        str(told): _probability(received(p)) for _, p, told in answer[0]
    }
    return Exhausted(weights, _probability(received(answer[1])), 0, str(answer[3]))


def _exhausted(answer: list[Any]) -> Exhausted[Hashable]:
    """What the process of a program wrote.

    Raises:
        ApartError: unless these are probabilities that sum to 1.
    """
    found: Exhausted[Hashable]
    try:
        masses, rest, branches, stopped = answer
        weights = {key(received(x)): _probability(received(p)) for x, p, _ in masses}
        found = Exhausted(weights, _probability(received(rest)), int(branches), str(stopped))
    except (ValueError, TypeError):
        found = Exhausted({}, Fraction(0), 0)
    if sum(found.weights.values(), found.unexplored) != 1:
        raise ApartError("the code wrote into what its process answers")
    return found


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
