"""Efficient improper learner of points, all of it: the noise is an affine function over GF(2^d).

The law is that of `PseudorandomPointLearner` with the affine family, but no function is listed:
a key is drawn that fits, and the hypothesis is the key.  Every step costs poly(d, m).

Pseudo-code:
    1  if no concept is consistent with the examples: return bottom
    2  u <- a random element of GF(2^d)
    3  c <- the zero function if every label is 0, else the consistent point function c_j
    4  if c = 0: v <- a random element of GF(2^d)
    5  else: v <- u j + w for a random element w of K
    6  return f with f(x) = 1 iff u x + v lies in K

Notation: c centre, K a set of q 2^d elements (the smallest), (u, v) the key; q = alpha/4.
Source: BBKN13, Algorithm A4, section 4.2.1.
Guarantees: BBKN13.A.A4, BBKN13.A4.pac, BBKN13.T4.8.
Deviations: an affine family in place of a pseudorandom ensemble: its values are exactly pairwise
    independent, and pairwise independence is all that the proof uses.
Degenerate inputs: as for `PseudorandomPointLearner`.

>>> from reference.probability.law import law
>>> len(law(AffinePointLearner(2, 1), ((2, 1),)))  # a quarter of the 16 keys
4
"""

from dataclasses import dataclass
from typing import ClassVar

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.learning.function_family import (
    IRREDUCIBLE,
    AffineFunction,
    field_product,
)
from reference.mechanisms.learning.noisy_point_learner import SubsampleRow, consistent_ones
from reference.probability.coins import Coins
from reference.probability.indices import uniform_index
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class AffinePointLearner:
    """Parameters of the learner; call it on labelled examples and stars.

    Raises:
        ValueError: for a degree without a field in the table, or unless 1 <= ones <= 2^degree.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A4", "4.2.1")

    degree: int
    """d: the points are 0, ..., 2^d - 1."""

    ones: int
    """|K| = q 2^d."""

    rule: str = "literal"
    """When the examples are inconsistent: `literal` or `two-cases`."""

    def __post_init__(self) -> None:
        if self.degree not in IRREDUCIBLE or not 1 <= self.ones <= 1 << self.degree:
            raise ValueError(
                f"degree {self.degree}, {self.ones} ones: degree "
                f"{', '.join(map(str, IRREDUCIBLE))}, ones 1 to 2^degree"
            )

    def __call__(
        self, database: Database[SubsampleRow], coins: Coins[R], /
    ) -> AffineFunction | Bottom:
        """A function of the family that is 1 on the positive point, by its key."""
        positive = consistent_ones(database, 1 << self.degree, self.rule)
        if isinstance(positive, Bottom):  # 1
            return positive
        slope = uniform_index(1 << self.degree, coins)  # 2
        if not positive:  # 3, 4
            shift = uniform_index(1 << self.degree, coins)
        else:
            (j,) = positive
            shift = field_product(slope, j, self.degree) ^ uniform_index(self.ones, coins)  # 5
        return AffineFunction(self.degree, self.ones, slope, shift)  # 6
