"""Sparse vectors with Laplace noise, for every number of real answers and every eps.

Each loss is shown by shifts of the draws that move every run to any adjacent answers; what is
false, by runs on answers that grow, whose loss comes as near as one likes to more.  Values and
gaps are put out themselves, not seen through cuts.  Where the shifts are whole, the same is true
of geometric noise on integer answers, and is said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.standard_mechanisms.every_eps import Build, about
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.impostors.continuous_noise import (
    WrongTests,
    adaptive_threshold_halved,
    answer_noise_reused,
    first_value_told,
    half_the_answer_noise,
    half_the_threshold_noise,
    no_stop,
    no_threshold_noise,
    not_paid_for,
    second_noise_halved,
    the_noise_of_one_threshold,
)
from audits.claims.standard_mechanisms.impostors.continuous_values import (
    FreshWith,
    GapWith,
    TheAnswerCompared,
    TheAnswerForTheGap,
)
from audits.claims.standard_mechanisms.impostors.every_number import half_noise
from audits.claims.standard_mechanisms.sparse_vector import published
from audits.ledger import Form, claim, over, stream_loses, stream_private
from audits.ledger.forms import Item
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector5,
    ContinuousSparseVector6,
)
from reference.override import override
from reference.probability.continuous import Laplace

Noises = tuple[Laplace[Any], Laplace[Any]]

COUNTS = over(c=(1, 2, 3))


class Monotone1(ContinuousSparseVector1[Any]):
    """Variant 1 for monotone answers: half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


class MonotoneGap(GapSparseVector[Any]):
    """The one with gap for monotone answers: half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


def more(kind: Callable[..., object]) -> Build:
    """A mechanism that stops after one positive more than it should."""
    return lambda t, c, eps: kind(t, c + 1, eps)


def itself(kind: Callable[..., object]) -> Build:
    """A mechanism that puts out values themselves."""
    return lambda t, c, eps: kind(t, c, eps, itself=True)


def whole(kind: Callable[..., object]) -> Build:
    """A mechanism that puts out gaps, or values, themselves."""
    return lambda t, c, eps: kind(t, c, eps, cuts=None)


def one_more(threshold: int, count: int, eps: Any) -> WrongTests[Any]:  # noqa: ANN401
    """Variant 1 that stops after c + 1 positives."""
    return WrongTests(threshold, count, eps, more=1)


def redrawn_without_end(threshold: int, count: int, eps: Any) -> WrongTests[Any]:  # noqa: ANN401
    """Variant 2 whose count is forgotten where the threshold is drawn again."""
    return WrongTests(threshold, count, eps, of_threshold=2 * count, redrawn=True, more=None)


def one_more_redrawn(threshold: int, count: int, eps: Any) -> WrongTests[Any]:  # noqa: ANN401
    """Variant 2 that stops after c + 1 positives."""
    return WrongTests(threshold, count, eps, of_threshold=2 * count, redrawn=True, more=1)


@claim(
    "CORE.continuous-sparse-vector-1-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        ContinuousSparseVector1,
        no_noise_on_the_threshold=no_threshold_noise,
        half_on_the_threshold=half_the_threshold_noise,
        half_on_answers=half_the_answer_noise,
        noise_used_again=answer_noise_reused,
        one_positive_more=one_more,
        the_count_forgotten=no_stop,
    ),
)
@claim(
    "CORE.continuous-sparse-vector-2-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        ContinuousSparseVector2,
        half_the_noise=half_noise(ContinuousSparseVector2),
        a_threshold_with_the_noise_of_variant_1=the_noise_of_one_threshold,
        one_positive_more=one_more_redrawn,
        the_count_forgotten=redrawn_without_end,
    ),
)
@claim(
    "CORE.numeric-sparse-vector-every-n",
    Form.PRINTED,
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
    Form.PRINTED,
    COUNTS,
    **about(
        whole(GapSparseVector),
        half_the_noise=half_noise(whole(GapSparseVector)),
        half_on_answers=GapWith,
        the_value_compared=TheAnswerForTheGap,
    ),
)
@claim(
    "CORE.adaptive-sparse-vector-every-n",
    Form.PRINTED,
    over(c=(1, 2)),
    **about(
        whole(AdaptiveSparseVector),
        half_on_the_threshold=adaptive_threshold_halved,
        half_on_the_second_test=second_noise_halved,
        the_value_compared=first_value_told,
        not_paid_for=not_paid_for,
    ),
)
@claim(
    "BCMNUW20.MON.T3.25-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        ContinuousSparseVector2,
        half_the_noise=half_noise(ContinuousSparseVector2),
        one_positive_more=one_more_redrawn,
        the_count_forgotten=redrawn_without_end,
    ),
)
@claim(
    "BCMNUW20.MON.T3.27-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        ContinuousNumericSparse,
        half_the_noise=half_noise(ContinuousNumericSparse),
        the_value_compared=TheAnswerCompared,
    ),
)
def sparse_vector(build: Build, c: int) -> Iterator[Item]:
    """The sparse vector, as named, loses eps on every number of answers, and no less at any eps:
    with Laplace noise on real answers, and at most that with geometric noise on integers.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream = build(0, c, every_unit(432 * c))
    yield stream_private(stream, 1, integers=True)
    yield stream_loses(stream, 1)


