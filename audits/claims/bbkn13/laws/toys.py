"""A small learner that the reductions are tried on."""

from dataclasses import dataclass
from fractions import Fraction

from reference.data.concept import LabelledExample, Values
from reference.data.database import Database
from reference.probability.coins import Coins
from reference.probability.families import bernoulli


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
