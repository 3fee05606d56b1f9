"""From a mechanism for all queries Q to one for Q_S: only users of the types in S are there.

A histogram on S becomes one on all columns, 0 outside of S.  Distances stay the same, and so do
the answers: Q x = Q_S x_S.  So the mechanism for Q_S is as private and as accurate as that for Q,
and what no private mechanism can do for Q_S none can do for Q.

Notation: Q matrix, S columns, x histogram.
Source: VT14, section 4.2.
Guarantees: VT14.ALG.Restrict, VT14.TXT.restrict.
Deviations: none.

>>> from reference.probability.law import law
>>> law(OnColumns(lambda histogram, coins: histogram, 4, (1, 3)), (5, 2))
Dist({(0, 5, 0, 2): 1})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism, X_co
from reference.source import Paper, Source

Histogram = tuple[int, ...]
"""How many rows there are of each type."""


@dataclass(frozen=True, slots=True)
class OnColumns(Generic[X_co, R]):
    """A mechanism for histograms on some columns, made from one for all.

    Pseudo-code:
        1  x <- the histogram that is 0 but in S
        2  return the mechanism's answer on x

    Raises:
        ValueError: for a column that does not exist or stands twice; at a call, for a histogram
            of another length than S.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "restriction to columns", "4.2")

    mechanism: Mechanism[Histogram, X_co, R]
    """For histograms on all columns."""

    width: int
    """N, the number of all columns."""

    columns: tuple[int, ...]
    """S: the i-th count of a histogram is that of the i-th of them."""

    def __post_init__(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            raise ValueError(f"columns {self.columns}: each once")
        if not all(0 <= j < self.width for j in self.columns):
            raise ValueError(f"columns {self.columns}: from 0 to {self.width - 1}")

    def __call__(self, database: Histogram, coins: Coins[R], /) -> X_co:
        """The mechanism's answer on the histogram with zeros for all others."""
        counts = dict(zip(self.columns, database, strict=True))
        everyone = tuple(counts.get(j, 0) for j in range(self.width))  # 1
        return coins.delegate(self.mechanism, everyone)  # 2
