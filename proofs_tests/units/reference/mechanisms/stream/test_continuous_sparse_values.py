"""Sparse vectors with Laplace noise that release values, against certified integrals."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, arb

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from proofs_tests.integrals import Point, agree, at, below, density, integral, number
from reference.data.adjacency import ListedAdjacency
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.mechanisms.stream.continuous_sparse_values import (
    AdaptiveSparseVector,
    ContinuousSparseVector3,
    GapSparseVector,
    NumericSparseVector,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM
r = ExponentialFunction.r()
QUARTER = Fraction(1, 4)
VECTORS = ((-1, 0, 1), (0, 0, 0), (2, -1, 0))

Released = ContinuousSparseVector3[ExponentialFunction] | NumericSparseVector[ExponentialFunction]
Gaps = GapSparseVector[ExponentialFunction] | AdaptiveSparseVector[ExponentialFunction]


def every(parts: int) -> Epsilon[ExponentialFunction]:
    """Every eps > 0 at once."""
    return Epsilon.continuous(parts)


def given_threshold(
    rho: Fraction, factors: list[Callable[[Point], acb]], kinks: set[int]
) -> acb:
    """The probability of independent events, each with a probability given the noisy threshold."""

    def integrand(x: Point) -> acb:
        value = density(rho)(x)
        for factor in factors:
            value *= factor(x)
        return value

    return integral(integrand, kinks | {0})


def cells(cuts: tuple[int, ...], i: int) -> tuple[int | None, int | None]:
    """The ends of a cell; None for infinity."""
    ends = (None, *cuts, None)
    return ends[i], ends[i + 1]


@pytest.mark.parametrize(("count", "share", "u"), [(1, QUARTER, Fraction(1, 2)), (2, 1, QUARTER)])
def test_variant_3_by_integration(count: int, share: Fraction, u: Fraction) -> None:
    """The value f + nu lies above the noisy threshold x and in the cell: a difference of tails."""
    cuts, nu, parts = (-1, 1), below(u), count * 4 if share == QUARTER else count
    parts = int(count / share)
    mechanism = ContinuousSparseVector3(0, count, every(2 * parts), cuts=cuts, share=share)
    nu = below(2 * u)
    for answers in VECTORS:
        found = law(mechanism, answers)
        for output in found:
            factors = [
                nu_factor(nu, answer, None if value is BOTTOM else cells(cuts, value))
                for answer, value in zip(answers, output, strict=False)
            ]
            kinks = {*cuts, *answers, *(c - f for c in cuts for f in answers)}
            expected = given_threshold(parts * u, factors, kinks)
            assert agree(at(found.probability(output), u), expected)
