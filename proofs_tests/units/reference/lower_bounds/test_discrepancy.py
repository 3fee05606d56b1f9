"""Partial discrepancy, of matrices that are written down."""

from fractions import Fraction

import pytest

from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)

HALF = Fraction(1, 2)


def test_by_hand() -> None:
    """[1 1] cancels; [1 3] does not: 1 alone, or 2; equality of the support is not enough."""
    assert partial_discrepancy(((1, 1),)) == 0
    assert partial_discrepancy(((1, 3),)) == 1
    assert partial_discrepancy(((1, 3),), HALF) == 2
    assert partial_discrepancy(((HALF, Fraction(1, 3)),)) == Fraction(1, 6)
    assert hereditary_partial_discrepancy(((1, 1),)) == 1
    assert hereditary_partial_discrepancy(((1, 1),), at_least=2) == 0
    assert least_partial_discrepancy(((1, 0),)) == 0


def test_other_matrices_and_shares_are_refused() -> None:
    """Named, with what is allowed."""
    one = ((1, 1),)
    for matrix in ((), ((),), ((1,), (1, 2))):
        with pytest.raises(ValueError, match="one length"):
            partial_discrepancy(matrix)
    for share in (Fraction(1), Fraction(-1, 2)):
        with pytest.raises(ValueError, match=f"share {share}"):
            partial_discrepancy(one, share)
    for least in (0, 3):
        with pytest.raises(ValueError, match=f"at least {least} of 2"):
            hereditary_partial_discrepancy(one, at_least=least)
