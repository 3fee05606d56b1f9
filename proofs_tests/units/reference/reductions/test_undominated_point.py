"""Iterates of a bound, and what is refused."""

import pytest

from reference.reductions.undominated_point import RoundedDown, iterates


def test_iterates() -> None:
    """Of x^2 + 1; a bound must grow."""
    assert iterates(lambda x: x * x + 1, 5) == (1, 2, 5, 26, 677)
    assert iterates(lambda x: x + 1, 1) == (1,)
    with pytest.raises(ValueError, match=r"f\(1\) = 1"):
        iterates(lambda x: x, 2)


def test_grids_that_make_no_sense() -> None:
    """Empty, or not increasing."""
    for grid in ((), (2, 1), (1, 1)):
        with pytest.raises(ValueError, match="grid"):
            RoundedDown(lambda database, _coins: max(database), grid)
