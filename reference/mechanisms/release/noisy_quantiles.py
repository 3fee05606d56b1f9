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

Notation: n rows, k blocks, Z noise, s string, eta noise of a cut, t cut, D_i block.
Source: BNSV15, Appendix C.
Guarantees: BNSV15.ALG.QuantTree, BNSV15.AppC.priv, BNSV15.AppC.util.
Deviations: geometric noise in place of Laplace noise; eps is the loss of one value; n/k is an
integer; `monotone` is not printed.
Degenerate inputs: one block has no noise; empty blocks are blocks.

>>> cuts_of((1, 0, 0, 2, 0, -1, 0), 4, 8)
(0, 3, 4, 7, 8)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
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
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


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

    def guarantee_with(self, solver: Guarantee[R], rows: int) -> Guarantee[R]:
        """What holds for replaced rows, if this is the solver's for an added or removed row.

        Take noise of at most c everywhere, 2 log2 k c < n/k: then cuts increase strictly, 2 log2 k
        values move by one, and over all blocks four rows come or go.
        """
        edits, levels = group_guarantee(solver, 4), self.blocks.bit_length() - 1
        if not levels:
            return edits
        most = max(-1, (rows // self.blocks - 1) // (2 * levels))
        tail = TwoSidedGeometric(self.eps.exp(-1)).at_least(most + 1)
        stray = (2 * self.blocks - 1) * (tail + tail)
        return Guarantee(
            self.eps.exp(2 * levels) * edits.exp_eps, at_most_one(edits.delta + stray)
        )

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[Point, ...]:
        """An answer for each block."""
        if len(database) % self.blocks:
            raise ValueError(f"{len(database)} rows: a multiple of {self.blocks}")
        rows = tuple(sorted(database))  # 1
        shown = None if self.bound is None else (-self.bound, self.bound)
        noisy = NoisyInteger(self.eps.exp(-1), shown)
        noise = [coins.run(noisy, 0) for _ in range(2 * self.blocks - 1)]  # 2
        cuts = cuts_of(noise, self.blocks, len(rows))  # 3-4
        if self.monotone:
            cuts = monotone(cuts, len(rows))
        answers: tuple[Point, ...] = ()
        for start, end in pairwise(cuts):
            block = rows[max(start, 0) : max(end, 0)]  # 5
            answer = coins.run(self.solver, block)
            answers = (*answers, answer)
        return answers  # 6


def prefixes(index: int, blocks: int) -> list[int]:
    """The nodes of the prefixes of the digits of an index, the root being node 0.

    Node 2 v + 1 continues node v by the digit 0, node 2 v + 2 by the digit 1.
    """
    nodes, node = [0], 0
    for level in reversed(range(blocks.bit_length() - 1)):
        node = 2 * node + 1 + (index >> level & 1)
        nodes.append(node)
    return nodes


def cuts_of(noise: Sequence[int], blocks: int, rows: int) -> tuple[int, ...]:
    """How many rows are before each cut, for the noise of all nodes."""
    inner = (
        i * rows // blocks + sum(noise[v] for v in prefixes(i, blocks)) for i in range(1, blocks)
    )
    return (0, *inner, rows)


def monotone(cuts: Sequence[int], rows: int) -> tuple[int, ...]:
    """Every cut as the largest of those up to it, from 0 to the number of rows."""
    return tuple(accumulate((min(max(cut, 0), rows) for cut in cuts), max))
