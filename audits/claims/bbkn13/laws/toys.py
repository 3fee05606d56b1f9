"""Small learners that boosting and the reductions are tried on."""

from audits.claims.prelude import *
from reference.data.star import Star
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow


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


@dataclass(frozen=True, slots=True)
class AnyPositive:
    """Randomised response to whether an example of the block is positive: exactly ln 4 private.

    A star is no example.
    """

    yes: Values
    no: Values

    def __call__(self, database: Database[SubsampleRow], coins: Coins[Fraction], /) -> Values:
        """The right answer with probability 4/5."""
        positive = any(not isinstance(row, Star) and row[1] for row in database)
        return self.yes if coins.draw(bernoulli(Fraction(4 if positive else 1, 5))) else self.no


def labels_of_a_point(rows: int) -> RowAdjacency[LabelledExample]:
    """All sequences of `rows` examples of the point 0, one replaced."""
    return replace_one(((0, 0), (0, 1)), rows, ordered=True)


def noisy_indicator_law(
    database: Database[LabelledExample], size: int
) -> list[tuple[Values, Fraction]]:
    """The law of `NoisyIndicator` by counting flips."""
    centre = [int((x, 1) in database) for x in range(size)]
    flips = ((bits, differing(bits, centre)) for bits in bit_strings(size))
    return [(Values(bits), Fraction(2 ** (size - k), 3**size)) for bits, k in flips]
