"""The optima of section 6.3, found another way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.signatures import verifying_row
from audits.engines.optimum import solve
from proofs_tests.vectors.values import Case, cases

pytestmark = pytest.mark.paper("VT14")


@cases("vt14_signatures", "optima")
def test_rows_that_verify(case: Case) -> None:
    """Over all sanitisers that release one row."""
    problem = verifying_row(case["messages"], case["signatures"], case["rows"], 1)
    best = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert best.value == Fraction(case["optimum"])
