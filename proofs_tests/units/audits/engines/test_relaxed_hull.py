"""Optimisation over inner products of unit vectors: what is found is proved."""

from fractions import Fraction

import pytest

from audits.engines.relaxed_hull import relaxed_projection, relaxed_width, rounded_projection
from reference.data.parity_hull import greatest_of_two_signs, is_bound_over_unit_vectors
from reference.exact.nearest_point import inner

SIX = (1, 1, 1, 1, -1, 1, -1, 1, 1)


@pytest.mark.parametrize(("game", "bits"), [((1, 1, 1, -1), 2), (SIX, 3), ((0, 0, 0, 0), 2)])
def test_bounds_meet(game: tuple[int, ...], bits: int) -> None:
    """A point from below, a dual solution from above, a millionth apart."""
    found = relaxed_width(game, bits)
    assert is_bound_over_unit_vectors(game, found.left, found.right)
    assert inner(game, found.point) == found.at_least <= found.at_most
    assert found.at_most - found.at_least < Fraction(1, 10**6)
    assert greatest_of_two_signs(game, bits) <= found.at_most


def test_the_gap_of_two_by_two() -> None:
    """sqrt(8) against 2."""
    found = relaxed_width((1, 1, 1, -1), 2)
    assert found.at_least**2 <= 8 <= found.at_most**2
    assert found.at_least**2 > Fraction(79999, 10000)


def test_projections_are_nearest() -> None:
    """A point of the hull stays, up to rounding; a far one is moved to its face."""
    inside = (Fraction(1, 2), Fraction(1, 4), Fraction(0), Fraction(1, 2))
    found = relaxed_projection(inside, 2, 1)
    assert max(abs(a - b) for a, b in zip(found, inside, strict=True)) < Fraction(1, 1000)
    far = rounded_projection((Fraction(100), Fraction(100), Fraction(100), Fraction(-100)), 2, 16)
    assert all(abs(abs(z) - Fraction(113, 10)) < Fraction(1, 8) for z in far)
    assert all(z.denominator in {1, 2, 4, 8, 16} for z in far)
