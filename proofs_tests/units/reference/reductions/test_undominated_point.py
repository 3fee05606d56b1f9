"""Rounding to the iterates of a bound, against lists by hand."""

from fractions import Fraction
from functools import partial
from itertools import product
from operator import le

import pytest

from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.reductions.undominated_point import (
    RoundedDown,
    bounding_values,
    iterates,
    rounded_down,
)

Rows = tuple[int, ...]


def jumping(database: Rows, coins: Coins[Fraction]) -> int:
    """100 above the greatest row with probability 1/4 if two rows differ; else the greatest."""
    far = coins.draw(Dist.uniform([0, 0, 0, 100]))
    return max(database) + (far if len({*database}) > 1 else 0)


def test_rounding() -> None:
    """To 1, 3, 7; below them to 1."""
    expected = [1, 1, 1, 3, 3, 3, 3, 7, 7]
    assert [rounded_down(y, (1, 3, 7)) for y in range(9)] == expected
    assert law(RoundedDown(jumping, (1, 3, 7)), (1, 3)) == Dist.uniform([3, 3, 3, 7])


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
            RoundedDown(jumping, grid)


@pytest.mark.parametrize("failure", [Fraction(1, 4), Fraction(1, 5)])
def test_bounds_of_a_jump(failure: Fraction) -> None:
    """A jump of probability 1/4 counts if only 1/5 is allowed, and only where rows can differ."""
    far = failure < Fraction(1, 4)
    expected = (2, *(t + 1 + 100 * far for t in range(2, 6)))
    found = bounding_values(jumping, 2, 5, failure)
    assert found == expected
    for d in product(range(1, 6), repeat=2):
        chance = law(jumping, tuple(sorted(d))).probability_that(partial(le, found[max(d) - 1]))
        assert chance <= failure
