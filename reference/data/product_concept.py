"""Concepts on several axes: one concept for each coordinate, joined by "and" or by "or".

Points of X^l are tuples (y_1, ..., y_l).  From concepts c_1, ..., c_l on X come

    conjunction: c(y) = 1 iff c_j(y_j) = 1 for every axis j,
    disjunction: c(y) = 1 iff c_j(y_j) = 1 for some axis j,

and from a class C the class C^l of all conjunctions.  If p is a point with c(p) = 1 for every c of
C, then a conjunction is its j-th concept along the axis j, where all other coordinates are p; for
disjunctions c(p) = 0 does the same.  With the thresholds c_x(y) = 1 iff y <= x, C^l are the
thresholds in l dimensions, and p is the least point.

>>> c = Conjunction((IntervalFunction(2), IntervalFunction(1)))
>>> [c((1, 0)), c((1, 1)), Disjunction(c.parts)((1, 1))]
[1, 0, 1]
>>> len(conjunctions(thresholds(3), 2)), on_axis(2, 1, 3, 0)
(9, (0, 2, 0))
>>> [c(on_axis(x, 0, 2, 0)) for x in range(3)], [c.parts[0](x) for x in range(3)]
([1, 1, 0], [1, 1, 0])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from reference.data.concept import Hypothesis, IntervalFunction
from reference.override import override

ProductPoint: TypeAlias = tuple[int, ...]
"""A coordinate on each axis."""

ProductExample: TypeAlias = tuple[ProductPoint, int]
"""A point of X^l and its label, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Conjunction:
    """1 where the concept of every axis is 1."""

    parts: tuple[Hypothesis, ...]
    """c_1, ..., c_l."""

    def __call__(self, point: ProductPoint, /) -> int:
        return int(all(c(y) for c, y in zip(self.parts, point, strict=True)))

    @override
    def __str__(self) -> str:
        return " and ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Disjunction:
    """1 where the concept of some axis is 1."""

    parts: tuple[Hypothesis, ...]
    """c_1, ..., c_l."""

    def __call__(self, point: ProductPoint, /) -> int:
        return int(any(c(y) for c, y in zip(self.parts, point, strict=True)))

    @override
    def __str__(self) -> str:
        return " or ".join(map(str, self.parts))


def thresholds(size: int) -> tuple[IntervalFunction, ...]:
    """Every threshold function c_x, 1 exactly at and below x, on the points 0..size-1."""
    return tuple(IntervalFunction(x + 1) for x in range(size))


def conjunctions(concepts: Sequence[Hypothesis], dimensions: int) -> tuple[Conjunction, ...]:
    """C^l: every conjunction of concepts, one on each axis; there are |C|^l."""
    return tuple(map(Conjunction, product(concepts, repeat=dimensions)))


def disjunctions(concepts: Sequence[Hypothesis], dimensions: int) -> tuple[Disjunction, ...]:
    """Every disjunction of concepts, one on each axis."""
    return tuple(map(Disjunction, product(concepts, repeat=dimensions)))


def product_points(size: int, dimensions: int) -> tuple[ProductPoint, ...]:
    """Every point of {0..size-1}^l, the last coordinate first to change."""
    return tuple(product(range(size), repeat=dimensions))


def on_axis(coordinate: int, axis: int, dimensions: int, neutral: int) -> ProductPoint:
    """The point with this coordinate on the axis, and the neutral point on all others."""
    return tuple(coordinate if j == axis else neutral for j in range(dimensions))
