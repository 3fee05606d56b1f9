"""The best mechanisms on the hard distribution."""

from fractions import Fraction

import pytest

from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.order import interior_point_average
from proofs_tests.vectors.values import Case, cases

pytestmark = pytest.mark.paper("BNSV15")


@cases("bnsv15_hard_distribution", "optima")
def test_best_mechanisms(case: Case) -> None:
    """Those of one row and of two, with and without delta."""
    problem = interior_point_average(case["base"], case["rows"])
    found = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert found.value == Fraction(case["optimum"])
