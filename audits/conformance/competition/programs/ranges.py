"""Which answers are between two noisy numbers.

Pseudo-code, scales k/eps by their k, noise Gaussian unless another kind is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from audits.conformance.competition.programs.noises import Kind, noise_of
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.differences import Number


@dataclass(frozen=True, slots=True)
class Range(Generic[R]):
    """How many answers at the beginning are between 0 and 1, all with noise.

    Pseudo-code:
        1. low = Gaussian(ends), high = 1 + Gaussian(ends)
        2. for each answer q: x = q + Gaussian(queries)
        3.     stop unless low < x < high
        4. put out how many there were before the stop
    """

    eps: Epsilon[R]
    ends: Number = 4
    queries: Number = 2
    noise: Kind = Kind.GAUSSIAN

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> int:
        """Their number."""
        ends, queries = (noise_of(self.noise, k / self.eps) for k in (self.ends, self.queries))
        low, high = coins.draw_real(ends), 1 + coins.draw_real(ends)  # 1
        for i, answer in enumerate(database):
            x = answer + coins.draw_real(queries)  # 2
            if x < low or x > high:  # 3
                return i
        return len(database)  # 4


@dataclass(frozen=True, slots=True)
class Between(Generic[R]):
    """The place of an answer between the least and the greatest of the first ones, with noise.

    Pseudo-code:
        1. for each of the first k answers q: x = q + Gaussian(scale)
        2. low, high = the least x, the greatest x
        3. for each further answer q: x = q + Gaussian(scale)
        4.     if low < x < high: put out its place
        5.     if x > high: stop
        6. put out that there is none
    """

    eps: Epsilon[R]
    first: int = 2
    """k."""

    scale: Number = 2
    noise: Kind = Kind.GAUSSIAN

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> int | None:
        """Its place, counted from 0; None: there is none."""
        noise = noise_of(self.noise, self.scale / self.eps)
        noisy = [q + coins.draw_real(noise) for q in database[: self.first]]  # 1
        low, high = min(noisy), max(noisy)  # 2
        for i, answer in enumerate(database[self.first :], start=self.first):
            x = answer + coins.draw_real(noise)  # 3
            if low < x < high:
                return i  # 4
            if x > high:
                break  # 5
        return None  # 6
