"""What is asked of a mechanism for every number of answers, and what is true of its outputs."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from audits.engines.streams.deciding import StreamAudit, audit_stream, whole_of
from audits.engines.streams.untold import untold
from audits.evidence.verdict import Holds, Undecided, Verdict
from audits.inputs.literals import InputError, shortened
from audits.inputs.numbers import between, rational
from audits.inputs.streams import ADJACENCIES, Streamed
from audits.near_names import same

LARGEST_CLAIM = 1000

WIDTHS = {"one": 0, "monotone": 1, "all": 2}
"""What is promised for an adjacency is promised for those before it."""


class Question(NamedTuple):
    """What is asked of a stream."""

    stream: Streamed
    claim: Fraction | None
    adjacency: str
    sensitivity: Fraction

    own: bool = False
    """Whether the claim is what the class promises."""


def stream_question(
    stream: Streamed, claim: str | None, adjacency: str | None, sensitivity: str | None
) -> Question:
    """The question that the options state; what the class promises is the claim if none is given.

    A promise is one for sensitivity 1 and the adjacency that the class is made for.

    Raises:
        InputError: for an adjacency that is none, a claim or a sensitivity out of range.
    """
    if adjacency is not None:
        names, text = ", ".join(ADJACENCIES), adjacency
        adjacency = same(text, ADJACENCIES)
        if adjacency is None:
            raise InputError(f"--adjacency {shortened(text or repr(''))}: with --all-n {names}")
    size = rational(sensitivity or "1", "--sensitivity")
    if not 0 < size <= LARGEST_CLAIM:
        text = shortened(str(size))
        raise InputError(f"--sensitivity {text}: above 0, at most {LARGEST_CLAIM}")
    if stream.on_integers and size.denominator != 1:
        text = shortened(str(size))
        raise InputError(f"--sensitivity {text}: answers with geometric noise are integers")
    most = None if claim is None else between(claim, "--claim-eps", 0, LARGEST_CLAIM)
    adjacency = adjacency or stream.adjacency
    narrow, wide = (WIDTHS[ADJACENCIES[name]] for name in (adjacency, stream.adjacency))
    own = stream.own() if most is None and size <= 1 and narrow <= wide else None
    return Question(stream, most if own is None else own, adjacency, size, own is not None)


def of_the_mechanism(question: Question, subject: str) -> StreamAudit:
    """What the engine finds of runs, if it is true of outputs, and on integers where they are."""
    automaton = question.stream.automaton
    adjacency = ADJACENCIES[question.adjacency]
    subject += " (with Laplace noise)" if question.stream.on_integers else ""
    found = audit_stream(automaton, subject, question.claim, adjacency, question.sensitivity)
    verdict = found.verdict
    told = _told(question.stream, found, verdict)
    if told is not None:
        verdict = Undecided(verdict.scope, told)
        return found._replace(verdict=verdict, loss=None, attained=None, run="", seen=None)
    if found.seen is not None and _told(question.stream, found, found.seen.verdict) is not None:
        found = found._replace(seen=None)
    if found.attained is None:
        return found
    told = _told(question.stream, found, found.attained)
    return found if told is None else found._replace(attained=None, inexact=told, run="")


def _told(stream: Streamed, found: StreamAudit, verdict: Verdict) -> str | None:
    """Why a verdict on runs is none on the mechanism; None if it is."""
    if isinstance(verdict, Undecided):
        return None
    if stream.on_integers and not whole_of(verdict):
        return "shown of Laplace noise and real answers, not of geometric noise and integers"
    disjoint = isinstance(verdict, Holds) and verdict.certificate["kind"] == "stream-bound"
    if stream.tells_more and not disjoint:
        bounded = found.loss is not None and found.observed
        bound = f"at most {found.loss} eps is shown," if bounded else "shown"
        return f"{bound} of a stream that may tell more than the mechanism"
    if found.observed or (disjoint and not stream.automaton.foresight):
        return None
    return f"outputs do not tell the run: {untold(stream.automaton)}"
