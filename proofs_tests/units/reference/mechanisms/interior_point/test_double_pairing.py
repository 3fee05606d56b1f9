"""Every element is paired twice."""

from fractions import Fraction

import pytest

from reference.mechanisms.interior_point.double_pairing import (
    DoublePairing,
    consecutive_pairs,
    levels,
)
from reference.probability.law import law


def test_levels_by_hand() -> None:
    """000, 001, 101, 101 agree on 2, 0 and 3 digits; 10, 00, 11 on 0 and 0; 00 and 00 on 2."""
    assert levels((0, 1, 5, 5), depth=3, count=3) == ((0, 1, 5, 5), (2, 0, 3), (0, 0), (2,))


def test_levels_end() -> None:
    """One entry has no neighbour."""
    assert levels((1,), depth=1, count=2) == ((1,), (), ())
    assert consecutive_pairs(0) == consecutive_pairs(1) == ()


def test_the_order_is_uniform() -> None:
    """Of the six orders of 00, 01, 11 two have 01 at an end beside 00, two beside 11."""
    dist = law(DoublePairing(2, 1), (0, 1, 3))
    assert len(dist.support) == 6
    chances = {
        lengths: sum(dist.probability(y) for y in dist if y[1] == lengths)
        for lengths in ((1, 0), (0, 1), (0, 0))
    }
    assert chances == dict.fromkeys(chances, Fraction(1, 3))


def test_rows_and_parameters_are_checked() -> None:
    """A row of three digits is no row of two."""
    with pytest.raises(ValueError, match="2 binary digits"):
        levels((4,), depth=2, count=1)
    with pytest.raises(ValueError, match="depth 2, count -1"):
        levels((3,), depth=2, count=-1)
