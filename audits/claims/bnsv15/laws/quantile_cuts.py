"""Maps of the noise of quantiles to that of a neighbour: which cuts move by one row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from reference.mechanisms.release.noisy_quantiles import cuts_of

Rows = tuple[int, ...]
Map = Callable[[Rows, int, int, int, int], Rows]
"""Of the noise, the number of blocks and of rows, the rank that goes, the rank it comes after."""


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


def _block_of(cuts: Sequence[int], rank: int) -> int:
    blocks = (i for i, (a, b) in enumerate(pairwise(cuts)) if a <= rank < b)
    return next(blocks, len(cuts) - 2)


def _moved(noise: Rows, blocks: int, n: int, removed: int, inserted: int, later: int) -> Rows:
    """Cuts after the row that goes move down, then those after the row that comes move up.

    Of the first kind are those from `later` blocks after its own; both together is no move.
    """
    cuts = cuts_of(noise, blocks, n)
    first = _block_of(cuts, removed) + later
    after = [c - (i >= first) for i, c in enumerate(cuts[:-1])]
    second = _block_of((*after, n - 1), inserted) + 1
    low, high = min(first, second), min(max(first, second), blocks)
    by = -1 if first < second else 1
    nodes = subtrees(low, high, blocks) if low < high else []
    return tuple(z + by * (v in nodes) for v, z in enumerate(noise))


def cuts_between(noise: Rows, blocks: int, n: int, removed: int, inserted: int) -> Rows:
    """The noise for the neighbour: the cut at the end of the removed row's block stays."""
    return _moved(noise, blocks, n, removed, inserted, 2)


def all_cuts(noise: Rows, blocks: int, n: int, removed: int, inserted: int) -> Rows:
    """As printed: all cuts between the two rows move."""
    return _moved(noise, blocks, n, removed, inserted, 1)


def unmoved(noise: Rows, blocks: int, n: int, removed: int, inserted: int) -> Rows:
    """The noise stays."""
    del blocks, n, removed, inserted
    return noise
