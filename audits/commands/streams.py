"""What `privacy --all-n` says: a loss for every number of answers, the worst run, and numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import typer

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import between, rational
from audits.asked.streams import ADJACENCIES, Streamed
from audits.commands.audit import STATUS, WORDS
from audits.commands.output import number_json, print_json, print_table, write_json
from audits.commands.stream_examples import AnyExample, example_json, example_words, written
from audits.engines.streams.deciding import StreamAudit, audit_stream, whole_of
from audits.engines.streams.numbers import example
from audits.engines.streams.on_integers import integer_example
from audits.verdict import Certificate, Holds, Json, Refuted, Undecided, Verdict, proved

OPTIONS = (
    *("-p", "--all-n", "--claim-eps", "--adjacency", "--sensitivity"),
    *("--all-eps", "--certificate", "--timeout", "--json"),
)
"""What is read; the noise is Laplace or exponential, and eps is every one."""

LARGEST_CLAIM = 1000

CLAIMS = (1, 2, 3)
"""Losses that are refuted by numbers where no number will do, and none was asked about."""


class Question(NamedTuple):
    """What is asked of a stream."""

    stream: Streamed
    claim: Fraction | None
    adjacency: str
    sensitivity: Fraction


def asked(
    stream: Streamed, claim: str | None, adjacency: str | None, sensitivity: str | None
) -> Question:
    """The question that the options state.

    Raises:
        InputError: for an adjacency that is none, a claim or a sensitivity out of range.
    """
    if adjacency not in (None, *ADJACENCIES):
        names = ", ".join(ADJACENCIES)
        raise InputError(f"--adjacency {shortened(adjacency or repr(''))}: with --all-n {names}")
    size = rational(sensitivity or "1", "--sensitivity")
    if not 0 < size <= LARGEST_CLAIM:
        raise InputError(f"--sensitivity {size}: above 0, at most {LARGEST_CLAIM}")
    if stream.on_integers and size.denominator != 1:
        raise InputError(f"--sensitivity {size}: answers with geometric noise are integers")
    most = None if claim is None else between(claim, "--claim-eps", 0, LARGEST_CLAIM)
    return Question(stream, most, adjacency or stream.adjacency, size)


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
        return Answer(found, (), "runs tell more than the mechanism")
    known = found.verdict.certificate if isinstance(found.verdict, Refuted) else None
    claims = CLAIMS if question.claim is None else (question.claim,)
    examples, lacking = list[AnyExample](), ""
    for claim in map(Fraction, claims):
        numbers = _example(question, subject, claim, known)
        if isinstance(numbers, str):
            lacking = numbers
            break
        examples.append(numbers)
        if numbers.claim is None:
            break  # no number will do
    refutes = examples and (question.claim is not None or examples[-1].claim is None)
    if isinstance(found.verdict, Undecided) and refutes:
        found = found._replace(verdict=examples[-1].verdict, loss=None, attained=None, run="")
    return Answer(found, tuple(examples), lacking)


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


def of_the_mechanism(question: Question, subject: str) -> StreamAudit:
    """What the engine finds of runs, if it is true of outputs, and on integers where they are."""
    automaton = question.stream.automaton
    adjacency = ADJACENCIES[question.adjacency]
    found = audit_stream(automaton, subject, question.claim, adjacency, question.sensitivity)
    verdict = found.verdict
    told = _told(question.stream, found, verdict)
    if told is not None:
        return found._replace(verdict=Undecided(verdict.scope, told), loss=None, attained=None)
    if found.attained is None:
        return found
    told = _told(question.stream, found, found.attained)
    return found if told is None else found._replace(attained=None, inexact=told)


def _told(stream: Streamed, found: StreamAudit, verdict: Verdict) -> str | None:
    """Why a verdict on runs is none on the mechanism; None if it is."""
    if isinstance(verdict, Undecided):
        return None
    if stream.on_integers and not whole_of(verdict):
        return "shown of Laplace noise and real answers, not of geometric noise and integers"
    disjoint = isinstance(verdict, Holds) and verdict.certificate["kind"] == "stream-bound"
    if stream.tells_more and not disjoint:
        return "shown of a stream that tells more than the mechanism"
    if found.observed or (disjoint and not stream.automaton.foresight):
        return None
    return "outputs do not tell the run, so that what is shown of runs is not shown of outputs"


def report(
    question: Question, given: Answer, subject: str, certificate: str | None, *, as_json: bool
) -> None:
    """Print what was found, write the certificates, and exit with its status."""
    found = given.audit
    verdict, proof = proved(found.verdict)
    exact = None if found.attained is None else proved(found.attained)
    attained = exact is not None and isinstance(exact[0], Holds)
    if certificate is not None and isinstance(verdict, Holds | Refuted):
        write_json(certificate, verdict.certificate)
    files = written(certificate, given.examples)
    decided = isinstance(verdict, Holds | Refuted)
    answer: dict[str, Json] = {
        "verdict": WORDS[type(verdict)],
        "claim": number_json(question.claim),
        "loss": number_json(found.loss) if decided else None,
        "exact": "yes" if attained else "no",
        "adjacency": question.adjacency,
        "sensitivity": str(question.sensitivity),
        "states": len(question.stream.automaton.states),
        "run": found.run,
        "scope": verdict.scope.text,
        "proved": proof,
        "examples": [
            example_json(each, file) for each, file in zip(given.examples, files, strict=True)
        ],
    }
    if isinstance(verdict, Holds) and not attained and found.inexact:
        answer["not_exact"] = found.inexact
    if given.lacking:
        answer["no_example"] = given.lacking
    if isinstance(verdict, Holds | Refuted):
        answer["evidence"] = verdict.evidence.value
    if isinstance(verdict, Refuted):
        answer["witness"] = verdict.witness
    if isinstance(verdict, Undecided):
        answer["reason"] = verdict.reason
    if as_json:
        print_json(answer)
    else:
        rows = _rows(question, found, answer, verdict, attained=attained)
        rows += [["example", example_words(each)] for each in given.examples]
        rows += [["no example", given.lacking]] if given.lacking else []
        print_table(["", subject], rows)
    raise typer.Exit(STATUS[type(verdict)])


def _rows(
    question: Question,
    found: StreamAudit,
    answer: dict[str, Json],
    verdict: Verdict,
    *,
    attained: bool,
) -> list[list[str]]:
    rows = [["verdict", WORDS[type(verdict)]], ["means", _words(question, found, verdict)]]
    if attained:
        rows.append(["exactly", f"{found.loss} eps: no smaller number will do, at any eps"])
    if "not_exact" in answer:
        rows.append(["not exact", f"a smaller number may do: {answer['not_exact']}"])
    if found.run:
        rows.append(["worst run", found.run])
    if isinstance(verdict, Holds | Refuted):
        rows += [["evidence", verdict.evidence.value], ["proved", str(answer["proved"])]]
    if isinstance(verdict, Refuted):
        rows += [[f"witness: {key}", str(value)] for key, value in verdict.witness.items()]
    if isinstance(verdict, Undecided):
        rows.append(["reason", verdict.reason])
    return rows


def _words(question: Question, found: StreamAudit, verdict: Verdict) -> str:
    integers = question.stream.on_integers
    answers = "every integer answer" if integers else "every real answer"
    size = "" if question.sensitivity == 1 else f", sensitivity {question.sensitivity}"
    over = f"every number of answers, {answers}, every eps"
    adjacent = f"adjacency {question.adjacency}{size}"
    if isinstance(verdict, Holds):
        loss = question.claim if question.claim is not None else found.loss
        return f"private for {over}: loss <= {loss} eps, {adjacent}"
    if isinstance(verdict, Undecided):
        return f"not known for {over}, {adjacent}"
    if verdict.certificate["kind"] == "refutation":
        if verdict.certificate["exp_eps"] == "inf":
            return f"no number K will do: what some answers put out, others cannot, {adjacent}"
        return f"the loss is more than is claimed, for some answers and eps, {adjacent}"
    lost = verdict.certificate.get("loss")
    if lost == "inf":
        return f"no number K will do: the loss is above K eps for some answers, {adjacent}"
    return f"the loss comes as near as you like to {lost} eps, for each eps, {adjacent}"
