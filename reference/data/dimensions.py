"""Dimensions of a class of concepts on finitely many points: VC, dual VC and Littlestone.

A set of points is shattered if the concepts take all combinations of values on it; the VC
dimension is the size of a largest such set, the growth function counts the combinations taken on
a worst set of k points.  The dual class turns the table: its concepts are the points, its points
the concepts, equal columns counted once.  A mistake tree of depth d asks for the value at a point
in each inner node, and all of its 2^d leaves are realised by concepts; the Littlestone dimension
is the depth of a deepest one, the number of mistakes that an adversary can force.

Notation: H concepts, X points 0, ..., size - 1, k number of points.
Source: BCMNUW20, section 2.1 and section 5; Sauer, Shelah; Assouad; Littlestone.
Deviations: values are 0 and 1 where the paper has -1 and +1.
Degenerate inputs: one concept has all dimensions 0; none is refused.

>>> from reference.data.concept import intervals
>>> vc_dimension(intervals(7), 7), dual_vc_dimension(intervals(7), 7)
(1, 1)
>>> littlestone_dimension(intervals(7), 7), growth(intervals(7), 7, 3)
(3, 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from reference.data.concept import Hypothesis, Values


def restriction(concepts: Iterable[Hypothesis], chosen: Sequence[int]) -> set[tuple[int, ...]]:
    """Pi_H(T): the combinations of values that the concepts take on the chosen points."""
    return {tuple(c(x) for x in chosen) for c in concepts}


def is_shattered(chosen: Sequence[int], concepts: Iterable[Hypothesis]) -> bool:
    """Whether the concepts take all 2^k combinations of values on the k chosen points."""
    return len(restriction(concepts, chosen)) == 1 << len(chosen)


def growth(concepts: Sequence[Hypothesis], size: int, k: int) -> int:
    """Pi_H(k): the most combinations of values taken on k points, or on all if there are fewer.

    Raises:
        ValueError: for no concept, or k < 0.
    """
    if not concepts or k < 0:
        raise ValueError(f"{len(concepts)} concepts, k = {k}: at least one concept, and k >= 0")
    return max(len(restriction(concepts, t)) for t in combinations(range(size), min(k, size)))


def vc_dimension(concepts: Iterable[Hypothesis], size: int) -> int:
    """The size of a largest set of points that is shattered; 0 for one concept.

    Subsets of a shattered set are shattered, so sets are grown point by point.

    Raises:
        ValueError: for no concept.
    """
    known = tuple(concepts)
    if not known:
        raise ValueError("no concept: the VC dimension is that of at least one")
    level: list[tuple[int, ...]] = [()]
    dimension = 0
    while True:
        level = [
            grown
            for chosen in level
            for x in range(chosen[-1] + 1 if chosen else 0, size)
            if is_shattered(grown := (*chosen, x), known)
        ]
        if not level:
            return dimension
        dimension += 1


def dual_class(concepts: Sequence[Hypothesis], size: int) -> tuple[Values, ...]:
    """H*: for each point x the function h -> h(x) on the concepts, equal ones once, in order."""
    return tuple(dict.fromkeys(Values(tuple(c(x) for c in concepts)) for x in range(size)))


def dual_vc_dimension(concepts: Sequence[Hypothesis], size: int) -> int:
    """The VC dimension of the dual class; 0 if every concept is constant.

    Raises:
        ValueError: for no concept, or no point.
    """
    if not concepts or size < 1:
        raise ValueError(f"{len(concepts)} concepts, {size} points: at least one of each")
    return vc_dimension(dual_class(concepts, size), len(concepts))


@dataclass(frozen=True, slots=True)
class MistakeTree:
    """A node that asks for the value at a point."""

    point: int

    zero: MistakeTree | None
    """What is asked after 0; None: a leaf."""

    one: MistakeTree | None
    """What is asked after 1."""


def mistake_tree(concepts: Iterable[Hypothesis], size: int) -> MistakeTree | None:
    """A deepest complete mistake tree; None for depth 0, the first point among equals.

    Raises:
        ValueError: for no concept.
    """
    return _tree(_tables(concepts, size), size)


def littlestone_dimension(concepts: Iterable[Hypothesis], size: int) -> int:
    """The depth of a deepest complete mistake tree whose leaves are all realised.

    L(H) = max over points x that split H of 1 + min(L(H with 0 at x), L(H with 1 at x)), else 0.

    Raises:
        ValueError: for no concept.
    """
    return _depth(_tables(concepts, size), size)


def _tables(concepts: Iterable[Hypothesis], size: int) -> frozenset[tuple[int, ...]]:
    """The concepts as rows of values.

    Raises:
        ValueError: for no concept.
    """
    tables = frozenset(Values.of(c, size).values for c in concepts)
    if not tables:
        raise ValueError("no concept: the Littlestone dimension is that of at least one")
    return tables


@lru_cache(maxsize=1 << 17)
def _depth(tables: frozenset[tuple[int, ...]], size: int) -> int:
    deepest = 0
    for x in range(size):
        ones = frozenset(t for t in tables if t[x])
        zeros = tables - ones
        if min(len(ones), len(zeros)) >= 1 << deepest:
            deepest = max(deepest, 1 + min(_depth(zeros, size), _depth(ones, size)))
    return deepest


def _tree(tables: frozenset[tuple[int, ...]], size: int) -> MistakeTree | None:
    """A complete tree of the greatest depth."""
    return _cut(tables, size, _depth(tables, size))


def _cut(tables: frozenset[tuple[int, ...]], size: int, depth: int) -> MistakeTree | None:
    """A complete tree of this depth, which there is."""
    if not depth:
        return None
    for x in range(size):
        ones = frozenset(t for t in tables if t[x])
        zeros = tables - ones
        if ones and zeros and min(_depth(zeros, size), _depth(ones, size)) >= depth - 1:
            return MistakeTree(x, _cut(zeros, size, depth - 1), _cut(ones, size, depth - 1))
    return None
