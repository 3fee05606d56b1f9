"""Symmetry: orbits of probabilities, pairs and scores, and how a solution is spread over them.

If a group of relabellings leaves a problem as it is, averaging an optimal mechanism over the
group gives an optimal mechanism in which Pr[M(D) = y] depends on the orbit of (D, y) alone.  So
one variable for each orbit of (D, y) is enough, one privacy constraint for each orbit of pairs
and one score for each orbit of scores; a multiplier of a representative is spread evenly over
its orbit, which gives a dual solution of the problem as it was stated.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from audits.engines.optimum.problem import NotASymmetryError, Problem, Symmetry

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Orbits:
    """A partition of 0, ..., n-1."""

    of: Indices
    """The orbit of each member."""

    sizes: Indices
    """The size of each orbit."""

    first: Indices
    """The least member of each orbit."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """The orbits of a problem under its confirmed symmetries.

    Cells are the pairs (database, outcome), links the ordered pairs of neighbours, flows the
    pairs (link, outcome); each is numbered with the outcome running fastest.
    """

    pairs: Indices
    """The ordered pairs of neighbours, one per row."""

    databases: Orbits
    cells: Orbits
    links: Orbits
    flows: Orbits = field(repr=False)
    scores: Orbits
    symmetries: tuple[str, ...]
    """The names of the symmetries that were confirmed and used."""


def reduce(problem: Problem[D, Y], *, symmetric: bool = True) -> Reduction:
    """The orbits under the declared symmetries, each confirmed exactly first.

    Raises:
        NotASymmetryError: if a declared symmetry changes the problem.
    """
    databases = list(problem.universe.databases())
    unordered = np.array(list(problem.universe.index_pairs()), dtype=np.int64).reshape(-1, 2)
    pairs = np.concatenate([unordered, unordered[:, ::-1]])
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    n, k = len(databases), len(problem.outcomes)
    keys = pairs[:, 0] * n + pairs[:, 1]
    place = {database: i for i, database in enumerate(databases)}
    weights = [score.weights() for score in problem.scores]
    known = {frozenset(w.items()): i for i, w in enumerate(weights)}
    moves: list[tuple[Indices, Indices, Indices, Indices]] = []
    used = problem.symmetries if symmetric else ()
    for symmetry in used:
        d = _permutation(symmetry, place, {y: i for i, y in enumerate(problem.outcomes)})
        on_databases, on_outcomes = d
        moved = on_databases[pairs[:, 0]] * n + on_databases[pairs[:, 1]]
        on_links = np.searchsorted(keys, moved)
        on_links[on_links == len(keys)] = 0
        if len(keys) and not np.array_equal(keys[on_links], moved):
            raise NotASymmetryError(f"{symmetry.name}: some neighbours are moved apart")
        on_scores = _scores_moved(symmetry.name, weights, known, d)
        moves.append((on_databases, on_outcomes, on_links, on_scores))
    outcome = np.arange(k, dtype=np.int64)
    return Reduction(
        pairs,
        databases=_orbits(n, [a for a, _, _, _ in moves]),
        cells=_orbits(n * k, [(a[:, None] * k + b[outcome]).ravel() for a, b, _, _ in moves]),
        links=_orbits(len(pairs), [c for _, _, c, _ in moves]),
        flows=_orbits(
            len(pairs) * k, [(c[:, None] * k + b[outcome]).ravel() for _, b, c, _ in moves]
        ),
        scores=_orbits(len(problem.scores), [s for _, _, _, s in moves]),
        symmetries=tuple(symmetry.name for symmetry in used),
    )


def _permutation(
    symmetry: Symmetry[D, Y], databases: dict[D, int], outcomes: dict[Y, int]
) -> tuple[Indices, Indices]:
    try:
        a = np.array([databases[symmetry.databases(d)] for d in databases], dtype=np.int64)
        b = np.array([outcomes[symmetry.outcomes(y)] for y in outcomes], dtype=np.int64)
    except KeyError as error:
        raise NotASymmetryError(f"{symmetry.name}: {error.args[0]!r} is not there") from None
    except TypeError as error:
        raise NotASymmetryError(f"{symmetry.name}: {error}") from None
    if len(set(a.tolist())) < len(a) or len(set(b.tolist())) < len(b):
        raise NotASymmetryError(f"{symmetry.name}: two are mapped to the same")
    return a, b


def _scores_moved(
    name: str,
    scores: list[dict[tuple[int, int], Fraction]],
    known: dict[frozenset[tuple[tuple[int, int], Fraction]], int],
    moves: tuple[Indices, Indices],
) -> Indices:
    a, b = moves[0].tolist(), moves[1].tolist()
    image: list[int] = []
    for score in scores:
        moved = frozenset(((a[i], b[y]), w) for (i, y), w in score.items())
        if moved not in known:
            raise NotASymmetryError(f"{name}: a score becomes none of the scores")
        image.append(known[moved])
    return np.array(image, dtype=np.int64)


def _orbits(count: int, permutations: list[Indices]) -> Orbits:
    here = np.arange(count, dtype=np.int64)
    rows = np.concatenate([here, *[here] * len(permutations)])
    columns = np.concatenate([here, *permutations])
    graph = coo_array((np.ones(len(rows), dtype=np.int8), (rows, columns)), shape=(count, count))
    number, of = connected_components(graph, directed=False)
    first = np.full(number, count, dtype=np.int64)
    np.minimum.at(first, of, here)
    return Orbits(of.astype(np.int64), np.bincount(of, minlength=number).astype(np.int64), first)
