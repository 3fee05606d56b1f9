"""Wrong variants of the hard databases, and of the reduction to one row fewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Protocol

from reference.data.database import Database
from reference.lower_bounds.hard_distribution import (
    agreeing,
    agreement,
    digits,
    rows_around,
    rows_from_lengths,
)
from reference.probability.coins import Coins, Mechanism
from reference.probability.dist import Dist

Prior = Dist[Database[int], Fraction]


class Step(Protocol):
    """The law of the rows for given lengths."""

    def __call__(self, lengths: Database[int], /, base: int, length: int) -> Prior:
        """Rows of so many digits."""


Solver = Mechanism[Database[int], int, Any]


def one_digit_more(bases: Sequence[int]) -> Prior:
    """y_i + 1 digits agree."""
    return _recursive(
        bases,
        lambda y, base, length: rows_from_lengths(
            tuple(min(v + 1, length) for v in y), base, length
        ),
    )


def least_digit_first(bases: Sequence[int]) -> Prior:
    """The y_i least significant digits agree."""

    def turned(x: int, b: int, k: int) -> int:
        return sum(d * b**i for i, d in enumerate(digits(x, b, k)))

    return _recursive(
        bases,
        lambda y, base, length: rows_from_lengths(y, base, length).map(
            lambda rows: tuple(turned(x, base, length) for x in rows)
        ),
    )


def hidden_row_last(bases: Sequence[int]) -> Prior:
    """The uniform row comes last."""
    return _recursive(
        bases,
        lambda y, base, length: rows_from_lengths(y, base, length).map(
            lambda rows: (*rows[1:], rows[0])
        ),
    )


def shared_tail(bases: Sequence[int]) -> Prior:
    """All rows have the same random digits beyond those that agree."""

    def drawn(y: Database[int], /, base: int, length: int) -> Prior:
        pairs = product(range(base**length), repeat=2)
        return Dist.uniform(
            (x, *(agreeing(x, v, base, length)[z % base ** (length - v)] for v in y))
            for x, z in pairs
        )

    return _recursive(bases, drawn)


def _recursive(bases: Sequence[int], step: Step) -> Prior:
    found: Prior = Dist.uniform([(0,), (1,)])
    size = 2
    for base in bases:
        found = found.bind(partial(step, base=base, length=size))
        size = base**size
    return found


def agreement_from_below(first: int, second: int, base: int, length: int) -> int:
    """On how many of their least significant digits two numbers agree."""
    pairs = zip(digits(first, base, length), digits(second, base, length), strict=True)
    equal = [a == b for a, b in pairs][::-1]
    return equal.index(False) if False in equal else length


def one_digit_missed(first: int, second: int, base: int, length: int) -> int:
    """The last digit that agrees is not counted."""
    return max(0, agreement(first, second, base, length) - 1)


@dataclass(frozen=True)
class ComparedWithRowOne:
    """The answer is compared with x_1."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        rows = coins.draw(rows_around(hidden, database, self.base, self.length))
        return agreement(coins.run(self.solver, rows), rows[1], self.base, self.length)


@dataclass(frozen=True)
class ComparedWithFreshRow:
    """The answer is compared with a new x_0."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        rows = coins.draw(rows_around(hidden, database, self.base, self.length))
        fresh = coins.draw(Dist.uniform(range(self.base**self.length)))
        return agreement(coins.run(self.solver, rows), fresh, self.base, self.length)


@dataclass(frozen=True)
class HiddenRowTellsTheData:
    """x_0 is no uniform number: its first digit is that of the first row of the database."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        start = database[0] % self.base * self.base ** (self.length - 1)
        hidden = coins.draw(Dist.uniform(range(start, start + self.base ** (self.length - 1))))
        rows = coins.draw(rows_around(hidden, database, self.base, self.length))
        return agreement(coins.run(self.solver, rows), hidden, self.base, self.length)


@dataclass(frozen=True)
class CutAtTheLargestRow:
    """An answer above the largest row of the database is replaced by that row."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        rows = coins.draw(rows_around(hidden, database, self.base, self.length))
        x = coins.run(self.solver, rows)
        return min(agreement(x, rows[0], self.base, self.length), max(database))


@dataclass(frozen=True)
class RowsAsTheyAre:
    """The rows of the database keep their digits: they have no random ones."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        hidden = coins.draw(Dist.uniform(range(self.base**self.length)))
        fixed = (agreeing(hidden, y, self.base, self.length)[0] for y in database)
        x = coins.run(self.solver, (hidden, *fixed))
        return agreement(x, hidden, self.base, self.length) + sum(database) * (x == hidden)


def known_hidden_row(bases: Sequence[int]) -> Prior:
    """x_0 is the same number at each draw."""
    if not bases:
        return Dist.point((0,))
    return _recursive(
        bases,
        lambda y, base, length: rows_around(base**length // 2, y, base, length),
    )


def one_end_more_often(bases: Sequence[int]) -> Prior:
    """D_1 is (0) with probability 3/4; everything else from it."""
    found: Prior = Dist.uniform([(0,), (0,), (0,), (1,)])
    if not bases:
        return found
    return found.bind(lambda y: rows_around(0, y, bases[0], 2))
