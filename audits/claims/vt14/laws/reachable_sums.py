"""Partial discrepancy by the sums that can be reached, column by column."""

from audits.claims.prelude import *


def least_reachable(matrix: Sequence[Sequence[Fraction | int]], share: Fraction) -> Fraction:
    """The least largest entry of a sum or difference of more than share n columns."""
    columns = list(zip(*matrix, strict=True))
    reached = {((Fraction(0),) * len(matrix), 0)}
    for column in columns:
        reached |= {
            (tuple(s + sign * a for s, a in zip(total, column, strict=True)), used + 1)
            for (total, used), sign in product(reached, (-1, 1))
        }
    fair = [total for total, used in reached if used > share * len(columns)]
    return min(max(*total, -min(total)) for total in fair)
