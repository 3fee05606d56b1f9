"""Section 4.2, 4.3 and 6.2: optima and laws against vectors found in another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.laws.packing import answered
from audits.claims.vt14.section_6_2_bounds import packed, pure_bound
from audits.engines.optimum import solve
from audits.engines.optimum.problems.histograms import histogram_answers, named_databases
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import one_answer, replace_one
from reference.data.domain import Domain
from reference.lower_bounds.query_packing import identical_rows, separating_copies, success_bound
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.release.interval_release import IntervalTree
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("VT14")

TWO, TENTH = Fraction(2), Fraction(1, 10)


def numbers(case: dict[str, Any]) -> tuple[Fraction, Fraction, Fraction]:
    """E^eps, delta and the optimum."""
    r, delta, best = (Fraction(case[key]) for key in ("exp_eps", "delta", "optimum"))
    return r, delta, best


@cases("vt14_packing", "intervals")
def test_answers_to_intervals_have_the_optima_of_the_vectors(case: Case) -> None:
    """Without delta they are what the packing leaves."""
    r, delta, best = numbers(case)
    shape = (case["points"], case["rows"], Fraction(case["accuracy"]))
    assert separating_copies(shape[2], shape[1]) == case["copies"]
    assert solve(packed(shape, case["copies"])[1], r, delta).value == best
    assert delta or pure_bound(r, shape) == best


@cases("vt14_packing", "naming")
def test_naming_a_database_has_the_optima_of_the_vectors(case: Case) -> None:
    """They are the bound with delta."""
    r, delta, best = numbers(case)
    points, rows, copies = case["points"], case["rows"], case["copies"]
    named = [packing_database(v, rows, copies) for v in range(points)]
    problem = named_databases(replace_one(range(points), rows), named)
    assert solve(problem, r, delta).value == best
    assert success_bound(r, (0, *(copies,) * (points - 1)), delta) == best


@cases("vt14_packing", "queries")
def test_answers_to_matrices_have_the_optima_of_the_vectors(case: Case) -> None:
    """On all histograms, or on copies of one type of rows."""
    r, delta, best = numbers(case)
    queries = tuple(map(tuple, case["queries"]))
    width, within = len(queries[0]), Fraction(case["within"])
    problem = (
        answered(queries, identical_rows(width, case["total"]), within)
        if case["named"]
        else histogram_answers(queries, one_answer(range(case["most"] + 1), width), within)
    )
    assert solve(problem, r, delta).value == best


@cases("vt14_packing", "tree")
def test_counts_of_blocks_have_the_law_of_the_vectors(case: Case) -> None:
    """Four points, one row, noise of ratio 1/2."""
    release = IntervalTree(Domain.of_size(4), Epsilon(TWO))
    found = law(release, (case["row"],)).probability(tuple(case["counts"]))
    assert found == Fraction(case["probability"])
