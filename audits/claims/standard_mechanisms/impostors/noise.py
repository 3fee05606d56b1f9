"""Wrong variants of randomized response and of noisy answers."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.mechanisms.noise.laplace_mechanism import cell_of
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.noise.randomized_response import RandomizedResponse


@dataclass(frozen=True, slots=True)
class OddsAgainstAllOthers(Generic[R]):
    """Randomized response with odds e^eps : 1 of the row against all other values together."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        a = self.eps.exp()
        answers: Database[int] = ()
        for row in database:
            others = tuple(v for v in self.domain if v != row)
            keeps = coins.draw(bernoulli(a / (1 + a)))
            answers = (*answers, row if keeps else coins.draw(Dist.uniform(others)))
        return answers


@dataclass(frozen=True, slots=True)
class FirstRowTold(Generic[R]):
    """Randomized response that begins with the second row."""

    domain: Domain[int]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        rest: Database[int] = coins.run(RandomizedResponse(self.domain, self.eps), database[1:])
        return (*database[:1], *rest)


@dataclass(frozen=True, slots=True)
class NoiseUpwards(Generic[R]):
    """A count plus the absolute value of the noise, shown in an interval."""

    low: int
    high: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        count = sum(database)
        reach = self.high - count
        noise = coins.run(NoisyInteger(self.eps.exp(-1), (-reach, reach)), 0)
        return count + abs(noise)


@dataclass(frozen=True, slots=True)
class NoiseTwice(Generic[R]):
    """A noisy count with noise once more, shown in an interval."""

    low: int
    high: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noisy = NoisyInteger(self.eps.exp(-1), (self.low, self.high))
        return coins.run(noisy, coins.run(noisy, sum(database)))


@dataclass(frozen=True, slots=True)
class ClampedFirst(Generic[R]):
    """A count that is clamped before noise is added, and not after."""

    low: int
    high: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        count = min(max(sum(database), self.low), self.high)
        return coins.run(NoisyInteger(self.eps.exp(-1), (self.low, self.high + 1)), count)


class ExponentialNoise(LaplaceNoise[R]):
    """Laplace noise without its sign."""

    @override
    def at_least(self, value: int) -> R:
        """Pr[noise >= value]."""
        return self.base ** -max(value, 0)


@dataclass(frozen=True, slots=True)
class NoSign(Generic[R]):
    """The cell of a count plus exponential noise."""

    cuts: tuple[int, ...]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return coins.draw(cell_of(sum(database), self.cuts, ExponentialNoise(self.eps.exp())))


@dataclass(frozen=True, slots=True)
class CountsMoved(Generic[R]):
    """The cell of a noisy count that is at most the last cut."""

    cuts: tuple[int, ...]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        count = min(sum(database), self.cuts[-1])
        return coins.draw(cell_of(count, self.cuts, LaplaceNoise(self.eps.exp())))


@dataclass(frozen=True, slots=True)
class SureBelow(Generic[R]):
    """The threshold test with noise for counts that reach the threshold only."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> bool:
        count = sum(database)
        passes = LaplaceNoise(self.eps.exp()).at_least(self.threshold - count)
        return coins.draw(bernoulli(passes)) and count >= self.threshold


@dataclass(frozen=True, slots=True)
class OccurringCells(Generic[R]):
    """Cells of the histogram with noise for values that occur only."""

    domain: Domain[int]
    cuts: tuple[int, ...]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        counts = Counter(database)
        noise = LaplaceNoise(self.eps.exp(Fraction(1, 2)))
        cells: tuple[int, ...] = ()
        for x in self.domain:
            noisy = coins.draw(cell_of(counts[x], self.cuts, noise))
            cells = (*cells, noisy if counts[x] else sum(cut <= 0 for cut in self.cuts))
        return cells


@dataclass(frozen=True, slots=True)
class DrawnAgainBelowZero(Generic[R]):
    """Cells of a noisy count that is drawn again until it is not negative."""

    cuts: tuple[int, ...]
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        cells = cell_of(sum(database), self.cuts, LaplaceNoise(self.eps.exp()))
        return coins.draw(cells.condition(lambda cell: cell > 0))


@dataclass(frozen=True, slots=True)
class RandomSign(Generic[R]):
    """A query plus one-sided noise with a random sign: zero is counted twice."""

    query: IntegerQuery[Database[int]]
    sensitivity: int
    eps: Epsilon[R]
    shown: tuple[int, int]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        g, answer = self.eps.exp(Fraction(-1, self.sensitivity)), self.query(database)
        noise = coins.run(NoisyInteger(g, (-self.shown[1], self.shown[1])), 0)
        if noise and not coins.draw(bernoulli(1 / (1 + g))):
            noise = 0
        return min(max(answer + noise, self.shown[0]), self.shown[1])


@dataclass(frozen=True, slots=True)
class SensitivityTakenForOne(Generic[R]):
    """The geometric mechanism with the noise of a query of sensitivity one."""

    query: IntegerQuery[Database[int]]
    sensitivity: int
    eps: Epsilon[R]
    shown: tuple[int, int]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        return coins.run(NoisyInteger(self.eps.exp(-1), self.shown), self.query(database))
