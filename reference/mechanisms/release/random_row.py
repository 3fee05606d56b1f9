"""Half of the time a random row is published: what statistical distance alone allows.

For replaced rows the statistical distance of the outputs is 1/(2n) at most, and yet somebody's row
is published with probability 1/2.  That a mechanism keeps (0, delta) is no protection for delta
about 1/n; delta has to be far below.

Pseudo-code:
    1  with probability 1/2 return bottom
    2  return x_i, i uniform in {1, ..., n}

Notation: x database of n rows.
Source: VT14, section 1.2, remark 1 (b).
Guarantees: VT14.ALG.HalfRow, VT14.TXT.sd-b.
Deviations: print does not say what is returned otherwise: bottom.
Degenerate inputs: a database without rows is refused.

>>> from reference.probability.law import law
>>> found = law(RandomRow(Domain.of_size(3), 2), (0, 2))
>>> [found.probability(y) for y in (0, 1, 2)]
[Fraction(1, 4), Fraction(0, 1), Fraction(1, 4)]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class RandomRow:
    """Parameters of the mechanism; call it on a database.

    Raises:
        ValueError: for less than one row; at a call, for another number of rows.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "random row half of the time", "1.2")

    domain: Domain[int]
    """What rows range over."""

    rows: int
    """n, on which the guarantee depends."""

    universe = replaced_rows

    def __post_init__(self) -> None:
        if self.rows < 1:
            raise ValueError(f"rows {self.rows}: at least 1")

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(0, 1/(2n)) for replaced rows."""
        return Guarantee(Fraction(1), Fraction(1, 2 * self.rows))

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int | Bottom:
        """A row or bottom."""
        if len(database) != self.rows:
            raise ValueError(f"{len(database)} rows: the mechanism is for {self.rows}")
        if coins.draw(bernoulli(Fraction(1, 2))):
            return Bottom.BOTTOM  # 1
        return coins.draw(Dist.uniform(database))  # 2
