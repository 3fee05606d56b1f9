"""What `privacy` and `table` have in common: a table of laws, a guarantee, an answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import typer

from audits.asked.literals import InputError
from audits.commands.output import print_json, print_table, write_json
from audits.engines.curve import curve
from audits.engines.privacy import audit_real_epsilon, audit_table
from audits.labels import scalar
from audits.shown.decimals import about, at_exp
from audits.table import LawTable
from audits.verdict import Holds, Json, Refuted, Undecided, Verdict, confirmed
from reference.exact.exponential import exp_bounds
from reference.exact.rational_function import RationalFunction
from reference.privacy.curve import PrivacyCurve
from reference.privacy.guarantee import Guarantee
from reference.probability.continuous import UndrawnError
from reference.probability.densities import Branch

STATUS = {Holds: 0, Refuted: 1, Undecided: 3}
"""Exit status for each verdict."""

WORDS = {Holds: "holds", Refuted: "refuted", Undecided: "undecided"}

MOST_BREAKPOINTS = 12
"""Corners of the privacy curve that a person is shown."""


def report(
    table: LawTable[Any, Any, Any],
    guarantee: Guarantee[Any],
    subject: str,
    exponent: Fraction | None,
    certificate: str | None,
    *,
    as_json: bool,
    parts: int = 1,
) -> None:
    """Audit the table, print the answer, write the certificate, and exit with its status.

    Args:
        table: the laws.
        guarantee: what is audited.
        subject: the mechanism, in words.
        exponent: q if r stands for e^q.
        certificate: where to write the certificate, if anywhere.
        as_json: whether the answer is one JSON object.
        parts: into how many parts eps is divided.

    Raises:
        InputError: for continuous values, at one eps or with delta.
    """
    continuous = table.field.continuous
    if any(isinstance(x, Branch) for x in table.outcomes):
        if exponent is not None:
            raise InputError(
                "--eps: released values are decided for every eps at once: give --all-eps"
            )
        if guarantee.delta != 0:
            raise InputError(f"delta {guarantee.delta}: released values are decided with delta 0")
    if exponent is None:
        try:
            verdict = confirmed(audit_table(table, guarantee, subject))
        except UndrawnError as error:
            raise InputError(f"{subject}: {error}") from None
    else:
        if continuous:
            table = table.at_unit(exponent)
            guarantee = Guarantee(guarantee.exp_eps.at(exponent), guarantee.delta.at(exponent))
        guarantee = Guarantee(
            RationalFunction.of(guarantee.exp_eps), RationalFunction.of(guarantee.delta)
        )
        verdict = confirmed(audit_real_epsilon(table, guarantee, exponent, subject))
    polygon = _curve(table, exponent)
    answer = _answer(table, guarantee, verdict, exponent, polygon, parts)
    if isinstance(verdict, Undecided):
        answer["advice"] = _advice(table, continuous=continuous)
    if certificate is not None and isinstance(verdict, Holds | Refuted):
        write_json(certificate, verdict.certificate)
    if as_json:
        print_json(answer)
    else:
        _print(subject, answer, verdict, guarantee, exponent, polygon)
    raise typer.Exit(STATUS[type(verdict)])


def _curve(table: LawTable[Any, Any, Any], exponent: Fraction | None) -> PrivacyCurve | None:
    """The exact curve of numbers; an approximate one at r = e^q; none for every r at once."""
    if not table.universe.pair_count or (table.field.symbolic and exponent is None):
        return None
    return curve(table if exponent is None else table.at(exp_bounds(exponent)[0])).curve


def _answer(
    table: LawTable[Any, Any, Any],
    guarantee: Guarantee[Any],
    verdict: Verdict,
    exponent: Fraction | None,
    polygon: PrivacyCurve | None,
    parts: int,
) -> dict[str, Json]:
    answer: dict[str, Json] = {
        "verdict": WORDS[type(verdict)],
        "databases": len(table.databases),
        "pairs": table.universe.pair_count,
        "exp_eps": scalar(guarantee.exp_eps),
        "delta": scalar(guarantee.delta),
        "tight_delta": None,
        "tight_exp_eps": None,
        "curve": None,
        "scope": verdict.scope.text,
    }
    if polygon is not None and exponent is None:
        answer["tight_delta"] = str(polygon.delta_at(guarantee.exp_eps))
        answer["tight_exp_eps"] = str(polygon.exp_eps_at(guarantee.delta))
        answer["curve"] = [[str(x), str(d)] for x, d in polygon.breakpoints]
    if polygon is not None and exponent is not None:
        x, delta = _middle(guarantee, exponent)
        answer["about"] = {
            "tight_delta": about(polygon.delta_at(x)),
            "tight_exp_eps": _extended(polygon, delta),
        }
    if isinstance(verdict, Holds | Refuted):
        answer["evidence"] = verdict.evidence.value
    if isinstance(verdict, Refuted):
        at = verdict.witness.get("u")
        eps: dict[str, Json] = {} if at is None else {"eps": str(parts * Fraction(str(at)))}
        answer["witness"] = verdict.witness | eps
    if isinstance(verdict, Undecided):
        answer["reason"] = verdict.reason
    return answer


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


def _middle(guarantee: Guarantee[Any], exponent: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals near e^eps and delta at r = e^q."""
    x = at_exp(guarantee.exp_eps, exponent).enclosure()[1]
    return x, at_exp(guarantee.delta, exponent).enclosure()[0]


