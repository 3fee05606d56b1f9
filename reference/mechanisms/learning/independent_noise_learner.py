"""Private independent noise learners: a concept, found by any inner learner, plus flips.

Pseudo-code:
    1  c <- A_inner(D)
    2  if c is no concept of the class: return bottom
    3  return h with h(x) = 1 - c(x) with probability mu, else c(x), independently for each x

Notation: mu noise rate, a function of the parameters alone.
Source: BBKN13, Definition 5.6 and Example 5.7, section 5.2.
Guarantees: BBKN13.EX57.is-pinl, BBKN13.EX57.boost.
Deviations: none; the paper's output `fail` is bottom.
Degenerate inputs: a noise rate of 0 returns the inner learner's concept.

>>> [str(c) for c in point_concepts(2, allow_zero=True)]
['00', '10', '01']
>>> learner = confident_noisy_learner(2, Fraction(1, 2), Fraction(1, 2))
>>> learner.flip, learner.inner.sampling, confident_rows(Fraction(1, 2), Fraction(1, 2))
(Fraction(1, 32), Fraction(3, 34), 63)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.concept import Values, points
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.interval import ln
from reference.mechanisms.learning.noisy_point_learner import (
    ConsistentPointLearner,
    IndependentNoise,
    SubsampleRow,
    replaced_examples_or_stars,
)
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner
from reference.probability.coins import Coins, Mechanism
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class IndependentNoiseLearner(Generic[R]):
    """Parameters of the learner; call it on labelled examples and stars."""

    source: ClassVar[Source] = Source(Paper.BBKN13, "Definition 5.6", "5.2")

    inner: Mechanism[Database[SubsampleRow], Values | Bottom, R]
    """Finds a concept, or bottom."""

    concepts: frozenset[Values]
    """The concept class; any other output of the inner learner is a failure."""

    size: int
    """The number of points."""

    flip: R
    """The noise rate mu."""
    universe = replaced_examples_or_stars

    def __call__(self, database: Database[SubsampleRow], coins: Coins[R], /) -> Values | Bottom:
        """The noisy concept, or bottom."""
        c = coins.run(self.inner, database)  # 1
        if isinstance(c, Bottom) or c not in self.concepts:  # 2
            return Bottom.BOTTOM
        return coins.delegate(IndependentNoise(self.flip), c)  # 3


def point_concepts(size: int, *, allow_zero: bool) -> tuple[Values, ...]:
    """The point functions by their values, after the zero function if it is allowed."""
    zero = (Values((0,) * size),) if allow_zero else ()
    return (*zero, *(Values.of(c, size) for c in points(size)))


def noisy_learner_in_two_parts(
    size: int, sampling: R, failure: R, flip: R, *, allow_zero: bool
) -> IndependentNoiseLearner[R]:
    """A2 as an independent noise learner: the inner learner samples, fails, and finds c.

    Args:
        size: the number of points.
        sampling: alpha/4 in Example 5.7.
        failure: alpha/8.
        flip: alpha/8.
        allow_zero: whether the zero function, no point function, is a legal inner output.
    """
    inner = SubsampledLearner(ConsistentPointLearner(size), size, sampling, failure)
    return IndependentNoiseLearner(
        inner, frozenset(point_concepts(size, allow_zero=allow_zero)), size, flip
    )


def confident_noisy_learner(
    size: int, alpha: Fraction, beta: Fraction
) -> IndependentNoiseLearner[Fraction]:
    """A2 with the rates that make it ln 4 private and accurate to alpha but with probability beta.

    It fails at once with probability beta/4, flips with probability mu = alpha beta/8, and
    samples with probability p, where p/(1 - p) = 3 mu/(1 - mu).

    Raises:
        ValueError: unless alpha and beta lie in (0, 1].
    """
    if not (0 < alpha <= 1 and 0 < beta <= 1):
        raise ValueError(f"alpha {alpha}, beta {beta}: both in (0, 1]")
    mu = alpha * beta / 8
    return noisy_learner_in_two_parts(size, 3 * mu / (1 + 2 * mu), beta / 4, mu, allow_zero=True)


def confident_rows(alpha: Fraction, beta: Fraction) -> int:
    """The number of examples that it needs: 2 ln(2/beta)/(p alpha), rounded up."""
    mu = alpha * beta / 8
    return (ln(2 / beta) * 2 * (1 + 2 * mu) / (3 * mu * alpha)).ceil()
