"""Verdicts on streams: the least loss that is shown, whether it is attained, and the worst run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from audits.certificates import certificate, digest
from audits.engines.streams.moving import CAP, Letter, Moved, Run, Shifts, WorkFunctions, one_row
from audits.engines.streams.stretching import branches_of, stretched
from audits.kernel import check
from audits.verdict import (
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
    confirmed,
)
from reference.probability.automaton import Automaton

WIDTHS = (1, 2)
"""Shifts that are tried: up to so many times the sensitivity."""

LONGEST_LOOP = 3
SMALL = Fraction(1, 10**6)
"""Less than what two different prices are apart."""

BOUND, ATTAINED = "stream-bound", "stream-attained"


class StreamAudit(NamedTuple):
    """What was found of a stream."""

    verdict: Verdict
    loss: Fraction | None
    """The least loss that is shown."""

    attained: Verdict | None
    """That no smaller one will do, for any eps."""

    run: str
    """The worst run: symbols and differences."""

    integers: bool
    """Whether all this is true of answers and noise on the integers."""

    observed: bool
    """Whether the output tells the run."""


def audit_stream(
    automaton: Automaton,
    subject: str,
    claim: Fraction | None = None,
    adjacency: str = "all",
    sensitivity: Fraction = Fraction(1),
) -> StreamAudit:
    """Whether the loss is at most a claim, or is bounded at all; and the least bound found.

    Args:
        automaton: from `reference.probability.tracing.trace`.
        subject: what the certificates are about.
        claim: in units of eps.
        adjacency: "all", "one" or "monotone".
        sensitivity: the most by which one answer differs, > 0.
    """
    return _Audit(automaton, subject, adjacency, sensitivity).decided(claim)


class _Audit:
    def __init__(self, automaton: Automaton, subject: str, adjacency: str, size: Fraction) -> None:
        self._automaton, self._subject = automaton, subject
        self._adjacency, self._size = adjacency, size
        self._shifts = [Shifts(automaton, adjacency, width) for width in WIDTHS]
        self._scope = Scope(f"every n, every eps > 0, adjacency {adjacency}, times {size}")

    def decided(self, claim: Fraction | None) -> StreamAudit:
        """The audit."""
        found = self._least()
        if found is None:
            endless = self._endless(claim)
            if endless is not None:
                return endless
            found = _by_work(self._shifts[0], self._size)
        if found is None:
            return self._dear(claim)
        loss = found.loss
        stated = loss if claim is None or claim < loss else claim
        fields: dict[str, Json] = {"start": [*found.start], "nodes": found.nodes}
        verdict = self._confirmed(BOUND, str(stated), fields)
        whole = isinstance(verdict, Holds) and whole_of(verdict)
        attained, run = self._attained(loss)
        words = "" if run is None else self._words(run)
        if claim is not None and claim < loss:
            if isinstance(attained, Holds):
                verdict = self._refuted(attained, claim, words)
            else:
                return self._dear(claim)._replace(loss=loss)
        return self._found(verdict, loss, attained, words, whole=whole)

    def _least(self) -> Moved | None:
        for shifts in self._shifts:
            found = one_row(shifts, self._size)
            if found is not None:
                return found
        return None

    def _attained(self, loss: Fraction) -> tuple[Verdict | None, Run | None]:
        """That no smaller loss will do; and the shortest run that needs as much."""
        if loss == 0:
            return None, None
        run = WorkFunctions(self._shifts[0], loss / self._size - SMALL).dear
        if run is None:
            return None, None
        found = stretched(self._automaton, run, self._size)
        if found is None or found.gain != loss:
            return None, run
        verdict = self._confirmed(ATTAINED, str(loss), found.fields)
        return (verdict if isinstance(verdict, Holds) else None), run

    def _endless(self, claim: Fraction | None) -> StreamAudit | None:
        """A loop that costs more with each turn."""
        for run, loop in self._loops():
            found = stretched(self._automaton, run, self._size, loop)
            if found is None:
                continue
            verdict = self._confirmed(ATTAINED, "inf", found.fields)
            if isinstance(verdict, Holds):
                begun, turned = (run[0], run[1][: loop[0]]), run[1][loop[0] : loop[1]]
                words = f"{self._words(run, loop)} repeated" if turned else self._words(begun)
                refuted = self._refuted(verdict, claim, words)
                return self._found(refuted, None, None, words, whole=whole_of(verdict))
        return None

    def _dear(self, claim: Fraction | None) -> StreamAudit:
        """A run that needs more than the claim, if not more than every number."""
        most: tuple[Holds, Fraction, Run] | None = None
        prices = [claim / self._size] if claim is not None else [Fraction(k) for k in (1, 2, 4)]
        for price in prices:
            run = WorkFunctions(self._shifts[0], price).dear
            found = None if run is None else stretched(self._automaton, run, self._size)
            if run is None or found is None:
                break
            verdict = self._confirmed(ATTAINED, str(found.gain), found.fields)
            if not isinstance(verdict, Holds):
                break
            most = verdict, found.gain, run
        if most is None:
            reason = "no bound was found, and no run that shows that there is none"
            return self._found(Undecided(self._scope, reason), None, None, "", whole=False)
        shown, gain, run = most
        words = self._words(run)
        if claim is not None and gain > claim:
            refuted = self._refuted(shown, claim, words)
            return self._found(refuted, None, None, words, whole=whole_of(shown))
        reason = f"no bound was found; a run shows a loss of {gain}"
        return self._found(Undecided(self._scope, reason), None, None, words, whole=False)

    def _loops(self) -> Iterator[tuple[Run, tuple[int, int]]]:
        """Runs that come back to a state, short ones first, and where the loop is."""
        shifts = self._shifts[0]
        for length in range(1, LONGEST_LOOP + 1):
            for mode, before, state, there in self._reached():
                for loop in _walks(shifts, state, there, length):
                    here, after = _end(shifts, state, there, loop)
                    if (here, after) == (state, there) and _minimal(loop):
                        at = len(before), len(before) + len(loop)
                        yield (mode, (*before, *loop)), at
                        for last in shifts.letters(state, there):
                            yield (mode, (*before, *loop, last)), at

    def _reached(self) -> Iterator[tuple[str, tuple[Letter, ...], int, str]]:
        """A shortest way to each state and mode."""
        shifts = self._shifts[0]
        for mode in shifts.starts:
            seen: dict[tuple[int, str], tuple[Letter, ...]] = {(0, mode): ()}
            for state, there in (todo := [(0, mode)]):
                yield mode, seen[state, there], state, there
                for letter in shifts.letters(state, there):
                    known = shifts.branch(state, letter).to, letter.mode
                    if known not in seen:
                        seen[known] = (*seen[state, there], letter)
                        todo.append(known)

    def _confirmed(self, kind: str, loss: str, more: dict[str, Json]) -> Verdict:
        fields: dict[str, Json] = {
            "automaton": _json(self._automaton),
            "adjacency": self._adjacency,
            "sensitivity": str(self._size),
            "loss": loss,
        }
        asked: Facts = {
            "kind": kind,
            **{key: fields[key] for key in ("adjacency", "sensitivity", "loss")},
            "sha256": {"automaton": digest(fields["automaton"])},
        }
        proof = certificate(kind, self._subject, fields | more)
        return confirmed(Holds(self._scope, Evidence.ALL_EPSILON, proof, asked))

    def _refuted(self, shown: Holds, claim: Fraction | None, run: str) -> Verdict:
        loss = shown.certificate["loss"]
        witness: dict[str, Json] = {"run": run, "loss": loss}
        if claim is not None:
            witness["claim"] = str(claim)
        return Refuted(shown.scope, shown.evidence, shown.certificate, shown.asked, witness)

    def _words(self, run: Run, part: tuple[int, int] | None = None) -> str:
        low, high = part or (0, len(run[1]))
        here, found = 0, list[str]()
        for p, (letter, branch) in enumerate(
            zip(run[1], branches_of(self._automaton, run), strict=True)
        ):
            reads = self._automaton.states[here].steps[letter.step].reads
            if low <= p < high and (reads or here):
                found.append(
                    f"{branch.symbol}({letter.difference:+d})" if reads else branch.symbol
                )
            here = branch.to
        return " ".join(found)

    def _found(
        self,
        verdict: Verdict,
        loss: Fraction | None,
        attained: Verdict | None,
        run: str,
        *,
        whole: bool,
    ) -> StreamAudit:
        return StreamAudit(verdict, loss, attained, run, whole, self._automaton.observed)


def _by_work(shifts: Shifts, size: Fraction) -> Moved | None:
    """The least loss with work functions."""
    work = WorkFunctions(shifts, CAP)
    found = None
    while work.complete:
        found = work.moved(size)
        if found.loss == 0:
            break
        work = WorkFunctions(shifts, found.loss / size - SMALL)
    return found


def _walks(shifts: Shifts, state: int, mode: str, length: int) -> Iterator[tuple[Letter, ...]]:
    if length == 0:
        yield ()
        return
    for letter in shifts.letters(state, mode):
        to = shifts.branch(state, letter).to
        for rest in _walks(shifts, to, letter.mode, length - 1):
            yield (letter, *rest)


def _end(shifts: Shifts, state: int, mode: str, walk: tuple[Letter, ...]) -> tuple[int, str]:
    for letter in walk:
        state, mode = shifts.branch(state, letter).to, letter.mode
    return state, mode


def _minimal(loop: tuple[Letter, ...]) -> bool:
    """It is not another one turned: it begins with its least letter."""
    return loop[0] == min(loop)


def whole_of(verdict: Holds | Refuted) -> bool:
    """Whether the kernel says that a confirmed verdict is true of integers, too."""
    return check(json.dumps(verdict.certificate)).facts.get("integers") == "yes"


def _json(automaton: Automaton) -> Json:
    found: Json = json.loads(json.dumps(automaton.json))
    return found
