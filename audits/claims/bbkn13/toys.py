"""Small mechanisms that the reductions are tried on."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.data.bottom import Bottom
from reference.data.concept import LabelledExample, Values
from reference.data.database import Database
from reference.data.star import Star
from reference.exact.field import R
from reference.mechanisms.learning.function_family import Member
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow
from reference.probability.coins import Coins, Mechanism
from reference.probability.families import bernoulli


@dataclass(frozen=True, slots=True)
class FunctionOnly(Generic[R]):
    """The function that a learner found, without its key."""

    base: Mechanism[Database[SubsampleRow], Member | Bottom, R]

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> Values | Bottom:
        """Forget the key."""
        found = coins.run(self.base, database)
        return found.function if isinstance(found, Member) else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class NoisyIndicator:
    """The indicator of the positive points, every value flipped with probability 1/3.

    One row changes at most two values, and the ratio of 2/3 to 1/3 is 2: ln 4 private.
    """

    size: int

    def __call__(self, database: Database[LabelledExample], coins: Coins[Fraction], /) -> Values:
        """Randomised response for every point."""
        ones = {x for x, y in database if y}
        flip = bernoulli(Fraction(1, 3))
        return Values(tuple(int(x in ones) ^ coins.draw(flip) for x in range(self.size)))


def noisy_indicator_law(
    database: Database[LabelledExample], size: int
) -> list[tuple[Values, Fraction]]:
    """The law of `NoisyIndicator` by counting flips."""
    ones = {x for x, y in database if y}
    law = []
    for key in range(1 << size):
        bits = tuple(key >> x & 1 for x in range(size))
        flips = sum(bit != int(x in ones) for x, bit in enumerate(bits))
        law.append((Values(bits), Fraction(2 ** (size - flips), 3**size)))
    return law


@dataclass(frozen=True, slots=True)
class TwoOutcomes:
    """Outcome 1 with probability 1/(2E) or 1/2 by the first row: as different as E allows."""

    exp_eps: Fraction

    def __call__(self, database: Database[int | Star], coins: Coins[Fraction], /) -> int:
        """1/2 on the row 0, 1/(2E) on anything else."""
        half = Fraction(1, 2)
        chance = half if database[0] == 0 else half / self.exp_eps
        return int(coins.draw(bernoulli(chance)))


@dataclass(frozen=True, slots=True)
class DeletingSubsample:
    """Randomised response on a row kept with probability q; a constant if it is deleted.

    On one row it is ln E private; on no row it outputs 2 always.  Both are ln E private for
    databases of their size, and deletion is no replacement.
    """

    keeping: Fraction
    exp_eps: Fraction

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> int:
        """2 if the row is deleted, else the row or its opposite."""
        if not coins.draw(bernoulli(self.keeping)):
            return 2
        return database[0] ^ coins.draw(bernoulli(1 / (1 + self.exp_eps)))


@dataclass(frozen=True, slots=True)
class WithoutStars(Generic[R]):
    """A learner of examples, called on rows among which there are no stars."""

    base: Mechanism[Database[LabelledExample], Values, R]

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> Values:
        """Run the learner."""
        return coins.run(self.base, tuple(row for row in database if not isinstance(row, Star)))
