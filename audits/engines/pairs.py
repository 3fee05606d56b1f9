"""Pairs of neighbours, up to databases with equal laws."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from audits.table import LawTable
from reference.exact.field import R
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


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
