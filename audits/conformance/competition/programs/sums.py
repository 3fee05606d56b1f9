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
from reference.probability.fold import Fold


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


@dataclass(frozen=True, slots=True)
class _Copies(Generic[R]):
    """The loop over copies of one answer; its state is how many were above the cut."""

    eps: Epsilon[R]
    cut: Number

    def __call__(self, state: int, item: int, coins: Coins[R]) -> int:
        """How many were above, with this copy."""
        return state + (item + coins.draw_real(Laplace(1 / self.eps)) > self.cut)

    def output(self, state: int) -> int:
        """All that is told."""
        return state


@dataclass(frozen=True, slots=True)
class CountedCopies(Generic[R]):
    """One answer with independent noises Laplace(1/eps), many times.

    Of the values the number above a cut is put out.  Who sees which of them are above it knows no
    more about the answer: given the number, each choice is as likely as another.
    """

    eps: Epsilon[R]
    copies: int
    cut: Number

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> int:
        """The number of values above the cut."""
        loop = Fold(_Copies(self.eps, self.cut))
        return coins.delegate(loop, (0, database * self.copies))
