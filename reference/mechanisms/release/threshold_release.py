"""Release of thresholds: blocks of noisy lengths, an interior point of each, and their counts.

Cut the sorted database into k blocks of about g rows each, at noisy places; take an interior point
of every block as its representative; move every row down to the next representative; and count the
rows at or below each of these few points with the tree counter.  The answer to the threshold t is
that of the largest representative that is at most t.

Pseudo-code:
    1  x_1 <= ... <= x_n <- the rows, sorted; t_0 <- 1
    2  for l = 1, ..., k, t_l <- t_(l-1) + g + Z_l, or n + 1 if that is larger, with two-sided
       geometric noise Z_l of ratio e^(-eps)
    3  D_l <- the rows x_j with t_(l-1) <= j < t_l
    4  r_l <- the solver's answer on D_l
    5  x'_j <- the largest r_l <= x_j, if there is one
    6  count the x' that are at most r, for each representative r, by the tree counter
    7  answer every t by the count of the largest r <= t

What the paper prints lets t_l be smaller than t_(l-1).  Then a later block begins before the one
before it has ended, and a row may lie in several blocks.  With `clamped`, a block has the length
max(0, g + Z_l), and blocks are disjoint.

Privacy, for replaced rows, if the solver is (eps, delta)-private for an added or removed row: take
noise for which every block has a length of 1 or more, all but tau = Pr[some g + Z_l < 1].  When a
row goes, let the block after its own get shorter by one; when a row comes, let its block get
longer by one.  This map of the noise is injective, moves two values by one, and over all blocks
four rows come or go.  So steps 1 to 4 are (6 eps, (1 + e^eps + e^(2 eps) + e^(3 eps)) delta +
tau)-private, in either form; the counts add their own loss.

Notation: n rows, k blocks, g length, Z noise, t cut, D_l block, r representative, x' moved row,
tau slack.
Source: BNSV15, Theorem 4.6, proof of item 2, section 4.2.1.
Guarantees: BNSV15.ALG.Thresh, BNSV15.T4.6, BNSV15.T4.6.overlap, BNSV15.T4.6.nonbij,
BNSV15.T4.6.map6, BNSV15.T4.6.small, BNSV15.T4.6.util, BNSV15.T4.6.interp.
Deviations: integer lengths and geometric noise in place of alpha n/3 and Laplace noise; answers
are counts, not fractions; `clamped` is not printed.
Degenerate inputs: empty blocks are blocks; a solver that answers bottom gives no representative;
without a representative, or below all of them, the count is that of the rows below all of them.

>>> from fractions import Fraction
>>> from reference.mechanisms.interior_point.exponential_interior_point import (
...     ExponentialInteriorPoint,
... )
>>> from reference.probability.law import law
>>> solver = ExponentialInteriorPoint(Domain.of_size(2), Epsilon(Fraction(2), parts=2))
>>> cuts = NoisyCuts(1, Epsilon(Fraction(2)))
>>> release = ThresholdRelease(solver, Domain.of_size(2), 1, cuts, Epsilon(Fraction(2)))
>>> law(release, (0,)).probability(Steps((0,), (0, 1)))  # noise >= 0, solver, count 0 below 0
Fraction(11, 27)
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Generic, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.release.tree_counter import TreeCounter, nodes_changed
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import at_most_one, group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.fold import Fold
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

Point: TypeAlias = int | Bottom
"""What a solver answers."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A step function: the count of t is that of the last of the points that is at most t.

    Raises:
        ValueError: unless the points increase, and there is one count more.
    """

    points: tuple[int, ...]
    """Where it may change, in increasing order."""

    counts: tuple[int, ...]
    """First below all points, then from each point on."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(self.points) + 1:
            raise ValueError(f"points {self.points}, counts {self.counts}: one count more")
        if any(one >= other for one, other in pairwise(self.points)):
            raise ValueError(f"points {self.points}: in increasing order, each once")

    def __call__(self, threshold: int) -> int:
        return self.counts[bisect_right(self.points, threshold)]


