"""Whether a symmetric matrix of rational numbers is positive semidefinite, decided exactly.

By elimination: a pivot is never negative, and where it is 0 its row is (L D L^T with D >= 0).

>>> is_positive_semidefinite([[Fraction(2), Fraction(2)], [Fraction(2), Fraction(2)]])
True
>>> is_positive_semidefinite([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(5)]])
False
"""

from collections.abc import Sequence
from fractions import Fraction


def is_positive_semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Whether z^T M z >= 0 for every z.

    Raises:
        ValueError: unless the matrix is square and symmetric.
    """
    left = [[*row] for row in matrix]
    size = len(left)
    if any(len(row) != size for row in left) or any(
        left[i][j] != left[j][i] for i in range(size) for j in range(i)
    ):
        raise ValueError("a symmetric matrix is wanted")
    while left:
        (pivot, *first), *rest = left
        if pivot < 0 or (not pivot and any(first)):
            return False
        left = [
            [z - head * other / pivot if pivot else z for z, other in zip(row, first, strict=True)]
            for head, *row in rest
        ]
    return True
