"""Bad parameters of releases are named."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.vt14.laws.boosted_queries import CountOf, WrittenBase
from reference.data.concept import PointFunction, intervals
from reference.data.domain import Domain
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.boosted_queries import (
    BoostedQueries,
    rounds_for,
    samples_for,
    slack_for,
)
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    TruncatedGaussianProjection,
)
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    tree_error,
)
from reference.mechanisms.release.many_counts import LaplaceCounts, gaussian_deviation
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.mechanisms.release.noisy_stumps import (
    NoisyStumps,
    exact_counts,
    gaussian_variance,
    rows_needed,
)
from reference.mechanisms.release.public_means import PublicMeans
from reference.mechanisms.release.random_subset import RandomSubset
from reference.mechanisms.release.threshold_release import NoisyCuts, ThresholdRelease
from reference.mechanisms.release.tree_counter import TreeCounter, calibrate_tree_counter
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

NONE, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)
EPS, QUARTERS = Epsilon(TWO), Epsilon(TWO, 4)
BITS, THREE = Domain.of_size(2), Domain.of_size(3)
ZERO = PointFunction(0)
BASE = WrittenBase(((0,),))
NOISE = DiscreteGaussian(ONE)


def counts(queries: int = 1, eps: Fraction = ONE, delta: Fraction = NONE, reach: int = 0) -> Any:  # noqa: ANN401
    """Noisy counts of a point."""
    return LaplaceCounts((ZERO,) * queries, BITS, eps, delta, reach)


def boosted(rounds: int, tolerance: int) -> object:
    """Boosting of one count."""
    return BoostedQueries((CountOf(0),), BASE, rounds, 1, tolerance, 1, TWO)


def solver(_: tuple[int, ...], _coins: object, /) -> int:
    """Always the same point."""
    return 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: PublicMeans(intervals(4), Domain.of_size(4), ()), "at least one"),
        (lambda: RandomSubset(THREE, 0, 0), "rows"),
        (lambda: RandomSubset(THREE, 2, 3), "rows"),
        (lambda: RandomSubset(THREE, 2, -1), "rows"),
        (lambda: law(RandomSubset(THREE, 2, 1), (0,)), "rows"),
        (lambda: law(RandomSubset(THREE, 3, 1), (0, 1, 5)), "5"),
        (lambda: NoisyStumps(0, EPS), "attributes 0"),
        (lambda: NoisyStumps(1, EPS, -1), "reach -1"),
        (lambda: exact_counts(1, (2,)), "row 2"),
        (lambda: exact_counts(1, (-1,)), "row -1"),
        (lambda: gaussian_variance(1, ONE, NONE), "delta 0"),
        (lambda: rows_needed(1, ONE, HALF, ONE, HALF), "acc"),
        (lambda: counts(queries=0), "0 queries"),
        (lambda: counts(eps=NONE), "eps 0, delta 0"),
        (lambda: counts(delta=ONE), "eps 1, delta 1"),
        (lambda: counts(reach=-1), "reach -1"),
        (lambda: law(counts(), ()), "at least 1 row"),
        (lambda: gaussian_deviation(1, ONE, HALF, 0), "0 rows"),
        (lambda: TruncatedGaussianProjection(0, 1, 1, 1, QUARTERS), "bits 0"),
        (lambda: TruncatedGaussianProjection(1, 1, -1, 1, QUARTERS), "width -1"),
        (lambda: TruncatedGaussianProjection(3, 1, 2, 1, QUARTERS), "bits 3, width 2: "),
        (lambda: TruncatedGaussianProjection(4, 1, 1, 1, QUARTERS), "bits 4, width 1: "),
        (lambda: TruncatedGaussianProjection(1, 1, 1, 3, QUARTERS), "is no power of"),
        (lambda: GaussianProjection(1, -1, NOISE), "rows -1"),
        (lambda: boosted(0, 0), "rounds 0"),
        (lambda: boosted(1, -1), "tolerance -1"),
        (lambda: rounds_for(4, ONE), "above 1"),
        (lambda: samples_for(1, HALF, HALF), "margin"),
        (lambda: slack_for(1, 1, TWO, NONE, HALF), "eps = 0, delta = 1/2"),
        (lambda: IntervalTree(THREE, EPS), "a power of two"),
        (lambda: IntervalCells(BITS, EPS, -1), "reach -1"),
        (lambda: IntervalAnswers(Domain((1, 2)), EPS), "domain"),
        (lambda: IntervalTree(BITS, EPS, 0, (range(2),)), "some of the tree"),
        (lambda: IntervalCells(BITS, EPS).answer((0,) * 2, -1, 1), "query -1: from 0 to 1"),
        (lambda: IntervalCells(BITS, EPS).answer((0,) * 2, 2, 1), "query 2: from 0 to 1"),
        (lambda: IntervalTree(BITS, EPS).answer((0,) * 2, -1, 1), "query -1: from 0 to 1"),
        (lambda: IntervalTree(BITS, EPS).answer((0,) * 2, 2, 1), "query 2: from 0 to 1"),
        (lambda: tree_error(0, TWO, HALF), "levels 0"),
        (lambda: NoisyQuantiles(solver, BITS, 0, EPS), "blocks 0: a power of two"),
        (lambda: NoisyQuantiles(solver, BITS, 3, EPS), "blocks 3: a power of two"),
        (lambda: law(NoisyQuantiles(solver, BITS, 2, EPS, bound=1), (0, 1, 2)), "3 rows"),
        (lambda: ThresholdRelease(solver, BITS, 0, NoisyCuts(1, EPS), EPS), "blocks 0"),
        (lambda: NoisyCuts(-1, EPS), "length -1"),
        (lambda: NoisyCuts(1, EPS, False, -1), "margin -1"),
        (lambda: TreeCounter(Domain((1, 2)), EPS), r"domain \(1, 2\)"),
        (lambda: TreeCounter(BITS, EPS, -1), "reach -1"),
        (lambda: TreeCounter(BITS, EPS, 0, (2,)), "query 2"),
        (lambda: calibrate_tree_counter(ONE, NONE, ONE, BITS), "accuracy 0"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """In one clear line."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()
