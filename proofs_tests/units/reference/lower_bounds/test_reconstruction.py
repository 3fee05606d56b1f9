"""Reconstruction attacks: parameters that are refused, and answers that are written down."""

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.lower_bounds.efficient_reconstruction import RoundedProgramme
from reference.lower_bounds.random_discrepancy import least_queries
from reference.lower_bounds.reconstruction import Reconstruction
from reference.lower_bounds.subset_sums import RandomSubsets, hadamard_subsets

HALF, ONE = Fraction(1, 2), Fraction(1)


def test_numbers_without_hadamard_rows() -> None:
    """All but powers of two."""
    for n in (0, 3, 6):
        with pytest.raises(ValueError, match=f"people {n}: a power of two"):
            hadamard_subsets(n)


def test_less_than_no_queries() -> None:
    """Are refused."""
    with pytest.raises(ValueError, match="queries -1"):
        RandomSubsets(-1, 2)


def test_the_first_database_that_fits() -> None:
    """Strictly within E; none; a share of the answers is enough."""
    queries = ((1, 0), (0, 1), (1, 1))
    assert Reconstruction(queries, HALF)((HALF, 1, 1)) is Bottom.BOTTOM
    assert Reconstruction(queries, HALF, Fraction(2, 3))((5, 1, 2)) == (1, 1)
    for error, share in ((-ONE, ONE), (ONE, Fraction(3, 2)), (ONE, -ONE)):
        with pytest.raises(ValueError, match=f"error {error}, share {share}"):
            Reconstruction(queries, error, share)
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
