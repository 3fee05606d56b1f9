"""Partial discrepancy, against reachable sums, column by column."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from reference.lower_bounds.discrepancy import (
    hereditary_partial_discrepancy,
    least_partial_discrepancy,
    partial_discrepancy,
)

HALF = Fraction(1, 2)
SHARES = (Fraction(0), Fraction(1, 100), Fraction(1, 3), HALF, Fraction(2, 3))

MATRICES: tuple[tuple[tuple[Fraction | int, ...], ...], ...] = (
    ((1, 1),),
    ((1, 3),),
    ((1, 0), (1, 0)),
    ((1, HALF, -2), (0, Fraction(1, 3), 1)),
    ((1, 1, 1, 1), (1, 0, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1)),
    ((3, 5, 7, 11),),
    ((2, 1, 1), (0, 1, 3)),
)


def by_sums(matrix: Sequence[Sequence[Fraction | int]], share: Fraction) -> Fraction:
    """The same number, from the sums that can be reached and how many columns they take."""
    columns = list(zip(*matrix, strict=True))
    reached = {(tuple(Fraction(0) for _ in matrix), 0)}
    for column in columns:
        more = {
            (tuple(s + sign * a for s, a in zip(sums, column, strict=True)), used + 1)
            for (sums, used), sign in product(reached, (-1, 1))
        }
        reached |= more
    fair = [sums for sums, used in reached if used > share * len(columns)]
    return min(max(*sums, -min(sums)) for sums in fair)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("matrix", MATRICES)
def test_least_entry_by_reachable_sums(
    matrix: tuple[tuple[Fraction | int, ...], ...], share: Fraction
) -> None:
    """Enumeration and reachable sums agree, and so do the hereditary forms."""
    assert partial_discrepancy(matrix, share) == by_sums(matrix, share)
    for least in range(1, len(matrix[0]) + 1):
        parts = [
            by_sums([[row[j] for j in kept] for row in matrix], share)
            for size in range(least, len(matrix[0]) + 1)
            for kept in combinations(range(len(matrix[0])), size)
        ]
        assert hereditary_partial_discrepancy(matrix, share, least) == max(parts)
        assert least_partial_discrepancy(matrix, share, least) == min(parts)


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
