"""Wrong dimensions, dual classes, trees and representatives."""

from audits.claims.prelude import *
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, Values, is_consistent
from reference.data.dimensions import MistakeTree, is_shattered, vc_dimension
from reference.data.mistake_game import Examples
from reference.data.named_classes import Grid


def log_of_the_number(concepts: Iterable[Hypothesis], size: int) -> int:
    """floor(log2 |H|) for the VC dimension."""
    del size
    return len(tuple(concepts)).bit_length() - 1


def first_points_shattered(concepts: Iterable[Hypothesis], size: int) -> int:
    """Only the sets {0, ..., k - 1} are tried."""
    known = tuple(concepts)
    return max(k for k in range(size + 1) if is_shattered(range(k), known))


def with_repeated_columns(concepts: Sequence[Hypothesis], size: int) -> tuple[Values, ...]:
    """The dual class with equal columns as often as they stand."""
    return tuple(Values(tuple(c(x) for c in concepts)) for x in range(size))


def rows_for_columns(concepts: Sequence[Hypothesis], size: int) -> tuple[Values, ...]:
    """The class itself."""
    return tuple(Values.of(c, size) for c in concepts)


def primal_for_dual(concepts: Sequence[Hypothesis], size: int) -> int:
    """The VC dimension of the class itself."""
    return vc_dimension(concepts, size)


def depth_with(
    join: Callable[[int, int], int], *, alone: int = 0
) -> Callable[[Iterable[Hypothesis], int], int]:
    """The recursion with another way to join the depths of the two parts."""

    def depth(concepts: Iterable[Hypothesis], size: int) -> int:
        return down(frozenset(Values.of(c, size) for c in concepts), size)

    def down(left: frozenset[Values], size: int) -> int:
        found = alone
        for x in range(size):
            ones = frozenset(c for c in left if c(x))
            if ones and ones != left:
                found = max(found, 1 + join(down(ones, size), down(left - ones, size)))
        return found

    return depth


def swapped(tree: MistakeTree | None) -> MistakeTree | None:
    """What is asked after 1 stands where that after 0 should."""
    if tree is None:
        return None
    return MistakeTree(tree.point, swapped(tree.one), swapped(tree.zero))


def same_point_again(tree: MistakeTree | None) -> MistakeTree | None:
    """The root is asked again at the bottom."""
    return tree if tree is None else MistakeTree(tree.point, tree, tree)


class GrowthOfFewer(EveryClass):
    """The growth function at more points than there are leaves one point out."""

    @override
    def growth(self, mask: int, k: int) -> int:
        """The wrong growth function."""
        return super().growth(mask, self.size - 1 if k > self.size else k)


class GrowthOfMore(EveryClass):
    """The growth function at one point more."""

    @override
    def growth(self, mask: int, k: int) -> int:
        """The wrong growth function."""
        return super().growth(mask, k + 1)


@dataclass(frozen=True)
class FirstConsistent:
    """A learner that predicts what the first concept left says."""

    concepts: Sequence[Hypothesis]
    size: int

    def __call__(self, examples: Examples, point: int, /) -> int:
        return next((c(point) for c in self.concepts if is_consistent(c, examples)), 0)


@dataclass(frozen=True)
class Minority:
    """A learner that predicts the value of fewer of the concepts left."""

    concepts: Sequence[Hypothesis]
    size: int

    def __call__(self, examples: Examples, point: int, /) -> int:
        left = [c(point) for c in self.concepts if is_consistent(c, examples)]
        return int(2 * sum(left) < len(left))


def swapped_dyadic(answers: Sequence[int]) -> Fraction:
    """After 1, x <= t, to the left: 0 is appended."""
    point, step = Fraction(1, 2), Fraction(1, 4)
    for answer in answers:
        point += -step if answer else step
        step /= 2
    return point


def without_the_last_one(answers: Sequence[int]) -> Fraction:
    """0.s in place of 0.s1: on the edge of the interval."""
    return sum((Fraction(y, 2 ** (i + 1)) for i, y in enumerate(answers)), Fraction(0))


