"""Sensitivity near a database: smooth sensitivity, and how far an unstable database is.

    smooth sensitivity at D = max over D' of  LS(D') b^(-d(D, D'))
    distance to a set at D  = min over D' in the set of  d(D, D')

LS is the local sensitivity, d the least number of moves between neighbours, b >= 1 a base (e^beta
where the field speaks of a smoothing parameter beta).  Both are found by going from databases to
their neighbours, again and again: the smooth sensitivity is the fixed point of

    f(D) = max(LS(D), max over the neighbours D' of D of f(D') / b),

which is the least function that is at least LS and shrinks by a factor of b at most.

>>> from reference.data.adjacency import replace_one
>>> median, universe = lambda database: database[1], replace_one(range(5), rows=3)
>>> smooth = smooth_sensitivities(median, universe, Fraction(2))
>>> [smooth[d] for d in ((2, 2, 2), (0, 0, 0), (0, 0, 4))]
[Fraction(1, 1), Fraction(2, 1), Fraction(4, 1)]
>>> distances(universe, lambda d: d[1] == 4)[0, 0, 0]
2
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from reference.data.adjacency import Adjacency
from reference.data.sensitivity import Answer, local_sensitivities

D = TypeVar("D", bound=Hashable)


def check_base(base: Fraction) -> None:
    """Refuse a base below 1.

    Raises:
        ValueError: if it is.
    """
    if base < 1:
        raise ValueError(f"base {base}: smooth sensitivity has a base b >= 1")


def smooth_sensitivities(
    query: Callable[[D], Answer], universe: Adjacency[D], base: Fraction
) -> dict[D, Fraction]:
    """The smooth sensitivity at every database of the universe.

    Args:
        query: whose local sensitivity is meant.
        universe: the databases and which are neighbours.
        base: b, by which it may change from a database to its neighbour.

    Raises:
        ValueError: if the base is below 1.
    """
    check_base(base)
    found = list(local_sensitivities(query, universe).values())
    pairs, changed = list(universe.index_pairs()), True
    while changed:
        before = tuple(found)
        for i, j in pairs:
            found[i] = max(found[i], found[j] / base)
            found[j] = max(found[j], found[i] / base)
        changed = before != tuple(found)
    return dict(zip(universe.databases(), found, strict=True))


def distances(universe: Adjacency[D], inside: Callable[[D], bool]) -> dict[D, int | None]:
    """The least number of moves to a database of the set; None where none leads there.

    Args:
        universe: the databases and which are neighbours.
        inside: whether a database is of the set.
    """
    databases = list(universe.databases())
    steps: list[int | None] = [0 if inside(database) else None for database in databases]
    beside: list[list[int]] = [[] for _ in databases]
    for i, j in universe.index_pairs():
        beside[i].append(j)
        beside[j].append(i)
    edge, count = [i for i, step in enumerate(steps) if step == 0], 0
    while edge:
        count += 1
        edge = [j for j in dict.fromkeys(j for i in edge for j in beside[i]) if steps[j] is None]
        for j in edge:
            steps[j] = count
    return dict(zip(databases, steps, strict=True))
