"""Small hypothesis classes that represent the point functions.

In a family of sets in which every point j lies in at least p sets, and each other point in at
most t - 1 of p sets through j, the uniform mixture of those p sets errs on no point with
probability above (t - 1)/p: the family (t - 1)/p-represents the point functions.

* Lines of the projective plane of prime order q: q^2 + q + 1 points, as many lines, q + 1 lines
  through a point, two lines meet in one point, so the value is 1/(q + 1).
* Dual of a packing: blocks become points and elements become sets; blocks that share at most one
  element become points that share at most one set.
* Random subsets of 1..2T, of which the good points are kept.

>>> [len(projective_lines(2)), sorted(projective_lines(2)[0])]
[7, [4, 5, 6]]
>>> covering(projective_lines(2), 0), len(steiner_dual(lines_of_binary_space(4), 32))
((3, 1), 15)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from reference.data.concept import Values
from reference.exact.interval import exp

Sets = tuple[frozenset[int], ...]
"""A family of sets of points."""


def projective_lines(order: int) -> Sets:
    """The lines of the projective plane of a prime order, as sets of point numbers.

    Points are the normalised non-zero vectors of F_q^3; the line of u is the set of the points
    orthogonal to u.

    Raises:
        ValueError: if the order is no prime.
    """
    q = order
    if q < 2 or any(q % divisor == 0 for divisor in range(2, q)):
        raise ValueError(f"order {order}: this construction takes a prime")
    vectors = [
        *((1, a, b) for a in range(q) for b in range(q)),
        *((0, 1, a) for a in range(q)),
        (0, 0, 1),
    ]
    return tuple(
        frozenset(
            i
            for i, v in enumerate(vectors)
            if sum(x * y for x, y in zip(u, v, strict=True)) % q == 0
        )
        for u in vectors
    )


def affine_lines(order: int) -> Sets:
    """The lines of the affine plane of a prime order: the projective plane without one line."""
    lines = projective_lines(order)
    removed, *rest = lines
    names = {p: i for i, p in enumerate(sorted(frozenset().union(*lines) - removed))}
    return tuple(frozenset(names[p] for p in line - removed) for line in rest)


def lines_of_binary_space(dimension: int) -> Sets:
    """The blocks {a, b, a xor b} of 1..2^dimension - 1, in lexicographic order, from 0."""
    blocks = {frozenset((a, b, a ^ b)) for a, b in combinations(range(1, 2**dimension), 2)}
    return tuple(frozenset(a - 1 for a in block) for block in sorted(blocks, key=sorted))


def steiner_dual(blocks: Sequence[frozenset[int]], size: int) -> Sets:
    """For each element the set of the first `size` blocks that contain it."""
    elements = sorted(frozenset().union(*blocks))
    return tuple(frozenset(x for x in range(size) if e in blocks[x]) for e in elements)


def as_hypotheses(sets: Iterable[frozenset[int]], size: int) -> tuple[Values, ...]:
    """The indicator functions of the sets."""
    return tuple(Values.indicator(members, size) for members in sets)


def covering(sets: Sequence[frozenset[int]], point: int) -> tuple[int, int]:
    """The number of sets through a point, and the most of them that share another point."""
    through = [members for members in sets if point in members]
    others = frozenset().union(*through) - {point} if through else frozenset[int]()
    return len(through), max((sum(b in s for s in through) for b in others), default=0)


def is_good_point(sets: Sequence[frozenset[int]], point: int, needed: int, below: int) -> bool:
    """Whether `needed` sets contain the point, and the first `needed` share others less often.

    Args:
        sets: the family, in order.
        point: the point j.
        needed: p.
        below: every other point lies in fewer than this many of the first p sets through j.
    """
    through = [members for members in sets if point in members][:needed]
    return len(through) == needed and covering(through, point)[1] < below


def restricted(sets: Sequence[frozenset[int]], kept: Sequence[int]) -> Sets:
    """The sets on the kept points alone, renumbered in their order."""
    names = {p: i for i, p in enumerate(kept)}
    return tuple(frozenset(names[p] for p in s if p in names) for s in sets)


@dataclass(frozen=True, slots=True)
class RandomSubsetClass:
    """The sizes of the class of random subsets for 2^dimension points.

    p = d (1 + floor(1/alpha)), k = ceil(8 e p^2 / d) sets of about 4 p T / k points out of 2T.

    Raises:
        ValueError: unless dimension >= 1 and 0 < alpha < 1.
    """

    dimension: int
    """d, with T = 2^d."""

    alpha: Fraction
    """Accuracy to which the point functions are represented."""

    def __post_init__(self) -> None:
        if self.dimension < 1 or not 0 < self.alpha < 1:
            raise ValueError(
                f"dimension {self.dimension}, alpha {self.alpha}: d >= 1 and 0 < alpha < 1"
            )

    @property
    def needed(self) -> int:
        """p: how many sets a good point lies in."""
        return self.dimension * (1 + self.alpha.denominator // self.alpha.numerator)

    @property
    def sets(self) -> int:
        """k: how many sets there are."""
        return (exp(1) * (8 * self.needed**2) / self.dimension).ceil()

    @property
    def points_per_set(self) -> int:
        """4 p T / k, rounded up."""
        return -(-(4 * self.needed << self.dimension) // self.sets)

    def represented(self, sets: Sequence[frozenset[int]]) -> Sets | None:
        """The class on T good points of 0..2T-1; None if fewer than T points are good."""
        size = 1 << self.dimension
        good = [j for j in range(2 * size) if is_good_point(sets, j, self.needed, self.dimension)]
        return restricted(sets, good[:size]) if len(good) >= size else None
