"""Packings of histograms: distances, gaps and bounds against counts by hand."""

from fractions import Fraction
from itertools import combinations

import pytest

from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.query_packing import (
    column_sum_queries,
    copies_of_sets,
    distance,
    identical_rows,
    least_gap,
    most_copies,
    separating_copies,
    spread_sets,
    success_bound,
)

HALF, TWO = Fraction(1, 2), Fraction(2)


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_column_sums_of_identical_rows(columns: int) -> None:
    """K copies of different rows are told apart by k, in 2k steps."""
    queries, named = column_sum_queries(columns), identical_rows(2**columns, columns)
    assert least_gap(queries, named) == columns
    assert {distance(a, b) for a, b in combinations(named, 2)} == {2 * columns}


def test_functions_of_r_agree_with_numbers() -> None:
    """The bound for every eps, at one of them."""
    every = success_bound(RationalFunction.r(), (0, 1, 2, 2), Fraction(1, 10))
    assert every.at(TWO) == success_bound(TWO, (0, 1, 2, 2), Fraction(1, 10))


@pytest.mark.parametrize(("points", "size", "count"), [(4, 1, 4), (8, 2, 28), (8, 4, 14)])
def test_spread_sets_share_half_at_most(points: int, size: int, count: int) -> None:
    """As many as there are in a Steiner system, for size 4."""
    family = spread_sets(points, size)
    assert len(family) == count
    assert all(len({*a} & {*b}) <= size // 2 for a, b in combinations(family, 2))
    assert copies_of_sets(family[:1], points, 3)[0] == (3,) * size + (0,) * (points - size)


def test_numbers_of_copies() -> None:
    """The largest c with l > 2 r^(2 c m), and the least m above 2 alpha n."""
    assert most_copies(TWO, 1, 9) == 1
    assert most_copies(TWO, 1, 8) == 0
    assert [separating_copies(Fraction(1, 4), n) for n in (1, 2, 3, 4)] == [1, 2, 2, 3]


def test_parameters_are_checked() -> None:
    """No gap of one histogram, no largest number of copies without privacy loss."""
    with pytest.raises(ValueError, match="1 histograms"):
        least_gap(((1,),), ((1,),))
    with pytest.raises(ValueError, match=r"e\^eps 1"):
        most_copies(Fraction(1), 1, 8)
