"""Concepts and hypotheses: functions from points to {0, 1}, and how far apart they are.

Points are the integers 0, 1, ..., T - 1.  A labelled example is a pair (x, y) of a point and a
label, a labelled database a tuple of examples; nothing says that one function explains all of
them.  With a distribution on the points, given as rational masses,

    error(c, h)           = Pr[h(x) != c(x)],
    empirical_errors(h)   = #{(x, y) in the database : h(x) != y}.

* points: c_j(x) = 1 iff x = j, for j in 0..T-1.
* intervals: c_j(x) = 1 iff x < j, for j in 0..T.

>>> masses = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
>>> error(PointFunction(0), PointFunction(2), masses)
Fraction(3, 4)
>>> empirical_errors(IntervalFunction(2), ((0, 1), (2, 1), (2, 0)))
1
>>> [str(Values.of(c, 3)) for c in intervals(3)]
['000', '100', '110', '111']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Protocol, TypeAlias

from reference.data.database import Database
from reference.override import override

LabelledExample: TypeAlias = tuple[int, int]
"""A point and its label, 0 or 1."""

Masses: TypeAlias = Sequence[Fraction]
"""A distribution on the points: the mass of each, in order."""


class Hypothesis(Protocol):
    """A function from points to {0, 1}, with equality and a hash."""

    def __call__(self, point: int, /) -> int:
        """The value at a point."""

    @override
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PointFunction:
    """c_j, which is 1 at j alone."""

    point: int

    def __call__(self, point: int, /) -> int:
        return int(point == self.point)

    @override
    def __str__(self) -> str:
        return f"c{self.point}"


@dataclass(frozen=True, slots=True)
class IntervalFunction:
    """c_j, which is 1 exactly below j."""

    end: int

    def __call__(self, point: int, /) -> int:
        return int(point < self.end)

    @override
    def __str__(self) -> str:
        return f"[0,{self.end})"


@dataclass(frozen=True, slots=True)
class Values:
    """A function given by its values at 0, 1, ..., T - 1."""

    values: tuple[int, ...]

    @staticmethod
    def of(hypothesis: Hypothesis, size: int) -> Values:
        """The same function on the first `size` points."""
        return Values(tuple(hypothesis(x) for x in range(size)))

    @staticmethod
    def indicator(members: Iterable[int], size: int) -> Values:
        """The function that is 1 exactly on a set of points."""
        inside = frozenset(members)
        return Values(tuple(int(x in inside) for x in range(size)))

    @property
    def weight(self) -> int:
        """The number of points on which the function is 1."""
        return sum(self.values)

    def __call__(self, point: int, /) -> int:
        return self.values[point]

    @override
    def __str__(self) -> str:
        return "".join(map(str, self.values))


def points(size: int) -> tuple[PointFunction, ...]:
    """Every point function on `size` points."""
    return tuple(PointFunction(j) for j in range(size))


def intervals(size: int) -> tuple[IntervalFunction, ...]:
    """Every interval function on `size` points; there are size + 1."""
    return tuple(IntervalFunction(j) for j in range(size + 1))


def all_functions(size: int) -> Iterator[Values]:
    """Every function on `size` points; there are 2^size."""
    return map(Values, product((0, 1), repeat=size))


def labelled_examples(size: int) -> tuple[LabelledExample, ...]:
    """Every labelled example on `size` points."""
    return tuple(product(range(size), (0, 1)))


def labelled(sample: Iterable[int], concept: Hypothesis) -> Database[LabelledExample]:
    """The sample with the labels that the concept gives it."""
    return tuple((x, concept(x)) for x in sample)


def error(concept: Hypothesis, hypothesis: Hypothesis, masses: Masses) -> Fraction:
    """The mass of the points on which the two functions differ."""
    return sum((mass for x, mass in enumerate(masses) if concept(x) != hypothesis(x)), Fraction(0))


def empirical_errors(hypothesis: Hypothesis, database: Database[LabelledExample]) -> int:
    """The number of examples that the hypothesis labels differently."""
    return sum(hypothesis(x) != y for x, y in database)


def is_consistent(hypothesis: Hypothesis, database: Database[LabelledExample]) -> bool:
    """Whether the hypothesis agrees with every example."""
    return not empirical_errors(hypothesis, database)


def disagreements(first: Hypothesis, second: Hypothesis, size: int) -> frozenset[int]:
    """The points, among the first `size`, on which the two functions differ."""
    return frozenset(x for x in range(size) if first(x) != second(x))


def grid_distributions(size: int, steps: int) -> Iterator[tuple[Fraction, ...]]:
    """Every distribution on `size` points whose masses are multiples of 1/steps."""
    for counts in product(range(steps + 1), repeat=size - 1):
        rest = steps - sum(counts)
        if rest >= 0:
            yield tuple(Fraction(count, steps) for count in (*counts, rest))