@claim(
    "CORE.continuous-above-threshold-every-n",
    Form.PRINTED,
    **about(
        ContinuousAboveThreshold,
        no_noise_on_the_threshold=lambda t, eps: no_threshold_noise(t, 1, eps),
        half_on_the_threshold=lambda t, eps: half_the_threshold_noise(t, 1, eps),
        half_on_answers=lambda t, eps: half_the_answer_noise(t, 1, eps),
        noise_used_again=lambda t, eps: answer_noise_reused(t, 1, eps),
        it_goes_on=lambda t, eps: no_stop(t, 1, eps),
        the_value_compared=lambda t, eps: TheAnswerForTheGap(t, 1, eps),
    ),
)
@claim(
    "KLMNS20.T4.2-every-n",
    Form.PRINTED,
    **about(
        ContinuousAboveThreshold,
        no_noise_on_the_threshold=lambda t, eps: no_threshold_noise(t, 1, eps),
        half_on_the_threshold=lambda t, eps: half_the_threshold_noise(t, 1, eps),
        half_on_answers=lambda t, eps: half_the_answer_noise(t, 1, eps),
        noise_used_again=lambda t, eps: answer_noise_reused(t, 1, eps),
        it_goes_on=lambda t, eps: no_stop(t, 1, eps),
    ),
)
@claim(
    "BCMNUW20.MON.T3.23-every-n",
    Form.PRINTED,
    **about(
        ContinuousAboveThreshold,
        no_noise_on_the_threshold=lambda t, eps: no_threshold_noise(t, 1, eps),
        half_on_the_threshold=lambda t, eps: half_the_threshold_noise(t, 1, eps),
        half_on_answers=lambda t, eps: half_the_answer_noise(t, 1, eps),
        noise_used_again=lambda t, eps: answer_noise_reused(t, 1, eps),
        it_goes_on=lambda t, eps: no_stop(t, 1, eps),
    ),
)
def above_threshold(build: Build) -> Iterator[Item]:
    """AboveThreshold, with Laplace noise of scale 2/eps on the threshold and 4/eps on answers, is
    eps-private for any number of queries of sensitivity 1, and loses no less at any eps; with
    geometric noise of these rates on integers it is eps-private, too.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream = build(0, every_unit(4))
    yield stream_private(stream, 1, integers=True)
    yield stream_loses(stream, 1)


@claim(
    "CORE.monotone-sparse-vector-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        Monotone1,
        no_noise_on_the_threshold=no_threshold_noise,
        half_the_noise=half_noise(Monotone1),
        the_count_forgotten=no_stop,
    ),
)
@claim(
    "CORE.monotone-gap-sparse-vector-every-n",
    Form.PRINTED,
    COUNTS,
    **about(
        whole(MonotoneGap),
        half_the_noise=half_noise(whole(MonotoneGap)),
        the_value_compared=TheAnswerForTheGap,
    ),
)
def monotone_sparse_vector(build: Build, c: int) -> Iterator[Item]:
    """If no answer moves against another one, half of the noise on answers, of scale 2c/eps, is
    enough: the sparse vector, as named, loses eps, and no less at any eps.

    Fair: Every number of answers, all real answers, all up or all down by at most one; every eps.
    """
    stream = build(0, c, every_unit(24 * c))
    yield stream_private(stream, 1, adjacency="monotone", integers=True)
    yield stream_loses(stream, 1, adjacency="monotone")


@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    Form.CORRECTED,
    COUNTS,
    **about(ContinuousSparseVector4, one_positive_more=more(ContinuousSparseVector4)),
)
def sparse_vector_4(build: Build, c: int) -> Iterator[Item]:
    """Variant 4 with Laplace noise loses (1 + 6c) eps/4 on every number of real answers, and no
    less at any eps: 7/4 for one positive, 13/4 for two.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    stream, loss = build(0, c, every_unit(8)), Fraction(1 + 6 * c, 4)
    yield stream_private(stream, loss, integers=True)
    yield stream_loses(stream, loss)


