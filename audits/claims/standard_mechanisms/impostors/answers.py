"""Wrong variants of mechanisms on vectors of answers: noisy max, noisy histograms, sums."""

from typing import Generic

from audits.claims.prelude import *
from audits.ledger.impostors import Blind
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.selection.noisy_max import NoisyMax4


@dataclass(frozen=True, slots=True)
class OneNoiseForAllPlaces(Generic[R]):
    """The place of the greatest answer after one noise was added to all of them."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noise = coins.run(NoisyInteger(self.eps.exp(-1), (-1, 1)), 0)
        return max(range(len(database)), key=lambda i: database[i] + noise)


def noise_on_one(eps: Epsilon[R]) -> Blind[Database[int], int, R]:
    """The greatest answer with one-sided noise on the greatest exact answer alone."""
    return Blind(NoisyMax4(eps), lambda answers: (max(answers),))


@dataclass(frozen=True, slots=True)
class OneNoiseForAllAnswers(Generic[R]):
    """The noisy histogram with one noise for all its answers."""

    eps: Epsilon[R]
    low: int = -1
    high: int = 1

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        width = self.high - self.low
        noise = coins.run(NoisyInteger(self.eps.exp(-1), (-width, width)), 0)
        return tuple(min(max(answer + noise, self.low), self.high) for answer in database)


@dataclass(frozen=True, slots=True)
class LastAnswerTwice(Generic[R]):
    """The noisy total that counts the last answer twice."""

    eps: Epsilon[R]
    reach: int = 3

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, self.reach))
        return coins.run(noisy, sum(database) + sum(database[-1:]))


@dataclass(frozen=True, slots=True)
class NoNoiseOnBlocks(Generic[R]):
    """Smart sum that adds no noise to the sum of a block, for its answers had theirs."""

    block: int
    eps: Epsilon[R]
    reach: int = 2

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, self.reach))
        numbers: tuple[int, ...] = ()
        for i, answer in enumerate(database, start=1):
            if i % self.block:
                numbers = (*numbers, coins.run(noisy, answer))
            else:
                numbers = (*numbers, sum(database[i - self.block : i]))
        return numbers


@dataclass(frozen=True, slots=True)
class AllSoFar(Generic[R]):
    """Smart sum that sums all answers so far, not those of the block, at the end of a block."""

    block: int
    eps: Epsilon[R]
    reach: int = 2

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, self.reach))
        sums = (
            sum(database[i - 1 if i % self.block else 0 : i]) for i in range(1, len(database) + 1)
        )
        return tuple(coins.run(noisy, value) for value in sums)


@dataclass(frozen=True, slots=True)
class NoiseOnEveryPrefix(Generic[R]):
    """A counter that adds fresh noise to every prefix, at the price of one level each."""

    horizon: int
    eps: Epsilon[R]
    reach: int = 0

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        counts: tuple[int, ...] = ()
        for t in range(1, len(database) + 1):
            noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, t + self.reach))
            counts = (*counts, coins.run(noisy, sum(database[:t])))
        return counts
