"""Point functions at the outputs of a generator, and the distinguisher made from a learner.

A generator is a table G: {0,1}^ell -> {0, ..., 2^d - 1}; the class consists of the c_{G(z)}.

Pseudo-code of the distinguisher:
    1  on input j, run the learner on m copies of (j, 1)
    2  return 1 iff the output is c_j

Source: BBKN13, section 6.

>>> [str(c) for c in generated_points((3, 0, 3, 1))]
['c0', 'c1', 'c3']
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.concept import Hypothesis, LabelledExample, PointFunction
from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


def generated_points(table: Sequence[int]) -> tuple[PointFunction, ...]:
    """The point functions at the image of the generator, each once."""
    return tuple(PointFunction(j) for j in sorted(set(table)))


@dataclass(frozen=True, slots=True)
class Distinguisher(Generic[R]):
    """Tells outputs of a generator from random points, with the help of a learner."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "distinguisher", "6")

    learner: Mechanism[Database[LabelledExample], Hypothesis, R]
    """A learner of the generated points."""

    rows: int
    """m, the number of examples it is given."""

    def __call__(self, point: int, coins: Coins[R], /) -> bool:
        """Whether the learner recovers the point."""
        output = coins.run(self.learner, ((point, 1),) * self.rows)  # 1
        return output == PointFunction(point)  # 2


def advantage(
    accepts: Callable[[int], Fraction], table: Sequence[int], size: int
) -> tuple[Fraction, Fraction]:
    """The probability of 1 on an output of the generator, and on a uniform point.

    Args:
        accepts: for each point the probability that the distinguisher returns 1.
        table: the generator.
        size: the number of points.
    """
    generated = sum((accepts(j) for j in table), Fraction(0)) / len(table)
    uniform = sum((accepts(j) for j in range(size)), Fraction(0)) / size
    return generated, uniform
