"""The verdict on a claim about a table of laws: of itself, or of one beside it that decides it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from audits.commands.question import Question
from audits.engines.privacy.audit import audit_table
from audits.engines.privacy.between import audit_beside, audit_beside_delta, audit_between
from audits.engines.privacy.least_multiple import claim_in_parts, in_parts
from audits.engines.privacy.tightest import Tightest
from audits.evidence.table import LawTable
from audits.evidence.verdict import Undecided, Verdict, confirmed
from audits.inputs.claimed import refuse_parts
from audits.inputs.numbers import Loss
from audits.kernel.polynomial import MOST_COEFFICIENTS
from audits.rendering.decimals import at_exp
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee

FINER: Final = (2, 4, 8)
"""Times as many parts of eps as laws need, where a claim needs too many."""

DELTA_BITS: Final = 80
"""Binary digits to which a claimed delta is enclosed."""


def decided(
    table: LawTable[Any, Any, Any], question: Question, tightest: Tightest[Any]
) -> tuple[Question, Verdict]:
    """The verdict on what is claimed, and the question with the claim that was decided.

    Args:
        table: the laws.
        question: it claims something.
        tightest: the questions to the laws, at one eps if the question is about one.

    Raises:
        InputError: for a multiple of eps that divides it into too many parts.
    """
    claim = question.claim
    assert claim is not None
    if question.loss is not None:
        verdict, near = audit_beside(tightest.audit, question.loss, claim.delta)
        return replace(question, claim=near), verdict
    if question.multiple is not None:
        return _decided_between(table, question, question.multiple)
    if question.exponent is None:
        return question, _audited(table, question)
    verdict = tightest.audit(claim)
    if isinstance(verdict, Undecided):
        return _decided_by_delta(tightest, question, verdict)
    return question, verdict


def _decided_by_delta(
    tightest: Tightest[Any], question: Question, unknown: Undecided
) -> tuple[Question, Verdict]:
    """The verdict at one eps where delta is a function of r, by a decimal beside it."""
    claim, exponent = question.claim, question.exponent
    assert claim is not None
    assert exponent is not None
    if claim.delta == claim.delta.at(Fraction(1)):
        return question, unknown
    enclosed = at_exp(claim.delta, exponent).enclosure(DELTA_BITS)
    found = audit_beside_delta(tightest.audit, claim, enclosed)
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
