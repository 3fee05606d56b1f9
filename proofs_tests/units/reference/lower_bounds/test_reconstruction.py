"""Reconstruction attacks: parameters that are refused."""

from fractions import Fraction

import pytest

from reference.lower_bounds.efficient_reconstruction import RoundedProgramme
from reference.lower_bounds.random_discrepancy import least_queries
from reference.lower_bounds.reconstruction import Reconstruction
from reference.lower_bounds.subset_sums import RandomSubsets, hadamard_subsets

ONE = Fraction(1)


def test_numbers_without_hadamard_rows() -> None:
    """All but powers of two."""
    for n in (0, 3, 6):
        with pytest.raises(ValueError, match=f"people {n}: a power of two"):
            hadamard_subsets(n)


def test_less_than_no_queries() -> None:
    """Are refused."""
    with pytest.raises(ValueError, match="queries -1"):
        RandomSubsets(-1, 2)


def test_attacks_that_are_refused() -> None:
    """With errors below 0, other shares, no queries or queries of several lengths."""
    for error, share in ((-ONE, ONE), (ONE, Fraction(3, 2)), (ONE, -ONE)):
        with pytest.raises(ValueError, match=f"error {error}, share {share}"):
            Reconstruction(((1, 0),), error, share)
    for wrong in ((), ((1,), (1, 0))):
        with pytest.raises(ValueError, match="all of one length"):
            Reconstruction(wrong, ONE)


def test_programmes_that_are_refused() -> None:
    """Without queries, of several lengths, with errors below 0."""
    for queries in ((), ((1,), (1, 0))):
        with pytest.raises(ValueError, match="at least one, all of one length"):
            RoundedProgramme(queries, ONE)
    with pytest.raises(ValueError, match="error -1: at least 0"):
        RoundedProgramme(((1,),), -ONE)


def test_shares_that_are_refused() -> None:
    """Below 0, or all."""
    for share in (-ONE, ONE):
        with pytest.raises(ValueError, match=f"share {share}: from 0, below 1"):
            least_queries(4, ONE, share)
