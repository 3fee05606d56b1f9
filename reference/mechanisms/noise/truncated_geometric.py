"""Counts with truncated geometric noise: what truncation costs.

Truncated noise is noise under a condition, and that is another mechanism than the geometric one.

* Noise truncated to [-w, w]: the possible answers move with the database, so the mechanism is
  eps-private for no eps.  It is (eps, delta)-private, delta the probability of one end.
* An answer truncated to a fixed interval [low, high]: the condition has a probability of its own,
  which depends on the database, so e^(-eps |y - a|) is private with loss 2 eps, not eps.  (It is
  the exponential mechanism with quality -|y - a|.)

Pseudo-code:
    1  a <- the number of ones of S
    2  return a + Z, Pr[Z = z] proportional to e^(-eps |z|) on -w, ..., w

Notation: S database, a count, Z noise, w width, y answer.
Source: folklore; the unsafe shortcut for noise without bounds.
Guarantees: CORE.truncated-geometric-noise, CORE.truncated-geometric-noise-is-not-pure,
CORE.truncated-geometric-answer, CORE.truncated-geometric-answer-costs-more.
Deviations: none.
Degenerate inputs: width 0 releases the count itself, with delta = 1.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(TruncatedNoiseCount(1, Epsilon(Fraction(2))), (0, 1))
Dist({0: 1/4, 1: 1/2, 2: 1/4})
>>> law(TruncatedAnswerCount(0, 2, Epsilon(Fraction(2))), (0, 0))
Dist({0: 4/7, 1: 2/7, 2: 1/7})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.universes import replaced_bits
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class TruncatedNoiseCount(Generic[R]):
    """The number of ones among bits, plus noise under the condition that it is small.

    Raises:
        ValueError: if the width is negative.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "truncated geometric noise")
    parts: ClassVar[int] = 1

    width: int
    """w: the noise lies between -w and w."""

    eps: Epsilon[R]
    """Privacy loss, but for the ends."""

    def __post_init__(self) -> None:
        if self.width < 0:
            raise ValueError(f"width {self.width}: at least 0")

    @property
    def noise(self) -> Dist[int, R]:
        """The law of Z."""
        sizes = ((z, -abs(z)) for z in range(-self.width, self.width + 1))
        return exponential_weights(sizes, self.eps.exp())

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, Pr[Z = w]) for replaced and for added or removed rows."""
        return Guarantee(self.eps.exp(), self.noise.probability(self.width))

    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """An answer at most w away from the count."""
        count = sum(database)  # 1
        return coins.release(self.noise.map(lambda z: count + z))  # 2


@dataclass(frozen=True, slots=True)
class TruncatedAnswerCount(Generic[R]):
    """The number of ones among bits, plus noise under the condition that the answer is in range.

    Pseudo-code:
        1  a <- the number of ones of S
        2  return y with probability proportional to e^(-eps |y - a|) on low, ..., high

    Raises:
        ValueError: if low > high.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "truncated geometric answer")
    parts: ClassVar[int] = 1

    low: int
    """The least answer."""

    high: int
    """The greatest answer."""

    eps: Epsilon[R]
    """Half of the privacy loss."""

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"from {self.low} to {self.high}: low is at most high")

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, 0) for replaced and for added or removed rows."""
        exp_eps = self.eps.exp(2)
        return Guarantee(exp_eps, exp_eps - exp_eps)

    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """An answer in range."""
        count = sum(database)  # 1
        closeness = ((y, -abs(y - count)) for y in range(self.low, self.high + 1))
        return coins.release(exponential_weights(closeness, self.eps.exp()))  # 2
