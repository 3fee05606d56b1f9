"""Neighbours whose heaviest paths part, and databases with given embeddings."""

from __future__ import annotations

from collections import Counter

from audits.claims.klmns20.laws.exactly import Rows, plus

Pair = tuple[Rows, Rows]


def parting(half: int, trim: int, depth: int, left: int, right: int) -> Pair:
    """Two clusters of `half` rows over 2^depth points, and one row more in one or the other.

    The heaviest path goes to the larger cluster; a cluster is split in the middle, by a node of
    level `left` or `right`.
    """
    top = 2 ** (depth - 1)
    first, second = 2 ** (depth - 1 - left), top + 2 ** (depth - 1 - right)
    around = [i - half // 2 for i in range(half)]
    shared = [*range(trim), *range(2**depth - 4 * trim, 2**depth - 3 * trim)]
    shared += [middle + i for middle in (first, second) for i in around]
    return plus(shared, first + half - half // 2), plus(shared, second + half - half // 2)


def lifted(levels: Rows, depth: int, trim: int) -> Rows:
    """Different rows over 2^depth points, the heaviest path of which embeds them to these levels.

    As long as no level has more rows than those after it, and each fits below its node.
    """
    rows = [*range(2 * trim), *range(2**depth - trim, 2**depth)]
    for level, copies in Counter(levels).items():
        rows += [2 ** (depth - 1 - level) + j for j in range(copies)]
    return tuple(sorted(rows))


def lifted_pair(pair: Pair, depth: int, trim: int) -> Pair:
    """Both of them."""
    first, second = (lifted(rows, depth, trim) for rows in pair)
    return first, second
