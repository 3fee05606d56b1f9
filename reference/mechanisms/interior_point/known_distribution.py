"""Points that are named before the database is seen, when its distribution is known.

For rows that are drawn independently from a known distribution P, a median of P lies between the
least and the greatest of n of them but with probability Pr[all above] + Pr[all below] <= 2^(1-n).
For a known distribution over databases, a point that is so large that the least row is seldom
above it is undominated: at least as large as the least row.  Neither answer depends on the
database, so that both are (0, 0)-private: a lower bound needs rows that are not independent, or,
for undominated points, a distribution that depends on the mechanism.

Pseudo-code:
    1  return the least z with Pr[x <= z] >= 1/2, x from P

Notation: P distribution of a row, z median, beta failure probability.
Source: BNSV15, section 1.5 (after Theorems 1.8 and 1.9).
Guarantees: BNSV15.ALG.FixedDist, BNSV15.ALG.TrivialMax, BNSV15.TXT.fixedDist,
BNSV15.TXT.noSingleHard.
Deviations: of several medians the least.
Degenerate inputs: a distribution that is one point has this point as its answer.

>>> from reference.probability.law import law
>>> known = ConstantInteriorPoint(((0, Fraction(1, 3)), (4, Fraction(1, 3)), (9, Fraction(1, 3))))
>>> law(known, (0, 0, 9))
Dist({4: 1})
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.source import Paper, Source

NOTHING_LOST = Guarantee(Fraction(1), Fraction(0))
"""(0, 0): the answer is the same for all databases."""


def least_covering(masses: Sequence[tuple[int, Fraction]], mass: Fraction) -> int:
    """The least listed point with Pr[x <= point] >= mass.

    Raises:
        ValueError: unless the masses are >= 0 and add up to 1, and 0 <= mass <= 1.
    """
    if min((p for _, p in masses), default=0) < 0 or sum(p for _, p in masses) != 1:
        raise ValueError(f"masses {[str(p) for _, p in masses]}: >= 0, and they add up to 1")
    if not 0 <= mass <= 1:
        raise ValueError(f"mass {mass}: it lies in [0, 1]")
    covered = Fraction(0)
    for point, p in sorted(masses):
        covered += p
        if covered >= mass:
            return point
    raise AssertionError("all masses together are 1")


@dataclass(frozen=True, slots=True)
class ConstantInteriorPoint:
    """The median of a known distribution, whatever the database.

    Raises:
        ValueError: at a call, if the masses are not those of a distribution.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "after Theorem 1.8", "1.5")

    masses: tuple[tuple[int, Fraction], ...]
    """P: points and their masses."""

    guarantee: ClassVar[Guarantee[Fraction]] = NOTHING_LOST

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A point between the rows, if they are as expected."""
        del database, coins
        return least_covering(self.masses, Fraction(1, 2))  # 1


@dataclass(frozen=True, slots=True)
class ConstantUndominatedPoint:
    """A point that is seldom below all rows of a database from a known distribution.

    Pseudo-code:
        1  return the least m with Pr[min D <= m] >= 1 - beta

    Raises:
        ValueError: at a call, if the masses are not those of a distribution.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "after Theorem 1.9", "1.5")

    databases: tuple[tuple[Database[int], Fraction], ...]
    """Databases of at least one row, and their probabilities."""

    failure_probability: Fraction
    """beta."""

    guarantee: ClassVar[Guarantee[Fraction]] = NOTHING_LOST

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A point that is at least the least row, if the database is as expected."""
        del database, coins
        least = [(min(rows), p) for rows, p in self.databases]
        return least_covering(least, 1 - self.failure_probability)  # 1
