"""Concepts that are 1 on half of the points: what is refused."""

from fractions import Fraction

import pytest

from reference.lower_bounds.half_concepts import HalfConcepts


def test_wrong_sizes_are_refused() -> None:
    """Named, with what is allowed."""
    for points, copies, words in ((3, 1, "points 3"), (0, 1, "points 0"), (2, 0, "copies 0")):
        with pytest.raises(ValueError, match=words):
            HalfConcepts(points, copies)
    with pytest.raises(ValueError, match="8 alpha n/d = 1/2"):
        HalfConcepts.of_size(2, 1, Fraction(1, 8))
    with pytest.raises(ValueError, match="alpha = 1/4"):
        HalfConcepts.of_size(2, 1, Fraction(1, 4))
