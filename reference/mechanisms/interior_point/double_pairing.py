"""Pairing every element twice: a way to shrink a database by one row for each level.

RecPrefix pairs rows once, and halves their number.  Here the rows are shuffled once, and then each
is paired with the one before it and the one after it; the lengths of the common prefixes are the
entries of the next level, one fewer.  A row affects at most t + 1 entries of level t, those of
consecutive places.  If every level were shuffled again, it could affect 2^t.

Pseudo-code:
    1  y <- a random permutation of the rows
    2  for each level, replace y_1, ..., y_m by the lengths of the longest common prefixes of y_i
       and y_(i+1), i = 1, ..., m - 1
    3  return all levels

Notation: y_i entries of a level, m their number, d depth.
Source: BNSV15, section 3.3.3.
Guarantees: BNSV15.ALG.DoublePair, BNSV15.TXT.double1, BNSV15.TXT.double2.
Deviations: none; what is left open is whether anything follows.
Degenerate inputs: a level of one entry is followed by an empty one.

>>> levels((0, 1, 3), depth=2, count=2)
((0, 1, 3), (1, 0), (1,))
"""

from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.families import permutation
from reference.source import Paper, Source

Levels = tuple[Database[int], ...]
"""The entries of level 0, 1, ...."""


def consecutive_pairs(entries: int) -> tuple[tuple[int, int], ...]:
    """The places of the entries that make up each entry of the next level."""
    return tuple((i, i + 1) for i in range(entries - 1))


def levels(rows: Database[int], *, depth: int, count: int) -> Levels:
    """The rows, of `depth` binary digits, and the next `count` levels, without a shuffle.

    Raises:
        ValueError: if a row has more digits, or if depth or count is negative.
    """
    if depth < 0 or count < 0:
        raise ValueError(f"depth {depth}, count {count}: numbers of digits and of levels, >= 0")
    if any(not 0 <= row < 2**depth for row in rows):
        raise ValueError(f"rows {rows}: they have {depth} binary digits")
    found, digits = [rows], depth
    for _ in range(count):
        last = found[-1]
        found.append(
            tuple(
                digits - (last[i] ^ last[j]).bit_length() for i, j in consecutive_pairs(len(last))
            )
        )
        digits = digits.bit_length()
    return tuple(found)


@dataclass(frozen=True, slots=True)
class DoublePairing:
    """The levels of a database of rows of d binary digits.

    Raises:
        ValueError: at a call, if a row has more digits, or if depth or count is negative.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "thought experiment", "3.3.3")

    depth: int
    """d."""

    count: int
    """How many levels follow the rows."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Levels:
        """All levels, from the shuffled rows on."""
        y = coins.draw(permutation(database))  # 1
        return levels(y, depth=self.depth, count=self.count)  # 2-3