class LogOfTheNumber(EveryClass):
    """VC := floor(log2 |H|)."""

    @override
    def vc(self, mask: int) -> int:
        """The wrong VC dimension."""
        return mask.bit_count().bit_length() - 1


class VcAboveByOne(EveryClass):
    """The size of a least set that is not shattered."""

    @override
    def vc(self, mask: int) -> int:
        """The wrong VC dimension."""
        return super().vc(mask) + 1


class VcBelowByOne(EveryClass):
    """One less than the size of a largest set, from 0."""

    @override
    def vc(self, mask: int) -> int:
        """The wrong VC dimension."""
        return max(0, super().vc(mask) - 1)


class DualBelowByOne(EveryClass):
    """One less, from 0."""

    @override
    def dual_vc(self, mask: int) -> int:
        """The wrong dual VC dimension."""
        return max(0, super().dual_vc(mask) - 1)


class DualByNumber(EveryClass):
    """Every set of concepts counts as shattered: the number of concepts."""

    @override
    def dual_vc(self, mask: int) -> int:
        """The wrong dual VC dimension."""
        return mask.bit_count()


class DualOfTheRest(EveryClass):
    """The dual dimension of the functions that are not in the class."""

    @override
    def dual_vc(self, mask: int) -> int:
        """The wrong dual VC dimension."""
        return super().dual_vc(mask ^ ((1 << (1 << self.size)) - 1))


class VcOfTheRest(EveryClass):
    """The VC dimension of the functions that are not in the class."""

    @override
    def vc(self, mask: int) -> int:
        """The wrong VC dimension."""
        return super().vc((mask ^ ((1 << (1 << self.size)) - 1)) or mask)


class DepthByMax(EveryClass):
    """The depth of the longest path in place of the shortest: max for min."""

    @override
    def littlestone(self, mask: int) -> int:
        """The wrong depth."""
        return depth_with(max)(self.concepts(mask), self.size)


class DepthFromOne(EveryClass):
    """A single concept has depth 1."""

    @override
    def littlestone(self, mask: int) -> int:
        """The wrong depth."""
        return super().littlestone(mask) + 1


class EveryPoint(EveryClass):
    """Every point represents itself."""

    @override
    def representatives(self, mask: int) -> int:
        """The wrong number."""
        del mask
        return self.size


class RowsAsPoints(EveryClass):
    """Counts concepts where points are meant."""

    @override
    def representatives(self, mask: int) -> int:
        """The wrong number."""
        return mask.bit_count()


def representatives_of_neighbours(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """A point that equals the one just before it is represented by it: not transitive."""
    return tuple(
        x - 1 if x and all(c(x) == c(x - 1) for c in concepts) else x for x in range(size)
    )


def representatives_of_the_first(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """Only the first concept is asked."""
    first: dict[int, int] = {}
    return tuple(first.setdefault(concepts[0](x), x) for x in range(size))


def representatives_by_number(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """Points on which as many concepts are 1 count as equal."""
    first: dict[int, int] = {}
    return tuple(first.setdefault(sum(c(x) for c in concepts), x) for x in range(size))


def each_itself(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """No point stands for another."""
    del concepts
    return tuple(range(size))


@dataclass(frozen=True)
class Signed:
    """1 iff <a, x> is in a relation with b."""

    normal: tuple[int, ...]
    offset: int
    grid: Grid
    relation: Callable[[int, int], bool]

    def __call__(self, point: int, /) -> int:
        x = self.grid.coordinates(point)
        value = sum(a * b for a, b in zip(self.normal, x, strict=True))
        return int(self.relation(value, self.offset))


@dataclass(frozen=True)
class Bit:
    """The j-th bit from the other end, or one further, or its complement."""

    place: int
    flipped: bool = False

    def __call__(self, point: int, /) -> int:
        return (point >> self.place & 1) ^ self.flipped
