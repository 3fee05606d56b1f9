"""What `privacy` and `table` have in common: a table of laws, a question, an answer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import typer

from audits.asked.claimed import refuse_parts
from audits.asked.limits import UNLIMITED, Time, time_limit
from audits.asked.literals import InputError
from audits.asked.numbers import Loss
from audits.certificates import named
from audits.commands.curve_plot import picture
from audits.commands.how_private import (
    Found,
    HowPrivate,
    find,
    how_private,
)
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
from audits.engines.between import audit_beside, audit_beside_delta, audit_between
from audits.engines.least_multiple import claim_in_parts, in_parts
from audits.engines.privacy import audit_table
from audits.engines.tightest import Tightest, as_functions, as_numbers, questions
from audits.kernel.polynomial import MOST_COEFFICIENTS
from audits.shown.curve_table import curve_table
from audits.shown.decimals import at_exp
from audits.table import LawTable
from audits.verdict import Holds, Refuted, Scope, Undecided, Verdict, confirmed
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.continuous import UndrawnError
from reference.probability.replay import UnfinishedError

FINER = (2, 4, 8)
"""Times as many parts of eps as laws need, where a claim needs too many."""

DELTA_BITS = 80
"""Binary digits to which a claimed delta is enclosed."""

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
        question, verdict, private, late = _decided(table, numbers, question, time)
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
            elif claim is not None and question.multiple is not None:
                question, verdict = _decided_between(table, question, question.multiple)
            elif claim is not None and question.exponent is not None:
                verdict = asked.audit(claim)
                if isinstance(verdict, Undecided):
                    question, verdict = _decided_by_delta(asked, question, verdict)
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


def _decided_by_delta(
    asked: Tightest[Any], question: Question, unknown: Undecided
) -> tuple[Question, Verdict]:
    """The verdict at one eps where delta is a function of r, by a decimal beside it."""
    claim, exponent = question.claim, question.exponent
    assert claim is not None
    assert exponent is not None
    if claim.delta == claim.delta.at(Fraction(1)):
        return question, unknown
    enclosed = at_exp(claim.delta, exponent).enclosure(DELTA_BITS)
    found = audit_beside_delta(asked.audit, claim, enclosed)
    if found is None:
        return question, unknown
    return replace(question, claim=found[1], claimed_delta=claim.delta), found[0]


def _decided_between(
    table: LawTable[Any, Any, Any], question: Question, multiple: Fraction
) -> tuple[Question, Verdict]:
    """The verdict on a multiple of eps: by one beside it, by its own parts, by a nearer one.

    Raises:
        InputError: if none of those beside it decides it, and its own parts are too many.
    """
    verdict: Verdict | None = None
    for more in (1, None, *FINER):
        if more is None:
            exact = (multiple * question.parts).denominator
            if question.parts * exact > MOST_COEFFICIENTS:
                continue
            finer = replace(_in_parts(table, question, exact), multiple=None)
            finer = _claiming(table, finer, (multiple * finer.parts).numerator)
            verdict = _audited(in_parts(table, exact), finer)
            if not isinstance(verdict, Undecided):
                return finer, verdict
            continue
        finer, laws = _in_parts(table, question, more), in_parts(table, more)
        audit = partial(_audited_at, laws, finer)
        if (found := audit_between(audit, multiple, finer.parts)) is not None:
            return _claiming(table, finer, found[1]), found[0]
    refuse_parts(multiple, question.parts)
    assert verdict is not None
    return question, verdict


def _in_parts(table: LawTable[Any, Any, Any], question: Question, more: int) -> Question:
    """The question with eps in more parts; of the claim, delta."""
    assert question.claim is not None
    parts = question.parts * more
    words = Loss(None, None).root_words(parts, continuous=table.field.continuous)
    return replace(question, claim=claim_in_parts(question.claim, more), parts=parts, r=words)


def _claiming(table: LawTable[Any, Any, Any], question: Question, k: int) -> Question:
    """The question with the loss k/parts eps in place of that of its claim."""
    assert question.claim is not None
    root: Any = (ExponentialFunction if table.field.continuous else RationalFunction).r()
    return replace(question, claim=Guarantee(root**k, question.claim.delta))


def _audited_at(table: LawTable[Any, Any, Any], question: Question, k: int) -> Verdict:
    return _audited(table, _claiming(table, question, k))


def _audited(table: LawTable[Any, Any, Any], question: Question) -> Verdict:
    assert question.claim is not None
    return confirmed(audit_table(table, question.claim, question.subject))
