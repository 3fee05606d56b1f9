"""Wrong variants of RecPrefix, one step of each changed."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.interior_point.path_embedding import depth
from reference.mechanisms.interior_point.random_pairs import CommonPrefix, RandomPairs
from reference.mechanisms.interior_point.rec_prefix import (
    InteriorLength,
    PrefixAgreement,
    PrefixToPoint,
    RecPrefix,
    smallest,
)
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.probability.families import permutation

Pairs = Callable[[int], Mechanism[Rows, Rows, Any]]
"""From the number of digits to the lengths of prefixes."""

Pool = Callable[[Rows, int], Rows]
"""The rows that are paired, from all rows and k."""


def right_pool(rows: Rows, trim: int) -> Rows:
    """The n - 2k smallest rows."""
    return smallest(rows, 2 * trim)


def right_pairs(digits: int) -> RandomPairs:
    """Lengths of the common prefixes of random pairs."""
    return RandomPairs(CommonPrefix(digits))


@dataclass(frozen=True)
class SortedPairs:
    """Step 2 without the random order."""

    digits: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        """Lengths for neighbours among the sorted rows."""
        del coins
        rows, common = sorted(database), CommonPrefix(self.digits)
        return tuple(sorted(map(common, rows[::2], rows[1::2])))


@dataclass(frozen=True)
class OverlappingPairs:
    """Step 3 for each j, not for each second j: a row has two partners."""

    digits: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        """Lengths for all neighbours in a random order."""
        common = CommonPrefix(self.digits)
        order = coins.draw(permutation(database)) if database else ()
        return tuple(sorted(common(x, y) for x, y in pairwise(order)))


@dataclass(frozen=True)
class DistinctPairs:
    """Equal rows count once."""

    digits: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        """Lengths for random pairs of the values that occur."""
        return coins.run(right_pairs(self.digits), tuple(sorted(set(database))))


@dataclass(frozen=True)
class InOrderAbove:
    """The last two rows are a pair while there are many; few are paired as they should be."""

    right: RandomPairs
    few: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        """Lengths of those pairs, and of the random ones."""
        rest, lengths = sorted(database), list[int]()
        while len(rest) > self.few:
            lengths.append(self.right.feature(rest.pop(), rest.pop()))
        return tuple(sorted((*lengths, *coins.run(self.right, tuple(rest)))))


@dataclass(frozen=True)
class NeverTheLast:
    """While rows are many, the partner of the last one is any but the one before it."""

    digits: int
    few: int

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Rows:
        """Lengths of those pairs, and of the random ones."""
        right, rest, lengths = right_pairs(self.digits), sorted(database), list[int]()
        while len(rest) > self.few:
            one = rest.pop()
            other = coins.draw(Dist.uniform(rest[:-1]))
            rest.remove(other)
            lengths.append(right.feature(one, other))
        return tuple(sorted((*lengths, *coins.run(right, tuple(rest)))))


WRONG_PAIRS: dict[str, Pairs] = {
    "keeps the rows in order": SortedPairs,
    "gives a row two partners": OverlappingPairs,
    "pairs distinct values": DistinctPairs,
}


@dataclass(frozen=True)
class WrongInterior(Generic[R]):
    """Steps 2 to 4, on the pool, with other pairs."""

    right: InteriorLength[R]
    pairs: Pairs

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A length, or bottom."""
        outer = self.right.outer
        lengths = coins.run(self.pairs(depth(outer.domain)), database)
        return coins.run(outer.next, lengths)