@claim(
    "CORE.continuous-sparse-vector-3-every-n",
    Form.PRINTED,
    refuted=published("Algorithm 3 (lecture notes of Roth): noisy answers are released"),
    about=lambda eps: ContinuousSparseVector3(0, 1, eps, cuts=None),
)
@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    Form.PRINTED,
    refuted=published("Algorithm 4 (Lee and Clifton): every positive costs as much as the first"),
    about=lambda eps: ContinuousSparseVector4(0, 1, eps),
)
@claim(
    "CORE.continuous-sparse-vector-5-every-n",
    Form.PRINTED,
    refuted=published("Algorithm 5 (Stoddard, Chen, Machanavajjhala): no noise on answers"),
    about=lambda eps: ContinuousSparseVector5(0, eps),
)
@claim(
    "CORE.continuous-sparse-vector-6-every-n",
    Form.PRINTED,
    refuted=published("Algorithm 6 (Chen, Xiao, Zhang, Xu): no limit on positives"),
    about=lambda eps: ContinuousSparseVector6(0, eps),
)
def broken_variants(build: Build) -> Iterator[Item]:
    """The variant as published, with Laplace noise, is eps-private on every number of answers.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield stream_private(build(every_unit(8)), 1)


@claim(
    "CORE.continuous-sparse-vector-3-every-n",
    Form.CORRECTED,
    **about(
        lambda eps: ContinuousSparseVector3(0, 1, eps, cuts=None),
        the_gap_for_the_value=lambda eps: GapSparseVector(0, 1, eps, cuts=None),
    ),
)
@claim(
    "CORE.continuous-sparse-vector-5-every-n",
    Form.CORRECTED,
    **about(
        lambda eps: ContinuousSparseVector5(0, eps),
        noise_and_a_count=lambda eps: ContinuousSparseVector1(0, 1, eps),
    ),
)
@claim(
    "CORE.continuous-sparse-vector-6-every-n",
    Form.CORRECTED,
    **about(
        lambda eps: ContinuousSparseVector6(0, eps),
        a_count=lambda eps: ContinuousSparseVector4(0, 3, eps),
    ),
)
def no_number_will_do(build: Build) -> Iterator[Item]:
    """The variant, with Laplace noise, loses more than K eps for every K, at every eps, on answers
    of which there are enough.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield stream_loses(build(every_unit(8)), None)
