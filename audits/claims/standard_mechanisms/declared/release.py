"""Of `reference.mechanisms.release`."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.declared.declared import *
from audits.claims.standard_mechanisms.every_eps import R, every
from reference.data.workloads import Workload
from reference.exact.exponential import exp_bounds
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.release.boosted_queries import BoostedQueries
from reference.mechanisms.release.exponential_sanitiser import ExponentialSanitiser
from reference.mechanisms.release.gaussian_projection import TruncatedGaussianProjection
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
)
from reference.mechanisms.release.many_counts import LaplaceCounts
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights
from reference.mechanisms.release.mwem import MWEM
from reference.mechanisms.release.noisy_stumps import NoisyStumps
from reference.mechanisms.release.online_multiplicative_weights import OnlineMultiplicativeWeights
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.mechanisms.release.private_multiplicative_weights import (
    OnlinePrivateWeights,
    PrivateMultiplicativeWeights,
)
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.public_means import PublicMeans
from reference.mechanisms.release.random_row import RandomRow
from reference.mechanisms.release.random_subset import RandomSubset
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.privacy.post_processing import PostProcessing

LETTERS = *(PointFunction(0),) * 3, PointFunction(1)
FROM_0_TO_1 = pair((0, 2, 2, 2), (1, 2, 2, 2))
FOUR_VALUES = replace_one(range(4), 2)


def listed(transcript: tuple[object, ...]) -> PointFunction:
    """The next of four queries, whatever the answers were."""
    return LETTERS[len(transcript)]


@dataclass(frozen=True, slots=True)
class NumberOf:
    """The number of rows with a value."""

    value: int

    def __call__(self, database: Rows, /) -> int:
        return database.count(self.value)


def noisy_ones(queries: Rows) -> PostProcessing[Rows, int, tuple[int, int], Any]:
    """A base for boosting: the noisy number of ones, and what is left, for all queries."""
    del queries
    return PostProcessing(GeometricCount(0, 2, Epsilon(Fraction(2))), from_ones)


def from_ones(ones: int) -> tuple[int, int]:
    """The numbers of zeros and of ones of two rows."""
    return 2 - ones, ones


def as_they_are(noisy: tuple[Fraction, ...], bits: int, rows: int) -> tuple[Fraction, ...]:
    """Noisy parities in place of the nearest point: nothing that the noise leaves is hidden."""
    del bits, rows
    return noisy


UNIFORM: PointWeights[PointFunction] = PointWeights.uniform(range(8), HALF)
OF_FOUR: PointWeights[PointFunction] = PointWeights.uniform(range(4), HALF)
ONE_CORRECTION = Fraction(0), 1, Epsilon(Fraction(2), 4), Epsilon(Fraction(2))
"""T, c, and the losses of tests and answers: e^eps = 32."""

ONE_MOVES: ListedAdjacency[Rows] = pair((0, 0, 1, 1), (0, 1, 1, 1))

ADVANCED = (
    "advanced composition is not tight; VT14.ALG.LaplaceK compares the loss of one answer with it"
)

INSTANCES: dict[str, Declared] = {
    "tree counter": Declared(TreeCounter(THREE, every(1)), at(R**3), REPLACED),
    "sanitiser": Declared(ExponentialSanitiser(THREE, 2, every(2)), at(R**2), REPLACED),
    "private weights": Declared(
        PrivateMultiplicativeWeights(LETTERS, FOUR, Fraction(1), 1, HALF, every(1)),
        at(R**4),
        FOUR_VALUES,
        few=FROM_0_TO_1,
    ),
    "private weights, online": Declared(
        OnlinePrivateWeights(listed, 4, OF_FOUR, Fraction(1), 1, every(1)),
        at(R**4),
        few=FROM_0_TO_1,
    ),
    "multiplicative weights": Declared(
        MultiplicativeWeights(LETTERS, UNIFORM, *ONE_CORRECTION), number(32), few=ONE_MOVES
    ),
    "multiplicative weights, online": Declared(
        OnlineMultiplicativeWeights(listed, 4, UNIFORM, *ONE_CORRECTION), number(32), few=ONE_MOVES
    ),
    "MWEM": Declared(MWEM(Workload.THRESHOLDS, THREE, 2, HALF, every(4)), at(R**8), REPLACED),
    "noisy stumps": Declared(NoisyStumps(2, every(1)), at(R**2), FOUR_VALUES),
    "release with public rows": Declared(
        PAPRelease(intervals(3), THREE, (0, 1), HALF, 1, HALF, every(5)), at(R**5), REPLACED
    ),
    "interval queries": Declared(IntervalAnswers(THREE, every(1)), at(R**2), REPLACED),
    "interval cells": Declared(IntervalCells(TWO_EPS, every(1)), at(R**2), BITS),
    "interval tree": Declared(IntervalTree(TWO_EPS, every(1)), at(R**2), BITS),
    "polynomial summary": Declared(PolynomialSummary(2, 2, 1, every(1)), at(R**2), FOUR_VALUES),
    "projected parities": Declared(
        TruncatedGaussianProjection(1, 4, 2, 2, every(2)),
        at(R**2, (1 - R**2 + R**3) / (2 + 2 * R**3 + R**4)),
        add_remove_one(range(2), 2),
    ),
    "parities of two bits, not projected": Declared(
        TruncatedGaussianProjection(2, 2, 1, 1, Epsilon(Fraction(2)), as_they_are),
        number(2, Fraction(205, 256)),
        add_remove_one(range(4), 1),
        rows=1,
    ),
    "many counts, basic composition": Declared(
        LaplaceCounts((PointFunction(1),) * 2, TWO_EPS, Fraction(2), Fraction(0)),
        number(exp_bounds(Fraction(2))[0]),
        BITS,
    ),
    "many counts, advanced composition": Declared(
        LaplaceCounts((PointFunction(1),) * 3, TWO_EPS, Fraction(1), Fraction(1, 10)),
        number(exp_bounds(Fraction(1))[0], Fraction(1, 10)),
        BITS,
        keeps_half_of_eps=ADVANCED,
        keeps_half_of_delta=ADVANCED,
    ),
    "boosted queries": Declared(
        BoostedQueries((NumberOf(0), NumberOf(1)), noisy_ones, 2, 1, 0, 1, Fraction(101, 100)),
        number(4 * Fraction(101, 100) ** 4),
        few=BITS,
    ),
    "means of public rows": Declared(
        PublicMeans(intervals(3), THREE, (0, 1)), NOTHING_LOST, REPLACED
    ),
    "random row": Declared(RandomRow(THREE, 2), number(1, Fraction(1, 4)), REPLACED),
    "random subset": Declared(RandomSubset(THREE, 2, 1), number(1, HALF), REPLACED),
}
