"""The median of an odd number of integers from 0 to D, and its smooth sensitivity.

With x_1 <= ... <= x_n, m = (n+1)/2, x_i = 0 for i < 1 and x_i = D for i > n, the largest local
sensitivity of the median within k replaced rows is

    A(k) = max over t = 0, ..., k+1 of  x_(m+t) - x_(m+t-k-1),

and the smooth sensitivity of base b is the max over k = 0, ..., n of A(k) b^(-k).  That takes
O(n^2) steps.  `median_smooth_sensitivity` takes fewer: A never decreases, so that the first k with
each value of A is enough, and none matters from which D b^(-k) is no more than what was found, or
than a least value L > 0, if one is given: max(S, L) is as smooth as S.

>>> Median()((4, 0, 1)), local_sensitivity_within((0, 1, 4), 0, 4)
(1, 3)
>>> median_smooth_sensitivity((0, 0, 0), 4, Fraction(2))
Fraction(2, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import sub

from reference.data.database import Database
from reference.data.local_sensitivity import check_base
from reference.exact.interval import ln

NOTHING = Fraction(0)


def check_rows(database: Database[int], largest: int) -> None:
    """Refuse what has no median, or rows outside 0, ..., D.

    Raises:
        ValueError: for an even number of rows, or a row outside.
    """
    if len(database) % 2 == 0:
        raise ValueError(f"{len(database)} rows: the median is of an odd number of rows")
    for row in database:
        if not 0 <= row <= largest:
            raise ValueError(f"row {row}: a row is an integer from 0 to {largest}")


@dataclass(frozen=True, slots=True)
class Median:
    """The middle row in increasing order.

    Raises:
        ValueError: at a call, for an even number of rows.
    """

    def __call__(self, database: Database[int], /) -> int:
        if len(database) % 2 == 0:
            raise ValueError(f"{len(database)} rows: the median is of an odd number of rows")
        return sorted(database)[len(database) // 2]


def local_sensitivity_within(rows: Database[int], moves: int, largest: int) -> int:
    """A(k): the largest local sensitivity of the median after at most k replaced rows.

    Args:
        rows: an odd number of integers, in increasing order.
        moves: k, from 0 to n.
        largest: D.
    """
    m = len(rows) // 2
    below, above = m - moves - 1, m + moves + 2
    window = [0] * -below if below < 0 else []
    window += rows[max(below, 0) : above]
    window += [largest] * (above - len(rows))
    most: int = max(map(sub, window[moves + 1 :], window))
    return most


def median_smooth_sensitivity(
    database: Database[int], largest: int, base: Fraction, least: Fraction = NOTHING
) -> Fraction:
    """The smooth sensitivity of the median, of base b, or the least value, if that is more.

    Args:
        database: an odd number of integers from 0 to D.
        largest: D.
        base: b >= 1.
        least: L >= 0.

    Raises:
        ValueError: for an even number of rows, a row outside, or a base below 1.
    """
    check_rows(database, largest)
    check_base(base)
    rows, last = tuple(sorted(database)), len(database)
    if 0 < least < largest and base > 1:
        last = min(last, (ln(largest / least) / ln(base)).rounded_up())
    best = here = local_sensitivity_within(rows, 0, largest)
    at = k = 0  # what was found is best b^(-at)
    while here < largest:
        k = _first_above(rows, here, k, last, largest)
        if k > last or largest <= best * base ** (k - at):
            break
        here = local_sensitivity_within(rows, k, largest)
        if here > best * base ** (k - at):
            best, at = here, k
    return max(best / base**at, least)


def _first_above(rows: Database[int], value: int, k: int, last: int, largest: int) -> int:
    """The least k' > k with A(k') above the value, at least A(k); above `last` if none."""
    low, high, step = k, min(k + 1, last), 1
    while high < last and local_sensitivity_within(rows, high, largest) <= value:
        low, step = high, 2 * step
        high = min(high + step, last)
    if local_sensitivity_within(rows, high, largest) <= value:
        return last + 1
    while high - low > 1:
        middle = (low + high) // 2
        if local_sensitivity_within(rows, middle, largest) <= value:
            low = middle
        else:
            high = middle
    return high
