"""A learner run on a random subsample, with a chance to fail: A2 (and A5).

Sampling makes a learner private that is none: one example is in the subsample with a small
probability only, and failing by chance hides whether the subsample was inconsistent.

Pseudo-code:
    1  with probability b return bottom
    2  S <- each index independently with probability p
    3  return A((z_i) for i in S)

Notation: b failure rate (alpha/8 in print), p sampling rate (alpha/4), A the base learner.
Source: BBKN13, Algorithm A2, section 4.2; A5 in section 4.2.1.
Guarantees: BBKN13.C4.3.priv, BBKN13.C4.3.util, BBKN13.A5.priv.
Deviations: the base learner and both rates are parameters; `noisy_learner` sets A2's.
Degenerate inputs: an empty database is an empty subsample.

>>> from reference.probability.law import law
>>> law(noisy_learner(1, Fraction(2, 5)), ()).probability(Bottom.BOTTOM)
Fraction(1, 20)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.learning.noisy_point_learner import (
    NoisyPointLearner,
    SubsampleRow,
    replaced_examples_or_stars,
    rows_with_stars,
)
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import bernoulli, independent_subset
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class SubsampledLearner(Generic[X, R]):
    """Parameters of the learner; call it on labelled examples and stars."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A2", "4.2")

    base: Mechanism[Database[SubsampleRow], X, R]
    """The learner that is run on the subsample."""

    size: int
    """The number of points."""

    sampling: R
    """The probability p that a row is in the subsample."""

    failure: R
    """The probability b of failing at once."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(ln 4, 0) for replaced rows, as Claim 4.3 states it for A2."""
        zero = self.failure - self.failure
        return Guarantee(zero + 4, zero)

    universe = replaced_examples_or_stars

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> X | Bottom:
        """The base learner's output on a subsample, or bottom."""
        if coins.draw(bernoulli(self.failure)):  # 1
            return Bottom.BOTTOM
        subsample = coins.draw(independent_subset(database, self.sampling))  # 2
        return coins.delegate(self.base, subsample)  # 3


def noisy_learner(
    size: int, alpha: R, rule: str = "literal"
) -> SubsampledLearner[Values | Bottom, R]:
    """A2 for accuracy alpha: flip rate alpha/8, failure rate alpha/8, sampling rate alpha/4."""
    return SubsampledLearner(NoisyPointLearner(size, alpha / 8, rule), size, alpha / 4, alpha / 8)


@dataclass(frozen=True, slots=True)
class SubsampledNoisyLearner:
    """A2 by its accuracy alone: `noisy_learner` for rational alpha, on a domain 0..T-1."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A2", "4.2")

    domain: Domain[int]
    """The points, 0..T-1."""

    alpha: Fraction
    """Accuracy: flips and failures have rate alpha/8, the sample rate is alpha/4."""

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(ln 4, 0) for replaced rows, as Claim 4.3 states it."""
        return noisy_learner(self.domain.size, self.alpha).guarantee

    def universe(self, rows: int) -> RowAdjacency[SubsampleRow]:
        """All databases of `rows` examples or stars, one replaced."""
        return replace_one(rows_with_stars(self.domain.size), rows)

    def __call__(
        self, database: Database[SubsampleRow], coins: Coins[Fraction], /
    ) -> Values | Bottom:
        """The noisy concept of a subsample, or bottom."""
        return noisy_learner(self.domain.size, self.alpha)(database, coins)
