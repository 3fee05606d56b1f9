"""Wrong variants of what the papers say of the standard mechanisms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.mechanisms.noise.laplace_mechanism import cell_of
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.selection.quality import Quality
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins, D
from reference.probability.dist import X
from reference.probability.families import bernoulli, exponential_weights

Beliefs = Mapping[int, Fraction]


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


@dataclass(frozen=True, slots=True)
class Choosing(Generic[D, X, R]):
    """The choosing mechanism with one of its parts wrong."""

    quality: Quality[D, X]
    threshold: int
    eps: Epsilon[R]
    growth: int
    noiseless: bool = False
    draws_always: bool = False
    least: int = 1

    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        step, qualities = self.eps.exp(Fraction(1, 4)), self.quality(database)
        gap = self.threshold - max([0, *qualities.values()])
        passes = gap <= 0
        if not self.noiseless:
            passes = coins.draw(bernoulli(LaplaceNoise(step).at_least(gap)))
        good = [(f, q) for f, q in qualities.items() if q >= self.least]
        if not good or not (passes or self.draws_always):
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(good, step))


@dataclass(frozen=True, slots=True)
class SharedNoise(Generic[R]):
    """The numbers of ones and of zeros, with one and the same noise."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, int]:
        ones = sum(database)
        noise = coins.run(NoisyInteger(self.eps.exp(-1), (-1, 1)), 0)
        return ones + noise, len(database) - ones + noise


def over_the_mode(prior: Beliefs, likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior divided by the likelihood of the likeliest row, not by the mixture."""
    mode = likelihood[max(prior, key=lambda v: prior[v])]
    return {v: prior[v] * likelihood[v] / mode for v in prior}


def prior_forgotten(prior: Beliefs, likelihood: Mapping[int, R]) -> Mapping[int, R]:
    """The posterior from the uniform prior."""
    total = sum(likelihood[v] for v in prior)
    return {v: likelihood[v] / total for v in prior}
