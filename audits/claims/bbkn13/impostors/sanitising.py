"""A wrong sanitiser."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.release.exponential_sanitiser import frequency
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.dist import Dist


@dataclass(frozen=True, slots=True)
class MissingOnly(Generic[R]):
    """The sanitiser over histograms without the absolute value: points may occur too often."""

    domain: Domain[int]
    synthetic: int
    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        weights = []
        for candidate in combinations_with_replacement(self.domain, self.synthetic):
            missing = max(frequency(database, x) - frequency(candidate, x) for x in self.domain)
            weights.append((candidate, self.eps.exp(-len(database) * missing / 2)))
        return coins.draw(Dist.weighted(weights))
