"""What `privacy` and `law` say of laws that are enclosed: intervals in the place of numbers."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import typer

from audits.asked.literals import InputError, as_bad_input
from audits.asked.loading import code_of
from audits.asked.numbers import rational
from audits.asked.rows import refuse_strange_rows
from audits.commands.output import print_json, print_table, write_json
from audits.commands.table_report import STATUS, WORDS
from audits.enclosed_table import EnclosedTable, enclosed_table
from audits.engines.enclosed import NARROW, Factor, audit_enclosed, shown
from audits.labels import labels
from audits.verdict import Holds, Json, Refuted, Undecided, confirmed
from reference.data.adjacency import ListedAdjacency
from reference.exact.interval import Ends
from reference.probability.coins import Mechanism
from reference.probability.continuous import NoExactLawError
from reference.probability.law import examine


def factor_of(exp_eps: str | None, claim_eps: str | None, eps: Fraction) -> Factor:
    """e^eps as --exp-eps or --claim-eps state it.

    Raises:
        InputError: unless exactly one of them is given, and it is at least 1.
    """
    if (exp_eps is None) == (claim_eps is None):
        raise InputError(
            "Gaussian noise: give --claim-eps K, the loss K eps, or --exp-eps P/Q, and one of them"
        )
    if exp_eps is not None:
        with as_bad_input("--exp-eps: "):
            return Factor(rational(exp_eps, "--exp-eps"), exponential=False)
    with as_bad_input("--claim-eps: "):
        return Factor(rational(claim_eps or "", "--claim-eps") * eps, exponential=True)


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
    factor: Factor,
    delta: Fraction,
    subject: str,
    certificate: str | None,
    *,
    as_json: bool,
) -> None:
    """Audit the table, print the answer, write the certificate, and exit with its status."""
    found = audit_enclosed(table, factor, delta, subject)
    verdict = confirmed(found.verdict)
    if certificate is not None and isinstance(verdict, Holds | Refuted):
        write_json(certificate, verdict.certificate)
    answer: dict[str, Json] = {
        "verdict": WORDS[type(verdict)],
        "databases": len(table.databases),
        "pairs": table.universe.pair_count,
        "exp_eps": str(factor),
        "delta": str(delta),
        "least_delta": [str(end) for end in found.least_delta],
        "step": str(found.step),
        "scope": verdict.scope.text,
    }
    rows = [
        ["verdict", WORDS[type(verdict)]],
        ["scope", verdict.scope.text],
        ["databases", f"{answer['databases']}, {answer['pairs']} ordered pairs of neighbours"],
        ["e^eps", str(factor)],
        ["delta", str(delta)],
        ["least delta at e^eps", shown(found.least_delta)],
        ["cells of the grid", f"{found.step} long"],
    ]
    if isinstance(verdict, Holds | Refuted):
        answer["evidence"] = verdict.evidence.value
        rows.append(["evidence", verdict.evidence.value])
    if isinstance(verdict, Refuted):
        answer["witness"] = verdict.witness
        rows += [[f"witness: {key}", _words(value)] for key, value in verdict.witness.items()]
    if isinstance(verdict, Undecided):
        answer["reason"] = verdict.reason
        rows.append(["reason", verdict.reason])
    if as_json:
        print_json(answer)
    else:
        print_table(["", subject], rows)
    raise typer.Exit(STATUS[type(verdict)])


def enclosed_on(
    mechanism: Mechanism[Any, Any, Any],
    rows: tuple[Hashable, ...],
    name: str,
    unit: Fraction,
    most_draws: int,
) -> dict[Hashable, Ends] | None:
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
    found: dict[Hashable, Ends] = {}
    for grid in table.grids():
        (law,) = table.enclosures(grid)
        found = dict(zip(table.outcomes, law, strict=False))
        if all(high - low <= NARROW for low, high in found.values()):
            break
    return found


def report_law(
    law: dict[Hashable, Ends], mechanism: str, rows: str, eps: Fraction | None, *, as_json: bool
) -> None:
    """Print between which numbers the probability of each outcome is."""
    names = labels(law)
    if as_json:
        ends: dict[str, Json] = {
            name: [str(end) for end in found]
            for name, found in zip(names, law.values(), strict=True)
        }
        print_json({"mechanism": mechanism, "database": rows, "eps": str(eps), "enclosed": ends})
    else:
        lines = [[name, shown(found)] for name, found in zip(names, law.values(), strict=True)]
        title = f"{mechanism} on ({rows}), eps = {eps}"
        print_table(["outcome", "probability"], lines, title=title)


def _words(value: Json) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
