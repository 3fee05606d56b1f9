"""The worst of k pure mechanisms: k randomized responses about one bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.interval import Interval, exp, sqrt
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.families import binomial

BIT: RowAdjacency[int] = replace_one((0, 1), 1)
"""A database of one bit."""


@dataclass(frozen=True)
class Responses(Generic[R]):
    """How many of k independent randomized responses are 1.

    The likelihood of all the responses depends on this number only, so that the loss is that of
    the k responses together.
    """

    eps: Epsilon[R]
    """Of each response."""

    count: int
    """k."""

    def __call__(self, bit: Database[int], coins: Coins[R], /) -> int:
        odds = self.eps.exp()
        return coins.draw(binomial(self.count, (odds if bit[0] else odds / odds) / (1 + odds)))


def advanced_composition(eps: Interval, count: int, slack: Interval) -> Interval:
    """eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1), with slack = ln(1/delta')."""
    return eps * sqrt(2 * count * slack) + second_order(eps, count)


def second_order(eps: Interval, count: int) -> Interval:
    """k eps (e^eps - 1)."""
    return count * eps * (exp(eps) - 1)
