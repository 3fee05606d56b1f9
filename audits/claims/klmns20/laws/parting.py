"""Neighbours whose heaviest paths part, and databases with given embeddings."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.exactly import plus

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


def ends_that_fall(depth: int) -> Rows:
    """33 rows over 2^depth points: what a trim of 8 leaves out would fall off first.

    Of 8 rows at either end 4 fall off at the levels 0 and 1, too few to be deep, and 4 at the
    levels 2 and 3; the other 17 rows are equal.
    """
    top = 2 ** (depth - 1)
    heavy = top + top // 4
    first, second = (1,) * 4, (top + 1,) * 4
    return (*first, *second, *(heavy,) * 17, *(heavy + top // 8,) * 4, *(2 * top - 2,) * 4)


def light_ends(depth: int) -> Rows:
    """34 rows over 2^depth points, of which 3 are at either end of the domain; trimmed by 8.

    One of those that are left falls off at level 0, and one at each of eight other levels.
    """
    top = 2 ** (depth - 1)
    falls = (top + 2**i for i in range(depth - 2, depth - 10, -1))
    high = range(2 * top - 6, 2 * top - 1)
    return tuple(
        sorted((*(0,) * 3, *range(1, 7), *(top + 1,) * 9, *falls, *high, *(2 * top - 1,) * 3))
    )


def parting_late(half: int, trim: int) -> Pair:
    """Neighbours of 26 + 2 half + 1 + 2 trim rows over 2^64 points; `parting` at level 17.

    Before that, two rows fall off at each of 13 levels.
    """
    middle = 2 ** (63 - 17)
    first, second = 2**40, middle + 2**36
    shared = [2 ** (63 - level) + j for level in range(13) for j in range(2)]
    shared += [x + i - half // 2 for x in (first, second) for i in range(half)]
    shared += [*range(trim), *range(2**64 - trim, 2**64)]
    return plus(shared, first + half - half // 2), plus(shared, second + half - half // 2)


def two_by_two(trim: int) -> Pair:
    """Neighbours of 33 + 2 trim rows over 2^64 points: two rows fall off at each level.

    But for level 3, where one row falls off, of the first database only.
    """
    shared = [2 ** (63 - level) + j for level in range(17) if level != 3 for j in range(2)]
    shared += [*range(trim), *range(2**64 - trim, 2**64)]
    return plus(shared, 2**60), plus(shared, trim)
