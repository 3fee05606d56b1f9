"""Sensitivity: by how much a query changes between neighbours, exactly, by enumeration.

    local sensitivity at D  = max |q(D) - q(D')| over the neighbours D' of D
    global sensitivity      = max |q(D) - q(D')| over all pairs of neighbours
                            = max over D of the local sensitivity at D

An answer is a rational number, or a vector of them; the change of a vector is the sum (L1) of
the changes of its components.  A maximum over nothing is 0.

>>> from reference.data.adjacency import replace_one
>>> median = lambda database: database[1]
>>> universe = replace_one(range(4), rows=3)
>>> global_sensitivity(median, universe), local_sensitivity(median, universe, (0, 0, 3))
(Fraction(3, 1), Fraction(3, 1))
>>> local_sensitivity(median, universe, (1, 1, 1)), worst_pair(median, universe)
(Fraction(0, 1), ((0, 0, 3), (0, 3, 3)))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from reference.data.adjacency import Adjacency, RowAdjacency
from reference.data.database import Database, Row

Answer: TypeAlias = int | Fraction | Sequence[int | Fraction]
"""What a query may answer."""

D = TypeVar("D", bound=Hashable)


def local_sensitivity(
    query: Callable[[Database[Row]], Answer], universe: RowAdjacency[Row], database: Database[Row]
) -> Fraction:
    """The largest change of the answer from the database to a neighbour.

    Raises:
        ValueError: if the database is not of the universe.
    """
    here = query(database)
    changes = (change(here, query(other)) for other in universe.neighbours(database))
    return max(changes, default=Fraction(0))


def local_sensitivities(query: Callable[[D], Answer], universe: Adjacency[D]) -> dict[D, Fraction]:
    """The local sensitivity at every database of the universe."""
    databases = list(universe.databases())
    answers = [query(database) for database in databases]
    largest = [Fraction(0)] * len(databases)
    for i, j in universe.index_pairs():
        gap = change(answers[i], answers[j])
        largest[i], largest[j] = max(largest[i], gap), max(largest[j], gap)
    return dict(zip(databases, largest, strict=True))


def global_sensitivity(query: Callable[[D], Answer], universe: Adjacency[D]) -> Fraction:
    """The largest change of the answer between neighbours."""
    return max(local_sensitivities(query, universe).values())


def worst_pair(query: Callable[[D], Answer], universe: Adjacency[D]) -> tuple[D, D] | None:
    """The first pair of neighbours with the largest change; None if there are no neighbours."""
    databases = list(universe.databases())
    answers = [query(database) for database in databases]
    pair = max(
        universe.index_pairs(), key=lambda ij: change(answers[ij[0]], answers[ij[1]]), default=None
    )
    return None if pair is None else (databases[pair[0]], databases[pair[1]])


def change(first: Answer, second: Answer) -> Fraction:
    """|a - b|, for vectors the sum over the components.

    Raises:
        ValueError: for vectors of different length.
    """
    components = zip(_vector(first), _vector(second), strict=True)
    return sum((abs(a - b) for a, b in components), Fraction(0))


def _vector(answer: Answer) -> tuple[Fraction, ...]:
    if isinstance(answer, int | Fraction):
        return (Fraction(answer),)
    return tuple(Fraction(component) for component in answer)
