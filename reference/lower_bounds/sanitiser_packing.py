"""Packing databases against sanitisers for point functions.

D_0 consists of m copies of the point 0; D_i, for i >= 1, of k copies of i and m - k of 0.  If
k/m >= 2 alpha, no output is alpha-useful for two of them, so an eps-private sanitiser is useful
with probability at most r^k / (r^k + T - 1), where r = e^eps.  Print takes k = 3 alpha m.

Source: BBKN13, Theorem 7.2, section 7.

>>> packing_database(2, 3, 1)
(0, 0, 2)
"""

from collections.abc import Sequence
from fractions import Fraction

from reference.data.database import Database


def packing_database(point: int, rows: int, copies: int) -> Database[int]:
    """`copies` rows equal the point (none if it is 0), the others 0."""
    return (0,) * (rows - copies) + (point,) * copies if point else (0,) * rows


def is_useful_as_printed(answers: Sequence[Fraction], point: int, alpha: Fraction) -> bool:
    """The proof's conditions on the two frequencies that it names, for k = 3 alpha m.

    Args:
        answers: the answer for each point.
        point: i.
        alpha: the accuracy.
    """
    if point == 0:
        return 1 - alpha < answers[0] <= 1
    return 2 * alpha < answers[point] < 4 * alpha and 1 - 4 * alpha < answers[0] < 1 - 2 * alpha


def is_useful_answer(
    answers: Sequence[Fraction], database: Database[int], alpha: Fraction
) -> bool:
    """Whether every answer is closer than alpha to the frequency in the database."""
    return all(
        abs(answer - Fraction(database.count(x), len(database))) < alpha
        for x, answer in enumerate(answers)
    )
