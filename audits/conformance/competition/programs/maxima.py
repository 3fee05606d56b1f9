"""Which answer is the greatest, or the least, once noise is added to each.

Pseudo-code, scales k/eps by their k:
    1. for each answer q_i: x_i = q_i + noise(scale)
    2. put out the i of the greatest x_i, the first of equal ones
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from audits.conformance.competition.programs.noises import Kind, noise_of
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Real, cell
from reference.probability.differences import Number


@dataclass(frozen=True, slots=True)
class NoisyMax(Generic[R]):
    """The place of the greatest, or the value there seen through cuts."""

    eps: Epsilon[R]
    scale: Number = 2
    noise: Kind = Kind.LAPLACE
    cuts: tuple[Number, ...] | None = None
    """Where the greatest value is cut, if it is put out; None: its place is."""

    least: bool = False
    """Whether the least is looked for."""

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> int:
        """Its place, counted from 0, or the number of cuts below its value."""
        place, best = 0, self._noisy(database[0], coins)  # 1
        for i, answer in enumerate(database[1:], start=1):
            value = self._noisy(answer, coins)
            if (value < best) if self.least else (value > best):
                place, best = i, value
        return place if self.cuts is None else cell(best, self.cuts)  # 2

    def _noisy(self, answer: int, coins: Coins[R]) -> Real:
        return answer + coins.draw_real(noise_of(self.noise, self.scale / self.eps))
