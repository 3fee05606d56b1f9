"""Section 4.2, 4.3 and 6.2: optima and laws against vectors found in another way."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audits.claims.vt14.laws.packing import answered
from audits.claims.vt14.section_4_2_restriction import told
from audits.claims.vt14.section_6_2_bounds import packed, pure_bound
from audits.engines.optimum import solve
from audits.engines.optimum.problems.histograms import histogram_answers, named_databases
from reference.data.adjacency import one_answer, replace_one
from reference.data.domain import Domain
from reference.lower_bounds.query_packing import identical_rows, separating_copies, success_bound
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.release.interval_release import IntervalTree
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "vt14_packing.json").read_text("utf-8")
)
TWO, TENTH = Fraction(2), Fraction(1, 10)

pytestmark = pytest.mark.paper("VT14")


def numbers(case: dict[str, Any]) -> tuple[Fraction, Fraction, Fraction]:
    """E^eps, delta and the optimum."""
    r, delta, best = (Fraction(case[key]) for key in ("exp_eps", "delta", "optimum"))
    return r, delta, best


@pytest.mark.parametrize("case", VECTORS["intervals"])
def test_answers_to_intervals_have_the_optima_of_the_vectors(case: dict[str, Any]) -> None:
    """Without delta they are what the packing leaves."""
    r, delta, best = numbers(case)
    shape = (case["points"], case["rows"], Fraction(case["accuracy"]))
    assert separating_copies(shape[2], shape[1]) == case["copies"]
    assert solve(packed(shape, case["copies"])[1], r, delta).value == best
    assert delta or pure_bound(r, shape) == best


@pytest.mark.parametrize("case", VECTORS["naming"])
def test_naming_a_database_has_the_optima_of_the_vectors(case: dict[str, Any]) -> None:
    """They are the bound with delta."""
    r, delta, best = numbers(case)
    points, rows, copies = case["points"], case["rows"], case["copies"]
    named = [packing_database(v, rows, copies) for v in range(points)]
    problem = named_databases(replace_one(range(points), rows), named)
    assert solve(problem, r, delta).value == best
    assert success_bound(r, (0, *(copies,) * (points - 1)), delta) == best


@pytest.mark.parametrize("case", VECTORS["queries"])
def test_answers_to_matrices_have_the_optima_of_the_vectors(case: dict[str, Any]) -> None:
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


@pytest.mark.parametrize("case", VECTORS["tree"])
def test_counts_of_blocks_have_the_law_of_the_vectors(case: dict[str, Any]) -> None:
    """Four points, one row, noise of ratio 1/2."""
    release = IntervalTree(Domain.of_size(4), Epsilon(TWO))
    found = law(release, (case["row"],)).probability(tuple(case["counts"]))
    assert found == Fraction(case["probability"])


def test_numbers_in_the_words_of_the_claims() -> None:
    """4/7 and 9/16 of two column sums, 409/700, and bits told at (1, 0.1)."""
    assert success_bound(TWO, (0, 2, 2, 2)) == Fraction(4, 7)
    assert success_bound(TWO, (0, 2, 2, 2), Fraction(1, 100)) == Fraction(409, 700)
    e = Fraction(27183, 10000)
    assert told(e, 2, TENTH) < Fraction(2, 3) < told(e, 1, TENTH)
    assert told(e, 1, TENTH) == (e + TENTH) / (1 + e)
    assert (e + 2 * TENTH) / (e + 2) < Fraction(2, 3)


def test_an_error_of_one_half_for_one_query_as_printed() -> None:
    """Q = (1), PDisc = 1: an error of at most 1/2 has probability above 2/3."""
    problem = histogram_answers(((1,),), one_answer(range(7), 1), Fraction(1, 2))
    best = solve(problem, Fraction(2718, 1000), TENTH).value
    assert best == 1 - 3 / (5 * Fraction(2718, 1000)) > Fraction(2, 3)
