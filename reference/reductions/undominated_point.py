"""Interior points from a bounded solver of the undominated point problem, by rounding down.

A point is undominated if it is at least the least row.  A mechanism on databases of positive
integers is bounded by f if M(D) >= f(max D) is unlikely.  Let f be increasing, f(x) > x, and let
all rows be among x_1 = 1, x_2 = f(x_1), ..., x_d = f(x_(d-1)).  Then what is at least min D and
below f(max D) is, rounded down to one of these, an interior point of D.

Pseudo-code:
    1  y <- M(D)
    2  return the greatest x_i <= y

Notation: M mechanism on n positive integers, D database, f bound, x_i grid.
Source: BNSV15, proof of Theorem 7.1, section 7.1.
Guarantees: BNSV15.ALG.UndomRound, BNSV15.TXT.fbounded, BNSV15.T7.1.
Deviations: M is below f(max D), not at most f(max D): f(max D) may be a point of the grid, and
    would stay where it is.
Degenerate inputs: below the grid, its least point is returned.

>>> from reference.probability.law import law
>>> points = iterates(lambda x: 2 * x + 1, 4)
>>> points, law(RoundedDown(lambda database, coins: max(database) + 1, points), (3, 7))
((1, 3, 7, 15), Dist({7: 1}))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from operator import le
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.probability.law import law
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class RoundedDown(Generic[R]):
    """Parameters of the reduction; call it on a database of points of the grid.

    Raises:
        ValueError: for no point, or points that do not increase.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Theorem 7.1", "7.1")

    mechanism: Mechanism[Database[int], int, R]
    """M."""

    grid: tuple[int, ...]
    """x_1 < ... < x_d."""

    def __post_init__(self) -> None:
        if not self.grid or list(self.grid) != sorted(set(self.grid)):
            raise ValueError(f"grid {self.grid}: at least one point, in increasing order")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A point of the grid."""
        y = coins.run(self.mechanism, database)  # 1
        return rounded_down(y, self.grid)  # 2


def rounded_down(value: int, grid: Sequence[int]) -> int:
    """The greatest point of the grid that is at most the value; the least if there is none."""
    return max((x for x in grid if x <= value), default=grid[0])


def iterates(bound: Callable[[int], int], count: int) -> tuple[int, ...]:
    """The points 1, f(1), f(f(1)), ..., so many of them.

    Raises:
        ValueError: if f(x) <= x for one of them.
    """
    found = [1]
    while len(found) < count:
        found.append(bound(found[-1]))
        if found[-1] <= found[-2]:
            raise ValueError(f"f({found[-2]}) = {found[-1]}: a bound is greater than its argument")
    return tuple(found[:count])


def bounding_values(
    mechanism: Mechanism[Database[int], int, Fraction], rows: int, most: int, failure: Fraction
) -> tuple[int, ...]:
    """The values f(1), ..., f(most) of a bound of the mechanism.

    f(t) is the least integer such that M(D) >= f(t) has at most the given probability on every
    database of rows 1..t, or else the least that makes f increase with f(x) > x.

    Args:
        mechanism: M, symmetric.
        rows: n, at least 1.
        most: the greatest t, at least 1.
        failure: what is unlikely.
    """
    found: list[int] = []
    for t in range(1, most + 1):
        above = found[-1] if found else t
        for rest in combinations_with_replacement(range(1, t + 1), rows - 1):
            outcomes = law(mechanism, (*rest, t))
            while outcomes.probability_that(partial(le, above + 1)) > failure:
                above += 1
        found.append(above + 1)
    return tuple(found)