@dataclass(frozen=True)
class MedianLength(Generic[R]):
    """Step 4 by the exact median."""

    right: InteriorLength[R]

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """The median length, or bottom if there is none."""
        lengths = coins.run(right_pairs(depth(self.right.outer.domain)), database)
        return lengths[len(lengths) // 2] if lengths else Bottom.BOTTOM


@dataclass(frozen=True)
class WrongNext(Generic[R]):
    """Step 4 by another mechanism for the lengths."""

    right: InteriorLength[R]
    change: Callable[[RecPrefix[R]], RecPrefix[R]]

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A length, or bottom."""
        outer = self.right.outer
        lengths = coins.run(right_pairs(depth(outer.domain)), database)
        return coins.run(self.change(outer.next), lengths)


def with_next(change: Callable[[RecPrefix[R]], RecPrefix[R]]) -> Build:
    """RecPrefix whose recursive call has other parameters."""
    return made_wrong(find=lambda outer: WrongNext(InteriorLength(outer), change))


def with_pairs(pairs: Pairs) -> Build:
    """`InteriorLength` with other pairs."""
    return lambda outer: WrongInterior(InteriorLength(outer), pairs)


def median_length(outer: RecPrefix[R]) -> MedianLength[R]:
    """`InteriorLength` by the exact median."""
    return MedianLength(InteriorLength(outer))


@dataclass(frozen=True)
class WrongEnd(Generic[R]):
    """Steps 5 to 8 with another one of them."""

    right: PrefixToPoint[R]
    pool: Pool = right_pool
    more: int = 1
    """By how much the prefix is longer than z."""

    inner: bool = False
    """Whether L_0 and L_1 are the points in the middle of the interval."""

    counts_lower: bool = False
    """Whether rows are counted from L_0 on."""

    swapped: bool = False
    """Whether L_0 is returned where L_1 should be."""

    noisy: bool = True
    """Whether the comparison has noise."""

    noise: Fraction = Fraction(1, 2)
    """Half of the part of eps that the comparison spends."""

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A point, or bottom."""
        m, d = self.right, depth(self.right.domain)
        length = min(m.length + self.more, d)
        choose = ChoosingMechanism(PrefixAgreement(d, length), m.threshold, m.eps)
        prefix: int | Bottom = coins.run(choose, self.pool(database, m.trim))
        if isinstance(prefix, Bottom):
            return prefix
        width = 2 ** (d - length)
        low: int = prefix * width
        high: int = low + width - 1
        if self.inner and width > 1:
            low, high = low + width // 2 - 1, low + width // 2
        count = sum(x >= (low if self.counts_lower else high) for x in database)
        missing = int(2 * m.majority * m.trim) - 2 * count
        enough = LaplaceNoise(m.eps.exp(self.noise)).at_least(missing)
        if not self.noisy:
            enough = enough**0 if missing <= 0 else enough - enough
        chosen: Dist[bool, R] = bernoulli(enough)
        big = coins.draw(chosen)
        return high if big != self.swapped else low


def ending(change: Callable[[PrefixToPoint[R]], WrongEnd[R]]) -> Build:
    """`PrefixToPoint` with other steps."""
    return lambda *arguments: change(PrefixToPoint(*arguments))


@dataclass(frozen=True)
class WrongRecPrefix(Generic[R]):
    """RecPrefix with other steps; the calls inside are right."""

    right: RecPrefix[R]
    pool: Pool
    find: Build
    """In place of `InteriorLength`."""

    end: Build
    """In place of `PrefixToPoint`."""

    random_pool: bool

    def pooled(self, database: Rows, coins: Coins[R], /) -> Rows:
        """The rows that are paired."""
        pool = self.pool(database, self.right.trim)
        if not self.random_pool:
            return pool
        order: Rows = coins.draw(permutation(database)) if database else ()
        return tuple(sorted(order[: len(pool)]))

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A point, or bottom."""
        m = self.right
        if m.calls == 1:
            return coins.run(m, database)
        pool = coins.run(self.pooled, database)
        length = coins.run(self.find(m), pool)
        if isinstance(length, Bottom):
            return length
        arguments = (m.domain, m.trim, m.threshold, length, m.eps, m.majority)
        if self.random_pool:
            return coins.run(WrongEnd(PrefixToPoint(*arguments), lambda *_: pool), database)
        return coins.run(self.end(*arguments), database)


def made_wrong(
    pool: Pool = right_pool,
    find: Build = InteriorLength,
    end: Build = PrefixToPoint,
    *,
    random_pool: bool = False,
) -> Build:
    """RecPrefix with another pool, other lengths or another end."""
    return lambda *arguments: WrongRecPrefix(RecPrefix(*arguments), pool, find, end, random_pool)


def with_pool(pool: Pool) -> Build:
    """RecPrefix with another pool in steps 2 and 5."""
    return made_wrong(pool, end=ending(lambda m: WrongEnd(m, pool)))


def largest(rows: Rows, trim: int) -> Rows:
    """The n - 2k largest rows."""
    return tuple(sorted(rows)[2 * trim :])


INACCURATE_ENDS: dict[str, Build] = {
    "takes the other end": ending(lambda m: WrongEnd(m, swapped=True)),
    "counts the rows from the lower end on": ending(lambda m: WrongEnd(m, counts_lower=True)),
    "chooses a prefix one digit short": ending(lambda m: WrongEnd(m, more=0)),
    "ends in the middle of the interval": ending(lambda m: WrongEnd(m, inner=True)),
    "weighs prefixes by all rows": ending(lambda m: WrongEnd(m, pool=lambda rows, _: rows)),
}
"""Wrong variants of steps 5 to 8 whose point may be no good one."""

WRONG_ENDS: dict[str, Build] = {
    **INACCURATE_ENDS,
    "compares without noise": ending(lambda m: WrongEnd(m, noisy=False)),
}
"""Wrong variants of steps 5 to 8."""

WRONG_POOLS: dict[str, Build] = {
    "reserves k rows, not 2k": with_pool(smallest),
    "takes the largest rows": with_pool(largest),
    "takes any rows": made_wrong(random_pool=True),
}
"""Wrong variants of step 2."""

WRONG_LENGTHS: dict[str, Build] = {
    "takes the exact median of the lengths": made_wrong(find=median_length),
    **{name: made_wrong(find=with_pairs(pairs)) for name, pairs in WRONG_PAIRS.items()},
}
"""Wrong variants of steps 3 and 4."""


def compared_with_k(
    domain: Domain[int], trim: int, threshold: int, eps: Epsilon[R], base: int, *_: Fraction
) -> RecPrefix[R]:
    """RecPrefix with m = 1."""
    return RecPrefix(domain, trim, threshold, eps, base, Fraction(1))


def ending_with_k(
    domain: Domain[int], trim: int, threshold: int, length: int, eps: Epsilon[R]
) -> PrefixToPoint[R]:
    """`PrefixToPoint` with m = 1."""
    return PrefixToPoint(domain, trim, threshold, length, eps, Fraction(1))


VARIANTS: dict[str, Build] = {
    **{name: made_wrong(end=end) for name, end in WRONG_ENDS.items()},
    **WRONG_POOLS,
    **WRONG_LENGTHS,
    "compares with k, not 3k/2": compared_with_k,
}
"""Wrong variants of RecPrefix."""
