"""Which answers are neighbours in the published suites."""

from __future__ import annotations

from itertools import product

from audits.conformance.competition.entry import Answers
from reference.data.adjacency import ListedAdjacency, Moves, RowAdjacency

SIGNS = (-1, 0, 1)
BITS = (0, 1)


def pair(first: Answers, second: Answers) -> ListedAdjacency[Answers]:
    """Two neighbours, and no other."""
    return ListedAdjacency((first, second), ((0, 1),), "one pair")


def around(patterns: tuple[tuple[Answers, Answers], ...]) -> ListedAdjacency[Answers]:
    """Pairs of neighbours, listed."""
    found = list(dict.fromkeys(each for both in patterns for each in both))
    links = {(found.index(a), found.index(b)) for a, b in patterns}
    return ListedAdjacency(
        tuple(found), tuple(sorted({(min(each), max(each)) for each in links})), "patterns"
    )


def every_pair(values: tuple[int, ...], queries: int) -> RowAdjacency[int]:
    """All vectors of so many answers, any two of them being neighbours."""
    return RowAdjacency("every-pair", values, queries, queries, Moves.ALL, ordered=True)


def one_way(values: tuple[int, ...], queries: int) -> ListedAdjacency[Answers]:
    """All vectors of so many answers; in one of two neighbours no answer is less, nor 2 more."""
    found = tuple(product(values, repeat=queries))
    links = [
        (i, j)
        for i, low in enumerate(found)
        for j, high in enumerate(found)
        if i != j and all(b - a in (0, 1) for a, b in zip(low, high, strict=True))
    ]
    return ListedAdjacency(found, tuple((min(link), max(link)) for link in links), "one direction")


def patterns(queries: int) -> tuple[tuple[Answers, Answers], ...]:
    """The neighbours that are tried where every answer may change by one."""
    n, half = queries, queries // 2
    ones = (1,) * n
    return (
        (ones, (0, *ones[1:])),
        (ones, (2, *ones[1:])),
        (ones, (2, *(0,) * (n - 1))),
        (ones, (0, *(2,) * (n - 1))),
        (ones, (*(2,) * half, *(0,) * (n - half))),
        (ones, (2,) * n),
        (ones, (0,) * n),
        ((*(1,) * half, *(0,) * (n - half)), (*(0,) * half, *(1,) * (n - half))),
    )


def last_differs(n: int) -> ListedAdjacency[Answers]:
    """0, ..., 0 and 0, ..., 0, 1."""
    return pair((0,) * n, (*(0,) * (n - 1), 1))
