"""Random pairs of many rows, where a row is drawn by its place."""

from fractions import Fraction

import pytest

from reference.mechanisms.interior_point.random_pairs import RandomPairs
from reference.probability.indices import BLOCKS
from reference.probability.law import law


@pytest.mark.parametrize("place", [0, BLOCKS - 1, BLOCKS])
def test_every_place_is_left_out_as_often(place: int) -> None:
    """Of an odd number of rows one has no partner: each with the same probability."""
    rows = tuple(int(i == place) for i in range(BLOCKS + 1))
    found = law(RandomPairs(lambda one, other: one + other), rows).map(sum)
    assert found.probability(0) == Fraction(1, BLOCKS + 1)
