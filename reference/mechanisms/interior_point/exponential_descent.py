"""The exponential mechanism for interior points, over very many points.

It has the law of `ExponentialInteriorPoint` and does not list the domain.  Between two rows all
points have one quality, so that the weight of an interval of points is a sum over the rows; from
the whole domain on, it draws in which half of the interval the point lies.

Pseudo-code:
    1  I <- the domain, extended to a power of two; points beyond have weight 0
    2  while I has more than one point, keep a half of I with probability proportional to the sum
       of e^(eps q(y) / 2) over its points y
    3  return the point of I

Notation: S database, y candidate, q quality min(#{x in S : x <= y}, #{x in S : x >= y}), I
interval.
Source: BNSV15, section 3.3.2 (base case), by descent through the tree of the domain.
Guarantees: BNSV15.ALG.ExpIPP, BNSV15.T4.6.
Deviations: none in law.
Degenerate inputs: an empty database gives a uniform point.

>>> from reference.probability.law import law
>>> mechanism = ExponentialDescent(Domain.of_size(3), Epsilon(Fraction(2), parts=2))
>>> law(mechanism, (0, 0)).probability(0)  # weights 4 : 1 : 1
Fraction(2, 3)
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R, field_of
from reference.exact.polynomial import Weight, power
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ExponentialDescent(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "base case of RecPrefix", "3.3.2")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact."""

    def __post_init__(self) -> None:
        if self.domain.values != range(self.domain.size):
            raise ValueError(f"domain {self.domain.values}: 0, 1, ..., size - 1")

    guarantee = PureLoss()
    """(eps, 0) for replaced rows, and for an added or removed one."""
    universe = replaced_rows

    def most_outcomes(self, rows: int) -> int:
        """How many outcomes its law has at most, on so many rows."""
        return self.domain.size

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """Release a point of the domain."""
        weights = PointWeights.of(tuple(sorted(database)), self.eps.exp(Fraction(1, 2)))
        low, high = 0, self.domain.size
        total = weights.sum(low, high)
        while high - low > 1:
            middle = low + (1 << ((high - low - 1).bit_length() - 1))  # 1
            left = weights.sum(low, middle)
            half = Dist[bool, R]({True: left, False: total - left}, self.eps.field)
            if coins.draw(half):  # 2
                high, total = middle, left
            else:
                low, total = middle, total - left
        return low  # 3


@dataclass(frozen=True, slots=True)
class PointWeights:
    """The weights e^(eps q(y) / 2) of all points, multiplied by a common factor."""

    rows: Database[int]
    """Sorted."""

    powers: tuple[Weight, ...]
    """The weight of each quality."""

    @staticmethod
    def of(rows: Database[int], base: R) -> "PointWeights":
        """From sorted rows and e^(eps/2)."""
        top, bottom = field_of(base).split(base)
        n = len(rows)
        return PointWeights(
            rows, tuple(power(top, q) * power(bottom, n - q) for q in range(n + 1))
        )

    def sum(self, low: int, high: int) -> Weight:
        """The sum over the points from low on and below high."""
        inside = self.rows[bisect_left(self.rows, low) : bisect_left(self.rows, high)]
        total: Weight = 0
        for row in dict.fromkeys(inside):
            total += self._gap(low, row) + self.powers[quality(self.rows, row)]
            low = row + 1
        return total + self._gap(low, high)

    def _gap(self, low: int, high: int) -> Weight:
        """The sum over points none of which is a row."""
        return self.powers[quality(self.rows, low)] * (high - low) if low < high else 0


def quality(rows: Database[int], point: int) -> int:
    """min(#{x <= y}, #{x >= y}), of sorted rows."""
    return min(bisect_right(rows, point), len(rows) - bisect_left(rows, point))
