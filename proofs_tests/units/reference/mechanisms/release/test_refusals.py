"""Bad parameters of releases are named."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from audits.claims.vt14.laws.boosted_queries import CountOf, WrittenBase
from reference.data.concept import PointFunction, intervals
from reference.data.domain import Domain
from reference.data.named_classes import ConceptClass
from reference.data.workloads import LiteralConjunction, Workload
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.boosted_queries import (
    BoostedQueries,
    rounds_for,
    samples_for,
    slack_for,
)
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    TruncatedGaussianProjection,
)
from reference.mechanisms.release.interval_release import (
    MOST_POINTS,
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    tree_error,
)
from reference.mechanisms.release.many_counts import LaplaceCounts, gaussian_deviation
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.mwem import MWEM
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.mechanisms.release.noisy_stumps import (
    NoisyStumps,
    exact_counts,
    gaussian_variance,
    rows_needed,
)
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.private_multiplicative_weights import (
    Listed,
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.private_weights_plan import enough_rows as enough_private_rows
from reference.mechanisms.release.private_weights_plan import most_updates
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.public_means import PublicMeans
from reference.mechanisms.release.random_subset import RandomSubset
from reference.mechanisms.release.small_database import SampledRows, most_queries, small_size
from reference.mechanisms.release.small_database import enough_rows as rows_of_small_databases
from reference.mechanisms.release.threshold_release import NoisyCuts, Steps, ThresholdRelease
from reference.mechanisms.release.tree_counter import (
    TreeCounter,
    calibrate_tree_counter,
    error_bound,
)
from reference.mechanisms.release.weights import PointWeights, StumpWeights
from reference.mechanisms.release.weights_plan import WeightsPlan, enough_rows
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

NONE, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)
EPS, QUARTERS = Epsilon(TWO), Epsilon(TWO, 4)
BITS, THREE = Domain.of_size(2), Domain.of_size(3)
ZERO = PointFunction(0)
BASE = WrittenBase(((0,),))
NOISE = DiscreteGaussian(ONE)
START: PointWeights[Any] = PointWeights.uniform(range(2), HALF)
ASKED = Listed((ZERO,))


def counts(queries: int = 1, eps: Fraction = ONE, delta: Fraction = NONE, reach: int = 0) -> Any:  # noqa: ANN401
    """Noisy counts of a point."""
    return LaplaceCounts((ZERO,) * queries, BITS, eps, delta, reach)


def boosted(rounds: int, tolerance: int) -> object:
    """Boosting of one count."""
    return BoostedQueries((CountOf(0),), BASE, rounds, 1, tolerance, 1, TWO)


def weighed(queries: Any = (ZERO,), count: int = 1, one: Any = EPS) -> Any:  # noqa: ANN401
    """Multiplicative weights."""
    return MultiplicativeWeights(queries, START, HALF, count, one, one)


def private(queries: Any = Workload.THRESHOLDS, domain: Any = BITS) -> Any:  # noqa: ANN401
    """Private multiplicative weights."""
    return PrivateMultiplicativeWeights(queries, domain, ONE, 1, HALF, EPS)


def plan(**changed: Any) -> WeightsPlan:  # noqa: ANN401
    """A plan that is written by hand."""
    right: dict[str, Any] = {"queries": 1, "corrections": 1, "root": TWO, "rate": HALF}
    return WeightsPlan(**right | {"radius": 1, "rows": 1} | changed)


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
        (lambda: error_bound(8, TWO, HALF), "ratio 2"),
        (lambda: error_bound(8, HALF, TWO), "failure probability 2"),
        (lambda: ThresholdRelease(solver, BITS, 1, NoisyCuts(1, EPS), EPS, -1), "reach -1"),
        (lambda: NoisyQuantiles(solver, BITS, 2, EPS, bound=-1), "bound -1"),
        (lambda: Steps((1, 3), (0,)), "one count more"),
        (lambda: Steps((3, 1), (0, 1, 2)), "in increasing order"),
        *(
            (lambda kind=kind, n=n: kind(Domain.of_size(n), EPS), f"{n} points: at most 65536")
            for kind in (IntervalAnswers, IntervalCells, IntervalTree)
            for n in (2 * MOST_POINTS, 2**32)
        ),
        (lambda: weighed(count=-1), "count -1: "),
        (lambda: OnlineMultiplicativeWeights(len, -1, START, HALF, 1, EPS, EPS), "rounds -1, co"),
        (lambda: weighed().approximate(HALF), r"e\^eps 1/2"),
        (lambda: law(weighed(), (0,)), "parts must be a multiple of 4"),
        (lambda: OnlinePrivateWeights(ASKED, -1, START, HALF, 0, EPS), "at least 0"),
        (lambda: OnlinePrivateWeights(ASKED, 0, START, HALF, -1, EPS), "at least 0"),
        (lambda: private(domain=Domain((1, 2))), "domain"),
        (lambda: private(()), "queries"),
        (lambda: law(private(), ()), "empty database"),
        (lambda: MWEM((ZERO,), BITS, -1, HALF, QUARTERS), "rounds -1"),
        (lambda: law(MWEM(Workload.POINTS, BITS, 1, HALF, QUARTERS), ()), "empty database"),
        (lambda: ExponentialSanitiser(BITS, 1, QUARTERS, queries=()), "queries"),
        (lambda: ExponentialSanitiser(BITS, 0, QUARTERS), "histograms or databases"),
        (lambda: law(ExponentialSanitiser(BITS, 2, QUARTERS), ()), "empty"),
        (lambda: Workload("conjunctions").on(3), "domain of"),
        (lambda: Workload("conjunctions").on(2**11), "domain of"),
        (lambda: Workload("marginals-3").on(4), "domain of"),
        (lambda: LiteralConjunction(1, 2), "mask"),
        (lambda: most_updates(2, Fraction(1, 10), HALF), r"above e\^\(-4 alpha\)"),
        (lambda: small_size(0, HALF), "least"),
        (lambda: rows_of_small_databases(1, 0, HALF, HALF), "least"),
        (lambda: most_queries(1, HALF, HALF, 1), "least|above"),
        (lambda: SampledRows(-1), "least"),
        (lambda: law(SampledRows(1), ()), "empty"),
        *(
            (lambda kind=kind, rate=rate: kind(rate), f"rate {rate}: ")
            for kind in (partial(StumpWeights.uniform, 1), partial(PointWeights.uniform, (0,)))
            for rate in map(Fraction, (0, 1, 2, -1))
        ),
        (lambda: PointWeights.uniform((), HALF), "at least one point"),
        (
            lambda: PointWeights.uniform((3, 3), HALF),
            r"points \[3, 3\]: every point is listed once",
        ),
        (lambda: plan(queries=0), "queries"),
        (lambda: plan(radius=0), "radius"),
        (lambda: plan(rows=-1), "rows"),
        (lambda: plan(root=ONE), "root"),
    ],
)
def test_refused(wrong: object, words: str) -> None:
    """In one clear line."""
    assert callable(wrong)
    with pytest.raises(ValueError, match=words):
        wrong()


TARGET: list[Any] = [2, 3, ONE, HALF, ONE, NONE]


@pytest.mark.parametrize("enough", [enough_rows, enough_private_rows])
@pytest.mark.parametrize(
    ("place", "wrong", "words"),
    [
        (0, 0, "points 0"),
        (1, 0, "queries 0"),
        (2, NONE, "accuracy 0"),
        (2, Fraction(3), "accuracy 3"),
        (3, ONE, "failure probability 1"),
        (4, NONE, "eps 0"),
        (5, ONE, "delta 1"),
    ],
)
def test_targets_are_refused(enough: Any, place: int, wrong: object, words: str) -> None:  # noqa: ANN401
    """Naming the value, in the order points, queries, accuracy, failure, eps, delta."""
    with pytest.raises(ValueError, match=words):
        enough(*TARGET[:place], wrong, *TARGET[place + 1 :])


def test_more_targets_are_refused() -> None:
    """Floats are other numbers than they look; a step is below 4."""
    inexact: Any = 0.1
    with pytest.raises(TypeError, match=r"accuracy 0\.1"):
        enough_rows(2, 1, inexact, HALF, ONE, NONE)
    with pytest.raises(ValueError, match="step 4"):
        enough_private_rows(2, 3, ONE, HALF, ONE, NONE, step=Fraction(4))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"concepts": ()}, "at least one concept"),
        ({"domain": Domain((1, 2))}, "0, 1, ..., size - 1"),
        ({"public": (4,)}, "public row 4"),
        ({"count": -1}, "count -1"),
        ({"rate": ONE}, "rate 1"),
        ({"domain": THREE, "concepts": ConceptClass.STUMPS}, "2\\^p points"),
        ({"domain": Domain.of_size(2**20)}, "thresholds are listed|at most 65536"),
    ],
)
def test_assisted_releases_are_refused(changed: dict[str, Any], words: str) -> None:
    """In one line that says what is allowed."""
    right: dict[str, Any] = {"concepts": ConceptClass.THRESHOLDS, "public": (1,)}
    given = (
        right
        | {"domain": Domain.of_size(4)}
        | {"threshold": HALF, "count": 1, "rate": HALF, "eps": Epsilon(TWO, 5)}
        | changed
    )
    with pytest.raises(ValueError, match=words):
        PAPRelease(**given)
