"""The mechanisms that release all thresholds, and their grids.

For each point but the last, t = 1, ..., |X| - 1, a mechanism says how many rows are among the
first t points: the distribution function of the rows.  With a block of points that ends at t for
each t, of b(t) points, and one noisy number of rows N_t for each block,

    c_t = c_(t - b(t)) + N_t,    c_0 = 0.

* noise on every query: b(t) = t, so that a row moves up to |X| - 1 numbers by one.
* noisy histogram: b(t) = 1; a row moves two numbers, and c_t is a sum of t of them.
* tree counter: b(t) is the largest power of two that divides t; both grow with log |X|.

Another releases by blocks of rows, of noisy lengths: it counts the rows up to an interior point
of each block with a tree counter, as `reference.mechanisms.release.threshold_release` does; its
parameter `root` is that of the counter, `cut` those of the lengths and of the exponential
mechanism that finds the points.

Noise is two-sided geometric of ratio 1/root, and a noisy number is clamped to 0, ..., n.  Counts
become answers of a grid that never decrease, which is no less accurate: `Consistent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from audits.engines.optimum.problems.counts import Answers, count_grid, threshold_release
from audits.engines.sample_complexity.task import FINE, Contender, Task, Values, numbers, roots
from audits.engines.sample_complexity.tuning import Target
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.threshold_release import NoisyCuts, ThresholdRelease
from reference.mechanisms.stream.binary_tree import block_length
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.fold import Fold

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)

BLOCKS = 2
"""Of a release by noisy blocks."""

MOST_BLOCKS = 8
"""Roots are tried for a row that lies in 1, 2, ..., 8 blocks."""

STEP = Fraction(1, 1024)
"""Of the roots whose powers are just below e^eps."""

Blocks = Callable[[int], int]
"""b, the number of points of the block that ends at t."""


def all_before(time: int) -> int:
    """The block of t is all points up to t: noise on every query."""
    return time


def one_point(time: int) -> int:
    """The block of t is t: the noisy histogram."""
    return min(time, 1)


class Counted(NamedTuple):
    """What is known after some of the blocks."""

    places: tuple[int, ...]
    """The places of the answers in the grid."""

    counts: tuple[int, ...]
    """c_t; 0 for those that no block to come goes on from."""


@dataclass(frozen=True, slots=True)
class Consistent:
    """A noisy number of rows for each block in turn, as an answer: the body of a loop.

    If the grid is of integers, a count is moved to the nearest one.  If it is not, 1/2 is added
    to every count, or taken away, before: then what was good is, and so are counts 1/2 further
    on one side.  An answer is the maximum of these numbers so far: the truth never decreases.
    """

    noise: NoisyInteger[Fraction]
    blocks: Blocks
    size: int
    offset: int
    """The count that is the first of the grid."""

    grid: Answers

    def __call__(
        self, state: Counted, item: tuple[int, int], coins: Coins[Fraction], /
    ) -> Counted:
        """Count the rows of one more block."""
        t, rows = item
        count = state.counts[t - self.blocks(t)] + coins.run(self.noise, rows)
        place = _place(count - self.offset, state.places, self.grid)
        needed = {u - self.blocks(u) for u in range(t + 1, self.size)}
        counts = (*state.counts, count)
        return Counted(
            (*state.places, place), tuple(c if s in needed else 0 for s, c in enumerate(counts))
        )

    def output(self, state: Counted, /) -> Answers:
        """The answers."""
        return tuple(self.grid[place] for place in state.places)


def _place(count: int, before: Iterable[int], grid: Answers) -> int:
    """That of the answer: nearest to a count from the first of the grid, and at least these."""
    return min(max(count, 0, *before), len(grid) - 1)


@dataclass(frozen=True, slots=True)
class BlockSums:
    """Release of all thresholds of {0, ..., size - 1} by sums of noisy blocks."""

    size: int
    blocks: Blocks
    accuracy: Fraction
    eps: Epsilon[Fraction]
    """Privacy loss of one block."""

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Answers:
        """An answer for each point but the last."""
        loop = _loop(self, len(database), _above(len(database), self.accuracy, coins))
        counts = tuple(
            (t, sum(t - self.blocks(t) <= row < t for row in database))
            for t in range(1, self.size)
        )
        return coins.delegate(loop, (Counted((), (0,)), counts))


def _above(rows: int, accuracy: Fraction, coins: Coins[Fraction]) -> int:
    """Where the grid is not of integers: a coin that says whether 1/2 is taken away or added."""
    halves = count_grid(rows, accuracy)[0].denominator == 2
    return coins.draw(Dist.uniform((0, 1))) if halves else 0


@lru_cache(maxsize=64)
def _loop(
    release: BlockSums, rows: int, above: int
) -> Fold[Counted, tuple[int, int], Answers, Fraction]:
    """The loop over the blocks."""
    grid = tuple(count_grid(rows, release.accuracy))
    noise = NoisyInteger(release.eps.exp(-1), (0, rows))
    return Fold(Consistent(noise, release.blocks, release.size, int(grid[0]) + above, grid))


@dataclass(frozen=True, slots=True)
class AtPoints:
    """The step function of a release by noisy blocks, as answers."""

    release: ThresholdRelease[Fraction]
    accuracy: Fraction

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Answers:
        """An answer for each point but the last."""
        steps = coins.run(self.release, database)
        grid = tuple(count_grid(len(database), self.accuracy))
        first = int(grid[0]) + _above(len(database), self.accuracy, coins)
        places: list[int] = []
        for t in self.release.domain.values[:-1]:
            places.append(_place(steps(t) - first, places, grid))
        return tuple(grid[place] for place in places)


def powers_below(exp_eps: Fraction) -> list[Fraction]:
    """For k = 1, ..., MOST_BLOCKS the largest root on a grid whose k-th power is at most e^eps.

    >>> powers_below(Fraction(4))[:3]
    [Fraction(4, 1), Fraction(2, 1), Fraction(1625, 1024)]
    """
    found = []
    for k in range(1, MOST_BLOCKS + 1):
        low, high = 0, int(exp_eps / STEP)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if (middle * STEP) ** k <= exp_eps else (low, middle - 1)
        found.append(low * STEP)
    return [root for root in found if root > 1]


def _by_blocks(name: str, blocks: Blocks, accuracy: Fraction) -> Contender:
    return Contender(
        name,
        lambda size, v: BlockSums(size, blocks, accuracy, Epsilon(v["root"])),
        lambda _rows, target: {
            "root": sorted({*powers_below(target.exp_eps), *roots(max(target.exp_eps, TWO))})
        },
    )


def _between(target: Target, *parts: Fraction) -> list[Fraction]:
    """Roots that far from 1 to e^eps."""
    return [1 + part * (max(target.exp_eps, TWO) - 1) for part in parts]


def _by_points(accuracy: Fraction) -> Contender:
    def make(size: int, v: Values) -> AtPoints:
        domain = Domain.of_size(size)
        solver = ExponentialInteriorPoint(domain, Epsilon(v["cut"], parts=2))
        cuts = NoisyCuts(int(v["length"]), Epsilon(v["cut"]))
        release = ThresholdRelease(solver, domain, BLOCKS, cuts, Epsilon(v["root"]))
        return AtPoints(release, accuracy)

    return Contender(
        "release by noisy blocks",
        make,
        lambda _rows, target: {
            "length": numbers(1, 2),
            "cut": _between(target, HALF, ONE),
            "root": _between(target, HALF / 4, HALF / 2, HALF, HALF * 3 / 2),
        },
        (FINE[0] * 4,),
        cost=300,
    )


ANSWERS_NOTE = (
    "Answers: with n rows and L = min(n, floor(2 alpha n)), a noisy count becomes the nearest of "
    "L/2, L/2 + 1, ..., n - L/2, where L is odd after 1/2 is added to all or taken from all by "
    "one fair coin; an answer is the largest of these so far."
)
BLOCKS_NOTE = (
    f"Release by noisy blocks: blocks {BLOCKS}, cuts with noise of e^eps = cut, counts of e^eps = "
    "root for a node, points by ExponentialInteriorPoint of e^eps = cut^2 (parts 2)."
)
"""What a table leaves out."""


def thresholds(accuracy: Fraction = Fraction(1, 4)) -> Task:
    """Release of all thresholds: failure on the worst database.

    Args:
        accuracy: how far the answers, as fractions of the rows, may be from the truth.
    """
    return Task(
        "thresholds",
        (("optimum", lambda domain, rows: threshold_release(domain, rows, accuracy)),),
        (
            _by_blocks("noise on every query", all_before, accuracy),
            _by_blocks("noisy histogram", one_point, accuracy),
            _by_blocks("tree counter", block_length, accuracy),
            _by_points(accuracy),
        ),
        f"Release of all thresholds, every error <= {accuracy}, worst database",
        of_databases=True,
        notes=(ANSWERS_NOTE, BLOCKS_NOTE),
    )
