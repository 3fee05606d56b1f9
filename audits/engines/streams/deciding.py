"""Verdicts on streams: the least loss that is shown, whether it is attained, and the worst run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from audits.engines.streams.bounding import least, shown
from audits.engines.streams.moving import Run, Shifts
from audits.engines.streams.pumping import PRICES, Folded, cycles, folded, stuck
from audits.engines.streams.stretching import Part, branches_of, endless, stretched
from audits.engines.streams.work_functions import WorkFunctions
from audits.engines.streams.writing import Moved
from audits.evidence.certificates import certificate, digest
from audits.evidence.verdict import (
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
from audits.kernel import check
from reference.probability.automaton import Automaton

WIDTH = 1
"""Whole shifts that are tried: up to so many times the sensitivity."""

WIDER = (2, 3)
"""Tried where a run that no shifts of that width move for less is not seen to need as much: of
registers with sums of answers, shifts are sums of differences."""

WIDEST = (2, 4, 8)
"""Tried where no whole shifts of the first width keep to any loss: of sums of some answers."""

BOUND, ATTAINED = "stream-bound", "stream-attained"

UNATTAINED = "the shortest run that no whole shifts move for less is not seen to need as much"


MOST_ALIKE, LONGEST_TURN = 4, 4
"""What is repeated in a run is written out up to so often; of how many words it is looked for."""


class Seen(NamedTuple):
    """A run that needs noise, which the kernel has confirmed."""

    loss: Fraction
    run: str
    verdict: Holds


class StreamAudit(NamedTuple):
    """What was found of a stream."""

    verdict: Verdict
    loss: Fraction | None
    """The least loss that is shown."""

    attained: Verdict | None
    """That no smaller one will do, for any eps."""

    run: str
    """The worst run, which attains the loss or refutes: symbols and differences."""

    integers: bool
    """Whether all this is true of answers and noise on the integers."""

    observed: bool
    """Whether the output tells the run."""

    inexact: str = ""
    """Why a bound is not seen to be attained."""

    seen: Seen | None = None
    """The best run that is known, if it is not seen to be the worst one."""


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
        self._shifts = Shifts(automaton, adjacency, WIDTH)
        self._scope = Scope(f"every n, every eps > 0, adjacency {adjacency}, sensitivity {size}")

    def decided(self, claim: Fraction | None) -> StreamAudit:
        """The audit."""
        found, reason = shown(self._shifts, self._size), ""
        if found is None:
            endless, found, reason = self._climbed(claim)
            if endless is not None:
                return endless
        for width in WIDEST:
            if found is None and not reason:
                self._shifts = Shifts(self._automaton, self._adjacency, width)
                endless, found, reason = self._climbed(claim)
                if endless is not None:
                    return endless
        if found is None:
            return self._dear(claim, reason or self._too_narrow)
        found, seen, reason = self._least(found)
        loss = found.loss
        fields: dict[str, Json] = {"start": [*found.start], "nodes": found.nodes}
        bound = self._confirmed(BOUND, str(loss), fields)
        if not isinstance(bound, Holds):
            return self._found(bound, None, None, "", whole=False)
        attained, words = None, ""
        if seen is not None and seen.loss == loss:
            attained, words, seen = seen.verdict, seen.run, None
        inexact = "" if attained is not None or not loss else reason or UNATTAINED
        verdict: Verdict = bound
        whole = whole_of(bound)
        if claim is not None and claim < loss:
            if attained is None:
                return self._dear(claim, reason, loss)
            verdict = self._refuted(attained, claim, words)
        elif claim is not None and claim > loss:
            verdict = self._confirmed(BOUND, str(claim), fields)
        decided = self._found(verdict, loss, attained, words, whole=whole)
        return decided._replace(inexact=inexact, seen=seen)

    def _least(self, found: Moved) -> tuple[Moved, Seen | None, str]:
        """The least loss that is shown, what a run needs, and why the search was given up."""
        best, shifts, reason = None, self._shifts, ""
        first = shifts.width
        for width in (first, *(each for each in WIDER if each > first)):
            if width != first:
                shifts = Shifts(self._automaton, self._adjacency, width)
            found, dear, reason = least(shifts, self._size, found)
            seen = None if dear is None else self._seen(dear)
            if seen is not None and (best is None or seen.loss > best.loss):
                best = seen
            if dear is None or (best is not None and best.loss == found.loss):
                break
        return found, best, reason

    def _seen(self, run: Run) -> Seen | None:
        """What a run needs."""
        found = stretched(self._automaton, run, self._size)
        if found is None:
            return None
        verdict = self._confirmed(ATTAINED, str(found.gain), found.fields)
        if not isinstance(verdict, Holds):
            return None
        return Seen(found.gain, self._words(run), verdict)

    def _climbed(self, claim: Fraction | None) -> tuple[StreamAudit | None, Moved | None, str]:
        """That there is no bound; or a bound; or why the search for both was given up."""
        run, reason = stuck(self._automaton, self._adjacency), ""
        for price in PRICES:
            endless = self._endless(run, claim)
            if endless is not None:
                return endless, None, ""
            work = WorkFunctions(self._shifts, price)
            if work.complete:
                return None, work.moved(self._size), ""
            if work.dear is None:
                reason = work.reason
                break
            run = work.dear
        endless = self._endless(run, claim) or self._first(cycles(self._shifts), claim)
        return endless, None, reason

    @property
    def _too_narrow(self) -> str:
        """Why nothing was found, if the work was done."""
        far, most = self._shifts.width * self._size, PRICES[-1] * self._size
        return (
            f"draws and kept sums that move by multiples of {self._size}, up to {far}, keep to no "
            f"loss up to {most}"
        )

    def _endless(self, run: Run | None, claim: Fraction | None) -> StreamAudit | None:
        """That a run cannot be moved, or costs more with each turn of its loops."""
        if run is None:
            return None
        return self._first((folded(self._automaton, run, n) for n in (0, 1)), claim)

    def _first(self, listed: Iterable[Folded], claim: Fraction | None) -> StreamAudit | None:
        """That the first of some runs of which the kernel accepts it has no bound."""
        for turned, loops in listed:
            fields = endless(self._automaton, turned, loops)
            verdict = None if fields is None else self._confirmed(ATTAINED, "inf", fields)
            if isinstance(verdict, Holds):
                words = self._words(turned, loops)
                refuted = self._refuted(verdict, claim, words)
                return self._found(refuted, None, None, words, whole=whole_of(verdict))
        return None

    def _dear(
        self, claim: Fraction | None, given_up: str, bound: Fraction | None = None
    ) -> StreamAudit:
        """A run that needs more than the claim, if not more than every number."""
        most: Seen | None = None
        prices = [claim / self._size] if claim is not None else [Fraction(k) for k in (1, 2, 4)]
        for price in prices:
            work = WorkFunctions(self._shifts, price)
            run, given_up = work.dear, given_up or work.reason
            found = None if run is None else self._seen(run)
            if found is None:
                break
            most = found
        known = "no bound was found" if bound is None else f"the loss is at most {bound} eps"
        if most is not None and claim is not None and most.loss > claim:
            refuted = self._refuted(most.verdict, claim, most.run)
            return self._found(refuted, bound, None, most.run, whole=whole_of(most.verdict))
        more = f"; {given_up}" if given_up else ""
        sought = "that there is none" if bound is None else f"more than {claim} eps"
        undecided = Undecided(self._scope, f"{known}, and no run that shows {sought}{more}")
        return self._found(undecided, bound, None, "", whole=False)._replace(seen=most)

    def _confirmed(self, kind: str, loss: str, more: dict[str, Json]) -> Verdict:
        fields: dict[str, Json] = {
            "automaton": _json(self._automaton),
            "adjacency": self._adjacency,
            "sensitivity": str(self._size),
            "loss": loss,
        }
        to_prove: Facts = {
            "kind": kind,
            **{key: fields[key] for key in ("adjacency", "sensitivity", "loss")},
            "sha256": {"automaton": digest(fields["automaton"])},
        }
        proof = certificate(kind, self._subject, fields | more)
        return confirmed(Holds(self._scope, Evidence.ALL_EPSILON, proof, to_prove))

    def _refuted(self, shown: Holds, claim: Fraction | None, run: str) -> Verdict:
        loss = shown.certificate["loss"]
        witness: dict[str, Json] = {"run": run, "loss": loss}
        if claim is not None:
            witness["claim"] = str(claim)
        return Refuted(shown.scope, shown.evidence, shown.certificate, shown.to_prove, witness)

    def _words(self, run: Run, loops: Sequence[Part] = ()) -> str:
        """Symbols and differences; what is repeated is told from what is before and after it."""
        here, said = 0, list[str]()
        for letter, branch in zip(run[1], branches_of(self._automaton, run), strict=True):
            reads = self._automaton.states[here].steps[letter.step].reads
            begins = not reads and not here
            told = f"{branch.symbol}({letter.difference:+d})" if reads else branch.symbol
            said.append("" if begins else told)
            here = branch.to
        parts, at = list[str](), 0
        for i, j in loops:
            parts += [_joined(said[at:i]), f"{_joined(said[i:j])} repeated"]
            at = j
        return ", then ".join(part for part in [*parts, _joined(said[at:])] if part)

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


def _joined(said: list[str]) -> str:
    """Words, those that are repeated often counted."""
    words, told = [word for word in said if word], list[str]()
    while words:
        ways = ((period, _turns(words, period)) for period in range(1, LONGEST_TURN + 1))
        period, turns = next((way for way in ways if way[1] > MOST_ALIKE), (1, 1))
        turn = " ".join(words[:period])
        told.append(turn if turns == 1 else f"{turn if period == 1 else f'({turn})'} x {turns}")
        words = words[period * turns :]
    return " ".join(told)


def _turns(words: list[str], period: int) -> int:
    """How often the first ones follow each other."""
    same = (words[i : i + period] == words[:period] for i in range(0, len(words), period))
    return sum(1 for _ in takewhile(bool, same))


def whole_of(verdict: Holds | Refuted) -> bool:
    """Whether the kernel says that a confirmed verdict is true of integers, too."""
    return check(json.dumps(verdict.certificate)).facts.get("integers") == "yes"


def _json(automaton: Automaton) -> Json:
    found: Json = json.loads(json.dumps(automaton.json))
    return found
