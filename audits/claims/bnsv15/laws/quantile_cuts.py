"""Cuts of quantiles from all their noise, and its maps to that of a neighbour."""

from itertools import accumulate
from typing import Generic

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import Recogniser, Says
from reference.exact.field import R
from reference.mechanisms.release.noisy_quantiles import START, NoisyRanks, Place
from reference.probability.fold import Fold, Stop

Map = Callable[[Rows, int, int, int, int], Rows]
"""Of the noise, the number of blocks and of rows, the rank that goes, the rank it comes after."""


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


def increasing(cuts: Sequence[int], rows: int) -> tuple[int, ...]:
    """Every cut as the largest of those up to it, from 0 to the number of rows."""
    return tuple(accumulate((min(max(cut, 0), rows) for cut in cuts), max))


@dataclass(frozen=True, slots=True)
class Between(Generic[R]):
    """One block between noisy ranks: goes on while each is recognised as the target of its
    number.
    """

    database: Rows
    ranks: NoisyRanks[R]
    solver: Recogniser[R]

    def __call__(self, start: Place, index: int, coins: Coins[R], /) -> Place | Stop[bool]:
        """The next cut, or the end."""
        end = self.ranks(start, index, len(self.database), coins)
        rows = self.database[max(start.cut, 0) : max(end.cut, 0)]
        said = coins.run(Says(self.solver, 2 * index - 1), rows)
        return end if said else Stop(False)

    def output(self, state: Place, /) -> bool:
        """All were."""
        del state
        return True


@dataclass(frozen=True, slots=True)
class AllBetween(Generic[R]):
    """Whether every block between noisy ranks is recognised as its own target: a function of the
    blocks' answers.
    """

    ranks: NoisyRanks[R]
    solver: Recogniser[R]
    first: int | None = None
    """Only so many of the blocks; None: all."""

    def __call__(self, database: Rows, coins: Coins[R], /) -> bool:
        """They are."""
        turns = Fold(Between(tuple(sorted(database)), self.ranks, self.solver))
        blocks = range(1, (self.first or self.ranks.blocks) + 1)
        return coins.delegate(turns, (START, tuple(blocks)))


def subtrees(first: int, after: int, blocks: int) -> list[int]:
    """The fewest nodes whose leaves are the indices from `first` on and below `after`."""
    nodes, low, high = [], first + blocks - 1, after + blocks - 2
    while low <= high:
        if low % 2 == 0:
            nodes.append(low)
            low += 1
        if high % 2 == 1:
            nodes.append(high)
            high -= 1
        low, high = (low - 1) // 2, (high - 2) // 2
    return nodes


def values_needed(blocks: int) -> int:
    """The largest number, over all ranges of cuts, of the fewest nodes that move just these."""
    moved = [range(max(1, a), b) for a, b in _spans(blocks)]
    most = 0
    for first in range(1, blocks):
        fewest = {first: 0}
        for after in range(first + 1, blocks + 1):
            fewest[after] = 1 + min(fewest[r.start] for r in moved if _ends(r, first, after))
            most = max(most, fewest[after])
    return most


def _ends(some: range, first: int, after: int) -> bool:
    return bool(some) and some.stop == after and some.start >= first


def _spans(blocks: int) -> list[tuple[int, int]]:
    """The indices below each node: from one on, below another."""
    length, spans = blocks, list[tuple[int, int]]()
    while length:
        spans += [(a, a + length) for a in range(0, blocks, length)]
        length //= 2
    return spans


def values_that_matter(blocks: int) -> int:
    """How many nodes some cut has."""
    return len({v for i in range(1, blocks) for v in prefixes(i, blocks)})


def harmless_noise(blocks: int, rows: int) -> int:
    """The largest c, or -1, for which cuts increase strictly, whatever values up to c noise has.

    Cuts are sums, so that the largest values are the worst.
    """
    c = 0
    while all(
        a < b
        for noise in product((-c, c), repeat=2 * blocks - 1)
        for a, b in pairwise(cuts_of(noise, blocks, rows))
    ):
        c += 1
    return c - 1


def _block_of(cuts: Sequence[int], rank: int) -> int:
    blocks = (i for i, (a, b) in enumerate(pairwise(cuts)) if a <= rank < b)
    return next(blocks, len(cuts) - 2)


def leaves(first: int, after: int, blocks: int) -> list[int]:
    """The nodes of the indices from `first` on and below `after`, one for each."""
    return [*range(first + blocks - 1, after + blocks - 1)]


def _moved(
    noise: Rows,
    blocks: int,
    n: int,
    removed: int,
    inserted: int,
    later: int,
    nodes_of: Callable[[int, int, int], list[int]] = subtrees,
) -> Rows:
    """Cuts after the row that goes move down, then those after the row that comes move up.

    Of the first kind are those from `later` blocks after its own; both together is no move.
    """
    cuts = cuts_of(noise, blocks, n)
    first = _block_of(cuts, removed) + later
    after = [c - (i >= first) for i, c in enumerate(cuts[:-1])]
    second = _block_of((*after, n - 1), inserted) + 1
    low, high = min(first, second), min(max(first, second), blocks)
    by = -1 if first < second else 1
    nodes = nodes_of(low if low > 1 else 0, high, blocks) if low < high else []
    return tuple(z + by * (v in nodes) for v, z in enumerate(noise))


def cuts_between(noise: Rows, blocks: int, n: int, removed: int, inserted: int) -> Rows:
    """The noise for the neighbour: the cut at the end of the removed row's block stays."""
    return _moved(noise, blocks, n, removed, inserted, 2)


def all_cuts(noise: Rows, blocks: int, n: int, removed: int, inserted: int) -> Rows:
    """As printed: all cuts between the two rows move."""
    return _moved(noise, blocks, n, removed, inserted, 1)
