"""Wrong variants of AboveThreshold and of the sparse vector technique."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import AboveThreshold, settled
from reference.mechanisms.stream.sparse import Sparse
from reference.mechanisms.stream.sparse_vector import NoisyTests, noisy_bits
from reference.probability.geometric import Settled, TwoSidedGeometric


@dataclass(frozen=True, slots=True)
class OtherRates(Generic[R]):
    """AboveThreshold with noise of other rates."""

    threshold: int
    eps: Epsilon[R]

    of_threshold: Fraction = Fraction(1, 2)
    """The part of eps that is the rate of the threshold's noise; 0: there is none."""

    of_answers: Fraction = Fraction(1, 4)
    """The part of eps that is the rate of the noise of the answers."""

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        nu = TwoSidedGeometric(self.eps.exp(-self.of_answers))
        gaps = tuple(self.threshold - answer for answer in database)
        rho = 0
        if self.of_threshold:
            noise = TwoSidedGeometric(self.eps.exp(-self.of_threshold))
            rho = coins.draw_noise(noise, settled(gaps, nu.ratio))
        for i, gap in enumerate(gaps):
            if coins.draw(bernoulli(nu.at_least(gap + rho))):
                return i
        return Bottom.BOTTOM


def no_threshold_noise(threshold: int, eps: Epsilon[R]) -> OtherRates[R]:
    """Noise on the answers only."""
    return OtherRates(threshold, eps, Fraction(0))


def half_the_threshold_noise(threshold: int, eps: Epsilon[R]) -> OtherRates[R]:
    """Noise of rate eps on the threshold."""
    return OtherRates(threshold, eps, Fraction(1))


def half_the_answer_noise(threshold: int, eps: Epsilon[R]) -> OtherRates[R]:
    """Noise of rate eps/2 on the answers: half of what two-sided tests need."""
    return OtherRates(threshold, eps, Fraction(1, 2), Fraction(1, 2))


@dataclass(frozen=True, slots=True)
class NoiseReused(Generic[R]):
    """AboveThreshold that adds one and the same noise to every answer."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        ratio = self.eps.exp(Fraction(-1, 4))
        gaps: list[int] = [self.threshold - answer for answer in database]
        rho = coins.draw_noise(TwoSidedGeometric(ratio**2), settled(tuple(gaps), ratio))
        here: list[int] = [gap + rho for gap in gaps]
        nu = coins.draw_noise(
            TwoSidedGeometric(ratio), Settled(min([0, *here]) - 1, max([0, *here]) + 1, ratio, 0)
        )
        return next((i for i, gap in enumerate(here) if nu >= gap), Bottom.BOTTOM)


@dataclass(frozen=True, slots=True)
class ThresholdNoiseKept(Generic[R]):
    """Sparse with one noise on the threshold for all its positives."""

    threshold: int
    count: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        nu = TwoSidedGeometric(self.eps.exp(Fraction(-1, 4 * self.count)))
        rho = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2 * self.count)))
        return noisy_bits(self.threshold, rho, NoisyTests(nu, self.count), database, coins)


@dataclass(frozen=True, slots=True)
class EpsForEachPositive(Generic[R]):
    """Sparse that runs AboveThreshold with eps, not eps/c, for each of its positives."""

    threshold: int
    count: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        bits: tuple[int, ...] = ()
        while sum(bits) < self.count and len(bits) < len(database):
            left = database[len(bits) :]
            i = coins.run(AboveThreshold(self.threshold, self.eps), left)
            bits += (0,) * len(left) if isinstance(i, Bottom) else (0,) * i + (1,)
        return bits


@dataclass(frozen=True, slots=True)
class OneRunMore(Generic[R]):
    """Sparse that runs AboveThreshold with eps/c once more than c times."""

    threshold: int
    count: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        more = Epsilon(self.eps.root, self.eps.parts * (self.count + 1) // self.count)
        return coins.run(Sparse(self.threshold, self.count + 1, more), database)
