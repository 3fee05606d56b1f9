"""What `privacy --all-n` says: the verdict, the loss, the worst run, and numbers."""

from __future__ import annotations

from fractions import Fraction

import typer

from audits.commands.output import print_json, print_table, write_json
from audits.commands.privacy_facts import WORDS
from audits.commands.stream_examples import beside, example_json, example_words, written
from audits.commands.streams import Answer
from audits.commands.table_report import STATUS
from audits.commands.witness import witness_json
from audits.engines.streams.deciding import Seen, StreamAudit
from audits.evidence.kernel_alone import proved_alone
from audits.evidence.verdict import Holds, Json, Refuted, Undecided, Verdict, proved
from audits.inputs.literals import shortened
from audits.inputs.stream_questions import Question
from audits.rendering.numbers import number_json, number_or_null
from reference.privacy.divergence import Infinity

LONGEST_PROOF = 400
"""Characters of what the kernel proved that a person is shown."""


def report(
    question: Question, given: Answer, subject: str, certificate: str | None, *, as_json: bool
) -> None:
    """Print what was found, write the certificates, and exit with its status."""
    found = given.audit
    verdict, proof = proved_alone(found.verdict)
    is_answer = question.claim is None and isinstance(verdict, Holds)
    exact = None if found.attained is None else proved(found.attained)
    attained = exact is not None and isinstance(exact[0], Holds)
    if certificate is not None and isinstance(verdict, Holds | Refuted):
        write_json(certificate, verdict.certificate)
        if isinstance(verdict, Holds) and exact is not None and isinstance(exact[0], Holds):
            write_json(beside(certificate, "exactly"), exact[0].certificate)
    files = written(certificate, given.examples)
    answer: dict[str, Json] = {
        "verdict": None if is_answer else WORDS[type(verdict)],
        "claim": number_or_null(question.claim),
        "own_claim": "yes" if question.own else "no",
        "loss": _loss(found, verdict),
        "exact": "yes" if attained else "no",
        "adjacency": question.adjacency,
        "sensitivity": number_json(question.sensitivity),
        "states": len(question.stream.automaton.states),
        "run": found.run,
        "run_seen": None if found.seen is None else _seen_json(found.seen),
        "scope": verdict.scope.text,
        "proved": proof,
        "examples": [
            example_json(each, file) for each, file in zip(given.examples, files, strict=True)
        ],
        "no_example": given.lacking or None,
    }
    if isinstance(verdict, Holds) and not attained and found.inexact:
        answer["not_exact"] = found.inexact
    if isinstance(verdict, Holds | Refuted) and not is_answer:
        answer["evidence"] = verdict.evidence.value
    if isinstance(verdict, Refuted):
        answer["witness"] = witness_json(
            verdict, None, given.examples[-1].parts if given.examples else 1
        )
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


def _loss(found: StreamAudit, verdict: Verdict) -> Json:
    """The least one that is shown, infinite if no number will do, nothing if that is not known."""
    if isinstance(verdict, Undecided):
        return None
    proof = verdict.certificate
    if "inf" in (proof.get("loss"), proof.get("exp_eps")):
        return number_json(Infinity.INFINITE)
    return number_or_null(found.loss)


def _seen_json(seen: Seen) -> dict[str, Json]:
    return {"loss": number_json(seen.loss), "run": seen.run}


def _rows(
    question: Question,
    found: StreamAudit,
    answer: dict[str, Json],
    verdict: Verdict,
    *,
    attained: bool,
) -> list[list[str]]:
    words = _words(question, found, verdict, attained=attained)
    rows = [["verdict", WORDS[type(verdict)]], ["means", words]]
    if answer["verdict"] is None:
        rows = [["loss", words]]
    if question.own:
        rows.append(["claim", f"{question.claim} eps, its own"])
    if attained:
        rows.append(["exactly", f"{_eps(found.loss)}: no smaller number will do, at any eps"])
    if "not_exact" in answer:
        rows.append(["not exact", f"a smaller number may do: {answer['not_exact']}"])
    if found.run:
        rows.append(["worst run", found.run])
    if found.seen is not None:
        rows.append(["a run shows", f"{_eps(found.seen.loss)}: {found.seen.run}"])
    if isinstance(verdict, Holds | Refuted):
        rows += [["evidence", verdict.evidence.value], ["proved", _cut(str(answer["proved"]))]]
    if isinstance(verdict, Refuted):
        rows += [[f"witness: {key}", _short(key, value)] for key, value in verdict.witness.items()]
    if isinstance(verdict, Undecided):
        claim = str(question.claim)
        rows.append(["reason", verdict.reason.replace(claim, shortened(claim))])
    return rows


def _cut(proved: str) -> str:
    """What the kernel proved, without the middle of long formulas; JSON has all of it."""
    if len(proved) <= LONGEST_PROOF:
        return proved
    end = LONGEST_PROOF // 2
    return f"{proved[:end]} ... {proved[-end:]} ({len(proved)} characters, all with --json)"


def _short(key: str, value: Json) -> str:
    """A number of a witness is not told to the end; a run is."""
    return str(value) if key == "run" else shortened(str(value))


def _eps(loss: Fraction | str | None) -> str:
    return f"{shortened(str(loss))} eps"


def _words(question: Question, found: StreamAudit, verdict: Verdict, *, attained: bool) -> str:
    integers = question.stream.on_integers
    answers = "every integer answer" if integers else "every real answer"
    size = (
        ""
        if question.sensitivity == 1
        else f", sensitivity {shortened(str(question.sensitivity))}"
    )
    over = f"every number of answers, {answers}, every eps"
    adjacent = f"adjacency {question.adjacency}{size}"
    if isinstance(verdict, Holds):
        if question.claim is None:
            return f"{_eps(found.loss)}, for {over}, {adjacent}"
        return f"private for {over}: loss <= {_eps(question.claim)}, {adjacent}"
    if isinstance(verdict, Undecided):
        return f"not known for {over}, {adjacent}"
    if verdict.certificate["kind"] == "refutation":
        if verdict.certificate["exp_eps"] == "inf":
            return f"no number K will do: what some answers put out, others cannot, {adjacent}"
        return f"the loss is more than is claimed, for some answers and eps, {adjacent}"
    lost = verdict.certificate.get("loss")
    if lost == "inf":
        return f"no number K will do: the loss is above K eps for some answers, {adjacent}"
    if not attained:  # no bound is shown: another run may cost more
        return f"the loss is at least {_eps(str(lost))}, for each eps, and may be more, {adjacent}"
    return f"the loss comes as near as you like to {_eps(str(lost))}, for each eps, {adjacent}"
