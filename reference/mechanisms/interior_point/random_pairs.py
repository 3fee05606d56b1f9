"""Random pairs of rows, each turned into a number: steps 2 and 3 of RecPrefix.

Every row has one partner at most, so that databases that differ in one row become, by one and the
same pairing, databases of numbers that differ in one row at most; there are half as many.
RecPrefix turns a pair into the number of leading binary digits that its members have in common.

Pseudo-code:
    1  if the number of rows is odd, leave out one of them, uniformly at random
    2  while rows are left, take the greatest of them and another one, uniformly at random
    3  z_j <- the number f(x, y) that the j-th pair has
    4  return z_1, z_2, ..., sorted

Notation: f feature of a pair, x, y rows, z_j numbers.
Source: BNSV15, Algorithm 3, steps 2 and 3, section 3.3.2.
Guarantees: BNSV15.TXT.neigh, BNSV15.C3.12.
Deviations: the paper permutes all rows and pairs neighbours in that order, the last one left out
if they are odd in number; for features that are symmetric this is the same law of the numbers,
without regard to their order.
Degenerate inputs: fewer than two rows have no pair.

>>> from reference.probability.law import law
>>> law(RandomPairs(CommonPrefix(2)), (0, 1, 2, 3))
Dist({(0, 0): 2/3, (1, 1): 1/3})
"""

from collections.abc import Callable
from dataclasses import dataclass

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.indices import BLOCKS, uniform_index

NESTING = 32
"""Fewer rows have a call for each pair; of more, several pairs share one."""


@dataclass(frozen=True, slots=True)
class CommonPrefix:
    """On how many leading binary digits two points below 2^d agree.

    Raises:
        ValueError: if depth < 0.
    """

    depth: int
    """d."""

    def __post_init__(self) -> None:
        if self.depth < 0:
            raise ValueError(f"depth {self.depth}: a number of binary digits is >= 0")

    def __call__(self, one: int, other: int, /) -> int:
        return self.depth - (one ^ other).bit_length()


@dataclass(frozen=True, slots=True)
class RandomPairs:
    """The numbers of random pairs."""

    feature: Callable[[int, int], int]
    """f: symmetric."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        """One number for each pair, sorted."""
        rest = list(database)
        if len(rest) % 2:  # 1
            _taken(rest, coins)
        return coins.delegate(_Rest(self.feature), (tuple(sorted(rest)), ()))


@dataclass(frozen=True, slots=True)
class _Rest:
    """What is still to be paired, and the numbers so far: a mechanism, so that laws are merged."""

    feature: Callable[[int, int], int]

    def __call__(
        self, state: tuple[Database[int], Database[int]], coins: Coins[R], /
    ) -> Database[int]:
        rest, numbers = map(list, state)
        for _ in range(min(len(rest) // 2, 1 + len(rest) // NESTING)):
            one = rest.pop()  # 2
            numbers.append(self.feature(one, _taken(rest, coins)))  # 3
        found = tuple(sorted(numbers))
        if not rest:
            return found  # 4
        return coins.delegate(self, (tuple(sorted(rest)), found))


def _taken(rest: list[int], coins: Coins[R]) -> int:
    """A uniformly random row, removed; of few rows, equal ones are one branch."""
    if len(rest) <= BLOCKS:
        row = coins.draw(Dist.uniform(rest))
        rest.remove(row)
        return row
    place = uniform_index(len(rest), coins)
    rest[place], rest[-1] = rest[-1], rest[place]
    return rest.pop()
