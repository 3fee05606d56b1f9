"""Noise that depends on the database: laws found without code of this project, and refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.data.graphs import check_graph, exact_triangles, most_common_neighbours
from reference.data.local_sensitivity import distances, smooth_sensitivities
from reference.mechanisms.sensitivity.cauchy import Cauchy, both_ways, cauchy_answers
from reference.mechanisms.sensitivity.median import (
    Median,
    local_sensitivity_within,
    median_smooth_sensitivity,
)
from reference.mechanisms.sensitivity.noisy_bound import (
    NoisyBoundRelease,
    TriangleCount,
    noise_ratio,
)
from reference.mechanisms.sensitivity.pareto_noise import ParetoNoise
from reference.mechanisms.sensitivity.propose_test_release import (
    LaplaceProposeTestRelease,
    ProposeTestRelease,
    distance_to_unstable,
)
from reference.mechanisms.sensitivity.smooth_median import SmoothMedian
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

FILE = "vt14_local_sensitivity"
TWO = Epsilon(Fraction(2))
EVERY: Any = Epsilon.indeterminate(6)


@cases(FILE, "smooth")
def test_sensitivities_of_the_median(case: Case) -> None:
    """Local and smooth, as enumerated over all tuples."""
    rows, top = tuple(case["database"]), case["largest"]
    assert local_sensitivity_within(rows, 0, top) == case["local"]
    base = Fraction(case["base"])
    assert median_smooth_sensitivity(rows[::-1], top, base) == Fraction(case["smooth"])


@cases(FILE, "median")
def test_the_law_of_the_smooth_median(case: Case) -> None:
    """The masses of unit cells under the density of the noise."""
    mechanism = SmoothMedian(Domain.of_size(case["largest"] + 1), Epsilon(Fraction(case["v"]), 6))
    found = law(mechanism, tuple(case["database"]))
    assert [str(found.probability(y)) for y in range(case["largest"] + 1)] == case["law"]


@cases(FILE, "propose")
def test_the_law_of_propose_test_release(case: Case) -> None:
    """The median of three rows 0, ..., 3 with B = T = 1 and e^eps = 2."""
    rows = tuple(case["database"])
    distance = distance_to_unstable(Median(), replace_one(range(4), 3), 1)
    assert distance(rows[::-1]) == case["distance"]
    found = law(ProposeTestRelease(Median(), distance, 1, 1, TWO, (0, 3)), rows)
    assert {str(y): str(found.probability(y)) for y in found} == case["law"]


@cases(FILE, "triangles")
def test_the_law_of_the_triangle_count(case: Case) -> None:
    """With T = 1, M = 2, e^eps = 2, answers from 0 to 4."""
    graph = tuple((u, v) for u, v in case["graph"])
    assert exact_triangles(graph) == case["triangles"]
    assert most_common_neighbours(graph) == case["common"]
    found = law(TriangleCount(1, 2, 4, TWO), graph)
    assert {str(y): str(found.probability(y)) for y in found} == case["law"]


def test_a_least_value_is_as_smooth() -> None:
    """It replaces what is smaller, and nothing else."""
    universe = replace_one(range(5), 3)
    least = Fraction(5, 2)
    exact = smooth_sensitivities(Median(), universe, Fraction(3, 2))
    for rows, smooth in exact.items():
        found = median_smooth_sensitivity(rows, 4, Fraction(3, 2), least)
        assert found == max(smooth, least)


def test_far_databases_may_not_exist() -> None:
    """Then nothing is a finite number of moves away, and the query is always answered."""
    universe = replace_one(range(2), 3)
    assert set(distances(universe, lambda _: False).values()) == {None}
    never = distance_to_unstable(Median(), universe, 1)
    assert never((0, 0, 1)) is None
    release = ProposeTestRelease(Median(), never, 1, 5, TWO, (0, 1))
    assert set(law(release, (0, 0, 1))) == {0, 1}
    cells = LaplaceProposeTestRelease(Median(), never, 1, 5, TWO, (0, 1))
    assert set(law(cells, (0, 0, 1))) == {0, 1, 2}


def test_rational_ratios_are_large_enough() -> None:
    """Their b-th power is at least e^-eps, and e^-eps itself where that is exact."""
    for root in (Fraction(11, 10), Fraction(2), Fraction(50)):
        eps = Epsilon(root)
        assert noise_ratio(eps, 1) == 1 / root
        for bound in (2, 3, 17):
            assert 1 / root < noise_ratio(eps, bound) ** bound < 1


def test_many_rows_are_no_obstacle() -> None:
    """A thousand and one rows, and a star of a thousand edges; one value has one median."""
    rows = tuple(500 + i % 7 for i in range(1001))
    median = SmoothMedian(Domain.of_size(1001), Epsilon(Fraction(6, 5), 6))
    assert 480 < run(median, rows, SeededBits(2)) < 530
    assert run(SmoothMedian(Domain.of_size(1), median.eps), (0,), SeededBits(1)) == 0
    star = tuple((0, v) for v in range(1, 1001))
    assert run(TriangleCount(9, 100, 10**6, TWO), star, SeededBits(3)) in range(200)


def test_cauchy_answers_may_have_no_noise() -> None:
    """A constant query has none; against noise the ratio is infinite."""
    universe = replace_one(range(2), 1)
    answers = cauchy_answers(lambda _: 3, universe, Fraction(2), Fraction(1))
    assert set(answers.values()) == {Cauchy(Fraction(3), Fraction(0))}
    assert both_ways(Cauchy(Fraction(3), Fraction(0)), Cauchy(Fraction(3), Fraction(1))) is None
    assert both_ways(*[Cauchy(Fraction(3), Fraction(0))] * 2) == 2


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Median()((1, 2)), "odd number"),
        (lambda: median_smooth_sensitivity((1, 2), 2, Fraction(2)), "odd number"),
        (lambda: median_smooth_sensitivity((1, 5, 2), 4, Fraction(2)), "row 5"),
        (lambda: median_smooth_sensitivity((1,), 4, Fraction(1, 2)), "base 1/2"),
        (lambda: SmoothMedian(Domain((1, 2)), Epsilon(Fraction(2), 6)), "0, ..., D"),
        (lambda: SmoothMedian(Domain.of_size(2), Epsilon(Fraction(1), 6)), "eps 0"),
        (lambda: SmoothMedian(Domain.of_size(2), EVERY), "unknown"),
        (lambda: ParetoNoise(Fraction(0)), "scale 0"),
        (lambda: Cauchy(Fraction(0), Fraction(-1)), "scale -1"),
        (
            lambda: cauchy_answers(max, replace_one(range(2), 1), Fraction(2), Fraction(0)),
            "factor",
        ),
        (lambda: ProposeTestRelease(max, len, 0, 1, TWO), "bound 0"),
        (lambda: ProposeTestRelease(max, len, 1, -1, TWO), "threshold -1"),
        (lambda: NoisyBoundRelease(max, len, -1, 1, TWO), "shift -1"),
        (lambda: NoisyBoundRelease(max, len, 1, 0, TWO), "most 0"),
        (lambda: TriangleCount(1, 1, -1, TWO), "highest -1"),
        (lambda: check_graph(((1, 0),)), r"edge \(1, 0\)"),
        (lambda: check_graph(((0, 1), (0, 1))), "twice"),
        (lambda: check_graph(((1, 1),)), r"edge \(1, 1\)"),
    ],
)
def test_bad_parameters_are_refused(make: Any, words: str) -> None:  # noqa: ANN401
    """By a message that names them."""
    with pytest.raises(ValueError, match=words):
        make()
