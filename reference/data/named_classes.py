"""Classes of concepts with a name: thresholds, points, decision stumps, parities, halfspaces.

* stumps: h_j(x) = the j-th bit of x, for vectors of p bits, written as integers.
* upper thresholds: h_t(x) = 1 iff x >= t, for t = 0, ..., size.
* halfspaces: h(x) = 1 iff <a, x> >= b, for the points of a grid.
* parities: h_a(x) = <a, x> modulo 2, for vectors of p bits.

Thresholds, h_t(x) = 1 iff x < t, are `reference.data.concept.intervals`, and points its `points`.
A `ConceptClass` makes those on a domain that need no more than the number of points.

Source: BCMNUW20, Definition 12, section 4, and section 2.1; VT14, sections 9.1 and 9.2.
Deviations: values are 0 and 1 where the paper has -1 and +1; attributes count from 0.

>>> from reference.data.concept import Values
>>> [str(Values.of(h, 4)) for h in stumps(2)]
['0101', '0011']
>>> [str(Values.of(h, 4)) for h in parities(2)]
['0000', '0101', '0011', '0110']
>>> Grid(2, 1).size, Halfspace((1, 0), 1, Grid(2, 1)).values_on((0, 8))
(9, (0, 1))
>>> len(ConceptClass("stumps").on(2**32)), len(ConceptClass("thresholds").on(4))
(32, 5)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from reference.data.concept import Hypothesis, intervals, points
from reference.override import override


@dataclass(frozen=True, slots=True)
class Stump:
    """h_j, the j-th bit of a vector of bits; calls for any number of bits."""

    attribute: int
    """j, from 0."""

    def __call__(self, point: int, /) -> int:
        return point >> self.attribute & 1

    @override
    def __str__(self) -> str:
        return f"x{self.attribute}"


@dataclass(frozen=True, slots=True)
class UpperThreshold:
    """h_t, which is 1 from t on."""

    start: int
    """t."""

    def __call__(self, point: int, /) -> int:
        return int(point >= self.start)

    @override
    def __str__(self) -> str:
        return f"[{self.start},...)"


@dataclass(frozen=True, slots=True)
class Parity:
    """h_a, the parity of the bits chosen by a mask."""

    mask: int
    """a."""

    def __call__(self, point: int, /) -> int:
        return (point & self.mask).bit_count() & 1


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of {-reach, ..., reach}^dimension; the first coordinate changes fastest.

    Raises:
        ValueError: unless dimension >= 1 and reach >= 0.
    """

    dimension: int
    reach: int

    def __post_init__(self) -> None:
        if self.dimension < 1 or self.reach < 0:
            raise ValueError(
                f"dimension {self.dimension}, reach {self.reach}: dimension >= 1 and reach >= 0"
            )

    @property
    def size(self) -> int:
        """The number of points."""
        size = 1
        for _ in range(self.dimension):
            size *= 2 * self.reach + 1
        return size

    def coordinates(self, point: int) -> tuple[int, ...]:
        """The vector of a point."""
        side = 2 * self.reach + 1
        vector: list[int] = []
        for _ in range(self.dimension):
            point, digit = divmod(point, side)
            vector.append(digit - self.reach)
        return tuple(vector)


@dataclass(frozen=True, slots=True)
class Halfspace:
    """1 iff <normal, x> >= offset, at the points of a grid.

    Raises:
        ValueError: if the normal has not one coordinate for each dimension.
    """

    normal: tuple[int, ...]
    offset: int
    grid: Grid

    def __post_init__(self) -> None:
        if len(self.normal) != self.grid.dimension:
            raise ValueError(
                f"normal {self.normal}: a vector of {self.grid.dimension} coordinates"
            )

    def __call__(self, point: int, /) -> int:
        x = self.grid.coordinates(point)
        return int(sum(a * b for a, b in zip(self.normal, x, strict=True)) >= self.offset)

    def values_on(self, points: Iterable[int]) -> tuple[int, ...]:
        """The values at some points."""
        return tuple(map(self, points))


def stumps(attributes: int) -> tuple[Stump, ...]:
    """The stumps on 2^attributes points.

    Raises:
        ValueError: unless attributes >= 1.
    """
    _check(attributes)
    return tuple(Stump(j) for j in range(attributes))


def upper_thresholds(size: int) -> tuple[UpperThreshold, ...]:
    """The size + 1 upper thresholds on so many points.

    Raises:
        ValueError: for a negative number of points.
    """
    if size < 0:
        raise ValueError(f"size {size}: at least 0")
    return tuple(UpperThreshold(t) for t in range(size + 1))


def parities(attributes: int) -> tuple[Parity, ...]:
    """The 2^attributes parities on as many points.

    Raises:
        ValueError: unless attributes >= 1.
    """
    _check(attributes)
    return tuple(Parity(mask) for mask in range(1 << attributes))


def halfspaces(
    grid: Grid, normals: Sequence[tuple[int, ...]], offsets: Sequence[int]
) -> tuple[Halfspace, ...]:
    """A halfspace for each normal and each offset."""
    return tuple(Halfspace(a, b, grid) for a in normals for b in offsets)


MOST_LISTED = 2**12
"""Concepts of a class that is listed one by one."""


class ConceptClass(Enum):
    """Concepts by the name of their class, on 0, ..., size - 1."""

    THRESHOLDS = "thresholds"
    POINTS = "points"
    STUMPS = "stumps"
    PARITIES = "parities"

    def on(self, size: int) -> tuple[Hypothesis, ...]:
        """All concepts of the class on so many points.

        Raises:
            ValueError: if the points are no vectors of bits and should be, for no point, and for
                more than `MOST_LISTED` concepts.
        """
        if size < 1:
            raise ValueError(f"domain of {size} points: at least one")
        attributes = size.bit_length() - 1
        if self in {ConceptClass.STUMPS, ConceptClass.PARITIES} and size != 1 << attributes:
            raise ValueError(f"domain of {size} points: {self.value} are on 2^p points, p bits")
        if self is ConceptClass.STUMPS and size == 1:
            raise ValueError("domain of 1 point: stumps are on 2^p points, p bits, p >= 1")
        if self is ConceptClass.STUMPS:
            return stumps(attributes)
        if size > MOST_LISTED:
            raise ValueError(
                f"domain of {size} points: {self.value} are listed, at most on {MOST_LISTED}"
            )
        if self is ConceptClass.PARITIES and size == 1:
            raise ValueError("domain of 1 point: parities are on 2^p points, p bits, p >= 1")
        if self is ConceptClass.PARITIES:
            return parities(attributes)
        return intervals(size) if self is ConceptClass.THRESHOLDS else points(size)


def _check(attributes: int) -> None:
    if attributes < 1:
        raise ValueError(f"attributes {attributes}: at least 1")
