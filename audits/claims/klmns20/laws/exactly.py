"""What this ledger speaks of: small universes, exact distances of laws, interior points."""

from math import isqrt

from audits.claims.prelude import *
from audits.ledger import Quantifier

EIGHT = Domain.of_size(8)
EVERY = Epsilon[RationalFunction].indeterminate(parts=4)
R = EVERY.root
"""e^(eps/4), for every eps."""

SETS = Quantifier(
    ("rows",),
    lambda _: ((rows,) for n in range(1, 9) for rows in combinations(range(8), n)),
    lambda _: "sets of 1 to 8 points of 8",
)
"""Databases without equal rows."""


def eps_at(root: Fraction | int) -> Epsilon[Fraction]:
    """The eps with e^(eps/4) = root."""
    return Epsilon(Fraction(root), parts=4)


def finer(root: Fraction) -> Epsilon[Fraction]:
    """The eps with e^(eps/4) = root, a square, half of which can be had too."""
    return Epsilon(Fraction(isqrt(root.numerator), isqrt(root.denominator)), 8)


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


def same_law(found: Dist[Any, Fraction], expected: Mapping[Any, Fraction]) -> Iterator[Comparison]:
    """Every outcome of either, bottom included, has one probability."""
    for y in sorted({*found, *expected}, key=str):
        yield eq(f"y={y}", found.probability(y), expected.get(y, Fraction(0)))


def squares(points: int, rows: int, step: int = 37) -> Rows:
    """The rows 0, c, 4c, 9c, ... modulo the number of points, c = 37 or another step, sorted."""
    return tuple(sorted((step * i * i) % points for i in range(rows)))
