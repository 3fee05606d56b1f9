"""Laws of TreeLog on all databases: at one eps and for all, against the rows and the domain."""

from __future__ import annotations

from fractions import Fraction

from audits.evidence.table import tabulate
from proofs_tests.benchmarks.timing import best_of, show
from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.privacy.epsilon import Epsilon

TRIM, THRESHOLD = 1, 2
ONE = Epsilon(Fraction(2), parts=TreeLog.parts)
EVERY = Epsilon[RationalFunction].indeterminate(parts=TreeLog.parts)

ROWS = ((8, 2), (8, 4), (8, 6), (8, 8))
DOMAINS = ((8, 6), (10, 6), (16, 6))
"""Points and rows."""

MANY = 10_000
"""Databases from which on one eps must do."""


def run() -> None:
    """Print both tables."""
    columns = ["points, rows", "databases", "us/database", "one eps s", "all eps s", "ratio"]
    show(
        f"laws of TreeLog, trim {TRIM}, threshold {THRESHOLD}: growth with the rows",
        columns,
        [_line(points, rows) for points, rows in ROWS],
    )
    show(
        "laws of TreeLog: growth with the domain",
        columns,
        [_line(points, rows) for points, rows in DOMAINS],
    )


def _line(points: int, rows: int) -> list[str]:
    """The laws on all databases; those for all eps must agree with those at one, at r = 2."""
    one = _mechanism(points, ONE)
    every = _mechanism(points, EVERY)
    universe = one.universe(rows)
    count = universe.database_count
    one_seconds, numbers = best_of(1, lambda: tabulate(one, universe))
    cells = [f"{points}, {rows}", f"{count:,}", f"{one_seconds / count * 10**6:.0f}"]
    if count >= MANY:
        return [*cells, f"{one_seconds:.2f}", "-", "-"]
    all_seconds, functions = best_of(1, lambda: tabulate(every, universe))
    last = count - 1
    for position in {0, last // 2, last}:
        for number, outcome in enumerate(numbers.outcomes):
            same = functions.outcomes.index(outcome)
            found = functions.probability(position, [same]).at(ONE.root)
            if found != numbers.probability(position, [number]):
                raise ValueError(f"{numbers.databases[position]}, {outcome}: the routes differ")
    ratio = all_seconds / one_seconds
    return [*cells, f"{one_seconds:.2f}", f"{all_seconds:.2f}", f"{ratio:.1f}"]


def _mechanism(points: int, eps: Epsilon[R]) -> TreeLog[R]:
    return TreeLog(Domain.of_size(points), TRIM, THRESHOLD, eps)


if __name__ == "__main__":
    run()
