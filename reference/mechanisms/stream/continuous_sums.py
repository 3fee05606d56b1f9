"""Sums of answers with Laplace noise, as streams: the total, those of blocks, and of tree nodes.

They are `partial_sums` and `binary_tree` with continuous noise: numbers are released themselves,
and not their sums, which are post-processing.  Every number has noise of scale 1/eps; one changed
answer changes one number of the total, two of smart sum, and `levels` of the tree.

Notation: M block, t time.
Source: Chan, Shi and Song, Private and continual release of statistics (2011); Dwork, Naor,
Pitassi, Rothblum, Differential privacy under continual observation (2010).
Guarantees: CORE.partial-sum-every-n, CORE.smart-sum-every-n, CORE.binary-tree-counter-every-n,
CORE.continuous-partial-sum-law, CORE.continuous-smart-sum-law, CORE.continuous-tree-counter-law.
Deviations: the numbers of blocks and nodes are released, not sums of them.
Degenerate inputs: no answer gives the noisy total 0, and no number of a block or node.

>>> from reference.probability.tracing import trace
>>> [
...     len(trace(each).states)
...     for each in (
...         ContinuousPartialSum(Epsilon.continuous()),
...         ContinuousSmartSum(2, Epsilon.continuous()),
...     )
... ]
[4, 3]
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from reference.exact.field import R
from reference.exact.integers import floor_log2
from reference.mechanisms.stream.binary_tree import block_length
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace, Real
from reference.probability.streams import Stream

Block: TypeAlias = tuple[int, int]
"""The sum of the block so far, and how many answers are in it."""

Levels: TypeAlias = tuple[int, tuple[int, ...]]
"""The time, and for each level the sum since the last multiple of 2^level."""


@dataclass(frozen=True, slots=True)
class ContinuousPartialSum(Stream[int, Real | None, R]):
    """The noisy total, released at the end."""

    adjacency: ClassVar[str] = "one"
    """One answer changes."""

    eps: Epsilon[R]

    @override
    def begin(self, _: Coins[R], /) -> int | None:
        """The empty sum."""
        return 0

    @override
    def step(self, state: int, answer: int, _: Coins[R], /) -> tuple[int | None, Real | None]:
        """Nothing is put out."""
        return state + answer, None

    def end(self, state: int, coins: Coins[R], /) -> Real | None:
        """The noisy total."""
        return state + coins.draw_real(Laplace(1 / self.eps))


@dataclass(frozen=True, slots=True)
class ContinuousSmartSum(Stream[Block, Real, R]):
    """A noisy number for each answer: of itself, or of the block that it ends.

    Raises:
        ValueError: if block < 1.
    """

    adjacency: ClassVar[str] = "one"
    """One answer changes."""

    block: int
    """M, the number of answers in a block."""

    eps: Epsilon[R]

    def __post_init__(self) -> None:
        if self.block < 1:
            raise ValueError(f"block {self.block}: a block has at least 1 answer")

    @override
    def begin(self, _: Coins[R], /) -> Block | None:
        """An empty block."""
        return 0, 0

    @override
    def step(self, state: Block, answer: int, coins: Coins[R], /) -> tuple[Block | None, Real]:
        """A noisy number."""
        total, count = state[0] + answer, state[1] + 1
        noise = coins.draw_real(Laplace(1 / self.eps))
        if count == self.block:
            return (0, 0), total + noise
        return (total, count), answer + noise


@dataclass(frozen=True, slots=True)
class ContinuousTreeCounter(Stream[Levels, Real, R]):
    """The noisy number of each node of the tree; it stops at the horizon.

    Raises:
        ValueError: if horizon < 1.
    """

    adjacency: ClassVar[str] = "one"
    """One answer changes."""

    horizon: int
    """The number of answers after which it stops."""

    eps: Epsilon[R]

    def __post_init__(self) -> None:
        if self.horizon < 1:
            raise ValueError(f"horizon {self.horizon}: at least 1")

    @override
    def begin(self, _: Coins[R], /) -> Levels | None:
        """Empty nodes."""
        return 0, (0,) * (floor_log2(self.horizon) + 1)

    @override
    def step(self, state: Levels, answer: int, coins: Coins[R], /) -> tuple[Levels | None, Real]:
        """The noisy number of a node, whose block ends here."""
        time = state[0] + 1
        sums = tuple(total + answer for total in state[1])
        node = sums[floor_log2(block_length(time))] + coins.draw_real(Laplace(1 / self.eps))
        open_ones = tuple(0 if time % 2**k == 0 else total for k, total in enumerate(sums))
        return (time, open_ones) if time < self.horizon else None, node
