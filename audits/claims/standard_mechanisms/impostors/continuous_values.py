"""Wrong variants of the mechanisms that release a value itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.selection.continuous_noisy_max import noisy, winner
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest, noisy_tests
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Gap, Laplace, Real

Shown: TypeAlias = tuple[Real | Gap | Bottom, ...]
Scale: TypeAlias = Fraction | int


@dataclass(frozen=True, slots=True)
class WithValues(Generic[R]):
    """The sparse vector technique with noise of other scales; positives release something."""

    threshold: int
    count: int
    eps: Epsilon[R]
    itself: bool = True
    cuts: None = None

    def released(
        self,
        database: Database[int],
        coins: Coins[R],
        scales: tuple[Scale, Scale],
        shown: Callable[[NoisyTest], Real | Gap],
    ) -> Shown:
        """Noise of these scales, by eps, on the threshold and on the answers."""
        rho, nu = (Laplace(scale / self.eps) for scale in scales)
        tests = noisy_tests(database, self.threshold, rho, nu, self.count, coins)
        return tuple(shown(test) if test.above else Bottom.BOTTOM for test in tests)


@dataclass(frozen=True, slots=True)
class TheAnswerCompared(WithValues[R]):
    """Numeric sparse vector that stops at the first noisy answer found, and releases that."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Shown:
        alone = replace(self, count=1)
        return alone.released(database, coins, (3, 6 * self.count), lambda test: test.value)


@dataclass(frozen=True, slots=True)
class FreshWith(WithValues[R]):
    """Numeric sparse vector with fresh noise of half the scale."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Shown:
        v = Laplace(Fraction(3, 2) * self.count / self.eps)
        return self.released(
            database, coins, (3, 6 * self.count), lambda test: test.answer + coins.draw_real(v)
        )


@dataclass(frozen=True, slots=True)
class GapWith(WithValues[R]):
    """Sparse vector with gap and noise of half the scale on the answers."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Shown:
        return self.released(database, coins, (2, 2), lambda test: test.gap)


@dataclass(frozen=True, slots=True)
class TheAnswerForTheGap(WithValues[R]):
    """Sparse vector with a gap that releases the noisy answer instead."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Shown:
        return self.released(database, coins, (2, 4), lambda test: test.value)


@dataclass(frozen=True, slots=True)
class TheGreatestForTheGap(Generic[R]):
    """Noisy max with gap that releases the greatest noisy answer instead."""

    eps: Epsilon[R]
    cuts: None = None

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, Real]:
        y = noisy(database, Laplace(2 / self.eps), coins)
        j = winner(y)
        return j, y[j]
