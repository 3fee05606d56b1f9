"""Randomized response: bits that are flipped, each by itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from reference.exact.field import R
from reference.probability.coins import Coins
from reference.probability.dist import Dist


@dataclass(frozen=True, slots=True)
class FlippedBits(Generic[R]):
    """Each bit, flipped with a probability of its own kind.

    Pseudo-code:
        1. for each bit b: put out 1 with probability `one` if b = 1, `zero` if b = 0
    """

    zero: R
    one: R

    def __call__(self, database: tuple[int, ...], coins: Coins[R]) -> tuple[int, ...]:
        """The bits that are reported."""
        said: list[int] = []
        for bit in database:
            chance = self.one if bit else self.zero
            said.append(coins.draw(Dist.weighted([(1, chance), (0, 1 - chance)])))  # 1
        return tuple(said)


@dataclass(frozen=True, slots=True)
class CappedGeometric:
    """A count in 0, ..., most, with two-sided geometric noise, capped to this range.

    The noise z has probability (1 - g) / (1 + g) g^|z|; what is beyond an end is added to it.
    """

    most: int
    ratio: Fraction
    """g."""

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction]) -> int:
        """The noisy count."""
        (count,) = database
        g, whole = self.ratio, 1 + self.ratio
        ends = [(0, g**count / whole), (self.most, g ** (self.most - count) / whole)]
        inside = [(y, (1 - g) / whole * g ** abs(y - count)) for y in range(1, self.most)]
        return coins.draw(Dist.weighted([*ends, *inside]))
