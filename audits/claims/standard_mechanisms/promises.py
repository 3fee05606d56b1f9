"""What mechanisms declare: the guarantee and the neighbours that an audit takes by default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.standard_mechanisms.every_eps import NOTHING, R, about, bits, every, pure
from audits.claims.standard_mechanisms.most_used import MOST_USED, Declared, delta_of_choosing
from audits.claims.vocabulary import eq, true
from audits.engines.comparisons import Comparison
from audits.ledger import Form, claim, over, private
from audits.ledger.forms import Item
from reference.data.adjacency import (
    Adjacency,
    add_remove_one,
    all_answers,
    one_answer,
    replace_one,
)
from reference.data.concept import intervals
from reference.data.domain import Domain
from reference.data.workloads import Workload
from reference.exact.interval import ln
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.rec_prefix import PrefixToPoint, RecPrefix
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount, GeometricCount
from reference.mechanisms.noise.laplace_mechanism import (
    LaplaceCells,
    LaplaceHistogramCells,
    LaplaceThresholdTest,
)
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.mechanisms.noise.truncated_geometric import (
    TruncatedAnswerCount,
    TruncatedNoiseCount,
)
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
)
from reference.mechanisms.release.mwem import MWEM
from reference.mechanisms.release.noisy_stumps import NoisyStumps
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.mechanisms.release.private_multiplicative_weights import (
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.mechanisms.selection.exponential import ExponentialFrequentValue
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMaxFrequentValue
from reference.mechanisms.selection.noisy_max import NoisyMax1, NoisyMax2, NoisyMax3, NoisyMax4
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlipFrequentValue
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.selection.report_noisy_max import (
    NoisyMaxFrequentValue,
    OneSidedNoisyMaxFrequentValue,
)
from reference.mechanisms.stability.choosing_mechanism import (
    ChoosingFrequentValue,
    ChoosingMechanism,
)
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.mechanisms.stream.binary_tree import BinaryTreeCounter
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.mechanisms.stream.partial_sums import PartialSum, SmartSum
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import (
    SparseVector1,
    SparseVector4,
    SparseVector5,
    SparseVector6,
)
from reference.mechanisms.stream.sparse_vector_values import SparseVector3
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

TWO, THREE = Domain.of_size(2), Domain.of_size(3)
BITS = bits(2)
ANSWERS = (-1, 0, 1)
MOVED = all_answers(ANSWERS, 2)
ONE_MOVED = one_answer(ANSWERS, 2)
REPLACED = replace_one(range(3), 2)

MECHANISMS: dict[str, Declared] = {
    "randomized response": (
        RandomizedResponse(THREE, every(1)),
        pure(R),
        replace_one(range(3), 2, ordered=True),
    ),
    "geometric count": (GeometricCount(0, 2, every(1)), pure(R), BITS),
    "clamped geometric count": (ClampedGeometricCount(0, 2, every(1)), pure(R), BITS),
    "Laplace cells": (LaplaceCells((0, 1, 2), every(1)), pure(R), BITS),
    "Laplace histogram cells": (
        LaplaceHistogramCells(THREE, (0, 1, 2), every(2)),
        pure(R**2),
        REPLACED,
    ),
    "noisy histogram 1": (NoisyHistogram1(every(1)), pure(R), ONE_MOVED),
    "truncated noise, width 1": (
        TruncatedNoiseCount(1, every(1)),
        Guarantee(R, 1 / (2 + R)),
        BITS,
    ),
    "truncated noise, width 2": (
        TruncatedNoiseCount(2, every(1)),
        Guarantee(R, 1 / (2 + 2 * R + R**2)),
        BITS,
    ),
    "truncated answer": (TruncatedAnswerCount(0, 2, every(1)), pure(R**2), BITS),
    "exponential mechanism": (ExponentialFrequentValue(THREE, every(2)), pure(R**2), REPLACED),
    "noisy max 2": (NoisyMax2(every(2)), pure(R**2), MOVED),
    "choosing mechanism, T = 1": (
        ChoosingFrequentValue(THREE, 1, every(4)),
        Guarantee(R**4, delta_of_choosing(1)),
        REPLACED,
    ),
    "choosing mechanism, T = 3": (
        ChoosingFrequentValue(THREE, 3, every(4)),
        Guarantee(R**4, delta_of_choosing(3)),
        REPLACED,
    ),
    "stable histogram, T = 2": (
        StableHistogram(TWO, 2, 3, every(1)),
        Guarantee(R, 1 / (1 + R)),
        add_remove_one(range(2), 2),
    ),
    "stable histogram, T = 3": (
        StableHistogram(TWO, 3, 3, every(1)),
        Guarantee(R, 1 / (R + R**2)),
        add_remove_one(range(2), 2),
    ),
    "above threshold": (AboveThreshold(0, every(4)), pure(R**4), MOVED),
    "sparse": (Sparse(0, 2, every(8)), pure(R**8), MOVED),
    "binary tree counter, one level": (
        BinaryTreeCounter(1, every(1)),
        pure(R),
        replace_one((0, 1), 1, ordered=True),
    ),
    "binary tree counter, two levels": (
        BinaryTreeCounter(3, every(1)),
        pure(R**2),
        replace_one((0, 1), 2, ordered=True),
    ),
    "partial sum": (PartialSum(every(1)), pure(R), ONE_MOVED),
    "smart sum": (SmartSum(2, every(1)), pure(R**2), ONE_MOVED),
    "Laplace threshold test": (LaplaceThresholdTest(1, every(1)), pure(R), BITS),
    "exponential noisy max": (
        ExponentialNoisyMaxFrequentValue(THREE, every(2)),
        pure(R**2),
        REPLACED,
    ),
    "permute-and-flip": (PermuteAndFlipFrequentValue(THREE, every(2)), pure(R**2), REPLACED),
    "report-noisy-max": (NoisyMaxFrequentValue(THREE, every(2)), pure(R**2), REPLACED),
    "report-noisy-max, one-sided": (
        OneSidedNoisyMaxFrequentValue(THREE, every(2)),
        pure(R**2),
        REPLACED,
    ),
    "noisy max 1": (NoisyMax1(every(2)), pure(R**2), MOVED),
    "sparse vector 1": (SparseVector1(0, 2, every(8)), pure(R**8), MOVED),
    "tree counter": (TreeCounter(THREE, every(1)), pure(R**3), REPLACED),
    "RecPrefix, two calls": (
        RecPrefix(Domain.of_size(4), 0, 2, every(4), 3),
        Guarantee(R**12, delta_of_choosing(2)),
        replace_one(range(4), 2),
    ),
    "RecPrefix, three calls": (
        RecPrefix(Domain.of_size(8), 0, 2, every(4), 3),
        Guarantee(R**20, 2 * delta_of_choosing(2)),
        replace_one(range(8), 2),
    ),
    "from a length to a point": (
        PrefixToPoint(Domain.of_size(4), 0, 2, 1, every(4)),
        Guarantee(R**8, delta_of_choosing(2)),
        replace_one(range(4), 2),
    ),
    "exponential interior point": (
        ExponentialInteriorPoint(THREE, every(2)),
        pure(R**2),
        REPLACED,
    ),
    "exponential descent": (ExponentialDescent(THREE, every(2)), pure(R**2), REPLACED),
    "sanitiser": (ExponentialSanitiser(THREE, 2, every(2)), pure(R**2), REPLACED),
    "private weights": (
        PrivateMultiplicativeWeights(
            Workload.THRESHOLDS, THREE, Fraction(1), 2, Fraction(1, 2), every(1)
        ),
        pure(R**8),
        REPLACED,
    ),
    "MWEM": (
        MWEM(Workload.THRESHOLDS, THREE, 2, Fraction(1, 2), every(4)),
        pure(R**8),
        REPLACED,
    ),
    "numeric sparse": (NumericSparse(0, 2, every(4), every(1)), pure(R**10), MOVED),
    "noisy counts": (NoisyCounts(intervals(3), THREE, every(1)), pure(R**2), REPLACED),
    "noisy stumps": (NoisyStumps(2, every(1)), pure(R**2), replace_one(range(4), 2)),
    "release with public rows": (
        PAPRelease(intervals(3), THREE, (0, 1), Fraction(1, 2), 1, Fraction(1, 2), every(5)),
        pure(R**5),
        REPLACED,
    ),
    "interval queries": (IntervalAnswers(THREE, every(1)), pure(R**2), REPLACED),
    "interval cells": (IntervalCells(TWO, every(1)), pure(R**2), BITS),
    "interval tree": (IntervalTree(TWO, every(1)), pure(R**2), BITS),
    "polynomial summary": (
        PolynomialSummary(2, 2, 1, every(1)),
        pure(R**2),
        replace_one(range(4), 2),
    ),
    "projected parities": (
        TruncatedGaussianProjection(1, 4, 2, 2, every(2)),
        Guarantee(R**2, (1 - R**2 + R**3) / (2 + 2 * R**3 + R**4)),
        add_remove_one(range(2), 2),
    ),
}

BROKEN: dict[str, Declared] = {
    "noisy histogram 2": (NoisyHistogram2(Fraction(1, 2), every(1)), pure(R), ONE_MOVED),
    "noisy max 3": (NoisyMax3(every(2)), pure(R**2), MOVED),
    "noisy max 4": (NoisyMax4(every(2)), pure(R**2), MOVED),
    "sparse vector 3": (SparseVector3(0, 1, every(2)), pure(R**2), MOVED),
    "sparse vector 4": (SparseVector4(0, 1, every(4)), pure(R**4), MOVED),
    "sparse vector 5": (SparseVector5(0, every(2)), pure(R**2), MOVED),
    "sparse vector 6": (SparseVector6(0, every(2)), pure(R**2), MOVED),
}
"""What does not keep its promise."""


def guarantee_of(mechanism: Any) -> Guarantee[RationalFunction]:  # noqa: ANN401 - any with one
    """What a mechanism promises."""
    promised: Guarantee[RationalFunction] = mechanism.guarantee
    return promised


def half_of_eps(it: Any) -> Guarantee[RationalFunction]:  # noqa: ANN401 - any with a promise
    """Half of the promised eps, if that is an even number of parts, or else half a part more."""
    promised = guarantee_of(it)
    parts = next(k for k in range(1, 64) if promised.exp_eps == R**k)
    return Guarantee(R ** ((parts + 1) // 2), promised.delta)


def same(
    name: str, found: Guarantee[RationalFunction], stated: Guarantee[RationalFunction]
) -> Iterator[Comparison]:
    """Two guarantees say the same."""
    yield eq(f"{name}: e^eps", found.exp_eps, stated.exp_eps)
    yield eq(f"{name}: delta", found.delta, stated.delta)


@claim(
    "CORE.declared-guarantees",
    Form.PRINTED,
    over(mechanism=tuple(dict.fromkeys((*MECHANISMS, *MOST_USED, *BROKEN)))),
    **about(
        guarantee_of,
        eps_of_one_part=lambda it: Guarantee(pure(R).exp_eps, guarantee_of(it).delta),
        half_of_eps=half_of_eps,
        half_of_delta=lambda it: Guarantee(
            guarantee_of(it).exp_eps, guarantee_of(it).delta / 2 + NOTHING
        ),
        twice_the_delta=lambda it: Guarantee(
            guarantee_of(it).exp_eps, 2 * guarantee_of(it).delta + NOTHING
        ),
        no_delta=lambda it: Guarantee(guarantee_of(it).exp_eps, NOTHING),
    ),
)
def declared_guarantees(
    promise: Callable[[Any], Guarantee[RationalFunction]], mechanism: str
) -> Iterator[Item]:
    """The guarantee that a mechanism declares is the one that its claim of privacy states, and,
    but for the variants that are known to be broken, the mechanism keeps it on the databases and
    for the neighbours that it declares.

    Fair: For every eps; two rows, of which both matter. Where two rows use less than half of what
    is promised, other neighbours of more rows, too: half of eps is refuted for each mechanism, and
    half of delta, but for the few that a test of these cases lists with reasons.
    """
    if mechanism in MOST_USED:
        built, stated, few = MOST_USED[mechanism]
        yield from same("declared, more rows", promise(built), stated)
        yield private(built, few, promise(built), name="more rows")
    if mechanism in MECHANISMS or mechanism in BROKEN:
        built, stated, universe = (MECHANISMS | BROKEN)[mechanism]
        rows = 1 if mechanism.endswith("one level") else 2
        own = built.universe(rows)
        yield true("databases", set(own.databases()) == set(universe.databases()))
        yield true("neighbours", neighbours(own) == neighbours(universe))
        yield from same("declared", promise(built), stated)
        if mechanism not in BROKEN:
            yield private(built, own, promise(built))


def neighbours(universe: Adjacency[Any]) -> set[frozenset[Any]]:
    """Which databases are neighbours."""
    databases = [*universe.databases()]
    return {frozenset((databases[i], databases[j])) for i, j in universe.index_pairs()}


@claim(
    "CORE.declared-guarantees-at-one-eps",
    Form.PRINTED,
    over(growth=(1, 2, 5), threshold=(-3, 1, 4), root=(Fraction(1), Fraction(2))),
    **about(
        guarantee_of,
        more_than_1=lambda it: Guarantee(guarantee_of(it).exp_eps, guarantee_of(it).delta / 2),
        no_growth=lambda it: ChoosingMechanism(it.quality, it.threshold, it.eps).guarantee,
    ),
)
def declared_guarantees_at_one_eps(
    promise: Callable[[Any], Guarantee[Fraction]], growth: int, threshold: int, root: Fraction
) -> Iterator[Item]:
    """The choosing mechanism with growth k promises (eps, k e^(-(T-1) eps/4) / 2), or (eps, 1) if
    this is more than 1; with the threshold for a target, too.

    Fair: Numbers, some of which are above 1.
    """
    eps = Epsilon(root, 4)
    found = promise(ChoosingMechanism(OccurringFrequency(), threshold, eps, growth))
    yield eq("e^eps", found.exp_eps, root**4)
    yield eq("delta", found.delta, min(Fraction(growth, 2) * root ** (1 - threshold), Fraction(1)))
    if root > 1:
        tenth = Fraction(1, 10)
        loss = 4 * ln(root)
        least = (8 / loss * ln(4 * growth / (tenth * tenth * loss))).ceil()
        target = ChoosingMechanism.for_target(OccurringFrequency(), eps, tenth, tenth, growth)
        delta = Fraction(growth, 2) * root ** (1 - least)
        yield eq("delta for a target", promise(target).delta, delta)
