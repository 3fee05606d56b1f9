"""Families of counting queries with a name, on vectors of bits or on an ordered domain.

A conjunction of literals over p bits is 1 at x iff x agrees with given values on a set of
attributes; there are 3^p, the empty one (always 1) included.  A k-way marginal query is one on
exactly k attributes, of which there are 2^k C(p, k).

Source: VT14, Example 3.1.2, section 3.1.
Deviations: conjunctions that contain an attribute and its negation, always 0, are left out.
Degenerate inputs: without attributes there is the empty conjunction alone.

>>> x0_and_not_x2 = LiteralConjunction(mask=0b101, values=0b001)
>>> str(x0_and_not_x2), [x for x in range(8) if x0_and_not_x2(x)]
('x0 & ~x2', [1, 3])
>>> len(literal_conjunctions(4)), len(marginals(4, 2)), len(Workload("marginals-2").on(16))
(81, 24, 24)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from reference.data.concept import Hypothesis
from reference.data.named_classes import ConceptClass
from reference.override import override


@dataclass(frozen=True, slots=True)
class LiteralConjunction:
    """1 iff x agrees with the values on the attributes of the mask.

    Raises:
        ValueError: if a value is given for an attribute that is not in the mask.
    """

    mask: int
    """The attributes, as bits."""

    values: int
    """The value of each of them, as bits."""

    def __post_init__(self) -> None:
        if self.values & ~self.mask or self.mask < 0:
            raise ValueError(f"values {self.values:b}: bits of the mask {self.mask:b}")

    def __call__(self, point: int, /) -> int:
        return int(point & self.mask == self.values)

    @override
    def __str__(self) -> str:
        bits = (j for j in range(self.mask.bit_length()) if self.mask >> j & 1)
        return " & ".join(f"{'' if self.values >> j & 1 else '~'}x{j}" for j in bits) or "1"


def marginals(attributes: int, width: int) -> tuple[LiteralConjunction, ...]:
    """The conjunctions on exactly `width` of the attributes."""
    return tuple(
        LiteralConjunction(mask, values)
        for chosen in combinations(range(attributes), width)
        for mask in (sum(1 << j for j in chosen),)
        for values in range(mask + 1)
        if not values & ~mask
    )


def literal_conjunctions(attributes: int) -> tuple[LiteralConjunction, ...]:
    """All of them, the shortest first."""
    return tuple(q for width in range(attributes + 1) for q in marginals(attributes, width))


MOST_ATTRIBUTES = 10
"""Of vectors whose conjunctions are listed."""


class Workload(Enum):
    """Queries by the name of their family, on 0, ..., size - 1."""

    THRESHOLDS = "thresholds"
    POINTS = "points"
    STUMPS = "stumps"
    PARITIES = "parities"
    MARGINALS_1 = "marginals-1"
    MARGINALS_2 = "marginals-2"
    MARGINALS_3 = "marginals-3"
    CONJUNCTIONS = "conjunctions"

    def on(self, size: int) -> tuple[Hypothesis, ...]:
        """All queries of the family on so many points.

        Raises:
            ValueError: if the points are no vectors of bits and should be, or if there are none
                or too many of them to list.
        """
        if self.value in {each.value for each in ConceptClass}:
            return ConceptClass(self.value).on(size)
        attributes = size.bit_length() - 1
        if size < 1 or size != 1 << attributes:
            raise ValueError(f"domain of {size} points: {self.value} are on 2^p points, p bits")
        if attributes > MOST_ATTRIBUTES:
            raise ValueError(
                f"domain of {size} points: {self.value} are listed, at most on "
                f"{1 << MOST_ATTRIBUTES}"
            )
        if self is Workload.CONJUNCTIONS:
            return literal_conjunctions(attributes)
        width = int(self.value[-1])
        if attributes < width:
            raise ValueError(f"domain of {size} points: {self.value} are on {width} bits or more")
        return marginals(attributes, width)
