"""Sparse vectors with Laplace noise, for every number of real answers and every eps.

Each loss is shown by shifts of the draws that move every run to any adjacent answers; what is
false, by runs on answers that grow, whose loss comes as near as one likes to more.  Values and
gaps are put out themselves, not seen through cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.standard_mechanisms.every_eps import Build, about
from audits.claims.standard_mechanisms.every_unit import every_unit
from audits.claims.standard_mechanisms.sparse_vector import published
from audits.ledger import Form, claim, over, stream_private
from audits.ledger.forms import Item
from reference.mechanisms.stream.continuous_sparse_values import (
    GapSparseVector,
    NumericSparseVector,
)
from reference.mechanisms.stream.continuous_sparse_vector import (
    ContinuousSparseVector1,
    ContinuousSparseVector2,
    ContinuousSparseVector4,
    ContinuousSparseVector6,
)
from reference.override import override
from reference.probability.continuous import Laplace

Noises = tuple[Laplace[Any], Laplace[Any]]


class QuarterThreshold(ContinuousSparseVector1[Any]):
    """Variant 1 with half of the noise on the threshold."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(1 / self.eps), Laplace(4 * self.count / self.eps)


class HalfAnswers(ContinuousSparseVector1[Any]):
    """Variant 1 with half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 / self.eps), Laplace(2 * self.count / self.eps)


class HalfAnswers2(ContinuousSparseVector2[Any]):
    """Variant 2 with half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(2 * self.count / self.eps), Laplace(2 * self.count / self.eps)


class HalfNumeric(NumericSparseVector[Any]):
    """The numeric one with half of the noise on answers."""

    @property
    @override
    def noise(self) -> Noises:
        """On the threshold, and on answers."""
        return Laplace(3 / self.eps), Laplace(3 * self.count / self.eps)


class HalfGap(GapSparseVector[Any]):
    """The one with gap with half of the noise on answers."""

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
    """A mechanism that puts out gaps themselves."""
    return lambda t, c, eps: kind(t, c, eps, cuts=None)


@claim(
    "CORE.continuous-sparse-vector-2-every-n",
    Form.PRINTED,
    over(c=(1, 2, 3)),
    **about(ContinuousSparseVector2, half_on_answers=HalfAnswers2),
)
@claim(
    "CORE.numeric-sparse-vector-every-n",
    Form.PRINTED,
    over(c=(1, 2, 3)),
    **about(itself(NumericSparseVector), half_on_answers=itself(HalfNumeric)),
)
@claim(
    "CORE.gap-sparse-vector-every-n",
    Form.PRINTED,
    over(c=(1, 2, 3)),
    **about(whole(GapSparseVector), half_on_answers=whole(HalfGap)),
)
@claim(
    "CORE.continuous-sparse-vector-1-every-n",
    Form.PRINTED,
    over(c=(1, 2, 3)),
    **about(
        ContinuousSparseVector1,
        half_on_the_threshold=QuarterThreshold,
        half_on_answers=HalfAnswers,
    ),
)
def sparse_vector_1(build: Build, c: int) -> Iterator[Item]:
    """The sparse vector, as named, is eps-private for every number of real answers.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield stream_private(build(0, c, every_unit(24 * c)), 1)


@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    Form.CORRECTED,
    over(c=(1, 2)),
    **about(ContinuousSparseVector4, one_positive_more=more(ContinuousSparseVector4)),
)
def sparse_vector_4(build: Build, c: int) -> Iterator[Item]:
    """Variant 4 with Laplace noise loses at most (1 + 6c) eps/4 on every number of real answers.

    Fair: Every number of answers, all real answers, each moves by at most one; every eps.
    """
    yield stream_private(build(0, c, every_unit(8)), Fraction(1 + 6 * c, 4))


@claim(
    "CORE.continuous-sparse-vector-4-every-n",
    Form.PRINTED,
    refuted=published("Algorithm 4 (Lee and Clifton): every positive costs as much as the first"),
    about=lambda eps: ContinuousSparseVector4(0, 1, eps),
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
