"""Optima over all private mechanisms: the program as stated against the engine.

"As stated" is the whole linear program, with slack variables where delta > 0, in HiGHS alone: in
floating point, without any proof, stopped after `PATIENCE` seconds.  "Exact" is the engine: the
search, the exact solution of the basis, the mechanism and the bound spread over the problem as
stated; "kernel" is the time that the kernel takes to check both.
"""

from __future__ import annotations

import json
import time
from collections.abc import Hashable
from fractions import Fraction

from audits.engines.optimum import Problem, optimum_certificate, solve
from audits.engines.optimum.stated import Size, solve_as_stated
from audits.inputs.problems import build
from audits.kernel import check
from proofs_tests.benchmarks.timing import show

CASES = ((4, 2, "0"), (8, 3, "0"), (8, 3, "1/100"), (8, 4, "0"), (16, 2, "1/100"))
"""Points, rows and delta of interior-point problems, all at e^eps = 2."""

PATIENCE = 60
"""Seconds for a program as stated."""


def run() -> None:
    """Print the table."""
    rows: list[list[str]] = []
    for domain, n, delta in CASES:
        problem = build("interior-point", {"domain": str(domain), "rows": str(n)})
        found = solve(problem, Fraction(2), Fraction(delta))
        proof = json.dumps(optimum_certificate(found))
        start = time.perf_counter()
        check(proof)
        kernel = time.perf_counter() - start
        rows.append(
            [
                f"{domain} points, {n} rows, delta {delta}",
                str(found.value),
                _size(found.stated),
                _seconds(problem, Fraction(2), Fraction(delta)),
                _size(found.solved),
                f"{found.seconds:.2f}",
                f"{kernel:.2f}",
            ]
        )
    show(
        "Interior point at e^eps = 2 (sizes: rows x columns, non-zeros; times in seconds)",
        ["problem", "optimum", "as stated", "HiGHS", "solved", "exact", "kernel"],
        rows,
    )


def _seconds(problem: Problem[Hashable, Hashable], x: Fraction, delta: Fraction) -> str:
    start = time.perf_counter()
    found = solve_as_stated(problem, x, delta, PATIENCE)
    seconds = time.perf_counter() - start
    return f"> {PATIENCE}" if found is None else f"{seconds:.2f}"


def _size(size: Size) -> str:
    return f"{size.rows} x {size.columns}, {size.nonzeros}"


if __name__ == "__main__":
    run()
