"""The ledger of one output, in lines: what each correction spends, and all together."""

from __future__ import annotations

from fractions import Fraction

from audits.asked.release_plans import Ledger
from audits.shown.decimals import about
from reference.exact.interval import Interval, ln


def words(ledger: Ledger) -> list[str]:
    """Line by line; none for a mechanism that keeps no ledger."""
    if ledger.count is None:
        return []
    if not ledger.count:
        return ["ledger: no correction, the private rows are not looked at"]
    each, optimal = ln(ledger.each), ledger.optimal
    parts = [_decimal(each * Fraction(k, 5)) for k in (5, 4, 1)]
    found = [
        f"ledger: at most {ledger.count} corrections, public rows are not protected",
        f"ledger: each, eps = {parts[0]} (tests {parts[1]}, answer {parts[2]}), delta = 0",
        f"ledger: basic composition, eps = {_decimal(each * ledger.count)}, delta = 0",
    ]
    if optimal is not None:
        total = "0" if optimal == 1 else _decimal(ln(optimal))
        found.append(f"ledger: optimal composition, eps = {total}, delta = {about(ledger.delta)}")
    return found


def _decimal(value: Interval) -> str:
    low, high = value.enclosure()
    return about((low + high) / 2)
