"""Laplace noise in cells, against what determines the Laplace law."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import add_remove_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.laplace_mechanism import (
    LaplaceCells,
    LaplaceHistogramCells,
    LaplaceThresholdTest,
    LaplaceVectorCells,
)
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law


def test_the_tail_is_symmetric_and_without_memory() -> None:
    """Pr[X >= 0] = 1/2, Pr[X >= -g] = 1 - Pr[X >= g], Pr[X >= g + 1] = Pr[X >= g] / s.

    These three determine every probability, and they hold for every s.
    """
    s = RationalFunction.r()
    noise = LaplaceNoise(s)
    assert noise.at_least(0) == Fraction(1, 2)
    for g in range(6):
        assert noise.at_least(-g) == 1 - noise.at_least(g)
        assert noise.at_least(g + 1) * s == noise.at_least(g)
        assert noise.between(g, g + 2) == noise.at_least(g) - noise.at_least(g + 2)


def test_cells_between_consecutive_cuts_are_geometric() -> None:
    """Seen from the count outwards, each cell of length one is 1/s as likely as the one before."""
    s = Fraction(5, 3)
    found = law(LaplaceCells(tuple(range(-3, 6)), Epsilon(s)), (1,))
    above = [found.probability(cell) for cell in range(5, 9)]  # from 1, 2, 3, 4 on
    assert above[0] == (1 - 1 / s) / 2
    assert all(later * s == earlier for earlier, later in pairwise(above))
    assert [found.probability(4 - i) for i in range(4)] == above
    assert sum((found.probability(cell) for cell in found), Fraction(0)) == 1


def test_a_threshold_test_is_the_cells_of_one_cut() -> None:
    """Whether the threshold is reached is whether the noisy count lies in the upper cell."""
    eps = Epsilon.indeterminate()
    for threshold in (0, 1, 3):
        for database in ((), (0, 1), (1, 1, 1)):
            tested = law(LaplaceThresholdTest(threshold, eps), database)
            cells = law(LaplaceCells((threshold,), eps), database)
            assert tested.probability(True) == cells.probability(1)


def test_the_value_of_a_threshold_test() -> None:
    """A threshold two above the count is reached with probability e^(-2 eps) / 2."""
    assert law(LaplaceThresholdTest(3, Epsilon(Fraction(2))), (1,)).probability(True) == Fraction(
        1, 8
    )


@pytest.mark.parametrize("cuts", [(), (1,), (0, 1, 2, 3), (-1, 2, 7)])
def test_cells_are_private_for_every_eps(cuts: tuple[int, ...]) -> None:
    """The cell of a count is eps-private, for every eps, whatever the cuts."""
    mechanism = LaplaceCells(cuts, Epsilon.indeterminate())
    for universe in (mechanism.universe(3), add_remove_one((0, 1), 3)):
        assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)


def test_cells_with_every_cut_lose_exactly_eps() -> None:
    """The outermost cells have the likelihood ratio e^eps."""
    mechanism = LaplaceCells((0, 1, 2), Epsilon(Fraction(5, 2)))
    assert max_divergence(law(mechanism, (0, 0)), law(mechanism, (0, 1))) == Fraction(5, 2)


def test_threshold_tests_are_private_for_every_eps() -> None:
    """One test is eps-private for every eps."""
    mechanism = LaplaceThresholdTest(2, Epsilon.indeterminate())
    assert isinstance(audit_privacy(mechanism, mechanism.universe(3), mechanism.guarantee), Holds)


def test_histograms_are_private_for_every_eps() -> None:
    """All frequencies at scale 2/eps: eps for a replaced row, eps/2 for an added one, tight."""
    mechanism = LaplaceHistogramCells(Domain.of_size(2), (0, 1, 2), Epsilon.indeterminate(2))
    r = RationalFunction.r()
    assert isinstance(audit_privacy(mechanism, mechanism.universe(2), mechanism.guarantee), Holds)
    half = Guarantee(r, r - r)
    rows = add_remove_one(range(2), 2)
    assert isinstance(audit_privacy(mechanism, rows, half), Holds)
    assert isinstance(audit_privacy(mechanism, mechanism.universe(2), half), Refuted)


def test_parameters_are_checked() -> None:
    """Cuts that do not increase and a negative scale are refused."""
    with pytest.raises(ValueError, match="increasing"):
        LaplaceCells((1, 1), Epsilon(Fraction(2)))
    with pytest.raises(ValueError, match="increasing"):
        LaplaceHistogramCells(Domain.of_size(2), (2, 1), Epsilon(Fraction(2), 2))
    with pytest.raises(ValueError, match="base 1/2"):
        LaplaceNoise(Fraction(1, 2))


@dataclass(frozen=True)
class OnesAndRows:
    """The number of ones, and twice the number of rows."""

    def __call__(self, database: Database[int], /) -> tuple[int, int]:
        return sum(database), 2 * len(database)


def test_coordinates_of_a_vector_have_independent_noise() -> None:
    """Scale 2/eps: by hand, the chance to reach 1 from 2 and to miss 5 from 4, e^(eps/2) = 2."""
    mechanism = LaplaceVectorCells(OnesAndRows(), 2, (1, 5), Epsilon(Fraction(2), parts=2))
    dist = law(mechanism, (1, 1))
    reach_one, reach_five = Fraction(3, 4), (Fraction(1, 16), Fraction(1, 4))
    assert dist.probability((2, 2)) == Fraction(1, 16) * Fraction(1, 4)
    assert dist.probability((1, 2)) == (reach_one - reach_five[0]) * Fraction(1, 4)
    below_one = 1 - Fraction(15, 16)
    assert dist.probability((0, 0)) == (1 - reach_one) * below_one


def test_the_sensitivity_of_a_vector_is_checked() -> None:
    """Noise of scale 0 would be none."""
    with pytest.raises(ValueError, match="sensitivity 0"):
        LaplaceVectorCells(OnesAndRows(), 0, (1,), Epsilon(Fraction(2)))
