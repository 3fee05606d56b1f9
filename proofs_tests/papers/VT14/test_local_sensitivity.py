"""Numbers of section 2.2 that stand in the words of claims."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.prelude import differing
from audits.claims.vt14.laws.sensitivities import fewest, middle
from audits.claims.vt14.section_2_2_1_cauchy_noise import bound
from audits.claims.vt14.section_2_2_3_noisy_bound import mean_bound
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.graphs import edge_neighbours, exact_triangles, most_common_neighbours
from reference.data.sensitivity import global_sensitivity
from reference.exact.interval import exact
from reference.mechanisms.sensitivity.cauchy import both_ways, cauchy_answers
from reference.mechanisms.sensitivity.median import Median
from reference.mechanisms.sensitivity.pareto_noise import worst_pareto_ratio
from reference.mechanisms.sensitivity.propose_test_release import (
    LaplaceProposeTestRelease,
    distance_to_unstable,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


def test_the_median_has_a_large_global_sensitivity() -> None:
    """1 on [0, 1]: (0, 1, 1) and (0, 0, 1)."""
    assert global_sensitivity(Median(), replace_one(range(5), 3)) == 4
    assert middle((1, 0, 1)) - middle((0, 0, 1)) == 1


def test_distances_of_tuples_and_of_multisets() -> None:
    """(0, 1) and (1, 0) are two apart as tuples, and equal as multisets."""
    assert (differing((0, 1), (1, 0)), fewest((0, 1), (1, 0))) == (2, 0)


@pytest.mark.parametrize("factor", [1, 10, 1000])
def test_no_factor_is_enough_with_the_base_of_the_notes(factor: int) -> None:
    """R + 1/R is above r + 1/r on the grid 0, 1/4, ..., 1, b = r = 3/2."""
    universe, r = replace_one(range(5), 3), Fraction(3, 2)
    answers = list(cauchy_answers(Median(), universe, r, Fraction(factor)).values())
    worst = max(both_ways(answers[i], answers[j]) or 99 for i, j in universe.index_pairs())
    assert worst > r + 1 / r
    assert worst <= bound(r, Fraction(factor))


def test_two_pareto_densities_by_hand() -> None:
    """Equal scales, one apart: ((s + 1)/s)^2, at the centre of the first."""
    first, second = (Fraction(0), Fraction(2)), (Fraction(1), Fraction(2))
    assert worst_pareto_ratio(first, second) == Fraction(9, 4)
    assert worst_pareto_ratio((Fraction(0), Fraction(3)), (Fraction(0), Fraction(1))) == 3


def test_triangles_of_four_vertices() -> None:
    """GS = n - 2 = 2, and LS changes by one."""
    universe = edge_neighbours(4)
    assert global_sensitivity(exact_triangles, universe) == 2
    assert global_sensitivity(most_common_neighbours, universe) == 1


def test_the_mean_of_a_noisy_bound() -> None:
    """Without a shift it is 1/eps, and with a large one the bound itself."""
    assert (mean_bound(Fraction(2), 0) * exact(2)).rounded_up() == 3  # 2 / ln 2
    assert not mean_bound(Fraction(2), 50).certainly_less(exact(50))
    assert mean_bound(Fraction(2), 50).certainly_less(exact(Fraction(50001, 1000)))


def test_an_answer_beside_a_large_sensitivity() -> None:
    """LS = 3 at (0, 0, 3), which is next to (0, 0, 1), where LS = 1: e^eps delta/2 of answers."""
    universe, root = replace_one(range(4), 3), Fraction(3)
    distance = distance_to_unstable(Median(), universe, 1)
    made = LaplaceProposeTestRelease(Median(), distance, 1, 1, Epsilon(root), (0, 1, 2, 3))
    silent = [law(made, x).probability(Bottom.BOTTOM) for x in ((0, 0, 3), (0, 0, 1))]
    assert [1 - p for p in silent] == [1 / root / 2, Fraction(1, 2)]
    assert Fraction(1, 2) > 1 / root
