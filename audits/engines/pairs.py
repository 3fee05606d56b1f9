"""Pairs of neighbours, up to databases with equal laws."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.table import LawTable
from reference.exact.field import R
from reference.exact.polynomial import Weight
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class WorstPair:
    """An ordered pair of neighbouring databases, by position, and the value it attains."""

    first: int
    second: int
    value: Fraction


def distinct_pairs(table: LawTable[D, X, R], law_of: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Ordered pairs of numbers of different laws that neighbours have, each once.

    Args:
        table: the laws.
        law_of: the number of the law of each database, from `table.distinct()`.
    """
    pairs = {(law_of[i], law_of[j]) for i, j in table.universe.index_pairs()}
    for p, q in pairs:
        if p != q:
            yield p, q
            if (q, p) not in pairs:
                yield q, p


def located(
    table: LawTable[D, X, R], law_of: Sequence[int], laws: tuple[int, int]
) -> tuple[int, int]:
    """Positions of the first neighbours that have the two laws."""
    for i, j in table.universe.index_pairs():
        if (law_of[i], law_of[j]) == laws:
            return i, j
        if (law_of[j], law_of[i]) == laws:
            return j, i
    raise ValueError(f"no neighbours have the laws {laws[0]} and {laws[1]}")


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
    if weight.degree() > 0:
        raise TypeError("a point audit is made of numbers: this law depends on r")
    return int(weight[0])
