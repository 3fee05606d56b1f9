"""The ledger of one output, in lines and as JSON: what each correction spends."""

from __future__ import annotations

from audits.evidence.verdict import Json
from audits.inputs.ledger import MOST_WRITTEN, Ledger
from audits.rendering.decimals import about
from audits.rendering.numbers import number_json, number_or_null
from reference.exact.interval import Interval, ln


def words(ledger: Ledger | None) -> list[str]:
    """Line by line; none for a mechanism that keeps no ledger."""
    if ledger is None:
        return []
    if not ledger.count:
        return ["ledger: no correction, the private rows are not looked at"]
    each, optimal = ln(ledger.each), ledger.optimal
    shares = ", ".join(f"{name} {_decimal(each * share)}" for name, share in ledger.shares)
    found = [
        f"ledger: at most {ledger.count} {ledger.name}",
        f"ledger: each, eps = {_decimal(each)} ({shares}), delta = 0",
        f"ledger: basic composition, eps = {_decimal(each * ledger.count)}, delta = 0",
    ]
    if optimal is not None:
        total = "0" if optimal == 1 else _decimal(ln(optimal))
        found.append(f"ledger: optimal composition, eps = {total}, delta = {about(ledger.delta)}")
    return found


def ledger_json(ledger: Ledger) -> dict[str, Json]:
    """Exact numbers; null where there are too many corrections to write them down."""
    written = ledger.count <= MOST_WRITTEN
    return {
        "corrections": ledger.count,
        "exp_eps_of_each": number_json(ledger.each),
        "exp_eps_basic": number_json(ledger.basic) if written else None,
        "exp_eps_optimal": number_or_null(ledger.optimal),
        "delta_optimal": number_json(ledger.delta),
    }


def _decimal(value: Interval) -> str:
    low, high = value.enclosure()
    return about((low + high) / 2)
