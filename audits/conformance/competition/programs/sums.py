"""Noise added to each of several sums, which are put out.

A real number that is put out is seen through cuts: put out is how many of them are below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace, cell
from reference.probability.differences import Number


@dataclass(frozen=True, slots=True)
class NoisyCounts(Generic[R]):
    """Each answer with Laplace noise of the scale k/eps.

    Sums of the values up to each place are the same mechanism: either tells the other.
    """

    eps: Epsilon[R]
    scale: Number
    cuts: tuple[Number, ...]

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> tuple[int, ...]:
        """The cells."""
        scale = self.scale / self.eps
        return tuple([cell(q + coins.draw_real(Laplace(scale)), self.cuts) for q in database])


@dataclass(frozen=True, slots=True)
class NoisySum(Generic[R]):
    """The sum of all answers with Laplace noise of the scale k/eps."""

    eps: Epsilon[R]
    scale: Number
    cuts: tuple[Number, ...]

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> int:
        """The cell."""
        return cell(sum(database) + coins.draw_real(Laplace(self.scale / self.eps)), self.cuts)


@dataclass(frozen=True, slots=True)
class BlockCounter(Generic[R]):
    """Sums up to each place, with noise for each place and for each block of `block` answers.

    In print a place within a block puts out the last output plus its noisy answer; who knows the
    outputs so far is told the noisy answer by it, which is put out here.

    Pseudo-code:
        1. at the end of a block: put out its sum with noise Laplace(1/eps)
        2. else put out the answer with noise Laplace(1/eps)
    """

    eps: Epsilon[R]
    block: int
    cuts: tuple[Number, ...]
    exact_blocks: bool = False
    """Whether step 1 adds no noise."""

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> tuple[int, ...]:
        """The cells."""
        said: list[int] = []
        total = 0
        for i, answer in enumerate(database, start=1):
            total += answer
            released, total = (total, 0) if i % self.block == 0 else (answer, total)
            if i % self.block == 0 and self.exact_blocks:
                said.append(released)
            else:
                noise = coins.draw_real(Laplace(1 / self.eps))  # 1, 2
                said.append(cell(released + noise, self.cuts))
        return tuple(said)
