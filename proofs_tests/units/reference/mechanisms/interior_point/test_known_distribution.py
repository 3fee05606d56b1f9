"""Constants for known distributions."""

from fractions import Fraction

from reference.mechanisms.interior_point.known_distribution import ConstantInteriorPoint
from reference.probability.law import law

THIRD = Fraction(1, 3)


def test_the_order_of_the_points_does_not_matter() -> None:
    """They are listed from the right here."""
    masses = ((9, THIRD), (4, THIRD), (0, THIRD))
    assert law(ConstantInteriorPoint(masses), (0, 9)).support == {4}
