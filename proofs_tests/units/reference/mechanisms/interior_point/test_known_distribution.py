"""Constants for known distributions."""

from fractions import Fraction
from itertools import product

import pytest

from reference.mechanisms.interior_point.known_distribution import (
    ConstantInteriorPoint,
    ConstantUndominatedPoint,
    least_covering,
)
from reference.probability.law import law

THIRD = Fraction(1, 3)


def test_the_median_is_one_on_both_sides() -> None:
    """Found by counting the points of a multiset that are not larger and not smaller."""
    for counts in product(range(4), repeat=3):
        listed = [x for x, count in enumerate(counts) for _ in range(count)]
        if listed:
            masses = tuple((x, Fraction(count, len(listed))) for x, count in enumerate(counts))
            (z,) = law(ConstantInteriorPoint(masses), (0,)).support
            assert z == sorted(listed)[(len(listed) - 1) // 2]


def test_the_order_of_the_points_does_not_matter() -> None:
    """They are listed from the right here."""
    masses = ((9, THIRD), (4, THIRD), (0, THIRD))
    assert law(ConstantInteriorPoint(masses), (0, 9)).support == {4}


def test_an_undominated_point_by_hand() -> None:
    """The least rows are 1, 5 and 8, with probability 1/3 each."""
    databases = (((1, 9), THIRD), ((8, 8), THIRD), ((7, 5), THIRD))
    for failure, expected in ((0, 8), (THIRD, 5), (Fraction(1, 2), 5), (2 * THIRD, 1)):
        solver = ConstantUndominatedPoint(databases, Fraction(failure))
        assert law(solver, (3,)).support == {expected}


@pytest.mark.parametrize("masses", [(), ((0, THIRD),), ((0, Fraction(2)), (1, Fraction(-1)))])
def test_masses_are_checked(masses: tuple[tuple[int, Fraction], ...]) -> None:
    """They add up to 1, and none is negative."""
    with pytest.raises(ValueError, match="masses"):
        least_covering(masses, Fraction(1, 2))


def test_the_mass_is_checked() -> None:
    """No point covers more than everything."""
    with pytest.raises(ValueError, match="mass 2"):
        least_covering(((0, Fraction(1)),), Fraction(2))