@dataclass(frozen=True, slots=True)
class NoisyCuts(Generic[R]):
    """Where a block ends that begins at a cut; cuts are numbers of rows before them, from 0.

    Raises:
        ValueError: if length or margin is negative.
    """

    length: int
    """g, the length of a block without noise."""

    eps: Epsilon[R]
    """e^-eps is the ratio of the noise."""

    clamped: bool = True
    """Whether no block has a negative length."""

    margin: int | None = None
    """Cuts that are not clamped are kept from falling below -margin, to write a law down; None:
    they are not."""

    def __post_init__(self) -> None:
        if self.length < 0 or (self.margin is not None and self.margin < 0):
            raise ValueError(f"length {self.length}, margin {self.margin}: at least 0")

    def __call__(self, start: int, rows: int, coins: Coins[R], /) -> int:
        """The end of the block, of a database of so many rows."""
        end, low = start + self.length, start if self.clamped else -(self.margin or 0)
        settled = Settled(min(0, low - end), max(0, rows - end), self.eps.exp(-1), 0)
        end = min(end + coins.draw_noise(TwoSidedGeometric(self.eps.exp(-1)), settled), rows)
        return end if self.margin is None and not self.clamped else max(end, low)


@dataclass(frozen=True, slots=True)
class Cut(Generic[R]):
    """One turn of steps 2 to 4: the body of a loop over blocks."""

    database: Database[int]
    """Sorted."""

    cuts: NoisyCuts[R]
    solver: Mechanism[Database[int], Point, R]

    def __call__(
        self, state: tuple[int, tuple[Point, ...]], block: int, coins: Coins[R], /
    ) -> tuple[int, tuple[Point, ...]]:
        """The next cut, and the answers so far."""
        del block
        start: int = state[0]
        end = self.cuts(start, len(self.database), coins)
        rows = self.database[max(start, 0) : max(end, 0)]
        answer = coins.run(self.solver, rows)
        return end, (*state[1], answer)

    def output(self, state: tuple[int, tuple[Point, ...]], /) -> tuple[Point, ...]:
        """All answers."""
        return state[1]


@dataclass(frozen=True, slots=True)
class BlockPoints(Generic[R]):
    """Steps 1 to 4: the solver's answers on the blocks."""

    cuts: NoisyCuts[R]
    blocks: int
    solver: Mechanism[Database[int], Point, R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Point, ...]:
        """An answer for each block."""
        start: tuple[int, tuple[Point, ...]] = (0, ())
        turns = Fold(Cut(tuple(sorted(database)), self.cuts, self.solver))
        return coins.delegate(turns, (start, tuple(range(self.blocks))))


@dataclass(frozen=True, slots=True)
class ThresholdRelease(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: unless there is at least one block, and reach >= 0.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 4.6, item 2", "4.2.1")
    parts: ClassVar[int] = 1

    solver: Mechanism[Database[int], Point, R]
    """Solves the interior point problem; private for an added or removed row."""

    domain: Domain[int]
    """X."""

    blocks: int
    """k."""

    cuts: NoisyCuts[R]
    """g, alpha n/3 in the paper, and the noise of a cut."""

    node: Epsilon[R]
    """Privacy loss of a node of the tree counter."""

    reach: int = 0
    """How far beyond 0 and n counts of nodes are shown."""

    def __post_init__(self) -> None:
        if self.blocks < 1:
            raise ValueError(f"blocks {self.blocks}: at least 1")
        if self.reach < 0:
            raise ValueError(f"reach {self.reach}: at least 0")

    def guarantee_with(self, solver: Guarantee[R]) -> Guarantee[R]:
        """What holds for replaced rows, if this is the solver's for an added or removed row."""
        edits = group_guarantee(solver, 4)
        noise, nodes = self.cuts.eps, nodes_changed(self.blocks + 1)
        long_enough = TwoSidedGeometric(noise.exp(-1)).at_least(1 - self.cuts.length)
        exp_eps = noise.exp(2) * edits.exp_eps * self.node.exp(nodes)
        return Guarantee(exp_eps, at_most_one(edits.delta + 1 - long_enough**self.blocks))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Steps:
        """The count of every threshold."""
        first = BlockPoints(self.cuts, self.blocks, self.solver)
        points = representatives(coins.run(first, database))  # 1-4
        moved = moved_down(points, tuple(sorted(database)))  # 5
        universe = Domain.of_size(len(points) + 1)
        counts = coins.run(TreeCounter(universe, self.node, self.reach), moved)  # 6
        return Steps(points, counts)  # 7


def moved_down(points: Sequence[int], database: Database[int]) -> Database[int]:
    """For every row the number of points that are at most it: 0, or which point it moves to."""
    return tuple(bisect_right(points, x) for x in database)


def representatives(answers: Iterable[Point]) -> tuple[int, ...]:
    """The points among the answers, in increasing order, each once."""
    return tuple(sorted({r for r in answers if not isinstance(r, Bottom)}))
