"""Efficient version of the noisy point learner: the noise is a function of a family (A4).

Pseudo-code:
    1  if no concept is consistent with the examples: return bottom
    2  c <- the zero function if every label is 0, else the consistent point function c_j
    3  if c = 0: return a random function of the family
    4  return a random function f of the family with f(j) = 1

Notation: c centre; the family has bias q = alpha/4 for accuracy alpha.
Source: BBKN13, section 4.2.1 (Algorithm A4; A5 is `SubsampledLearner` of it).
Guarantees: BBKN13.A4.pac, BBKN13.A5.priv, BBKN13.T4.8.
Deviations: the family is a parameter: all functions, or the affine family, in place of a
    pseudorandom ensemble; the output is the key together with the function.
Degenerate inputs: no function of the family with f(j) = 1 is an error.

>>> from reference.mechanisms.learning.function_family import affine_family
>>> from reference.probability.law import law
>>> learner = PseudorandomPointLearner(affine_family(2, 1), 4)
>>> len(law(learner, ((2, 1),)))  # a quarter of the 16 keys
4
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.learning.function_family import Member
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow, consistent_centre
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class PseudorandomPointLearner(Generic[R]):
    """Parameters of the learner; call it on labelled examples and stars.

    Raises:
        ValueError: at a call, if no function of the family is 1 where it has to be.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A4", "4.2.1")

    family: tuple[Member, ...]
    """The functions and their weights."""

    size: int
    """The number of points."""

    rule: str = "literal"
    """When the examples are inconsistent: `literal` or `two-cases`."""

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> Member | Bottom:
        """A function of the family that is 1 on the positive point."""
        c = consistent_centre(database, self.size, self.rule)
        if isinstance(c, Bottom):  # 1
            return c
        positive = [x for x, value in enumerate(c.values) if value]  # 2
        if not positive:
            return coins.release(self.restricted())  # 3
        return coins.release(self.restricted(positive[0]))  # 4

    def restricted(self, point: int | None = None) -> Dist[Member, Fraction]:
        """The law of a random function of the family, given that it is 1 at a point.

        Raises:
            ValueError: if no function is.
        """
        members = [
            (m, Fraction(m.weight)) for m in self.family if point is None or m.function(point)
        ]
        if not members:
            raise ValueError(f"no function of the family has the value 1 at {point}")
        return Dist.weighted(members)
