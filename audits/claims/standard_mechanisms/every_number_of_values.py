"""Sparse vectors that tell values or gaps, for every number of real answers and every eps.

Values and gaps are put out themselves, not seen through cuts.  Those that tell bits, and what is
shown how: `every_number_of_answers`.
"""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import about
from audits.claims.standard_mechanisms.every_number_of_answers import COUNTS, Noises
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.impostors.continuous_noise import (
    adaptive_threshold_halved,
    first_value_told,
    not_paid_for,
    second_noise_halved,
)
from audits.claims.standard_mechanisms.impostors.continuous_values import (
    FreshWith,
    GapWith,
    TheAnswerCompared,
    TheAnswerForTheGap,
)
from audits.claims.standard_mechanisms.impostors.every_number import half_noise
from audits.claims.standard_mechanisms.sparse_vector import published
from audits.ledger import stream_loses, stream_private
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
    Value,
)
from reference.probability.continuous import Laplace


class MonotoneGap(GapSparseVector[Any]):
    """The one with gap for monotone answers: half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


class MonotoneValue(MonotoneGap):
    """It releases the noisy answer instead."""

    @override
    def shown(self, test: NoisyTest, coins: Coins[Any], /) -> Value:
        """A value or bottom."""
        del coins
        return test.value if test.above else BOTTOM


class GapOf3(ContinuousSparseVector3[Any]):
    """Variant 3 that releases the gap instead."""

    @override
    def shown(self, test: NoisyTest, coins: Coins[Any], /) -> Value:
        """A gap or bottom."""
        del coins
        return test.gap if test.above else BOTTOM


class SparseCompared(ContinuousNumericSparse[Any]):
    """NumericSparse that releases the noisy answer that was compared."""

    @override
    def shown(self, test: NoisyTest, coins: Coins[Any], /) -> Value:
        """A value or bottom."""
        del coins
        return test.value if test.above else BOTTOM


def itself(kind: Callable[..., object]) -> Build:
    """A mechanism that puts out values themselves."""
    return lambda t, c, eps: kind(t, c, eps, itself=True)


def whole(kind: Callable[..., object]) -> Build:
    """A mechanism that puts out gaps, or values, themselves."""
    return lambda t, c, eps: kind(t, c, eps, cuts=None)


@claim(
    "CORE.numeric-sparse-vector-every-n",
    COUNTS,
    **about(
        itself(NumericSparseVector),
        half_the_noise=half_noise(itself(NumericSparseVector)),
        half_on_the_values=FreshWith,
        the_value_compared=TheAnswerCompared,
    ),
)
@claim(
    "CORE.gap-sparse-vector-every-n",
    COUNTS,
    **about(
        whole(GapSparseVector),
        half_the_noise=half_noise(whole(GapSparseVector)),
        half_on_answers=GapWith,
        the_value_for_the_gap=TheAnswerForTheGap,
    ),
)
@claim(
    "CORE.adaptive-sparse-vector-every-n",
    over(c=(1, 2)),
    **about(
        whole(AdaptiveSparseVector),
        half_on_the_threshold=adaptive_threshold_halved,
        half_on_the_second_test=second_noise_halved,
        the_value_for_the_gap=first_value_told,
        not_paid_for=not_paid_for,
    ),
)
@claim(
    "BCMNUW20.MON.T3.27-every-n",
    COUNTS,
    **about(
        ContinuousNumericSparse,
        half_the_noise=half_noise(ContinuousNumericSparse),
        the_value_compared=SparseCompared,
    ),
)
def sparse_vector_with_values(build: Build, c: int) -> Check:
    """The sparse vector, as named, loses eps on every number of answers, and no less at any eps:
    with Laplace noise on real answers, and at most that with geometric noise on integers.

    Fair: Up to 1, 2 and 3 positives, adaptive for c = 1 and 2, margin 1; the tests of
    NumericSparse take 8/9 of eps; threshold 0, since another one is a shift of all answers and
    values; every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream = build(0, c, every_unit(432 * c))
    yield stream_private(stream, 1, integers=True)
    yield stream_loses(stream, 1)


@claim(
    "CORE.monotone-gap-sparse-vector-every-n",
    COUNTS,
    **about(
        whole(MonotoneGap),
        half_the_noise=half_noise(whole(MonotoneGap)),
        the_value_for_the_gap=whole(MonotoneValue),
    ),
)
def monotone_sparse_vector_with_gap(build: Build, c: int) -> Check:
    """If no answer moves against another one, half of the noise on answers, of scale 2c/eps, is
    enough: the sparse vector with gap loses eps, and no less at any eps.

    Fair: Up to 1, 2 and 3 positives; threshold 0, since another one is a shift of all answers;
    every number of answers, all real answers, each moves by at most one and none against another;
    every eps.
    """
    stream = build(0, c, every_unit(24 * c))
    yield stream_private(stream, 1, adjacency="monotone", integers=True)
    yield stream_loses(stream, 1, adjacency="monotone")


@claim(
    "CORE.continuous-sparse-vector-3-every-n",
    refuted=published("Algorithm 3 (lecture notes of Roth): noisy answers are released"),
    about=lambda eps: ContinuousSparseVector3(0, 1, eps, cuts=None),
)
def variant_3(build: Build) -> Check:
    """The variant as published, with Laplace noise, is eps-private on every number of answers.

    Fair: One positive, half of eps for its value, as published; threshold 0, since another one is
    a shift of all answers and values; every number of answers, all real answers, each moves by at
    most one; every eps.
    """
    yield stream_private(build(every_unit(8)), 1)


@claim(
    "CORE.continuous-sparse-vector-3-every-n",
    form=Form.CORRECTED,
    **about(
        lambda eps: ContinuousSparseVector3(0, 1, eps, cuts=None),
        the_gap_for_the_value=lambda eps: GapOf3(0, 1, eps, cuts=None),
    ),
)
def no_number_will_do_for_variant_3(build: Build) -> Check:
    """The variant, with Laplace noise, loses more than K eps for every K, at every eps, on answers
    of which there are enough.

    Fair: One positive, half of eps for its value, as published; threshold 0, since another one is
    a shift of all answers and values; every number of answers, all real answers, each moves by at
    most one; every eps.
    """
    yield stream_loses(build(every_unit(8)), None)
