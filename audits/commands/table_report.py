"""What `privacy` and `table` have in common: a table of laws, a question, an answer."""

from __future__ import annotations

from typing import Any

import typer

from audits.commands.curve_plot import picture
from audits.commands.decided import decided
from audits.commands.how_private import Found, HowPrivate, find, how_private
from audits.commands.output import (
    print_facts,
    print_json,
    print_table,
    working,
    write_bytes,
    write_json,
)
from audits.commands.privacy_facts import advice_for, answer_of, rows_of
from audits.commands.question import Question
from audits.engines.privacy.tightest import as_functions, as_numbers, questions
from audits.evidence.certificates import named
from audits.evidence.kernel_alone import proved_alone
from audits.evidence.table import LawTable
from audits.evidence.verdict import Holds, Refuted, Scope, Undecided, Verdict
from audits.inputs.limits import UNLIMITED, Time, time_limit
from audits.inputs.literals import InputError
from audits.rendering.curve_table import curve_table
from reference.probability.continuous import UndrawnError
from reference.probability.replay import UnfinishedError

STATUS = {Holds: 0, Refuted: 1, Undecided: 3}
"""Exit status for each verdict."""

LONGER = "give more time: --timeout SECONDS"


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
        question, verdict, private, late = _found(table, numbers, question, time)
    answer = answer_of(table, question, verdict, private)
    if isinstance(verdict, Undecided):
        answer["advice"] = LONGER if late else advice_for(table, continuous=continuous)
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
        facts = rows_of(question, verdict, private, answer, table.universe.name)
        print_facts(question.subject, facts)
        if private is not None and private.curve is not None:
            head, rows, title = curve_table(private.curve, is_exact=question.exponent is None)
            print_table(head, rows, title=title)
    if verdict is None:
        raise typer.Exit(0 if late is None else STATUS[Undecided])
    raise typer.Exit(STATUS[type(verdict)])


def _found(
    table: LawTable[Any, Any, Any],
    numbers: LawTable[Any, Any, Any],
    question: Question,
    time: Time,
) -> tuple[Question, Verdict | None, HowPrivate | None, str | None]:
    """What was decided, the verdict, the numbers, and what was not found in time, in words.

    Raises:
        InputError: if laws have no densities that are known.
    """
    tightest = questions(numbers, question.subject, question.exponent)
    claim, is_answered = question.claim, question.is_answered_by_numbers(numbers)
    verdict: Verdict | None = None
    found, late = Found(), None
    try:
        with time_limit(time.left()):
            if claim is not None:
                question, verdict = decided(table, question, tightest)
                verdict, _ = proved_alone(verdict)
            if is_answered:
                find(numbers, question.wanted, tightest, found)
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
