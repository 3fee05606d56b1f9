"""Samples of the rows that are no random subsets."""

from audits.claims.prelude import *
from reference.mechanisms.release.random_subset import RandomSubset


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
