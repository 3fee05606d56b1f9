"""What `privacy` and `table`, and `exactdp.privacy` in Python, say of a table of laws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from audits.commands.how_private import PROBABILITIES, HowPrivate, place
from audits.commands.question import Question
from audits.commands.witness import root_words, witness_json
from audits.engines.privacy.between import in_full
from audits.evidence.certificates import named
from audits.evidence.labels import labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import Holds, Json, Refuted, Undecided, Verdict
from audits.inputs.released import are_released
from audits.rendering.facts import listed
from audits.rendering.multiples import claim_words, times
from audits.rendering.numbers import folded, in_words, number_json, number_words
from reference.exact.rational_function import RationalFunction

WORDS = {Holds: "holds", Refuted: "refuted", Undecided: "undecided"}

CLAIMED_THERE = {"exp_eps": "e^(claimed loss)", "delta": "claimed delta"}
"""What a witness at one of many eps says of the claim."""


def answer_of(
    table: LawTable[Any, Any, Any],
    question: Question,
    verdict: Verdict | None,
    private: HowPrivate | None,
) -> dict[str, Json]:
    """The answer for a script: all but the advice, and what was not found in time."""
    claim, exponent = question.claim, question.exponent
    answer: dict[str, Json] = {
        "verdict": None if verdict is None else WORDS[type(verdict)],
        "databases": len(table.databases),
        "pairs": table.universe.pair_count,
        "r": question.r,
        "exp_eps": _claimed_json(question),
        "delta": None if claim is None else number_json(_claimed_delta(question), exponent),
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
        if claim is not None and (question.loss or question.multiple) is not None:
            answer["decided_at"] = number_json(claim.exp_eps, exponent)
        if claim is not None and question.claimed_delta is not None:
            answer["decided_at_delta"] = number_json(claim.delta, exponent)
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
    if question.multiple is not None:
        return {"exact": f"e^({question.multiple} eps)", "low": None, "high": None}
    if question.loss is not None:
        power = number_json(RationalFunction.r(), question.loss)
        return power | {"exact": f"e^({question.loss})"}
    return (
        None if question.claim is None else number_json(question.claim.exp_eps, question.exponent)
    )


def advice_for(table: LawTable[Any, Any, Any], *, continuous: bool) -> str:
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


def rows_of(
    question: Question,
    verdict: Verdict | None,
    private: HowPrivate | None,
    answer: dict[str, Json],
    universe: str,
) -> Iterator[tuple[str, str]]:
    """The answer for a person; the claim has rows of its own, and is not in the scope."""
    scope = universe if verdict is None else verdict.scope.short
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
        yield from _witness_rows(witness, question.parts, at_claim=question.multiple is None)
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
    if question.multiple is not None:
        yield "claimed loss", times(question.multiple)
        if isinstance(verdict, Holds | Refuted):
            side = "more" if isinstance(verdict, Refuted) else "less"
            power = claim_words(claim.exp_eps, exponent, question.parts)
            yield "  decided at", f"{power}, which is {side}"
    elif question.loss is None:
        yield "claimed loss", claim_words(claim.exp_eps, exponent, question.parts)
    else:
        yield "claimed loss", number_words(question.loss)
        if isinstance(verdict, Holds | Refuted):
            side = "above" if isinstance(verdict, Refuted) else "below"
            decimal = folded(in_full(claim.exp_eps.at(Fraction(1))))
            yield "  decided at e^eps", f"{decimal}, just {side} e^(claimed loss)"
    yield "claimed delta", number_words(_claimed_delta(question), exponent)
    if question.claimed_delta is not None:
        side = "above" if isinstance(verdict, Refuted) else "below"
        decimal = in_full(claim.delta.at(Fraction(1)))
        yield "  decided at delta", f"{decimal}, just {side} the claimed one"


def _claimed_delta(question: Question) -> Any:
    assert question.claim is not None
    return question.claim.delta if question.claimed_delta is None else question.claimed_delta


def _witness_rows(
    witness: dict[str, Json], parts: int, *, at_claim: bool
) -> Iterator[tuple[str, str]]:
    """The witness; the claim again only if it is that of one of many eps."""
    one_of_many = "root" in witness or "u" in witness
    for key, value in witness.items():
        if key in {"cell", "root", "u", "eps", "r"}:  # the outcomes say the cell in words
            continue
        if key == "probabilities" and isinstance(value, list):
            if (root := root_words(witness, parts)) is not None:
                yield "  witness: with r", root
            for name, chance in zip(PROBABILITIES, value, strict=True):
                yield f"  witness: {name}", _words(chance)
        elif key == "event" and isinstance(value, list):
            yield "  witness: event E", listed(value)
        elif one_of_many or key not in {"exp_eps", "delta"}:
            name = CLAIMED_THERE.get(key, key)
            name = name if at_claim else name.replace("claimed loss", "loss decided at")
            yield f"  witness: {name}", _words(value)
    if one_of_many:
        yield "  witness: where", place(witness, parts)


def _words(value: Json) -> str:
    """A part of a witness for a person."""
    if isinstance(value, dict):
        return in_words(value)
    if isinstance(value, list):
        return " and ".join(_words(item) for item in value)
    return str(value)
