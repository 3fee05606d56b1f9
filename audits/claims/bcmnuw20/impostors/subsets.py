"""Samples of the rows that are no random subsets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.release.random_subset import RandomSubset
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import bernoulli


@dataclass(frozen=True)
class TossedRows:
    """Each row is kept with probability k/n, independently."""

    domain: Domain[int]
    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        kept = bernoulli(Fraction(self.size, self.rows))
        return tuple(sorted(row for row in database if coins.draw(kept)))


@dataclass(frozen=True)
class RowsOfARun:
    """The smallest k rows or the largest k rows, by a fair coin: rows in a run of their order."""

    domain: Domain[int]
    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        ordered = sorted(database)
        return tuple(
            ordered[: self.size]
            if coins.draw(bernoulli(Fraction(1, 2)))
            else ordered[len(ordered) - self.size :]
        )


@dataclass(frozen=True)
class SmallestRows:
    """The smallest k rows."""

    domain: Domain[int]
    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        return tuple(sorted(database)[: self.size])


@dataclass(frozen=True)
class DrawnAgain:
    """K draws of a uniform row: a row may be drawn twice."""

    domain: Domain[int]
    rows: int
    size: int

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Database[int]:
        row = Dist.uniform(database)
        return tuple(sorted(coins.draw(row) for _ in range(self.size)))


def one_row_more(domain: Domain[int], rows: int, size: int) -> RandomSubset[int]:
    """One row more than was asked for."""
    return RandomSubset(domain, rows, size + 1)


def one_row_less(domain: Domain[int], rows: int, size: int) -> RandomSubset[int]:
    """One row less than was asked for."""
    return RandomSubset(domain, rows, size - 1)
