"""Wrong variants of the hard databases, and of the reduction to one row fewer."""

from typing import Protocol

from audits.claims.prelude import *
from reference.lower_bounds.hard_distribution import (
    SMALLEST,
    agreeing,
    agreement,
    digits,
    hard_distribution,
    rows_around,
    rows_from_lengths,
)
from reference.lower_bounds.one_row_fewer import OneRowFewer

Prior = Dist[Database[int], Fraction]


class Step(Protocol):
    """The law of the rows for given lengths."""

    def __call__(self, lengths: Database[int], /, base: int, length: int) -> Prior:
        """Rows of so many digits."""


Solver = Mechanism[Database[int], int, Any]


def one_digit_more(bases: Sequence[int], smallest: int = SMALLEST) -> Prior:
    """y_i + 1 digits agree."""
    return _recursive(
        bases,
        smallest,
        lambda y, base, length: rows_from_lengths(
            tuple(min(v + 1, length) for v in y), base, length
        ),
    )


def least_digit_first(bases: Sequence[int], smallest: int = SMALLEST) -> Prior:
    """The y_i least significant digits agree."""

    def turned(x: int, b: int, k: int) -> int:
        return sum(d * b**i for i, d in enumerate(digits(x, b, k)))

    return _recursive(
        bases,
        smallest,
        lambda y, base, length: rows_from_lengths(y, base, length).map(
            lambda rows: tuple(turned(x, base, length) for x in rows)
        ),
    )


def hidden_row_last(bases: Sequence[int], smallest: int = SMALLEST) -> Prior:
    """The uniform row comes last."""
    return _recursive(
        bases,
        smallest,
        lambda y, base, length: rows_from_lengths(y, base, length).map(
            lambda rows: (*rows[1:], rows[0])
        ),
    )


def shared_tail(bases: Sequence[int], smallest: int = SMALLEST) -> Prior:
    """All rows have the same random digits beyond those that agree."""

    def drawn(y: Database[int], /, base: int, length: int) -> Prior:
        pairs = product(range(base**length), repeat=2)
        return Dist.uniform(
            (x, *(agreeing(x, v, base, length)[z % base ** (length - v)] for v in y))
            for x, z in pairs
        )

    return _recursive(bases, smallest, drawn)


def bases_reversed(bases: Sequence[int], smallest: int = SMALLEST) -> Prior:
    """The last base first."""
    return hard_distribution(bases[::-1], smallest)


def _recursive(bases: Sequence[int], smallest: int, step: Step) -> Prior:
    found: Prior = Dist.uniform((x,) for x in range(smallest))
    size = smallest
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
    """The answer is compared with x_1; what other wrong reductions are made from."""

    solver: Solver
    base: int
    length: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int | Bottom:
        hidden = coins.draw(self.hidden(database))
        rows = coins.draw(self.rows(hidden, database))
        x = coins.run(self.solver, rows)
        if isinstance(x, Bottom):
            return x
        return self.counted(x, coins.draw(self.compared(rows)), rows, database)

    def numbers(self) -> Dist[int, Fraction]:
        """All numbers of so many digits."""
        return Dist.uniform(range(self.base**self.length))

    def hidden(self, database: Database[int]) -> Dist[int, Fraction]:
        """The law of x_0."""
        del database
        return self.numbers()

    def rows(self, hidden: int, database: Database[int]) -> Prior:
        """The law of (x_0, ..., x_n)."""
        return rows_around(hidden, database, self.base, self.length)

    def compared(self, rows: Database[int]) -> Dist[int, Fraction]:
        """The law of what the answer is compared with."""
        return Dist.point(rows[1])

    def counted(self, x: int, other: int, rows: Database[int], database: Database[int]) -> int:
        """What is made of the answer."""
        del rows, database
        return agreement(x, other, self.base, self.length)


@dataclass(frozen=True)
class ComparedWithFreshRow(ComparedWithRowOne):
    """The answer is compared with a new x_0."""

    @override
    def compared(self, rows: Database[int]) -> Dist[int, Fraction]:
        """Drawn anew."""
        return self.numbers()


@dataclass(frozen=True)
class ComparedWithHiddenRow(ComparedWithRowOne):
    """The answer is compared with x_0, as it should be; something else is wrong."""

    @override
    def compared(self, rows: Database[int]) -> Dist[int, Fraction]:
        """The hidden row."""
        return Dist.point(rows[0])


@dataclass(frozen=True)
class HiddenRowTellsTheData(ComparedWithHiddenRow):
    """x_0 is no uniform number: its first digit is that of the first row of the database."""

    @override
    def hidden(self, database: Database[int]) -> Dist[int, Fraction]:
        """Those with that first digit."""
        block: int = self.base ** (self.length - 1)
        start = database[0] % self.base * block
        return Dist.uniform(range(start, start + block))


@dataclass(frozen=True)
class CutAtTheLargestRow(ComparedWithHiddenRow):
    """An answer above the largest row of the database is replaced by that row."""

    @override
    def counted(self, x: int, other: int, rows: Database[int], database: Database[int]) -> int:
        """At most the largest row."""
        return min(agreement(x, other, self.base, self.length), max(database))


@dataclass(frozen=True)
class RowsAsTheyAre(ComparedWithHiddenRow):
    """The rows of the database keep their digits: they have no random ones."""

    @override
    def rows(self, hidden: int, database: Database[int]) -> Prior:
        """The first that agree."""
        fixed = (agreeing(hidden, y, self.base, self.length)[0] for y in database)
        return Dist.point((hidden, *fixed))

    @override
    def counted(self, x: int, other: int, rows: Database[int], database: Database[int]) -> int:
        """The sum of the data is added where x_0 is named."""
        return agreement(x, other, self.base, self.length) + sum(database) * (x == other)


@dataclass(frozen=True)
class BottomIsZero(OneRowFewer[Any]):
    """Bottom is taken for an answer that agrees on no digit."""

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        found = OneRowFewer(self.solver, self.base, self.length)(database, coins)
        return 0 if isinstance(found, Bottom) else found


def known_hidden_row(bases: Sequence[int]) -> Prior:
    """x_0 is the same number at each draw."""
    if not bases:
        return Dist.point((0,))
    return _recursive(
        bases, SMALLEST, lambda y, base, length: rows_around(base**length // 2, y, base, length)
    )


def one_end_more_often(bases: Sequence[int]) -> Prior:
    """D_1 is (0) with probability 3/4; everything else from it."""
    found: Prior = Dist.uniform([(0,), (0,), (0,), (1,)])
    if not bases:
        return found
    return found.bind(lambda y: rows_around(0, y, bases[0], 2))
