"""Partial discrepancy: matrices and shares that are refused."""

from fractions import Fraction

import pytest

from reference.lower_bounds.discrepancy import hereditary_partial_discrepancy, partial_discrepancy


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
