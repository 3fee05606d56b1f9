"""What this ledger speaks of: small universes, exact distances of laws, interior points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TypeVar

from audits.claims.vocabulary import decide, eq
from audits.engines.comparisons import Comparison
from audits.verdict import Evidence, Verdict
from reference.data.adjacency import Adjacency, add_remove_one, replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Mechanism
from reference.probability.law import laws
from reference.probability.replay import Laws

Rows = tuple[int, ...]
Y = TypeVar("Y", bound=Hashable)
Z = TypeVar("Z")

BOTTOM = Bottom.BOTTOM


def for_all_eps(subject: str, scope: str, items: Iterable[Comparison]) -> Verdict:
    """Whether every comparison of functions of r is true for all r >= 1."""
    return decide(subject, f"{scope}, all r = e^eps >= 1", items, Evidence.ALL_EPSILON)


def eps_at(root: Fraction | int) -> Epsilon[Fraction]:
    """The eps with e^(eps/4) = root."""
    return Epsilon(Fraction(root), parts=4)


def databases(points: int, rows: int) -> Iterator[Rows]:
    """Every multiset of so many rows over 0, ..., points - 1."""
    return combinations_with_replacement(range(points), rows)


def up_to(points: int, rows: int, least: int = 0) -> Iterator[Rows]:
    """Every multiset of `least` to `rows` rows."""
    for n in range(least, rows + 1):
        yield from databases(points, n)


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


def add_universe(points: int, rows: int) -> Adjacency[Rows]:
    """All databases of `rows` and of `rows + 1` rows, one row added or removed."""
    return add_remove_one(Domain.of_size(points), rows + 1, at_least=rows)


class Distances:
    """Exact hockey-stick and max divergences over the neighbouring pairs of a universe.

    For an add-remove universe, `forward` compares a database with one that has a row more.
    """

    def __init__(self, mechanism: Mechanism[Rows, Y, Fraction], universe: Adjacency[Rows]) -> None:
        self.databases = tuple(universe.databases())
        self._laws = tuple(laws(mechanism, self.databases))
        self._pairs = tuple(universe.index_pairs())

    def hockey(self, x: Fraction, *, forward: bool = True, backward: bool = True) -> Fraction:
        """The largest H_x(P, Q) over the pairs in the given directions."""
        worst = Fraction(0)
        for i, j in self._pairs:
            p, q = self._laws[i], self._laws[j]
            if len(self.databases[i]) > len(self.databases[j]):
                p, q = q, p
            if forward:
                worst = max(worst, hockey_stick(p, q, x))
            if backward:
                worst = max(worst, hockey_stick(q, p, x))
        return worst

    def ratio(self, *, forward: bool = True, backward: bool = True) -> Fraction | None:
        """The largest likelihood ratio, None if it is infinite."""
        worst = Fraction(1)
        for i, j in self._pairs:
            p, q = self._laws[i], self._laws[j]
            if len(self.databases[i]) > len(self.databases[j]):
                p, q = q, p
            for one, other, wanted in ((p, q, forward), (q, p, backward)):
                found = max_divergence(one, other) if wanted else worst
                if isinstance(found, Infinity):
                    return None
                worst = max(worst, found)
        return worst


def least_success(
    mechanism: Mechanism[Rows, int | Bottom, Fraction],
    inputs: Iterable[Rows],
    at_least: int = 1,
) -> tuple[Fraction, Rows]:
    """The least probability of an interior point of the given score, and where."""
    shared = Laws[Fraction]()
    found: list[tuple[Fraction, Rows]] = []
    for rows in inputs:
        dist = shared.remembered(mechanism, rows)
        good = [y for y in dist if is_interior_point(rows, y, at_least=at_least)]
        found.append((sum((dist.probability(y) for y in good), Fraction(0)), rows))
    return min(found)
