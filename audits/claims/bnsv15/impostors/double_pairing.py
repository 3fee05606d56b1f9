"""Wrong ways to pair every element twice."""

from audits.claims.prelude import *
from reference.mechanisms.interior_point.double_pairing import Levels, consecutive_pairs, levels
from reference.probability.families import permutation


def stride(entries: int, level: int) -> Sequence[tuple[int, ...]]:
    """Entries i and i + t of level t - 1."""
    return [(i, i + level) for i in range(entries - level)]


def shuffled(entries: int, level: int) -> Sequence[tuple[int, ...]]:
    """Neighbours after the even places were put before the odd ones."""
    del level
    order = [*range(0, entries, 2), *range(1, entries, 2)]
    return [(order[i], order[j]) for i, j in consecutive_pairs(entries)]


def three_times(entries: int, level: int) -> Sequence[tuple[int, ...]]:
    """Three neighbours make up an entry."""
    del level
    return [(i, i + 1, min(i + 2, entries - 1)) for i in range(entries - 1)]


def once(entries: int, level: int) -> Sequence[tuple[int, ...]]:
    """Disjoint pairs, as in RecPrefix."""
    del level
    return [(i, i + 1) for i in range(0, entries - 1, 2)]


@dataclass(frozen=True)
class InOrder:
    """The levels without a shuffle."""

    depth: int
    count: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Levels:
        del coins
        return levels(database, depth=self.depth, count=self.count)


@dataclass(frozen=True)
class NewOrders:
    """A new order at every level."""

    depth: int
    count: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Levels:
        found: Levels = (coins.draw(permutation(database)),)
        digits = self.depth
        for _ in range(self.count):
            order = coins.draw(permutation(found[-1]))
            found = (*found, levels(order, depth=digits, count=1)[1])
            digits = digits.bit_length()
        return found


@dataclass(frozen=True)
class FromTheLast:
    """Prefixes are compared from the last digit on."""

    depth: int
    count: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Levels:
        mirrored = tuple(int(f"{row:0{self.depth}b}"[::-1], 2) for row in database)
        order = coins.draw(permutation(mirrored))
        return levels(order, depth=self.depth, count=self.count)


@dataclass(frozen=True)
class TooFewDigits:
    """Lengths are numbers with as many digits as d - 1 has, and d does not fit."""

    depth: int
    count: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Levels:
        found: Levels = (coins.draw(permutation(database)),)
        digits = self.depth
        for _ in range(self.count):
            last = found[-1]
            places = consecutive_pairs(len(last))
            level = tuple(digits - (last[i] ^ last[j]).bit_length() for i, j in places)
            found, digits = (*found, level), (digits - 1).bit_length()
        return found


WRONG_LEVELS: dict[str, Callable[..., object]] = {
    "no shuffle": InOrder,
    "a new order at every level": NewOrders,
    "prefixes from the last digit on": FromTheLast,
    "too few digits for a length": TooFewDigits,
    "one level fewer": lambda depth, count: InOrder(depth, count - 1),
}
