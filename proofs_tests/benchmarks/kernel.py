"""What the kernel takes to re-check a certificate, against what the engine took to make it.

The engine's time is that of the laws and of the audit; the kernel's is that of `check` on the text
of the certificate.  The table for one e^eps also has the time of the whole privacy curve.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from audits.engines.curve import curve
from audits.engines.privacy import audit_table
from audits.kernel import check
from audits.table import LawTable, tabulate
from audits.verdict import Holds, Refuted, Verdict
from proofs_tests.benchmarks.timing import best_of, show
from reference.data.adjacency import Adjacency
from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon

POINTS, ROWS = 8, 8
TRIM, THRESHOLD = 1, 2
ROOT = Fraction(2)


def run() -> None:
    """Print the table."""
    domain = Domain.of_size(POINTS)
    two, four = ExponentialInteriorPoint.parts, TreeLog.parts
    symbolic = Epsilon[RationalFunction].indeterminate
    lines = [
        _line("exponential, one eps", ExponentialInteriorPoint(domain, Epsilon(ROOT, two))),
        _line("exponential, every eps", ExponentialInteriorPoint(domain, symbolic(two))),
        _line("TreeLog, one eps", TreeLog(domain, TRIM, THRESHOLD, Epsilon(ROOT, four))),
        _line("TreeLog, every eps", TreeLog(domain, TRIM, THRESHOLD, symbolic(four))),
    ]
    show(
        f"the kernel against the engine, {POINTS} points, {ROWS} rows (seconds)",
        ["audit of", "pairs", "laws", "audit", "curve", "curve/audit", "kernel", "kernel/engine"],
        lines,
    )


def _line(name: str, mechanism: ExponentialInteriorPoint[R] | TreeLog[R]) -> list[str]:
    universe: Adjacency[Any] = mechanism.universe(ROWS)
    laws, table = best_of(2, partial(tabulate, mechanism, universe))
    audit, verdict = best_of(2, partial(audit_table, table, mechanism.guarantee, name))
    text = json.dumps(_certificate(verdict))
    kernel, _ = best_of(1, partial(check, text))
    cells = ["-", "-"] if table.field.symbolic else _curve(table, audit)
    times = [f"{laws:.2f}", f"{audit:.2f}", *cells, f"{kernel:.2f}"]
    return [name, f"{universe.pair_count:,}", *times, f"{kernel / (laws + audit):.1f}"]


def _curve(table: LawTable[Any, Any, Any], audit: float) -> list[str]:
    made: Callable[[], object] = partial(curve, table)
    seconds, _ = best_of(3, made)
    return [f"{seconds:.2f}", f"{seconds / audit:.1f}"]


def _certificate(verdict: Verdict) -> dict[str, Any]:
    if not isinstance(verdict, Holds | Refuted):
        raise TypeError(f"no certificate: {verdict}")
    return dict(verdict.certificate)


if __name__ == "__main__":
    run()
