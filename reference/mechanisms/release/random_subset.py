"""A random subset of the rows, as it is: (0, k/n)-private, and as good as k independent rows.

Pseudo-code:
    1  draw k of the n rows, every choice equally likely
    2  return them as a multiset

With delta >= k/n privacy forbids nothing that k rows without privacy can do: a lower bound on the
rows of private mechanisms has to assume delta < 1/n.

Notation: n rows of the database, k size of the subset.
Source: BCMNUW20, section 5: derived, for what its lower bounds have to assume of delta; folklore.
Guarantees: BCMNUW20.ALG.Subsample, BCMNUW20.TXT.subsample, BCMNUW20.S.delta-kn.
Deviations: none.
Degenerate inputs: k = 0 returns no rows and is (0, 0)-private; k = n returns all, delta = 1.

>>> from reference.probability.law import law
>>> from reference.data.domain import Domain
>>> law(RandomSubset(Domain.of_size(2), rows=3, size=2), (0, 0, 1)).probability((0, 1))
Fraction(2, 3)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database, Row
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.privacy.guarantee import Guarantee
from reference.privacy.subsampling import WithoutReplacement
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class RandomSubset(Generic[Row]):
    """Parameters; call it on a database of n rows.

    Raises:
        ValueError: unless 0 <= size <= rows and rows >= 1; when called, if the database has
            another number of rows or a row outside the domain.
    """

    domain: Domain[Row]
    """The values that a row may take."""

    rows: int
    """n, the number of rows of the database."""

    size: int
    """k, how many of them are returned."""

    universe = replaced_rows
    source: ClassVar[Source] = Source(Paper.BCMNUW20, "random subset", "5")

    def __post_init__(self) -> None:
        self._sampled()

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(0, k/n) for replaced rows."""
        return self._sampled().guarantee

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> Database[Row]:
        return coins.delegate(self._sampled(), database)  # 1

    def _sampled(self) -> WithoutReplacement[Row, Database[Row], Fraction]:
        return WithoutReplacement(_AllRows(self.domain), self.rows, self.size)


@dataclass(frozen=True, slots=True)
class _AllRows(Generic[Row]):
    """The rows themselves, as a multiset: private with delta = 1 only."""

    domain: Domain[Row]

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        return Guarantee(Fraction(1), Fraction(1))

    def __call__(self, database: Database[Row], coins: Coins[Fraction], /) -> Database[Row]:
        del coins
        return tuple(sorted(database, key=self.domain.index))  # 2
