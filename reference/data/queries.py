"""Counting queries: how many rows of a database have a property.

A counting query is a predicate on rows, counted: an integer that changes by at most one when a
row is replaced, added or removed.  Its fraction is the count divided by the number of rows.
Two families of queries on an ordered domain matter most here:

* point queries: how many rows equal v, one query for each v of the domain;
* threshold queries: how many rows are at most v, one query for each v.

A linear query is the mean over the rows of a function with values in [0, 1]; that of a predicate
is the fraction of a counting query.

Queries are hashable records, called on a database.

>>> database = (0, 2, 2, 3)
>>> PointQuery(2)(database), exact_fraction(ThresholdQuery(2), database)
(2, Fraction(3, 4))
>>> [query(database) for query in threshold_queries(range(4))]
[1, 1, 3, 4]
>>> CountingQuery(bool)(database)
3
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from reference.data.database import Database, Row

Row_contra = TypeVar("Row_contra", bound=Hashable, contravariant=True)


class RowCount(Protocol[Row_contra]):
    """A function of a database that counts rows, with equality and a hash."""

    def __call__(self, database: Database[Row_contra], /) -> int:
        """The number of rows with the property."""


@dataclass(frozen=True, slots=True)
class CountingQuery(Generic[Row]):
    """The number of rows that satisfy a predicate."""

    predicate: Callable[[Row], bool]
    """The property of one row."""

    def __call__(self, database: Database[Row], /) -> int:
        return sum(1 for row in database if self.predicate(row))


@dataclass(frozen=True, slots=True)
class PointQuery(Generic[Row]):
    """The number of rows that equal a value."""

    value: Row
    """v."""

    def __call__(self, database: Database[Row], /) -> int:
        return database.count(self.value)


@dataclass(frozen=True, slots=True)
class ThresholdQuery:
    """The number of rows that are at most a value."""

    at_most: int
    """v, inclusive."""

    def __call__(self, database: Database[int], /) -> int:
        return sum(1 for row in database if row <= self.at_most)


@dataclass(frozen=True, slots=True)
class LinearQuery(Generic[Row]):
    """The mean of a function of one row."""

    value: Callable[[Row], Fraction]
    """From rows to [0, 1]."""

    def __call__(self, database: Database[Row], /) -> Fraction:
        if not database:
            raise ValueError("a mean over the rows needs at least one row")
        return sum(map(self.value, database), Fraction(0)) / len(database)


def exact_fraction(query: RowCount[Row], database: Database[Row]) -> Fraction:
    """The count divided by the number of rows.

    Raises:
        ValueError: for a database without rows.
    """
    if not database:
        raise ValueError("a fraction of the rows needs at least one row")
    return Fraction(query(database), len(database))


def point_queries(domain: Iterable[Row]) -> tuple[PointQuery[Row], ...]:
    """One query for each value of the domain."""
    return tuple(PointQuery(value) for value in domain)


def threshold_queries(domain: Iterable[int]) -> tuple[ThresholdQuery, ...]:
    """One query for each value of the domain."""
    return tuple(ThresholdQuery(value) for value in domain)
