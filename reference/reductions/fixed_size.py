"""A mechanism for databases of m rows, on databases of any size.

Neighbours of the mechanism differ in a replaced row; of what is made from it, in an added or
removed one.  If the mechanism does not look at the order of the rows, it sees multisets of m rows
that differ in at most one row, and is as private as it was.  What is interior to some of the rows
is interior to all of them.

Notation: S rows, m size.
Source: BNSV15, Theorem 4.6, proof of item 2, first paragraph.
Guarantees: BNSV15.ALG.AddRemoveWrap, BNSV15.T4.6.wrap.

>>> from reference.probability.law import law
>>> three = OnFixedSize(lambda database, coins: sum(database), 3, 9)
>>> [law(three, rows) for rows in ((4,), (5, 4, 3, 2))]
[Dist({22: 1}), Dist({9: 1})]
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism, X_co
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class OnFixedSize(Generic[X_co, R]):
    """A mechanism for an added or removed row, made from one for a replaced row.

    Pseudo-code:
        1  S <- the rows in order
        2  if S has fewer than m rows, add copies of a fixed row
        3  return the mechanism's answer on the first m rows of S

    Raises:
        ValueError: if size < 0.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "proof of Theorem 4.6", "4.2.1")

    mechanism: Mechanism[Database[int], X_co, R]
    """For databases of m rows; if it looks at their order, privacy is lost."""

    size: int
    """m."""

    filler: int
    """The row that is added; it may not depend on the database."""

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError(f"size {self.size}: a number of rows is >= 0")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> X_co:
        """The mechanism's answer on exactly `size` rows."""
        rows = tuple(sorted(database))  # 1
        rows += (self.filler,) * (self.size - len(rows))  # 2
        return coins.delegate(self.mechanism, rows[: self.size])  # 3
