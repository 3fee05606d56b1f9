"""The numbers of section 8.1, found another way (vt14_disjunctions.json)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_tests.vectors.values import Case, cases
from reference.data.disjunctions import best_polynomial
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")


@cases("vt14_disjunctions", "best")
def test_best_polynomials(case: Case) -> None:
    """The error is that of the linear equations; where it is attained once, so are the values."""
    g = best_polynomial(case["t"], case["k"])
    assert g.error(case["t"]) == Fraction(case["error"])
    if case["t"] == case["k"] + 1:
        assert [str(g(z)) for z in range(case["t"] + 1)] == case["values"]


@cases("vt14_disjunctions", "laws")
def test_laws_of_summaries(case: Case) -> None:
    """Each outcome of the file has its probability."""
    made = PolynomialSummary(case["d"], case["t"], case["k"], Epsilon(Fraction(2)))
    found = law(made, tuple(case["rows"]))
    unit = made.unit / len(case["rows"])
    for outcome, p in case["law"].items():
        summary = tuple(int(v) * unit for v in outcome.split(","))
        assert found.probability(summary) == Fraction(p)
