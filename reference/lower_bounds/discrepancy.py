"""Partial discrepancy: how well a matrix of queries tells two databases of bits apart.

For a k x n matrix Q and a share s, PDisc(Q) is the least |Q z|_inf of the differences z of two
vectors of bits, z in {-1, 0, 1}^n, that are not 0 in more than s n places; in print s = 1/100.
Answers that are all off by less than PDisc(Q)/2 fit no two databases that differ in more than
s n rows, so they tell all rows but s n (`audits` decides it, `reconstruction` does it).

Q_S keeps the columns in S.  The hereditary form is the largest PDisc(Q_S), with s |S| places for
the columns of S; in print it is the least one, which is 0 for any matrix with a column of zeros.

Notation: Q matrix, z difference, s share, S columns.
Source: VT14, Definition 4.1.5, section 4.1, and section 4.2.
Deviations: the share is a parameter; the hereditary form is a maximum.
Degenerate inputs: a matrix without rows or columns, and a share of which no z is left, are
refused.

>>> partial_discrepancy(((1, 1),), Fraction(0))
Fraction(0, 1)
>>> partial_discrepancy(((1, 3),), Fraction(1, 2))
Fraction(2, 1)
>>> hereditary_partial_discrepancy(((1, 3),), Fraction(0)), least_partial_discrepancy(((1, 0),))
(Fraction(3, 1), Fraction(0, 1))
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

Matrix = Sequence[Sequence[Fraction | int]]
"""Rows of equal length: one for each query, an entry for each row of the database."""

PRINTED_SHARE = Fraction(1, 100)
"""Of the rows, as in the notes."""


def partial_discrepancy(matrix: Matrix, share: Fraction = PRINTED_SHARE) -> Fraction:
    """The least |Q z|_inf over z in {-1, 0, 1}^n with |z|_1 > share n.

    Args:
        matrix: with at least one row and one column.
        share: from 0, below 1.

    Raises:
        ValueError: for a matrix of another shape, or another share.
    """
    columns = _columns(matrix, share)
    return min(
        largest_entry(matrix, z)
        for z in product((1, 0, -1), repeat=columns)
        if sum(map(abs, z)) > share * columns
    )


def largest_entry(matrix: Matrix, z: Sequence[int]) -> Fraction:
    """|Q z|_inf."""
    products = (sum(a * b for a, b in zip(row, z, strict=True)) for row in matrix)
    return max(abs(Fraction(each)) for each in products)


def hereditary_partial_discrepancy(
    matrix: Matrix, share: Fraction = PRINTED_SHARE, at_least: int = 1
) -> Fraction:
    """The largest PDisc(Q_S) over sets S of columns, not empty.

    Args:
        matrix: with at least one row and one column.
        share: from 0, below 1.
        at_least: how many columns S has at the least.

    Raises:
        ValueError: for a matrix of another shape, another share, or no such set.
    """
    return max(_of_columns(matrix, share, at_least))


def least_partial_discrepancy(
    matrix: Matrix, share: Fraction = PRINTED_SHARE, at_least: int = 1
) -> Fraction:
    """The least PDisc(Q_S) over these sets: what is printed as the hereditary form.

    Raises:
        ValueError: for a matrix of another shape, another share, or no such set.
    """
    return min(_of_columns(matrix, share, at_least))


def _of_columns(matrix: Matrix, share: Fraction, at_least: int) -> Iterator[Fraction]:
    """PDisc(Q_S) for each set S with so many columns."""
    columns = _columns(matrix, share)
    if not 1 <= at_least <= columns:
        raise ValueError(f"at least {at_least} of {columns} columns: from 1 to {columns}")
    for size in range(at_least, columns + 1):
        for kept in combinations(range(columns), size):
            yield partial_discrepancy([[row[j] for j in kept] for row in matrix], share)


def _columns(matrix: Matrix, share: Fraction) -> int:
    widths = {len(row) for row in matrix}
    if len(widths) != 1 or 0 in widths:
        raise ValueError(f"rows of lengths {sorted(widths)}: one length, at least 1, is wanted")
    if not 0 <= share < 1:
        raise ValueError(f"share {share}: from 0, below 1")
    return widths.pop()