def _extended(polygon: PrivacyCurve, delta: Fraction) -> str:
    value = polygon.exp_eps_at(delta)
    return about(value) if isinstance(value, Fraction) else str(value)


def _print(
    subject: str,
    answer: dict[str, Json],
    verdict: Verdict,
    guarantee: Guarantee[Any],
    exponent: Fraction | None,
    polygon: PrivacyCurve | None,
) -> None:
    rows: list[list[str]] = [
        ["verdict", WORDS[type(verdict)]],
        ["scope", verdict.scope.text],
        ["databases", f"{answer['databases']}, {answer['pairs']} ordered pairs of neighbours"],
        ["e^eps", _shown(guarantee.exp_eps, exponent)],
        ["delta", _shown(guarantee.delta, exponent)],
    ]
    if isinstance(verdict, Holds | Refuted):
        rows.append(["evidence", verdict.evidence.value])
    if isinstance(verdict, Refuted):
        witness = answer["witness"]
        assert isinstance(witness, dict)
        rows += [[f"witness: {key}", _words(value)] for key, value in witness.items()]
    if isinstance(verdict, Undecided):
        rows += [["reason", verdict.reason], ["what to do", str(answer["advice"])]]
    if polygon is not None:
        x, delta = (
            (guarantee.exp_eps, guarantee.delta)
            if exponent is None
            else _middle(guarantee, exponent)
        )
        certain = "" if exponent is None else "about "
        tight = polygon.delta_at(x)
        rows += [
            ["least delta at e^eps", certain + _number(tight, exponent)],
            ["least e^eps at delta", certain + _extended_words(polygon, delta, exponent)],
        ]
    print_table(["", subject], rows)
    if polygon is not None and exponent is None:
        corners = polygon.breakpoints
        shown = corners[:MOST_BREAKPOINTS]
        title = "privacy curve (linear between these points"
        title += f"; {len(corners) - len(shown)} more)" if len(corners) > len(shown) else ")"
        print_table(
            ["e^eps", "least delta", "about"],
            [[str(x), str(d), about(d)] for x, d in shown],
            title=title,
        )


def _shown(value: Any, exponent: Fraction | None) -> str:
    decimal = about(value, exponent)
    return str(value) if decimal in {"", str(value)} else f"{value} (about {decimal})"


def _number(value: Fraction, exponent: Fraction | None) -> str:
    return about(value) if exponent is not None else _shown(value, None)


def _extended_words(polygon: PrivacyCurve, delta: Fraction, exponent: Fraction | None) -> str:
    value = polygon.exp_eps_at(delta)
    return _number(value, exponent) if isinstance(value, Fraction) else str(value)


def _words(value: Json) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(item) for item in value)
    return str(value)
