"""What `privacy --all-n` finds: a loss for every number of answers, a run, and numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from audits.commands.stream_examples import AnyExample
from audits.engines.streams.deciding import StreamAudit
from audits.engines.streams.numbers import Example, example
from audits.engines.streams.on_integers import integer_example
from audits.evidence.verdict import Certificate, Holds, Refuted, Undecided
from audits.inputs.failures import failure_words
from audits.inputs.stream_questions import Question, of_the_mechanism
from audits.inputs.streams import ADJACENCIES

OPTIONS = (
    *("-p", "--all-n", "--claim-eps", "--adjacency", "--sensitivity"),
    *("--all-eps", "--certificate", "--timeout", "--json"),
)
"""What is read; the noise is Laplace or exponential, and eps is every one."""

CLAIMS = (1, 2, 3)
"""Losses that are refuted by numbers where no number will do, and none was asked about."""


class Answer(NamedTuple):
    """What was found: runs, and numbers."""

    audit: StreamAudit
    """Only what is true of the mechanism itself."""

    examples: tuple[AnyExample, ...]
    """Outputs that are too probable, for the claim or for several."""

    lacking: str
    """Why there is no (other) example."""


def audited(question: Question, subject: str) -> Answer:
    """What the engine finds, with numbers where it refutes, and numbers where these do."""
    found = of_the_mechanism(question, subject)
    if isinstance(found.verdict, Holds):
        return Answer(found, (), "")
    if question.stream.tells_more:
        return Answer(found, (), "runs may tell more than the mechanism")
    known = found.verdict.certificate if isinstance(found.verdict, Refuted) else None
    claims = CLAIMS if question.claim is None else (question.claim,)
    numbered, lacking = dict[tuple[object, ...], AnyExample](), ""
    for claim in map(Fraction, claims):
        numbers = _numbers(question, subject, claim, known)
        if isinstance(numbers, str):
            lacking = numbers
            break
        told = _told_apart(numbers)
        numbered.pop(told, None)  # its claim is smaller
        numbered[told] = numbers
        if numbers.claim is None:
            break  # no number will do
    examples = (*numbered.values(),)
    refutes = examples and (question.claim is not None or examples[-1].claim is None)
    if isinstance(found.verdict, Undecided) and refutes:
        found = found._replace(verdict=examples[-1].verdict, loss=None, attained=None, run="")
        found = found._replace(seen=None)
    return Answer(found, examples, lacking)


def _told_apart(found: AnyExample) -> tuple[object, ...]:
    """What of an example does not depend on the claim."""
    if isinstance(found, Example):
        return (*found[1:-1],)
    witness = found.verdict.witness
    return (*found[1:-1], str((witness["event"], witness["probabilities"])))


def _numbers(
    question: Question, subject: str, claim: Fraction, known: Certificate | None
) -> AnyExample | str:
    """Numbers that refute a claim, or why there are none: the verdict on runs does without."""
    try:
        return _example(question, subject, claim, known)
    except Exception as failure:  # noqa: BLE001 - it is only an example
        return f"its probabilities are not computed ({failure_words(failure)})"


def _example(
    question: Question, subject: str, claim: Fraction, known: Certificate | None
) -> AnyExample | str:
    """Numbers that refute a claim, or why there are none."""
    stream = question.stream
    asked_of = ADJACENCIES[question.adjacency], question.sensitivity
    if not stream.on_integers:
        return example(stream.automaton, subject, claim, known, *asked_of)
    if stream.at is None:
        return "its noise is geometric, and runs have the laws of Laplace noise"
    return integer_example(stream.at, stream.automaton, subject, claim, known, *asked_of)
