"""Wrong variants of the release of thresholds, after the blocks."""

from bisect import bisect_left

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.noisy_blocks import HalfNoise, NoNoise
from reference.mechanisms.release.threshold_release import (
    BlockPoints,
    Cut,
    NoisyCuts,
    Point,
    Steps,
    ThresholdRelease,
    moved_down,
    representatives,
)
from reference.mechanisms.release.tree_counter import TreeCounter, nodes_changed
from reference.probability.fold import Fold

Moved = Callable[[Sequence[int], Rows], Rows]


def strictly_below(points: Sequence[int], database: Rows) -> Rows:
    """Rows move to the largest representative below them, never to one that they equal."""
    return tuple(bisect_left(points, x) for x in database)


def one_too_high(points: Sequence[int], database: Rows) -> Rows:
    """Rows move to the next representative above."""
    return tuple(min(len(points), i + 1) for i in moved_down(points, database))


@dataclass(frozen=True)
class OtherRelease:
    """Another way down, or exact counts."""

    solver: Any
    domain: Domain[int]
    blocks: int
    cuts: NoisyCuts[Any]
    node: Epsilon[Any]
    reach: int = 0
    moved: Moved = moved_down
    exact: bool = False

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Steps:
        rows = tuple(sorted(database))
        points = representatives(coins.run(BlockPoints(self.cuts, self.blocks, self.solver), rows))
        moved = self.moved(points, rows)
        if self.exact:
            counts = tuple(sum(i <= p for i in moved) for p in range(len(points) + 1))
            return Steps(points, counts)
        counter = TreeCounter(Domain.of_size(len(points) + 1), self.node, self.reach)
        return Steps(points, coins.run(counter, moved))

    def guarantee_with(self, solver: Guarantee[Any]) -> Guarantee[Any]:
        """That of the release."""
        right = ThresholdRelease(self.solver, self.domain, self.blocks, self.cuts, self.node)
        return right.guarantee_with(solver)


@dataclass(frozen=True)
class HalfPromised(ThresholdRelease[Any]):
    """Half of the loss is promised."""

    @override
    def guarantee_with(self, solver: Guarantee[Any]) -> Guarantee[Any]:
        """Too good."""
        found = ThresholdRelease(
            self.solver, self.domain, self.blocks, self.cuts, self.node
        ).guarantee_with(solver)
        nodes = Fraction(nodes_changed(self.blocks + 1), 2)
        loss = self.cuts.eps.exp(1) * solver.exp_eps**2 * self.node.exp(nodes)
        return Guarantee(loss, found.delta)


@dataclass(frozen=True)
class LateCut(Cut[Any]):
    """The next block, wrong from some block on."""

    whole: bool
    still: int | None

    @override
    def __call__(
        self, state: tuple[int, tuple[Point, ...]], block: int, coins: Coins[Any], /
    ) -> tuple[int, tuple[Point, ...]]:
        start, rows = state[0], self.database
        end = self.cuts(start, len(rows), coins)
        if self.still is not None and block >= self.still:
            end = min(start + self.cuts.length, len(rows))
        seen = rows if self.whole and block > 1 else rows[max(start, 0) : max(end, 0)]
        return end, (*state[1], coins.run(self.solver, seen))


@dataclass(frozen=True)
class LateFault:
    """A release that is right for two blocks of rows that are in order."""

    solver: Any
    domain: Domain[int]
    blocks: int
    cuts: NoisyCuts[Any]
    node: Epsilon[Any]
    reach: int = 0
    whole: bool = False
    """Whether the solver sees all rows from the third block on."""

    still: int | None = None
    """After how many blocks there is no noise in the cuts."""

    factor: int = 1
    """The loss of a node, as a multiple, once there are so many points."""

    many: int = 3
    """So many points."""

    ordered: bool = True
    """Whether the rows are put in order."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Steps:
        rows = tuple(sorted(database)) if self.ordered else database
        start: tuple[int, tuple[Point, ...]] = (0, ())
        turns = Fold(LateCut(rows, self.cuts, self.solver, self.whole, self.still))
        answers = coins.run(turns, (start, tuple(range(self.blocks))))
        points = representatives(answers)
        node = self.node * (self.factor if len(points) >= self.many else 1)
        counter = TreeCounter(Domain.of_size(len(points) + 1), node, self.reach)
        return Steps(points, coins.run(counter, moved_down(points, rows)))


def with_cuts(change: Callable[[int, Epsilon[Any]], Any]) -> Callable[..., ThresholdRelease[Any]]:
    """The release with other cuts."""

    def build(
        solver: Any,
        domain: Domain[int],
        blocks: int,
        cuts: NoisyCuts[Any],
        node: Epsilon[Any],
        reach: int = 0,
    ) -> ThresholdRelease[Any]:
        return ThresholdRelease(solver, domain, blocks, change(cuts.length, cuts.eps), node, reach)

    return build


def half_of_the_blocks(
    solver: Any,
    domain: Domain[int],
    blocks: int,
    cuts: NoisyCuts[Any],
    node: Epsilon[Any],
    reach: int = 0,
) -> ThresholdRelease[Any]:
    """So few blocks that they do not hold all rows."""
    return ThresholdRelease(solver, domain, blocks // 2, cuts, node, reach)


def wide_noise(length: int, eps: Epsilon[Any]) -> NoisyCuts[Any]:
    """Noise of four times the size."""
    return NoisyCuts(length, eps / 4)


NO_NOISE = with_cuts(NoNoise)
HALF_NOISE = with_cuts(HalfNoise)
WIDE_NOISE = with_cuts(wide_noise)
