"""What this ledger speaks of: small universes, exact distances of laws, interior points."""

from typing import TypeVar

from audits.claims.prelude import *
from reference.data.adjacency import Adjacency

Y = TypeVar("Y", bound=Hashable)
Z = TypeVar("Z")


def eps_at(root: Fraction | int) -> Epsilon[Fraction]:
    """The eps with e^(eps/4) = root."""
    return Epsilon(Fraction(root), parts=4)


def databases(points: int, rows: int) -> Iterator[Rows]:
    """Every multiset of so many rows over 0, ..., points - 1."""
    return combinations_with_replacement(range(points), rows)


def plus(database: Iterable[int], row: int) -> Rows:
    """The database with one more row, sorted."""
    return tuple(sorted((*database, row)))


def minus(first: Iterable[int], second: Iterable[int]) -> int:
    """How many rows of the first are not among the second, with multiplicity."""
    return sum((Counter(first) - Counter(second)).values())


def replaced(first: Rows, second: Rows) -> int:
    """How many rows were replaced; one that was added or removed counts as two."""
    gain = abs(len(first) - len(second))
    return max(minus(first, second), minus(second, first)) + gain


def same(name: str, found: Sequence[int], expected: Sequence[int]) -> Iterator[Comparison]:
    """Equally long, and equal at every position."""
    yield eq(f"{name}, length", len(found), len(expected))
    for i, (x, y) in enumerate(zip(found, expected, strict=False)):
        yield eq(f"{name}, at {i}", x, y)


def replace_universe(points: int, rows: int) -> Adjacency[Rows]:
    """All databases of so many rows, one row replaced."""
    return replace_one(Domain.of_size(points), rows)
