"""Wrong constants for known distributions."""

from itertools import accumulate

from audits.claims.prelude import *
from reference.mechanisms.interior_point.known_distribution import (
    ConstantInteriorPoint,
    ConstantUndominatedPoint,
)

Masses = tuple[tuple[int, Fraction], ...]
Databases = tuple[tuple[Database[int], Fraction], ...]


@dataclass(frozen=True)
class Always:
    """The same point, whatever the database."""

    point: int

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        del database, coins
        return self.point


def mode(masses: Masses) -> Always:
    """The point of the largest mass, the first of several."""
    return Always(max(masses, key=lambda each: each[1])[0])


def mean(masses: Masses) -> Always:
    """The expectation, rounded down."""
    return Always(int(sum((x * p for x, p in masses), Fraction(0))))


def middle(masses: Masses) -> Always:
    """The middle between the least and the greatest point."""
    return Always((min(masses)[0] + max(masses)[0]) // 2)


def greatest(masses: Masses) -> Always:
    """The greatest point."""
    return Always(max(masses)[0])


def first_half(masses: Masses) -> Always:
    """The point at which one half is reached, in the order in which the points are listed."""
    reached = accumulate(p for _, p in masses)
    return Always(next(x for (x, _), p in zip(masses, reached, strict=True) if 2 * p >= 1))


WRONG_POINTS: dict[str, Callable[..., object]] = {
    "the point of the largest mass": mode,
    "the expectation": mean,
    "the middle of all points": middle,
    "the greatest point": greatest,
    "the median in the order of the list": first_half,
}


@dataclass(frozen=True)
class Peeking:
    """A solver that looks at the rows of some databases, and answers one of them."""

    solver: Mechanism[Database[int], int, Any]
    looks: Callable[[Database[int]], bool]

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> int:
        if self.looks(database):
            return sorted(database)[(len(database) - 1) // 2]
        return coins.run(self.solver, database)


LOOKS: dict[str, Callable[[Database[int]], bool]] = {
    "the median of the rows": lambda rows: len(rows) > 0,
    "several equal rows answer for themselves": lambda rows: len(rows) > 1 == len({*rows}),
    "equal rows that are not 0 answer for themselves": lambda rows: (
        len({*rows} - {0}) == 1 == (len({*rows}))
    ),
    "the median of three different rows": lambda rows: len({*rows}) == 3,
    "the median of as few rows as there may be": lambda rows: len(rows) == 2,
}
"""On which databases a solver looks at the rows, which makes it no worse a solver."""

PEEKING_POINTS: dict[str, Callable[..., object]] = {
    name: lambda masses, looks=looks: Peeking(ConstantInteriorPoint(masses), looks)
    for name, looks in LOOKS.items()
}

PEEKING_UNDOMINATED_POINTS: dict[str, Callable[..., object]] = {
    name: lambda databases, failure, looks=looks: Peeking(
        ConstantUndominatedPoint(databases, failure), looks
    )
    for name, looks in LOOKS.items()
}


def half_the_success(databases: Databases, failure: Fraction) -> ConstantUndominatedPoint:
    """The point that is undominated with half the probability 1 - beta."""
    return ConstantUndominatedPoint(databases, (1 + failure) / 2)


def more_failure(databases: Databases, failure: Fraction) -> ConstantUndominatedPoint:
    """Fails a little more often."""
    return ConstantUndominatedPoint(databases, failure + Fraction(1, 4))


def expected(databases: Databases, failure: Fraction) -> Always:
    """The expectation of the least row, rounded down."""
    del failure
    return Always(int(sum((min(rows) * p for rows, p in databases), Fraction(0))))


def first_rows(databases: Databases, failure: Fraction) -> ConstantUndominatedPoint:
    """The first row in place of the least."""
    return ConstantUndominatedPoint(tuple((rows[:1], p) for rows, p in databases), failure)


def as_listed(databases: Databases, failure: Fraction) -> Always:
    """The least row at which 1 - beta is reached, in the order in which databases are listed."""
    reached = accumulate(p for _, p in databases)
    each = zip(databases, reached, strict=True)
    return Always(next(min(rows) for (rows, _), p in each if p >= 1 - failure))


WRONG_UNDOMINATED_POINTS: dict[str, Callable[..., object]] = {
    "undominated with half the probability": half_the_success,
    "fails more often": more_failure,
    "the expectation of the least row": expected,
    "the least rows in the order of the list": as_listed,
}
