"""Plausible mistakes in stability-based mechanisms, each refuted with a pair of neighbours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Json, Refuted, confirmed
from reference.data.adjacency import RowAdjacency, add_remove_one, replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import X
from reference.probability.families import bernoulli, exponential_weights

VALUES = Domain.of_size(3)


def refutation(
    mechanism: Mechanism[Database[int], X, R], universe: RowAdjacency[int], guarantee: Guarantee[R]
) -> dict[str, Json]:
    """The witness against the guarantee, once the kernel has accepted it."""
    verdict = confirmed(audit_privacy(mechanism, universe, guarantee))
    assert isinstance(verdict, Refuted), verdict
    return verdict.witness


@dataclass(frozen=True)
class ThresholdWithoutNoise(Generic[R]):
    """The choosing mechanism that compares the exact best frequency with the threshold."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        counts = Counter(database)
        if max(counts.values(), default=0) < self.threshold:
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(counts.items(), self.eps.exp(Fraction(1, 4))))


@dataclass(frozen=True)
class NoThreshold(Generic[R]):
    """The choosing mechanism without its first step."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        counts = Counter(database)
        if not counts:
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(counts.items(), self.eps.exp(Fraction(1, 4))))


@dataclass(frozen=True)
class ArgmaxAfterTheTest(Generic[R]):
    """The choosing mechanism that returns the exact best candidate once the test is passed."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        counts = Counter(database)
        best = max(counts.values(), default=0)
        noise = LaplaceNoise(self.eps.exp(Fraction(1, 4)))
        if not coins.draw(bernoulli(noise.at_least(self.threshold - best))):
            return Bottom.BOTTOM
        return max(sorted(counts), key=lambda x: counts[x], default=Bottom.BOTTOM)


@dataclass(frozen=True)
class FilteredBeforeNoise(Generic[R]):
    """A histogram that drops small exact frequencies and adds noise to the others only."""

    threshold: int
    highest: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        noisy = NoisyInteger(self.eps.exp(-1), (0, self.highest))
        return tuple(
            (x, coins.run(noisy, count))
            for x, count in sorted(Counter(database).items())
            if count >= self.threshold
        )


@dataclass(frozen=True)
class ExactCountsReleased(Generic[R]):
    """A histogram that tests noisy frequencies and releases exact ones."""

    threshold: int
    highest: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        noisy = NoisyInteger(self.eps.exp(-1), (0, self.highest))
        return tuple(
            (x, count)
            for x, count in sorted(Counter(database).items())
            if coins.run(noisy, count) >= self.threshold
        )


@pytest.mark.parametrize("mutant", [ThresholdWithoutNoise, NoThreshold, ArgmaxAfterTheTest])
@pytest.mark.parametrize("s", [Fraction(5, 4), Fraction(3)])
def test_the_choosing_mechanism_needs_every_step(
    mutant: type[ThresholdWithoutNoise[Fraction]], s: Fraction
) -> None:
    """Without noise in the test, without the test, or without weights, (eps, delta) fails."""
    eps = Epsilon(s, 4)
    stated = ChoosingFrequentValue(VALUES, 3, eps).guarantee
    assert refutation(mutant(3, eps), add_remove_one(range(3), 4), stated)["databases"]


@pytest.mark.parametrize("mutant", [ThresholdWithoutNoise, NoThreshold, ArgmaxAfterTheTest])
def test_the_choosing_mechanism_needs_every_step_at_some_eps(
    mutant: type[ThresholdWithoutNoise[RationalFunction]],
) -> None:
    """The same, audited for every eps at once: each has an eps at which it fails."""
    eps = Epsilon.indeterminate(4)
    stated = ChoosingFrequentValue(VALUES, 3, eps).guarantee
    assert refutation(mutant(3, eps), replace_one(range(3), 3), stated)["root"]


@pytest.mark.parametrize("mutant", [FilteredBeforeNoise, ExactCountsReleased])
@pytest.mark.parametrize("r", [Fraction(5, 4), Fraction(3)])
def test_a_histogram_tests_and_releases_the_same_noisy_count(
    mutant: type[FilteredBeforeNoise[Fraction]], r: Fraction
) -> None:
    """Filtering exact frequencies, or releasing them, breaks (eps, delta)."""
    eps = Epsilon(r)
    stated = StableHistogram(VALUES, 3, 4, eps).guarantee
    assert refutation(mutant(3, 4, eps), add_remove_one(range(3), 4), stated)["databases"]


@pytest.mark.parametrize("mutant", [FilteredBeforeNoise, ExactCountsReleased])
def test_a_histogram_does_so_at_some_eps(
    mutant: type[FilteredBeforeNoise[RationalFunction]],
) -> None:
    """The same, audited for every eps at once."""
    eps = Epsilon.indeterminate()
    stated = StableHistogram(VALUES, 3, 4, eps).guarantee
    assert refutation(mutant(3, 4, eps), add_remove_one(range(2), 4), stated)["root"]


def test_a_lower_threshold_needs_a_larger_delta() -> None:
    """With T - 1 for T, the delta of T is exceeded in both mechanisms."""
    eps, quarters = Epsilon(Fraction(2)), Epsilon(Fraction(2), 4)
    histogram = StableHistogram(VALUES, 3, 4, eps)
    lower = StableHistogram(VALUES, 2, 4, eps)
    assert refutation(lower, histogram.universe(2), histogram.guarantee)["databases"]
    chosen = ChoosingFrequentValue(VALUES, 2, quarters)
    stated = ChoosingFrequentValue(VALUES, 3, quarters).guarantee
    assert refutation(chosen, chosen.universe(1), stated)["databases"]
