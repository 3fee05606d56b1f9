"""Approximate quantiles: interior points of blocks between noisy ranks, from a tree of noise.

The cut after i of k blocks is moved by the sum of the noise of all prefixes of the binary digits
of i.  A range of cuts is a union of few subtrees, so that a row more before them is made up for by
few values of the noise.

Pseudo-code:
    1  x_1 <= ... <= x_n <- the rows, sorted; k is a power of two
    2  Z_s <- geometric noise of ratio e^(-eps), for every s of at most log2 k binary digits
    3  eta_i <- the sum of Z_s over the prefixes s of the digits of i, the empty one included
    4  t_0 <- 1, t_i <- 1 + i n/k + eta_i for 0 < i < k, t_k <- n + 1
    5  D_i <- the rows x_j with t_(i-1) <= j < t_i
    6  release the solver's answers on D_1, ..., D_k

As printed, t_i may be smaller than t_(i-1), and blocks overlap.  With `monotone`, every cut is the
largest of those up to it, from 1 to n + 1.

Cuts are made one after the other: of the sums over prefixes only those are kept that the next cut
shares, and Z_s is drawn when a cut first needs it.

Notation: n rows, k blocks, Z noise, s string, eta noise of a cut, t cut, D_i block.
Source: BNSV15, Appendix C.
Guarantees: BNSV15.ALG.QuantTree, BNSV15.AppC.priv, BNSV15.AppC.util.
Deviations: geometric noise in place of Laplace noise; eps is the loss of one value; n/k is an
integer; the value of the string 0...0, which is in no cut, is not drawn; `monotone` is not
printed.
Degenerate inputs: one block has no noise; empty blocks are blocks.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> ranks = NoisyRanks(2, Epsilon(Fraction(2)), bound=1)  # the sum of two values from -1 to 1
>>> law(lambda rows, coins: ranks(START, 1, len(rows), coins).cut, (0, 0)).probability(1)
Fraction(1, 3)
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.threshold_release import Point
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import at_most_one, group_guarantee
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, Mechanism
from reference.probability.fold import Fold
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class Place:
    """A cut, and what the next one needs of its noise."""

    path: tuple[int, ...]
    """The sums of the noise over the prefixes that the next index shares, the shortest first."""

    cut: int
    """How many rows are before it."""


START = Place((), 0)
"""Before the first block."""


@dataclass(frozen=True, slots=True)
class Sums(Generic[R]):
    """The sums of the first, the first two, ... of so many values of the noise."""

    ratio: R
    """e^-eps."""

    bound: int | None
    """That of the values."""

    def __call__(self, count: int, coins: Coins[R], /) -> tuple[int, ...]:
        """So many sums."""
        shown = None if self.bound is None else (-self.bound, self.bound)
        noisy = NoisyInteger(self.ratio, shown)
        return tuple(accumulate(coins.run(noisy, 0) for _ in range(count)))


@dataclass(frozen=True, slots=True)
class NoisyRanks(Generic[R]):
    """Steps 2 to 4: where one block after the other ends."""

    blocks: int
    """k, a power of two."""

    eps: Epsilon[R]
    """Privacy loss of a value of the noise that moves by one."""

    monotone: bool = True
    """Whether no cut lies before another that should come before it."""

    bound: int | None = None
    """Values of the noise are kept from -bound to bound, to write a law down; None: they are
    not."""

    def __call__(self, before: Place, index: int, rows: int, coins: Coins[R], /) -> Place:
        """The cut after so many blocks, from the one before, of a database of so many rows."""
        if index == self.blocks:
            return Place((), rows)
        path, length = before.path, levels(self.blocks) + 1
        noise = coins.run(Sums(self.eps.exp(-1), self.bound), length - len(path))
        path += tuple(z + sum(path[-1:]) for z in noise)
        cut = index * rows // self.blocks + path[-1]
        if self.monotone:
            cut = max(before.cut, min(max(cut, 0), rows))
        changed = (index ^ (index + 1)).bit_length()
        return Place(path[: length - changed], cut)


@dataclass(frozen=True, slots=True)
class Block(Generic[R]):
    """Steps 2 to 5 for one block, and its answer: the body of a loop over blocks."""

    database: Database[int]
    """Sorted."""

    ranks: NoisyRanks[R]
    solver: Mechanism[Database[int], Point, R]

    def __call__(
        self, state: tuple[Place, tuple[Point, ...]], index: int, coins: Coins[R], /
    ) -> tuple[Place, tuple[Point, ...]]:
        """The next cut, and the answers so far."""
        start: Place = state[0]
        end = self.ranks(start, index, len(self.database), coins)
        answer = coins.run(self.solver, self.database[max(start.cut, 0) : max(end.cut, 0)])
        return end, (*state[1], answer)

    def output(self, state: tuple[Place, tuple[Point, ...]], /) -> tuple[Point, ...]:
        """All answers."""
        return state[1]


@dataclass(frozen=True, slots=True)
class NoisyQuantiles(Generic[R]):
    """Parameters of the mechanism; call it on a database of points.

    Raises:
        ValueError: unless the number of blocks is a power of two, and bound >= 0; at a call,
            unless the number of blocks divides the number of rows.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "another reduction", "Appendix C")
    parts: ClassVar[int] = 1

    solver: Mechanism[Database[int], Point, R]
    """Solves the interior point problem; private for an added or removed row."""

    domain: Domain[int]
    """X."""

    blocks: int
    """k, a power of two."""

    eps: Epsilon[R]
    """Privacy loss of a value of the noise that moves by one."""

    monotone: bool = True
    """Whether no cut lies before another that should come before it."""

    bound: int | None = None
    """Values of the noise are kept from -bound to bound, to write a law down; None: they are
    not."""

    def __post_init__(self) -> None:
        if self.blocks < 1 or self.blocks & (self.blocks - 1):
            raise ValueError(f"blocks {self.blocks}: a power of two")
        if self.bound is not None and self.bound < 0:
            raise ValueError(f"bound {self.bound}: at least 0, or None")

    @property
    def ranks(self) -> NoisyRanks[R]:
        """Where blocks end."""
        return NoisyRanks(self.blocks, self.eps, self.monotone, self.bound)

    def guarantee_with(self, solver: Guarantee[R], rows: int) -> Guarantee[R]:
        """What holds for replaced rows, if this is the solver's for an added or removed row.

        Take noise of at most c everywhere, 2 log2 k c < n/k: then cuts increase strictly, and over
        all blocks four rows come or go if all cuts between two of them move.
        """
        edits = group_guarantee(solver, 4)
        if self.blocks == 1:
            return edits
        most = max(-1, (rows // self.blocks - 1) // (2 * levels(self.blocks)))
        tail = TwoSidedGeometric(self.eps.exp(-1)).at_least(most + 1)
        stray = (2 * self.blocks - 2) * (tail + tail)
        moved = self.eps.exp(values_moved(self.blocks))
        return Guarantee(moved * edits.exp_eps, at_most_one(edits.delta + stray))

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Point, ...]:
        """An answer for each block."""
        if len(database) % self.blocks:
            raise ValueError(f"{len(database)} rows: a multiple of {self.blocks}")
        rows = tuple(sorted(database))  # 1
        turns = Fold(Block(rows, self.ranks, self.solver))  # 2-5
        first: tuple[Place, tuple[Point, ...]] = (START, ())
        return coins.delegate(turns, (first, tuple(range(1, self.blocks + 1))))  # 6


def levels(blocks: int) -> int:
    """log2 of a power of two: the number of digits of an index."""
    return blocks.bit_length() - 1


def values_moved(blocks: int) -> int:
    """So many values of the noise, at most, move all cuts from one to another by one, k >= 2.

    With L = log2 k: in the upper half of the indices they are a prefix, at most L - 1 subtrees; in
    the lower half a suffix, and as no cut has the index 0 that is the whole half, or begins at 2
    or above: at most L - 2 subtrees.  If they are in one half there are no more.
    """
    return max(levels(blocks), 2 * levels(blocks) - 3)
