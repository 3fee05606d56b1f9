"""What `privacy` and `table` have in common: a table of laws, a question, an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import typer

from audits.asked.limits import UNLIMITED, Time, time_limit
from audits.asked.literals import InputError
from audits.asked.released import are_released
from audits.certificates import named
from audits.commands.curve_plot import picture
from audits.commands.how_private import (
    PROBABILITIES,
    Found,
    HowPrivate,
    find,
    how_private,
    place,
)
from audits.commands.output import (
    print_facts,
    print_json,
    print_table,
    working,
    write_bytes,
    write_json,
)
from audits.commands.question import Question
from audits.commands.witness import witness_json
from audits.engines.between import audit_beside, in_full
from audits.engines.privacy import audit_table
from audits.engines.tightest import as_functions, as_numbers, questions
from audits.labels import labels
from audits.shown.decimals import about, about_loss
from audits.shown.facts import listed
from audits.shown.multiples import claim_words
from audits.shown.numbers import folded, in_words, number_json, number_words
from audits.table import LawTable
from audits.verdict import Holds, Json, Refuted, Scope, Undecided, Verdict, confirmed
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve
from reference.probability.continuous import UndrawnError
from reference.probability.replay import UnfinishedError

STATUS = {Holds: 0, Refuted: 1, Undecided: 3}
"""Exit status for each verdict."""

WORDS = {Holds: "holds", Refuted: "refuted", Undecided: "undecided"}

CLAIMED_THERE = {"exp_eps": "e^(claimed loss)", "delta": "claimed delta"}
"""What a witness at one of many eps says of the claim."""

LONGER = "give more time: --timeout SECONDS"

MOST_BREAKPOINTS = 12
"""Corners of the privacy curve that a person is shown, or a few more."""


def report(
    table: LawTable[Any, Any, Any],
    question: Question,
    certificate: str | None,
    *,
    as_json: bool,
    plot: str | None = None,
    time: Time = UNLIMITED,
) -> None:
    """Audit the table, print the answer, write the certificate, and exit with its status.

    Args:
        table: the laws.
        question: what is to be said of them.
        certificate: where to write the certificate, if anywhere.
        as_json: whether the answer is one JSON object.
        plot: where to draw the privacy curve, if anywhere.
        time: for the verdict and the numbers together; what is found until then is printed.

    Raises:
        InputError: if the question has no answer for these laws.
    """
    continuous = table.field.continuous
    numbers = as_numbers(table)
    question.refuse_unanswered(numbers)
    if question.exponent is not None:
        if continuous:
            table, question = table.at_unit(question.exponent), question.at(question.exponent)
        table, question = as_functions(table), question.as_functions()
        numbers = table
    with working("comparing neighbours"):
        question, verdict, private, late = _decided(table, numbers, question, time)
    answer = _answer(table, question, verdict, private)
    if isinstance(verdict, Undecided):
        answer["advice"] = LONGER if late else _advice(table, continuous=continuous)
    if late is not None:
        answer["not_found"] = late
    proof = None if private is None else private.certificate
    if verdict is not None:
        proof = None if isinstance(verdict, Undecided) else verdict.certificate
    drawn = None if plot is None else picture(plot, numbers, question, verdict)
    if certificate is not None and proof is not None:
        write_json(certificate, proof)
    if plot is not None and drawn is not None:
        write_bytes(plot, drawn)
    if as_json:
        print_json(answer)
    else:
        scope = table.universe.name if verdict is None else verdict.scope.short
        print_facts(question.subject, _rows(question, verdict, private, answer, scope))
        if private is not None and private.curve is not None:
            _print_curve(private.curve, is_exact=question.exponent is None)
    if verdict is None:
        raise typer.Exit(0 if late is None else STATUS[Undecided])
    raise typer.Exit(STATUS[type(verdict)])


def _decided(
    table: LawTable[Any, Any, Any],
    numbers: LawTable[Any, Any, Any],
    question: Question,
    time: Time,
) -> tuple[Question, Verdict | None, HowPrivate | None, str | None]:
    """What was decided, the verdict, the numbers, and what was not found in time, in words.

    Raises:
        InputError: if laws have no densities that are known.
    """
    asked = questions(numbers, question.subject, question.exponent)
    claim, is_answered = question.claim, question.is_answered_by_numbers(numbers)
    verdict: Verdict | None = None
    found, late = Found(), None
    try:
        with time_limit(time.left()):
            if claim is not None and question.loss is not None:
                verdict, claim = audit_beside(asked.audit, question.loss, claim.delta)
                question = replace(question, claim=claim)
            elif claim is not None and question.exponent is not None:
                verdict = asked.audit(claim)
            elif claim is not None:
                verdict = confirmed(audit_table(table, claim, question.subject))
            if is_answered:
                find(numbers, question.wanted, asked, found)
    except UnfinishedError:
        missing = "the least delta" if found.losses else "how private it is"
        late = f"{missing} was not found in {time.seconds:g} s (--timeout)"
        if claim is not None and verdict is None:
            late = f"there is no verdict after {time.seconds:g} s (--timeout)"
            scope = Scope(named(table.universe), short=table.universe.name)
            verdict = Undecided(scope, late)
    except UndrawnError as error:
        raise InputError(f"{question.subject}: {error}") from None
    private = how_private(numbers, question.wanted, found) if is_answered else None
    return question, verdict, private, late


def _answer(
    table: LawTable[Any, Any, Any],
    question: Question,
    verdict: Verdict | None,
    private: HowPrivate | None,
) -> dict[str, Json]:
    claim, exponent = question.claim, question.exponent
    answer: dict[str, Json] = {
        "verdict": None if verdict is None else WORDS[type(verdict)],
        "databases": len(table.databases),
        "pairs": table.universe.pair_count,
        "r": question.r,
        "exp_eps": _claimed_json(question),
        "delta": None if claim is None else number_json(claim.delta, exponent),
        "least_eps": [],
        "least_delta": None,
        "curve": None,
        "scope": named(table.universe) if verdict is None else verdict.scope.text,
    }
    if private is not None:
        answer |= private.json
        if private.curve is not None and exponent is None:
            answer["curve"] = [
                [number_json(x), number_json(d)] for x, d in private.curve.breakpoints
            ]
    if isinstance(verdict, Holds | Refuted):
        answer["evidence"] = verdict.evidence.value
        if claim is not None and question.loss is not None:
            answer["decided_at"] = number_json(claim.exp_eps, exponent)
    if isinstance(verdict, Refuted):
        answer["witness"] = witness_json(verdict, question.exponent, question.parts)
    if isinstance(verdict, Undecided):
        answer["reason"] = verdict.reason
    if note := _note(table):
        answer["note"] = note
    return answer


def _note(table: LawTable[Any, Any, Any]) -> str | None:
    """That the output does not depend on the database; None if it does."""
    _, (first, *others) = table.distinct()
    outcomes = range(len(table.outcomes))
    same = all(
        table.probability(i, (y,)) == table.probability(first, (y,))
        for i in others
        for y in outcomes
    )
    if not same:
        return None
    constant = len(outcomes) == 1 and not are_released(table.outcomes)
    law = f"it is always {labels(table.outcomes)[0]}" if constant else "its law is always the same"
    return f"the output does not depend on the database: {law}"


def _claimed_json(question: Question) -> Json:
    """The claimed e^eps."""
    if question.loss is not None:
        power = number_json(RationalFunction.r(), question.loss)
        return power | {"exact": f"e^({question.loss})"}
    return (
        None if question.claim is None else number_json(question.claim.exp_eps, question.exponent)
    )


def _advice(table: LawTable[Any, Any, Any], *, continuous: bool) -> str:
    """What to do where nothing was decided."""
    smaller = "take fewer rows or a smaller domain"
    if continuous:
        return (
            "functions of eps and e^eps: inequalities may be too long for the kernel, or touch "
            f"the bound; decide at one eps, or at every eps, with a larger loss, or {smaller}"
        )
    if not table.field.symbolic:
        return f"too much work for the kernel: {smaller}"
    return (
        "laws as functions of r: inequalities may be too long for the kernel, or too close for "
        f"the tests that are known; decide at a rational r, --root P/Q, or {smaller}"
    )


def _rows(
    question: Question,
    verdict: Verdict | None,
    private: HowPrivate | None,
    answer: dict[str, Json],
    scope: str,
) -> Iterator[tuple[str, str]]:
    """The answer for a person; the claim has rows of its own, and is not in the scope."""
    if verdict is not None:
        yield "verdict", WORDS[type(verdict)]
    yield "scope", folded(scope)
    yield "databases", f"{answer['databases']}, {answer['pairs']} ordered pairs of neighbours"
    if question.r is not None:
        yield "r", question.r
    yield from _claim_rows(question, verdict)
    if isinstance(verdict, Holds | Refuted):
        yield "evidence", verdict.evidence.value
    if isinstance(verdict, Refuted):
        witness = witness_json(verdict, question.exponent, question.parts)
        yield from _witness_rows(witness, question.parts)
    if isinstance(verdict, Undecided):
        yield "reason", verdict.reason
        yield "what to do", str(answer["advice"])
    if private is not None:
        yield from private.rows
    if "note" in answer:
        yield "note", str(answer["note"])
    if "not_found" in answer and not isinstance(verdict, Undecided):
        yield "note", str(answer["not_found"])


def _claim_rows(question: Question, verdict: Verdict | None) -> Iterator[tuple[str, str]]:
    """The claim, and where it was decided if it is no power of r."""
    claim, exponent = question.claim, question.exponent
    if claim is None:
        return
    if question.loss is None:
        yield "claimed loss", claim_words(claim.exp_eps, exponent, question.parts)
    else:
        yield "claimed loss", number_words(question.loss)
        if isinstance(verdict, Holds | Refuted):
            side = "above" if isinstance(verdict, Refuted) else "below"
            decimal = folded(in_full(claim.exp_eps.at(Fraction(1))))
            yield "  decided at e^eps", f"{decimal}, just {side} e^(claimed loss)"
    yield "claimed delta", number_words(claim.delta, exponent)


def _print_curve(curve: PrivacyCurve, *, is_exact: bool) -> None:
    """The curve in decimals, and exactly where it is; of many corners some, and the last."""
    corners = curve.breakpoints
    step = 1 if len(corners) <= MOST_BREAKPOINTS else len(corners) // (MOST_BREAKPOINTS - 2)
    shown = list(dict.fromkeys([*corners[::step], corners[-1]]))
    count = "" if step == 1 else f"{len(shown)} of its {len(corners)} corners, "
    columns = ["eps, about", "least delta, about"]
    rows = [[about_loss(x), about(d)] for x, d in shown]
    if is_exact:
        columns = ["e^eps", "least delta", *columns]
        rows = [
            [folded(str(x)), folded(str(d)), *row] for (x, d), row in zip(shown, rows, strict=True)
        ]
    print_table(columns, rows, title=f"privacy curve ({count}linear in e^eps between corners)")


def _witness_rows(witness: dict[str, Json], parts: int) -> Iterator[tuple[str, str]]:
    """The witness; the claim again only if it is that of one of many eps."""
    one_of_many = "root" in witness or "u" in witness
    for key, value in witness.items():
        if key in {"cell", "root", "u", "eps"}:  # the outcomes say the cell in words
            continue
        if key == "probabilities" and isinstance(value, list):
            for name, chance in zip(PROBABILITIES, value, strict=True):
                yield f"  witness: {name}", _words(chance)
        elif key == "event" and isinstance(value, list):
            yield "  witness: event E", listed(value)
        elif one_of_many or key not in {"exp_eps", "delta"}:
            yield f"  witness: {CLAIMED_THERE.get(key, key)}", _words(value)
    if one_of_many:
        yield "  witness: where", place(witness, parts)


def _words(value: Json) -> str:
    """A part of a witness for a person."""
    if isinstance(value, dict):
        return in_words(value)
    if isinstance(value, list):
        return " and ".join(_words(item) for item in value)
    return str(value)
