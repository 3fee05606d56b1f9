"""What the kernel takes to re-check a certificate, against what the engine took to make it.

The engine's time is that of the laws and of the audit; the kernel's is that of `check` on the text
of the certificate.  For one e^eps there is also the time of the whole privacy curve.  TreeLog,
which chooses several times, is audited at e^(2 eps) and delta = 1/4; at eps = 0 it needs 0.19.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from audits.engines.privacy.audit import audit_table
from audits.engines.privacy.curve import curve
from audits.evidence.table import LawTable, tabulate
from audits.evidence.verdict import Holds
from audits.kernel import check
from proofs_tests.benchmarks.timing import best_of, show
from reference.data.adjacency import Adjacency
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism

POINTS, ROWS = 8, 8
TRIM, THRESHOLD = 1, 2
ROOT = Fraction(2)


def run() -> None:
    """Print the table."""
    points = Domain.of_size(POINTS)
    quarter = Fraction(1, 4)
    one = ExponentialInteriorPoint(points, Epsilon(ROOT, ExponentialInteriorPoint.parts))
    every = ExponentialInteriorPoint(
        points, Epsilon[RationalFunction].indeterminate(ExponentialInteriorPoint.parts)
    )
    tree = TreeLog(points, TRIM, THRESHOLD, Epsilon(ROOT, TreeLog.parts))
    trees = TreeLog(
        points, TRIM, THRESHOLD, Epsilon[RationalFunction].indeterminate(TreeLog.parts)
    )
    lines = [
        _line("exponential, one eps", one, one.universe(ROWS), one.guarantee),
        _line("exponential, every eps", every, one.universe(ROWS), every.guarantee),
        _line("TreeLog, one eps", tree, one.universe(ROWS), Guarantee(tree.eps.exp(2), quarter)),
        _line(
            "TreeLog, every eps",
            trees,
            one.universe(ROWS),
            Guarantee(trees.eps.exp(2), RationalFunction.of(quarter)),
        ),
    ]
    show(
        f"the kernel against the engine, {POINTS} points, {ROWS} rows (seconds)",
        ["audit of", "pairs", "laws", "audit", "curve", "curve/engine", "kernel", "kernel/engine"],
        lines,
    )


def _line(
    name: str,
    mechanism: Mechanism[Any, Any, Any],
    universe: Adjacency[Any],
    guarantee: Guarantee[Any],
) -> list[str]:
    laws, table = best_of(1, lambda: tabulate(mechanism, universe))
    audit, verdict = best_of(1, lambda: audit_table(table, guarantee, name))
    if not isinstance(verdict, Holds):
        raise TypeError(f"{name}: {verdict}")
    text = json.dumps(verdict.certificate)
    kernel, _ = best_of(1, lambda: check(text))
    times = [f"{laws:.2f}", f"{audit:.2f}", *_curve(table, laws + audit), f"{kernel:.2f}"]
    return [name, f"{universe.pair_count:,}", *times, f"{kernel / (laws + audit):.1f}"]


def _curve(table: LawTable[Any, Any, Any], engine: float) -> list[str]:
    """Seconds for the privacy curve, and their ratio; there is none for every eps at once."""
    if table.field.symbolic:
        return ["-", "-"]
    seconds, _ = best_of(3, lambda: curve(table))
    return [f"{seconds:.2f}", f"{seconds / engine:.1f}"]


if __name__ == "__main__":
    run()
