"""Pairs of neighbours, up to databases with equal laws."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import TypeVar

from audits.evidence.table import LawTable
from reference.data.adjacency import Adjacency, Moves, RowAdjacency
from reference.exact.field import R
from reference.exact.polynomial import Weight, degree, identity, in_r
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class WorstPair:
    """An ordered pair of neighbouring databases, by position, and the value it attains."""

    first: int
    second: int
    value: Fraction


class Direction(Enum):
    """Which ordered pairs (D, D') of neighbours a bound P(E) <= x P'(E) + delta is about."""

    BOTH = "both"
    """All of them."""

    FORWARD = "forward"
    """Those whose D comes first in the universe: a row is added, or replaced by a later value."""

    BACKWARD = "backward"
    """The others."""

    def oriented(self, links: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """The ordered pairs that are meant, from unordered pairs i < j."""
        for i, j in links:
            if self is not Direction.BACKWARD:
                yield i, j
            if self is not Direction.FORWARD:
                yield j, i

    def count(self, universe: Adjacency[D]) -> int:
        """The number of ordered pairs that are meant."""
        return universe.pair_count // (2 if self is not Direction.BOTH else 1)


def distinct_pairs(
    table: LawTable[D, X, R], law_of: Sequence[int], direction: Direction = Direction.BOTH
) -> Iterable[tuple[int, int]]:
    """Ordered pairs of numbers of different laws that neighbours have, each once.

    Args:
        table: the laws.
        law_of: the number of the law of each database, from `table.distinct()`.
        direction: which neighbours are meant.
    """
    links = dict.fromkeys((law_of[i], law_of[j]) for i, j in table.universe.index_pairs())
    return dict.fromkeys((p, q) for p, q in direction.oriented(links) if p != q)


def located(
    table: LawTable[D, X, R],
    law_of: Sequence[int],
    laws: tuple[int, int],
    direction: Direction = Direction.BOTH,
) -> tuple[int, int]:
    """Positions of the first neighbours that have the two laws."""
    for i, j in direction.oriented(table.universe.index_pairs()):
        if (law_of[i], law_of[j]) == laws:
            return i, j
    raise ValueError(f"no neighbours have the laws {laws[0]} and {laws[1]}")


def are_all_adjacent(universe: Adjacency[D]) -> bool:
    """Whether each two databases are neighbours (it may say no where they are)."""
    known: object = universe
    if not isinstance(known, RowAdjacency):
        return False
    if known.related is not None and len({*known.related}) < comb(len(known.values), 2):
        return False
    one_row = known.moves is Moves.ONE and known.at_least == known.at_most == 1
    return one_row or (known.moves is Moves.ALL and known.at_least == known.at_most)


def lone_outcomes(table: LawTable[D, X, R]) -> Iterator[tuple[int, int, int]]:
    """Outcomes y, with ordered pairs of databases i, j: one for each two different (p_y, S).

    Where all databases are adjacent and delta is 0, p_y T <= x q_y S is shown for these only.
    """
    totals = [identity(total) for total in table.totals]
    for y in range(len(table.outcomes)):
        first: dict[object, int] = {}
        for i, row in enumerate(table.rows):
            first.setdefault((identity(row.get(y, 0)), totals[i]), i)
        for i, j in permutations(first.values(), 2):
            yield y, i, j


def hockey_stick(
    table: LawTable[D, X, Fraction], first: int, second: int, exp_eps: Fraction
) -> Fraction:
    """sum_y max(P(y) - x Q(y), 0) for the laws on the databases at two positions."""
    s, t = integer(table.totals[first]), integer(table.totals[second])
    left, right = exp_eps.denominator * t, exp_eps.numerator * s
    other = table.rows[second]
    gains = (
        left * integer(w) - right * integer(other.get(y, 0)) for y, w in table.rows[first].items()
    )
    return Fraction(sum(gain for gain in gains if gain > 0), left * s)


def integer(weight: Weight) -> int:
    """A weight that is known to be a number.

    Raises:
        TypeError: if it depends on r.
    """
    if isinstance(weight, int):
        return weight
    if degree(weight) > 0:
        raise TypeError("a point audit is made of numbers: this law depends on r")
    return int(in_r(weight)[0])
