"""Levels of the double pairing that end."""

from reference.mechanisms.interior_point.double_pairing import consecutive_pairs, levels


def test_levels_end() -> None:
    """One entry has no neighbour."""
    assert levels((1,), depth=1, count=2) == ((1,), (), ())
    assert consecutive_pairs(0) == consecutive_pairs(1) == ()
