"""Wrong variants of the choosing mechanism and of the stable histogram."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.selection.quality import Quality
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.mechanisms.stability.stable_histogram import StableHistogram
from reference.probability.coins import D
from reference.probability.dist import X
from reference.probability.families import exponential_weights


@dataclass(frozen=True, slots=True)
class NoNoiseInTheTest(Generic[R]):
    """The choosing mechanism that compares the exact best frequency with the threshold."""

    domain: Domain[int]
    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        if max(Counter(database).values(), default=0) < self.threshold:
            return Bottom.BOTTOM
        sure = ChoosingFrequentValue(self.domain, -len(database), self.eps)
        return coins.run(sure, database)


@dataclass(frozen=True, slots=True)
class TestOnly(Generic[R]):
    """The choosing mechanism that tests, and then releases the most frequent value."""

    domain: Domain[int]
    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        if not database:
            return Bottom.BOTTOM
        best, often = Counter(database).most_common(1)[0]
        noise = LaplaceNoise(self.eps.exp(Fraction(1, 4)))
        passes = coins.draw(bernoulli(noise.at_least(self.threshold - often)))
        return best if passes else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class ExactFrequencies(Generic[R]):
    """The stable histogram that releases the exact frequencies of what passes the threshold."""

    domain: Domain[int]
    threshold: int
    highest: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        found = coins.run(
            StableHistogram(self.domain, self.threshold, self.highest, self.eps), database
        )
        return tuple((x, database.count(x)) for x, _ in found)


@dataclass(frozen=True, slots=True)
class FreshNoiseAfterTheTest(Generic[R]):
    """The stable histogram that draws noise for the test, and again for what it releases."""

    domain: Domain[int]
    threshold: int
    highest: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        noisy = NoisyInteger(self.eps.exp(-1), (0, self.highest))
        histogram: Database[tuple[int, int]] = ()
        for x, count in sorted(Counter(database).items()):
            if coins.run(noisy, count) >= self.threshold:
                histogram = (*histogram, (x, coins.run(noisy, count)))
        return histogram


def lower_threshold(
    domain: Domain[int], threshold: int, highest: int, eps: Epsilon[R]
) -> StableHistogram[R]:
    """The stable histogram with a threshold that is one too low."""
    return StableHistogram(domain, threshold - 1, highest, eps)


@dataclass(frozen=True, slots=True)
class Choosing(Generic[D, X, R]):
    """The choosing mechanism with one of its parts wrong."""

    quality: Quality[D, X]
    threshold: int
    eps: Epsilon[R]
    growth: int

    noiseless: bool = False
    """No noise in the test."""

    draws_always: bool = False
    """It draws a candidate even if the test fails."""

    least: int = 1
    """The least quality of what it draws from."""

    test: Fraction = Fraction(1, 4)
    """The noise of the test has scale 1 / (test * eps)."""

    draw: Fraction = Fraction(1, 4)
    """What it draws has weight e^(draw * eps * q)."""

    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        qualities: Mapping[X, int] = self.quality(database)
        gap = self.threshold - max([0, *qualities.values()])
        passes = gap <= 0
        if not self.noiseless:
            passes = coins.draw(bernoulli(LaplaceNoise(self.eps.exp(self.test)).at_least(gap)))
        good = [(f, q) for f, q in qualities.items() if q >= self.least]
        if not good or not (passes or self.draws_always):
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(good, self.eps.exp(self.draw)))


@dataclass(frozen=True, slots=True)
class InOrderOfFrequency(Generic[R]):
    """The stable histogram, the value that occurs most often first."""

    domain: Domain[int]
    threshold: int
    highest: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[tuple[int, int]]:
        right = StableHistogram(self.domain, self.threshold, self.highest, self.eps)
        often = Counter(database)
        return tuple(sorted(coins.run(right, database), key=lambda pair: -often[pair[0]]))
