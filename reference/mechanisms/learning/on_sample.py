"""A learner on a sample: rows are drawn from a distribution, and the learner sees nothing else.

Its failure probability is what a theorem on learning bounds.  Samples with equally many copies of
each row are one case (a multinomial orbit), so that the exact law costs one run of the learner for
each vector of counts, not for each sample.

Pseudo-code:
    1  for each row value z of positive mass, in the order listed:
    2      N_z <- Binomial(rows not drawn yet, mass of z / mass not yet passed)
    3  return A(the sample with N_z copies of each z)

Notation: A the learner, z a labelled example.
Source: BBKN13, Definition 2.2, section 2.2.
Guarantees: BBKN13.D2.2.
Deviations: the sample is sorted; A must not depend on the order of its rows.
Degenerate inputs: no rows give the empty sample.

>>> from reference.probability.law import law
>>> coin = ((0, Fraction(1, 3)), (1, Fraction(2, 3)))
>>> law(OnSample(lambda sample, coins: sum(sample), 2), coin)
Dist({2: 4/9, 1: 4/9, 0: 1/9})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from reference.data.database import Database
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import binomial

Row = TypeVar("Row")

Distribution = tuple[tuple[Row, Fraction], ...]
"""Rows, each once, and their masses, which add up to 1."""


@dataclass(frozen=True, slots=True)
class OnSample(Generic[Row, X, R]):
    """A learner and how many rows it is given; call it on a distribution of rows.

    Raises:
        ValueError: for a negative number of rows, or at a call if the masses are not those of a
            distribution.
    """

    learner: Mechanism[Database[Row], X, R]
    """A, which must not depend on the order of its rows."""

    rows: int
    """How many rows are drawn, >= 0."""

    def __post_init__(self) -> None:
        if self.rows < 0:
            raise ValueError(f"rows {self.rows}: a sample has at least 0")

    def __call__(self, distribution: Distribution[Row], coins: Coins[R], /) -> X:
        """What the learner returns on a sample."""
        if (
            min((p for _, p in distribution), default=0) < 0
            or sum(p for _, p in distribution) != 1
        ):
            raise ValueError(f"masses {[str(p) for _, p in distribution]}: they add up to 1")
        sample: tuple[Row, ...] = ()
        passed = Fraction(0)
        for row, mass in distribution:  # 1
            if mass:
                # 2
                count = coins.draw(binomial(self.rows - len(sample), mass / (1 - passed)))
                sample += (row,) * count
                passed += mass
        return coins.delegate(self.learner, sample)  # 3
