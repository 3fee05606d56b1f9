"""A learner run on a random subsample, with a chance to fail: A2 (and A5).

Sampling makes a learner private that is none: one example is in the subsample with a small
probability only, and failing by chance hides whether the subsample was inconsistent.

Pseudo-code:
    1  with probability b return bottom
    2  S <- each index independently with probability p
    3  return A((z_i) for i in S)

Of equal rows next to each other only the number in S is drawn.

Notation: b failure rate (alpha/8 in print), p sampling rate (alpha/4), A the base learner.
Source: BBKN13, Algorithm A2, section 4.2; A5 in section 4.2.1.
Guarantees: BBKN13.C4.3.priv, BBKN13.C4.3.util, BBKN13.A5.priv.
Deviations: the base learner and both rates are parameters; `noisy_learner` sets A2's.  What is
    promised depends on all three: `subsampled_exp_eps`.
Degenerate inputs: an empty database is an empty subsample.

>>> from reference.probability.law import law
>>> law(noisy_learner(1, Fraction(2, 5)), ()).probability(Bottom.BOTTOM)
Fraction(1, 20)
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
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
from reference.probability.families import bernoulli, binomial
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

    universe = replaced_examples_or_stars

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> X | Bottom:
        """The base learner's output on a subsample, or bottom."""
        if coins.draw(bernoulli(self.failure)):  # 1
            return Bottom.BOTTOM
        subsample: Database[SubsampleRow] = ()
        for _, equal in groupby(database):  # 2
            rows = tuple(equal)
            subsample += rows[: coins.draw(binomial(len(rows), self.sampling))]
        return coins.delegate(self.base, subsample)  # 3


def subsampled_exp_eps(sampling: Fraction, failure: Fraction, gain: Fraction) -> Fraction:
    """e^eps = 1 + p max((1 - b) / b, g / (1 - p)) for replaced rows.

    Args:
        sampling: p, below 1.
        failure: b, above 0.
        gain: g, by which one more row multiplies the probability of an output of A, other than
            bottom, at most, where that output was possible without the row: (1 - mu)/mu for A1,
            1/q for A4.

    Raises:
        ValueError: unless 0 <= p < 1, 0 < b <= 1 and g > 0.
    """
    if not (0 <= sampling < 1 and 0 < failure <= 1 and gain > 0):
        raise ValueError(f"rates {sampling}, {failure}, gain {gain}: p < 1, b > 0 and g > 0")
    return 1 + sampling * max((1 - failure) / failure, gain / (1 - sampling))


def noisy_learner(
    size: int, alpha: R, rule: str = "literal"
) -> SubsampledLearner[Values | Bottom, R]:
    """A2 for accuracy alpha: flip rate alpha/8, failure rate alpha/8, sampling rate alpha/4."""
    return SubsampledLearner(NoisyPointLearner(size, alpha / 8, rule), size, alpha / 4, alpha / 8)


@dataclass(frozen=True, slots=True)
class SubsampledNoisyLearner:
    """A2 by its accuracy alone: `noisy_learner` for rational alpha, on a domain 0..T-1.

    Raises:
        ValueError: unless 0 < alpha <= 1.
    """

    source: ClassVar[Source] = Source(Paper.BBKN13, "Algorithm A2", "4.2")

    domain: Domain[int]
    """The points, 0..T-1."""

    alpha: Fraction
    """Accuracy: flips and failures have rate alpha/8, the sample rate is alpha/4."""

    def __post_init__(self) -> None:
        if not 0 < self.alpha <= 1:
            raise ValueError(f"alpha {self.alpha}: an accuracy above 0, at most 1")

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(ln 4, 0) for replaced rows, as Claim 4.3 states it."""
        return Guarantee(Fraction(4), Fraction(0))

    def universe(self, rows: int) -> RowAdjacency[SubsampleRow]:
        """All databases of `rows` examples or stars, one replaced."""
        return replace_one(rows_with_stars(self.domain.size), rows)

    def __call__(
        self, database: Database[SubsampleRow], coins: Coins[Fraction], /
    ) -> Values | Bottom:
        """The noisy concept of a subsample, or bottom."""
        return noisy_learner(self.domain.size, self.alpha)(database, coins)
