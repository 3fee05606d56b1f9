"""Hypothesis classes of section 4.1 that are wrong."""

from audits.claims.prelude import *
from reference.data.concept import Values
from reference.data.hypothesis_classes import (
    RandomSubsetClass,
    Sets,
    covering,
    projective_lines,
    restricted,
)


def complements(order: int) -> Sets:
    """The complements of the lines of the plane."""
    lines = projective_lines(order)
    return tuple(frozenset(range(len(lines))) - line for line in lines)


def without_a_line(order: int) -> Sets:
    """The plane without its last line."""
    return projective_lines(order)[:-1]


def complement(members: Iterable[int], size: int) -> Values:
    """The function that is 0 exactly on the set."""
    return Values.indicator(frozenset(range(size)) - frozenset(members), size)


def blocks_themselves(blocks: Sets, size: int) -> Sets:
    """The first blocks, not the points of the dual."""
    return tuple(blocks[:size])


def shared_by_one_less(sets: Sets, point: int) -> tuple[int, int]:
    """The number of sets through a point, and one less than the most that share another."""
    through, shared = covering(sets, point)
    return through, shared - 1


def a_fourth_of_the_rate(order: int, alpha: Fraction) -> Fraction:
    """Keeps lines with a fourth of the rate of a sparse plane."""
    return 1 / (alpha * (order + 1))


class HalfSets(RandomSubsetClass):
    """Sets of 2pT/k points."""

    @property
    @override
    def points_per_set(self) -> int:
        """Half as many."""
        return -(-(2 * self.needed << self.dimension) // self.sets)


class FewerSets(RandomSubsetClass):
    """k = 8 p^2 / d: e is left out."""

    @property
    @override
    def sets(self) -> int:
        """Fewer by the factor e."""
        return -(-8 * self.needed**2 // self.dimension)


class KeepingBadPoints(RandomSubsetClass):
    """The first T points, whether they have property (3) or not."""

    @override
    def represented(self, sets: Sequence[frozenset[int]]) -> Sets | None:
        """The class on them."""
        return restricted(sets, range(1 << self.dimension))
