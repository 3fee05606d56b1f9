"""Dimensions of every class of concepts on a few points, a class being an integer.

A function on `size` points is numbered by its values, the one at x being the x-th bit; a class is
the integer whose bits are the numbers of its concepts.  What a class has to meet, it meets if an
intersection of integers is not 0:

* points are shattered if the class meets each set of functions with given values there;
* concepts are shattered by the points if these are columns of all 2^k kinds;
* L(H) = max over x of 1 + min(L(H with 0 at x), L(H with 1 at x)), L of no concept -1, in the
  order of the integers, where parts stand before the whole.

Equal to `reference.data.dimensions` and to `reference.data.public_cover.representatives`.

Notation: H class, x point, k number of points.
Source: BCMNUW20, section 2.1; Littlestone.
Deviations: values are 0 and 1 where the paper has -1 and +1.
Degenerate inputs: the empty class has no number here, nor have more than 4 points.

>>> three = EveryClass(3)
>>> len(three.classes), max(map(three.littlestone, three.classes))
(255, 3)
>>> thresholds = three.mask([0b000, 0b001, 0b011, 0b111])
>>> three.vc(thresholds), three.dual_vc(thresholds), three.representatives(thresholds)
(1, 1, 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

from reference.data.concept import Values


@dataclass(frozen=True)
class EveryClass:
    """The classes on 1 to 4 points, by their integers.

    Raises:
        ValueError: unless 1 <= size <= 4.
    """

    size: int

    def __post_init__(self) -> None:
        if not 1 <= self.size <= 4:
            raise ValueError(f"size {self.size}: from 1 to 4 points")

    @property
    def classes(self) -> range:
        """All classes but the empty one."""
        return range(1, 1 << (1 << self.size))

    def mask(self, numbers: Iterable[int]) -> int:
        """The class of the functions with these numbers."""
        return sum(1 << number for number in set(numbers))

    def concepts(self, mask: int) -> tuple[Values, ...]:
        """The concepts of a class, in the order of their numbers."""
        return tuple(
            Values(tuple(f >> x & 1 for x in range(self.size)))
            for f in range(1 << self.size)
            if mask >> f & 1
        )

    def vc(self, mask: int) -> int:
        """The VC dimension."""
        return max(len(t) for t, cells in _cells(self.size) if all(mask & c for c in cells))

    def growth(self, mask: int, k: int) -> int:
        """The most combinations of values on k points, or on all if there are fewer."""
        kept = min(k, self.size)
        return max(
            sum(1 for c in cells if mask & c) for t, cells in _cells(self.size) if len(t) == kept
        )

    def dual_vc(self, mask: int) -> int:
        """The VC dimension of the dual class."""
        return max(k for k, chosen in _dually_shattered(self.size) if mask & chosen == chosen)

    def littlestone(self, mask: int) -> int:
        """The Littlestone dimension."""
        return _littlestone(self.size)[mask]

    def representatives(self, mask: int) -> int:
        """The number of points that the class tells apart."""
        return sum(all(mask & apart for apart in differing) for differing in _differing(self.size))


def _having(size: int, values: dict[int, int]) -> int:
    """The functions with these values at these points, as a class."""
    return sum(1 << f for f in range(1 << size) if all(f >> x & 1 == y for x, y in values.items()))


@cache
def _cells(size: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """For each set of points the classes of the functions with given values on it."""
    return tuple(
        (t, tuple(_having(size, dict(zip(t, y, strict=True))) for y in product((0, 1), repeat=k)))
        for k in range(size + 1)
        for t in combinations(range(size), k)
    )


@cache
def _dually_shattered(size: int) -> tuple[tuple[int, int], ...]:
    """The sets of k functions for which points show all 2^k combinations of values, with k."""
    return tuple(
        (k, sum(1 << f for f in chosen))
        for k in range(size.bit_length())
        for chosen in combinations(range(1 << size), k)
        if len({tuple(f >> x & 1 for f in chosen) for x in range(size)}) == 1 << k
    )


@cache
def _differing(size: int) -> tuple[tuple[int, ...], ...]:
    """For each point x and each earlier one, the functions that differ on the two."""
    return tuple(
        tuple(_having(size, {x: 0, z: 1}) | _having(size, {x: 1, z: 0}) for z in range(x))
        for x in range(size)
    )


@cache
def _littlestone(size: int) -> tuple[int, ...]:
    """The Littlestone dimension of every class, -1 for the empty one."""
    ones = [_having(size, {x: 1}) for x in range(size)]
    found = [-1] + [0] * ((1 << (1 << size)) - 1)
    for mask in range(1, len(found)):
        found[mask] = max(1 + min(found[mask & one], found[mask & ~one]) for one in ones)
    return tuple(found)
