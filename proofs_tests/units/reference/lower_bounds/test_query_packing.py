"""Packings of histograms: the bound for every eps, and what is refused."""

from fractions import Fraction

import pytest

from reference.exact.rational_function import RationalFunction
from reference.lower_bounds.query_packing import least_gap, most_copies, success_bound


def test_functions_of_r_agree_with_numbers() -> None:
    """The bound for every eps, at one of them."""
    every = success_bound(RationalFunction.r(), (0, 1, 2, 2), Fraction(1, 10))
    assert every.at(Fraction(2)) == success_bound(Fraction(2), (0, 1, 2, 2), Fraction(1, 10))


def test_parameters_are_checked() -> None:
    """No gap of one histogram, no largest number of copies without privacy loss."""
    with pytest.raises(ValueError, match="1 histograms"):
        least_gap(((1,),), ((1,),))
    with pytest.raises(ValueError, match=r"e\^eps 1"):
        most_copies(Fraction(1), 1, 8)
