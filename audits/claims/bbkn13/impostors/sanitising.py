"""A wrong sanitiser."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.release.exponential_sanitiser import frequency


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
