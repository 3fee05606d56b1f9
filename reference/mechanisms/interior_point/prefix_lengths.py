"""The lengths on which the members of random pairs of rows agree: step 2 and 3 of RecPrefix.

Rows are points 0, ..., 2^d - 1, written with d binary digits.  They are paired at random, and
each pair becomes the number of leading digits that its two members have in common, d if they are
equal.  Every row has one partner, so that databases that differ in one row become, by one and the
same pairing, databases of lengths that differ in one row at most; there are half as many.

Pseudo-code:
    1  if the number of rows is odd, leave out one of them, uniformly at random
    2  while rows are left, take the last of them and another one, uniformly at random
    3  z_j <- the number of leading binary digits on which the j-th pair agrees
    4  return z_1, z_2, ..., sorted

Notation: d depth, z_j lengths.
Source: BNSV15, Algorithm 3, steps 2 and 3, section 3.3.2.
Guarantees: BNSV15.TXT.neigh.
Deviations: the paper permutes all rows and takes neighbours in that order, the last one left out
if they are odd in number; this is the same law of the pairs, without regard to their order.
Degenerate inputs: fewer than two rows have no pair.

>>> from reference.probability.law import law
>>> law(PrefixLengths(2), (0, 1, 2, 3))
Dist({(0, 0): 2/3, (1, 1): 1/3})
"""

from dataclasses import dataclass

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.indices import uniform_index

NESTING = 32
"""So many rows or fewer have a call for each pair; of more, several pairs share one."""


@dataclass(frozen=True, slots=True)
class PrefixLengths:
    """The lengths, called on rows of d binary digits.

    Raises:
        ValueError: if depth < 0.
    """

    depth: int
    """d."""

    def __post_init__(self) -> None:
        if self.depth < 0:
            raise ValueError(f"depth {self.depth}: a number of binary digits is >= 0")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        """Sorted lengths of the common prefixes of random pairs."""
        rest = list(database)
        if len(rest) % 2:  # 1
            del rest[uniform_index(len(rest), coins)]
        return coins.delegate(_Rest(self.depth), (tuple(sorted(rest)), ()))


@dataclass(frozen=True, slots=True)
class _Rest:
    """What is still to be paired, and the lengths so far: a mechanism, so that laws are merged."""

    depth: int

    def __call__(
        self, state: tuple[Database[int], Database[int]], coins: Coins[R], /
    ) -> Database[int]:
        rest, lengths = map(list, state)
        for _ in range(min(len(rest) // 2, 1 + len(rest) // NESTING)):
            one = rest.pop()  # 2
            place = uniform_index(len(rest), coins)
            rest[place], rest[-1] = rest[-1], rest[place]
            lengths.append(common_prefix(one, rest.pop(), self.depth))  # 3
        found = tuple(sorted(lengths))
        if not rest:
            return found  # 4
        return coins.delegate(self, (tuple(sorted(rest)), found))


def common_prefix(one: int, other: int, depth: int) -> int:
    """On how many leading binary digits two points below 2^depth agree."""
    return depth - (one ^ other).bit_length()
