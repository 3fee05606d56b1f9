"""Wrong variants of randomized response and of noisy answers."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.mechanisms.noise.laplace_noise import LaplaceNoise


@dataclass(frozen=True, slots=True)
class NoiseTwice(Generic[R]):
    """A noisy count with noise once more, shown in an interval."""

    low: int
    high: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noisy = NoisyInteger(self.eps.exp(-1), (self.low, self.high))
        return coins.run(noisy, coins.run(noisy, sum(database)))


class ExponentialNoise(LaplaceNoise[R]):
    """Laplace noise without its sign."""

    @override
    def at_least(self, value: int) -> R:
        """Pr[noise >= value]."""
        return self.base ** -max(value, 0)


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
