"""The stable histogram: noisy frequencies of the values that occur often enough.

Only values that occur get noise, so the domain may be huge.  The price is delta: a value that
occurs once in S and not in S' may appear in the histogram of S only, and its noise must reach
T - 1 for that.

Pseudo-code:
    1  for each value x that occurs in S, in increasing order,
    2  y <- #{rows of S equal to x} + Z, two-sided geometric noise of ratio e^(-eps)
    3  if y >= T, release (x, y)

Frequencies of at least `highest` are released as `highest`.  If that is at least the number of
rows then all larger values have one likelihood ratio for neighbours, and lumping them changes
no privacy loss and no delta.

Notation: S, S' neighbouring databases, x value, y noisy frequency, Z noise, T threshold.
Source: folklore; Korolova, Kenthapadi, Mishra, Ntoulas, Releasing search queries and clicks
privately (WWW 2009); Vadhan, The complexity of differential privacy, Theorem 3.5.
Guarantees: CORE.stable-histogram, CORE.stable-histogram-delta-is-attained,
CORE.stable-histogram-replace-one.
Deviations: integer noise, integer threshold.
Degenerate inputs: the empty database has the empty histogram.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(StableHistogram(Domain.of_size(9), 3, 3, Epsilon(Fraction(2))), (5, 7, 7))
Dist({(): 5/9, ((7, 3),): 5/18, ((5, 3),): 1/9, ((5, 3), (7, 3)): 1/18})
"""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import added_rows
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class StableHistogram(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: if highest < threshold.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "stable histogram")
    parts: ClassVar[int] = 1

    domain: Domain[int]
    """What rows range over; never listed by the mechanism."""

    threshold: int
    """T: smaller noisy frequencies are not released."""

    highest: int
    """Greater noisy frequencies are released as this one."""

    eps: Epsilon[R]
    """Privacy loss."""

    def __post_init__(self) -> None:
        if self.highest < self.threshold:
            raise ValueError(
                f"highest {self.highest}: at least the threshold, which is {self.threshold}"
            )

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, Pr[1 + Z >= T]) for added or removed rows."""
        noise = TwoSidedGeometric(self.eps.exp(-1))
        return Guarantee(self.eps.exp(), noise.at_least(self.threshold - 1))

    universe = added_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        """Pairs of a value and its noisy frequency, values increasing."""
        noisy = NoisyInteger(self.eps.exp(-1), shown=(self.threshold - 1, self.highest))
        histogram: Database[tuple[int, int]] = ()
        for x, count in sorted(Counter(database).items()):  # 1
            y = coins.run(noisy, count)  # 2
            if y >= self.threshold:  # 3
                histogram = (*histogram, (x, y))
        return histogram
