"""The interior-point problem: find a point between the smallest and the largest row.

A point y is interior to a database S if min(S) <= y <= max(S); its score, or depth, is
q(S, y) = min(#{x in S : x <= y}, #{x in S : x >= y}).  So y is interior if and only if its
score is at least 1.  Bottom is no point.

>>> score((1, 1, 4, 6), 4), score((1, 1, 4, 6), 0)
(2, 0)
>>> [y for y in range(8) if is_interior_point((1, 1, 4, 6), y, at_least=2)]
[1, 2, 3, 4]
>>> is_interior_point((1, 1, 4, 6), Bottom.BOTTOM)
False
"""

from reference.data.bottom import Bottom
from reference.data.database import Database


def score(database: Database[int], point: int) -> int:
    """q(S, y): how many rows are on the side of the point (itself included) that has fewer."""
    return min(sum(x <= point for x in database), sum(x >= point for x in database))


def is_interior_point(
    database: Database[int], answer: int | Bottom, /, *, at_least: int = 1
) -> bool:
    """Whether the answer is a point of at least the given score."""
    return not isinstance(answer, Bottom) and score(database, answer) >= at_least
