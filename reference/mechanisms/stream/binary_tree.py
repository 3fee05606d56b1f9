"""The binary tree counter: how many ones so far, after every bit of a stream.

Node t, t = 1, ..., n, stands for the block of bits after t - b and up to t, where b is the
largest power of two that divides t.  Every prefix is a union of at most log2(n) + 1 disjoint
blocks, t, t - b(t), ..., and every bit lies in at most `levels` = floor(log2 n) + 1 blocks.

Pseudo-code:
    1  for t = 1, ..., n,
    2  N_t <- the number of ones in the block of node t, plus two-sided geometric noise of ratio
       e^(-eps), drawn once for each node
    3  c_t <- c_(t - b) + N_t, where b is the largest power of two that divides t and c_0 = 0
    4  release c_1, ..., c_n

A changed bit changes `levels` nodes by one each, so the loss is levels * eps.  The counts are
released as they come; to write their law down, a node's value may be shown between -reach and
its length plus reach only (c_1, ..., c_n and N_1, ..., N_n determine each other, and on values
of N_t beyond the block all likelihood ratios agree, so this changes no loss and no delta).

Notation: x stream, t time, n horizon, b block length, N noisy block count, c noisy prefix count.
Source: Dwork, Naor, Pitassi, Rothblum, Differential privacy under continual observation (2010);
BNSV15, Lemma 4.7, uses it for thresholds.
Guarantees: CORE.binary-tree-counter, CORE.binary-tree-counter-is-tight,
CORE.binary-tree-counter-every-n, CORE.binary-tree-error.
Deviations: geometric noise in place of Laplace noise; eps is the loss of one level.
Degenerate inputs: the empty stream has no counts.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(BinaryTreeCounter(1, Epsilon(Fraction(2))), (1,))
Dist({(0,): 1/3, (1,): 2/3})
>>> failure_probability(3, 1, Fraction(1, 2))
Fraction(13, 18)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.exact.field import R
from reference.exact.integers import floor_log2
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger, most_shown
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class BinaryTreeCounter(Generic[R]):
    """Parameters of the mechanism; call it on a stream of bits.

    Raises:
        ValueError: if horizon < 1 or reach < 0.
        ValueError: at a call, if the stream is longer than the horizon.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Lemma 4.7", "4")
    parts: ClassVar[int] = 1

    horizon: int
    """The length of the longest stream that is counted."""

    eps: Epsilon[R]
    """Privacy loss of each level of the tree."""

    reach: int = 0
    """How far beyond their range node values are shown; may be huge for `run`."""

    def __post_init__(self) -> None:
        if self.horizon < 1:
            raise ValueError(f"horizon {self.horizon}: at least 1")
        if self.reach < 0:
            raise ValueError(f"reach {self.reach}: at least 0")

    @property
    def levels(self) -> int:
        """The number of nodes that one bit is counted in, at most."""
        return floor_log2(self.horizon) + 1

    @property
    def guarantee(self) -> Guarantee[R]:
        """(levels * eps, 0) for replaced bits."""
        return Guarantee.pure(self.eps * self.levels)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The streams of `rows` bits, one bit replaced."""
        return replace_one((0, 1), rows, ordered=True)

    def most_outcomes(self, rows: int) -> int:
        """The values of each node, if they were all as short as the first, for at most 64 bits."""
        return most_shown(1, self.reach, rows)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy number of ones of every prefix."""
        if len(database) > self.horizon:
            raise ValueError(f"{len(database)} bits: the horizon is {self.horizon}")
        counts = [0]
        for t in range(1, len(database) + 1):  # 1
            block = block_length(t)
            noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, block + self.reach))
            node = coins.run(noisy, sum(database[t - block : t]))  # 2
            counts.append(counts[t - block] + node)  # 3
        return tuple(counts[1:])  # 4


def block_length(time: int) -> int:
    """The largest power of two that divides a time >= 1."""
    return time & -time


def failure_probability(horizon: int, error: int, ratio: R) -> R:
    """Pr[some noisy prefix count is off by more than `error`], whatever the stream.

    The error of c_t is that of c_(t - b) plus the noise of node t.  While no error is greater
    than `error`, noise is bounded too, so the complement is a finite sum: over the errors of a
    prefix, the product of what happens in the prefixes that continue it.

    Args:
        horizon: the length of the stream, >= 1.
        error: an integer >= 0.
        ratio: that of the noise, in (0, 1).
    """
    noise = TwoSidedGeometric(ratio)
    errors = range(-error, error + 1)
    chance: dict[int, R] = {z: noise.probability(z) for z in range(2 * error + 1)}
    good: list[dict[int, R]] = [dict.fromkeys(errors, ratio**0) for _ in range(horizon + 1)]
    for t in range(horizon, 0, -1):
        before = good[t - block_length(t)]
        for start in errors:
            terms = (chance[abs(end - start)] * good[t][end] for end in errors)
            before[start] = before[start] * sum(terms, start=ratio - ratio)
    return 1 - good[0][0]
