"""A point of a box that meets linear inequalities, or a proof that there is none.

Wanted is x in [0, 1]^n with a x <= b for each inequality (a, b).  With p = (x/n, 1 - sum x / n), a
distribution on n + 1 things, an inequality says sum_j p_j (n a_j - b) <= 0, where a_(n+1) = 0, and
x_j <= 1 says n p_j - 1 <= 0.  So the point exists iff the matrix game with these losses has a
value of at most 0, and the strategy that guarantees the value is the point; the other player's
strategy proves that there is none.  Both come from `matrix_game`, over the rationals.

Notation: n size, a coefficients, b bound, x point, p strategy.
Degenerate inputs: without inequalities any point of the box will do; size 0 is refused.

>>> point_of_box([((1, 1), Fraction(1, 2)), ((-1, 0), Fraction(-1, 2))], 2)
(Fraction(1, 2), Fraction(0, 1))
>>> point_of_box([((1, 1), Fraction(-1, 4))], 2) is None
True
>>> [has_slack([((1,), bound), ((-1,), Fraction(-1, 2))], 1) for bound in (Fraction(1, 2), 1)]
[False, True]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from reference.data.matrix_game import solve_game

Inequality = tuple[Sequence[Fraction | int], Fraction | int]
"""(a, b): a x <= b."""


def point_of_box(inequalities: Sequence[Inequality], size: int) -> tuple[Fraction, ...] | None:
    """Some x in [0, 1]^size with a x <= b for each (a, b); None if there is none.

    Raises:
        ValueError: for a size below 1, or coefficients of another number.
    """
    value, rows = _solved(inequalities, size)
    return tuple(size * p for p in rows[:size]) if value <= 0 else None


def has_slack(inequalities: Sequence[Inequality], size: int) -> bool:
    """Whether some x in [0, 1)^size has a x < b for each (a, b).

    Raises:
        ValueError: for a size below 1, or coefficients of another number.
    """
    return _solved(inequalities, size)[0] < 0


def _solved(
    inequalities: Sequence[Inequality], size: int
) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The least largest violation, and a strategy that has it."""
    if size < 1:
        raise ValueError(f"size {size}: a box has at least one side")
    if any(len(a) != size for a, _ in inequalities):
        raise ValueError(f"inequalities have {size} coefficients")
    loss = [
        [size * a[j] - b for a, b in inequalities] + [size * (i == j) - 1 for i in range(size)]
        for j in range(size)
    ]
    loss.append([-b for _, b in inequalities] + [-1] * size)
    game = solve_game(loss)
    return game.value, game.rows
