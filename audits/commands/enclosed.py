"""What `privacy` and `law` say of laws that are enclosed: intervals in the place of numbers."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, TypeAlias

import typer

from audits.commands.how_private import ATTAINED, attained_rows
from audits.commands.output import print_facts, print_json, print_table, write_json
from audits.commands.privacy_facts import WORDS
from audits.commands.table_report import STATUS
from audits.engines.privacy.enclosed import NARROW, Factor, audit_enclosed, shown
from audits.evidence.certificates import named
from audits.evidence.enclosed_table import EnclosedTable, enclosed_table
from audits.evidence.kernel_alone import proved_alone
from audits.evidence.labels import labels
from audits.evidence.verdict import Certificate, Holds, Json, Refuted, Undecided, confirmed
from audits.inputs.claimed import Stated
from audits.inputs.literals import InputError, as_bad_input
from audits.inputs.loading import code_of
from audits.inputs.numbers import rational
from audits.inputs.rows import refuse_strange_rows
from audits.rendering.numbers import enclosed_json, in_words, number_json, number_words
from reference.data.adjacency import ListedAdjacency
from reference.exact.interval import Ends
from reference.probability.coins import Mechanism
from reference.probability.continuous import NoExactLawError
from reference.probability.law import examine

ONE, JUST_BELOW = 10**15, 1 - Fraction(1, 2**20)
"""Digits of a delta that is refuted or shown; one that is refuted is less than the lower end."""


Enclosed: TypeAlias = dict[Hashable, Ends]
"""A law: each probability lies between two numbers."""


def factor_of(stated: Stated, eps: Fraction) -> Factor | None:
    """e^eps as --exp-eps or --claim-eps state it; None if neither does.

    Raises:
        InputError: if both are given, or it is less than 1.
    """
    if stated.exp_eps is not None and stated.claim_eps is not None:
        raise InputError("--exp-eps and --claim-eps: give one of them")
    if stated.exp_eps is not None:
        with as_bad_input("--exp-eps: "):
            return Factor(rational(stated.exp_eps, "--exp-eps"), exponential=False)
    if stated.claim_eps is None:
        return None
    with as_bad_input("--claim-eps: "):
        return Factor(rational(stated.claim_eps, "--claim-eps") * eps, exponential=True)


def delta_of(text: str | None) -> Fraction:
    """The delta that --delta states.

    Raises:
        InputError: unless it is from 0 to below 1.
    """
    delta = rational(text or "0", "--delta")
    if not 0 <= delta < 1:
        raise InputError(f"--delta {text}: from 0 to below 1")
    return delta


def report(
    table: EnclosedTable[Any, Any],
    stated: Stated,
    eps: Fraction,
    subject: str,
    certificate: str | None,
    *,
    as_json: bool,
) -> None:
    """Audit the table, print the answer, write the certificate, and exit with its status.

    Without a claim it is the least delta at e^eps that is printed.

    Raises:
        InputError: for a delta without a loss.
    """
    claimed, delta = factor_of(stated, eps), delta_of(stated.delta)
    if claimed is None and stated.delta is not None:
        raise InputError(
            "--delta with Gaussian noise: say of which loss it is, by --claim-eps K or "
            "--exp-eps P/Q"
        )
    factor = Factor(eps, exponential=True) if claimed is None else claimed
    found = audit_enclosed(table, factor, delta, subject)
    verdict = None if claimed is None else proved_alone(found.verdict)[0]
    least_delta: dict[str, Json] = {
        "exp_eps": _factor_json(factor),
        "delta": enclosed_json(found.least_delta),
    }
    answer: dict[str, Json] = {
        "verdict": None if verdict is None else WORDS[type(verdict)],
        "databases": len(table.databases),
        "pairs": table.universe.pair_count,
        "r": None,
        "exp_eps": None if verdict is None else _factor_json(factor),
        "delta": None if verdict is None else number_json(delta),
        "least_eps": [],
        "least_delta": least_delta,
        "curve": None,
        "step": number_json(found.step),
        "scope": named(table.universe) if verdict is None else verdict.scope.text,
    }
    rows = [("verdict", WORDS[type(verdict)])] if verdict is not None else []
    rows += [
        ("scope", str(answer["scope"])),
        ("databases", f"{answer['databases']}, {answer['pairs']} ordered pairs of neighbours"),
    ]
    if verdict is not None:
        rows += [("claimed e^eps", str(factor)), ("claimed delta", number_words(delta))]
    if isinstance(verdict, Holds | Refuted):
        answer["evidence"] = verdict.evidence.value
        rows.append(("evidence", verdict.evidence.value))
    if isinstance(verdict, Refuted):
        answer["witness"] = _witness_json(verdict, factor)
        rows += [(f"witness: {key}", _words(value)) for key, value in verdict.witness.items()]
    if isinstance(verdict, Undecided):
        answer["reason"] = verdict.reason
        rows.append(("reason", verdict.reason))
    proof = None if verdict is None or isinstance(verdict, Undecided) else verdict.certificate
    rows += [
        ("least delta", in_words(enclosed_json(found.least_delta))),
        ("  at e^eps", in_words(_factor_json(factor))),
    ]
    if verdict is None:
        proof, why = _both_ends(table, factor, found.least_delta, subject)
        answer["least_delta"] = {**least_delta, **why}
        rows += attained_rows(why)
    rows.append(("cells of the grid", f"{found.step} long"))
    if certificate is not None and proof is not None:
        write_json(certificate, proof)
    if as_json:
        print_json(answer)
    else:
        print_facts(subject, rows)
    raise typer.Exit(0 if verdict is None else STATUS[type(verdict)])


def _factor_json(factor: Factor) -> dict[str, Json]:
    ends = factor.ends()
    number = number_json(ends[0]) if ends[0] == ends[1] else enclosed_json(ends)
    return number | {"exact": str(factor)}


def _both_ends(
    table: EnclosedTable[Any, Any], factor: Factor, least: Ends, subject: str
) -> tuple[Certificate | None, dict[str, Json]]:
    """The certificate that the greater end is enough, and why less than the other is not."""
    low, high = _round_down(least[0]), -_round_down(-least[1])
    proof: Certificate | None = None
    found: dict[str, Json] = dict.fromkeys(ATTAINED)
    if high < 1:
        enough = confirmed(audit_enclosed(table, factor, high, subject).verdict)
        proof = enough.certificate if isinstance(enough, Holds) else None
    if low > 0:
        less = confirmed(audit_enclosed(table, factor, low * JUST_BELOW, subject).verdict)
        if isinstance(less, Refuted):
            found |= {key: less.witness[key] for key in ATTAINED}
            found["probabilities"] = [_read(text) for text in _list(found["probabilities"])]
    return proof, found | {"confirmed": "no" if proof is None else "yes"}


def _witness_json(verdict: Refuted, factor: Factor) -> dict[str, Json]:
    """The witness, with numbers as they are elsewhere in the answer."""
    found = verdict.witness
    return found | {
        "probabilities": [_read(text) for text in _list(found["probabilities"])],
        "exp_eps": _factor_json(factor),
        "delta": number_json(Fraction(str(found["delta"]))),
    }


def _round_down(value: Fraction) -> Fraction:
    """A number of few digits at most as large."""
    return Fraction(value * ONE // 1, ONE)


def _read(text: str) -> Json:
    """An enclosure in words, as a number of an answer."""
    low, _, high = text.removeprefix("from ").partition(" to ")
    return {"exact": None, "low": low, "high": high}


def _list(value: Json) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def enclosed_on(
    mechanism: Mechanism[Any, Any, Any],
    rows: tuple[Hashable, ...],
    name: str,
    unit: Fraction,
    most_draws: int,
) -> Enclosed | None:
    """The law of a mechanism on a database, enclosed; None if it has an exact one.

    Raises:
        InputError: if the mechanism cannot be called on it.
    """
    refuse_strange_rows(mechanism, rows)
    with code_of(name):
        try:
            examine(mechanism, [rows], most_draws=most_draws)
        except NoExactLawError:
            table = enclosed_table(mechanism, ListedAdjacency((rows,), ()), unit, most_draws)
        else:
            return None
    found: Enclosed = {}
    for grid in table.grids():
        (law,) = table.enclosures(grid)
        found = dict(zip(table.outcomes, law, strict=False))
        if all(high - low <= NARROW for low, high in found.values()):
            break
    return found


def report_law(law: Enclosed, answer: dict[str, Json], *, as_json: bool, title: str) -> None:
    """Print between which numbers the probability of each outcome is."""
    names = labels(law)
    if as_json:
        ends: dict[str, Json] = {
            name: enclosed_json(found) for name, found in zip(names, law.values(), strict=True)
        }
        print_json(answer | {"law": ends})
    else:
        lines = [[name, shown(found)] for name, found in zip(names, law.values(), strict=True)]
        print_table(["outcome", "probability"], lines, title=title)


def _words(value: Json) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
