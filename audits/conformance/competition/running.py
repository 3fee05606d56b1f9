"""Running the entries: seconds of this process for laws, decision and kernel, and what was found.

A record is JSON.  Seconds are measured here; those of others are the ones that they recorded, on
other machines, so that a ratio says an order of magnitude and no more.
"""

from __future__ import annotations

import json
import os
import platform
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import process_time

from audits.conformance.competition.entry import Endless, Entry, Inexpressible, Recorded
from audits.conformance.competition.suites import (
    accuracy,
    checkdp,
    dip_approx,
    dipa,
    dipaut,
    dipc,
    dp_sniper,
    statdp,
    streams,
)
from audits.engines.privacy.enclosed import shown as in_words
from audits.evidence.verdict import Holds, Json, Refuted, Undecided, Verdict, confirmed, proved

LIMIT = 60
"""Seconds of this process for an entry."""


class OutOfTimeError(RuntimeError):
    """An entry took longer than its limit."""


@dataclass(frozen=True, slots=True)
class Run:
    """What came of an entry."""

    entry: Entry
    verdict: str
    """holds, refuted, undecided or out of time."""

    laws: float
    decision: float
    kernel: float
    shown: str
    """The counterexample of a refutation, or why nothing was decided."""

    least_delta: str = ""
    """Its bounds, if laws were enclosed."""

    bound: str = ""
    """The least loss that is shown for every number of answers."""

    states: int | None = None
    """Those of the automaton, for every number of answers."""

    size: int | None = None
    """Bytes of certificates, for every number of answers."""

    @property
    def as_expected(self) -> bool:
        """Whether the verdict, which the kernel confirmed, is the truth."""
        return self.verdict == self.entry.truth.value

    def json(self) -> dict[str, Json]:
        """The record."""
        entry = self.entry
        return {
            "suite": entry.suite,
            "name": entry.name,
            "program": entry.question.program_words,
            "answers": entry.question.answers_words,
            "claim": entry.question.asked,
            "truth": entry.truth.value,
            "ground": entry.ground,
            "verdict": self.verdict,
            "laws": f"{self.laws:.2f}",
            "decision": f"{self.decision:.2f}",
            "kernel": f"{self.kernel:.2f}",
            "shown": self.shown,
            "least_delta": self.least_delta,
            "bound": self.bound,
            "states": self.states,
            "bytes": self.size,
            **recorded_json(entry.recorded),
        }


def recorded_json(recorded: Recorded) -> dict[str, Json]:
    """What others recorded."""
    seconds = recorded.seconds
    return {
        "recorded": None if seconds is None else f"{seconds:g}",
        "source": recorded.source,
        "remark": recorded.remark,
        "their_bound": None if recorded.bound is None else str(recorded.bound),
    }


SUITES = (dipc, accuracy, dip_approx, checkdp, statdp, dp_sniper, dipaut, dipa, streams)


def entries() -> Iterator[Entry]:
    """All suites."""
    for suite in SUITES:
        yield from suite.entries()


def about() -> dict[str, Json]:
    """What the suites are, in the words of their modules."""
    return {next(iter(suite.entries())).suite: suite.__doc__ for suite in SUITES}


def inexpressible() -> Iterator[Inexpressible]:
    """Programs that are not decided."""
    yield from dip_approx.inexpressible()
    yield from dp_sniper.inexpressible()
    yield from dipaut.inexpressible()
    yield from dipa.inexpressible()


def run(entry: Entry, limit: float = LIMIT) -> Run:
    """Decide an entry, and have the kernel confirm it."""
    try:
        with at_most(limit):
            found = entry.question.answered(f"{entry.suite}: {entry.name}")
            started = process_time()
            verdict, _ = proved(found.verdict)
            exact = found.endless is not None and _attained(found.endless)
            kernel = process_time() - started
    except OutOfTimeError:
        return Run(entry, "out of time", 0, 0, 0, f"more than {limit} s")
    shown = ""
    if isinstance(verdict, Undecided):
        shown = verdict.reason
    if isinstance(verdict, Refuted):
        shown = _counterexample(verdict)
    name = type(verdict).__name__.lower()
    least = "" if found.least_delta is None else in_words(found.least_delta)
    decided = Run(entry, name, found.laws, found.decision, kernel, shown, least)
    return decided if found.endless is None else _endless(decided, verdict, found.endless, exact)


def _attained(found: Endless) -> bool:
    """Whether the kernel confirms that no smaller loss will do."""
    return found.attained is not None and isinstance(confirmed(found.attained), Holds)


def _endless(decided: Run, verdict: Verdict, found: Endless, exact: bool) -> Run:
    """With what is known for every number of answers."""
    words, proofs = "", [] if isinstance(verdict, Undecided) else [verdict.certificate]
    if isinstance(verdict, Holds):
        words = f"{'exactly' if exact or not found.loss else 'at most'} {found.loss} eps"
    if isinstance(verdict, Refuted):
        lost = verdict.certificate["loss"]
        words = "no number will do" if lost == "inf" else f"at least {lost} eps"
    if exact and isinstance(found.attained, Holds):
        proofs.append(found.attained.certificate)
    size = sum(len(json.dumps(proof)) for proof in proofs) or None
    shown = decided.shown or found.run
    return replace(decided, shown=shown, bound=words, states=found.states, size=size)


def _counterexample(verdict: Refuted) -> str:
    """The databases, the event, and where."""
    witness = verdict.witness
    if "run" in witness:
        return str(witness["run"])
    databases, event = witness["databases"], witness.get("event")
    words = " against ".join(map(str, databases)) if isinstance(databases, list) else ""
    if isinstance(event, list):
        more = f" and {len(event) - 3} more" if len(event) > 3 else ""
        words += f": {', '.join(map(str, event[:3]))}{more}"
    return words + (f"; eps/parts = {witness['u']}" if "u" in witness else "")


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """End what runs in the context after so many seconds of this process.

    Raises:
        OutOfTimeError: then.
    """

    def stop(*_: object) -> None:
        raise OutOfTimeError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def record(runs: Iterable[Run]) -> dict[str, Json]:
    """The record of a run: the machine by its kind, the entries, and what is not decided."""
    left: list[Json] = [
        {
            "suite": each.suite,
            "name": each.name,
            "program": each.program,
            "reason": each.reason,
            **recorded_json(each.recorded),
        }
        for each in inexpressible()
    ]
    return {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "about": about(),
        "entries": [each.json() for each in runs],
        "inexpressible": left,
    }
