"""The code of Boneh and Shaw: pirates cannot tell two blocks of columns from each other.

There are n + 1 blocks of B columns.  In block b users 1, ..., b have a 1 and the others a 0, so
that a coalition without user i sees blocks i - 1 and i alike; a feasible word is 0 on block 0 and
1 on block n, so its means over the blocks rise by 1/n somewhere.

Pseudo-code:
    1  Gen: block b has B columns with ones for users 1, ..., b; b = 0, ..., n; in random order
    2  Trace: m_b <- the mean of w over block b
    3  accuse the first i with m_i - m_(i-1) >= 1/n

How a coalition is traced depends on the number of ones only that it puts into each class of
columns that look alike to it; how the ones of a class fall into its blocks is hypergeometric.

Notation: n users, B columns of a block, b block, i user, w word, m_b mean, X ones in block i - 1,
K ones in blocks i - 1 and i, xi error.
Source: VT14, section 5.2, Claim 5.2.1; the block length is derived.
Guarantees: VT14.ALG.BS, VT14.ALG.BSPirate, VT14.TXT.bs-telescope, VT14.TXT.bs-blind, VT14.C5.2.1,
VT14.TXT.bs-secure.
Deviations: a word without such an i, which is not feasible, accuses nobody.
Degenerate inputs: one user is accused of every feasible word.

>>> code = BonehShawCode(3, 1)
>>> len(code.books()), code.trace(Book(((0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1))), (0, 0, 1, 1))
(24, 2)
>>> code.best_counts((1, 3)), BonehShawCode(3, 4).error
((Fraction(1, 2), (0, 1, 1)), Fraction(17, 70))
>>> enough_columns(3, Fraction(1, 10))
62
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.exact.field import R
from reference.exact.interval import ln
from reference.lower_bounds.fingerprinting_code import Book, Coalition, Matrix, Word, first_accused
from reference.lower_bounds.interior_point_fingerprinting import Accused, User
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.source import Paper, Source

Class = range
"""Blocks whose columns look alike to a coalition."""


@dataclass(frozen=True)
class BonehShawCode:
    """A code for n users.

    Raises:
        ValueError: for fewer than one user, or blocks without a column.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "fingerprinting code of Boneh and Shaw", "5.2")

    users: int
    """n."""

    block: int
    """B."""

    def __post_init__(self) -> None:
        if self.users < 1 or self.block < 1:
            raise ValueError(f"{self.users} users, blocks of {self.block} columns: at least 1")

    @property
    def length(self) -> int:
        """D = (n + 1) B."""
        return (self.users + 1) * self.block

    def books(self) -> Dist[Book, Fraction]:
        """All orders of the columns, equally likely."""
        return _books(self)

    def book(self, order: tuple[int, ...]) -> Book:
        """The matrix whose columns are from these blocks."""
        users = range(1, self.users + 1)
        return Book(tuple(tuple(int(b >= i) for b in order) for i in users))  # 1

    def means(self, words: Matrix, word: Word) -> tuple[Fraction, ...]:
        """m_0, ..., m_n: a column is from block b if it has b ones."""
        ones = [0] * (self.users + 1)
        for bit, column in zip(word, zip(*words, strict=True), strict=True):
            ones[sum(column)] += bit
        return tuple(Fraction(each, self.block) for each in ones)  # 2

    def trace(self, book: Book, word: Word, /) -> Accused:
        """The first user at whom the mean rises by 1/n."""
        return self.first_rise(self.means(book.words, word))

    def first_rise(self, means: tuple[Fraction, ...]) -> Accused:
        """The first i with m_i - m_(i-1) >= 1/n."""
        return first_accused(self.rises(low, high) for low, high in pairwise(means))  # 3

    def rises(self, low: Fraction, high: Fraction) -> bool:
        """Whether the mean rises by 1/n."""
        return high - low >= Fraction(1, self.users)

    def classes(self, coalition: Coalition) -> tuple[Class, ...]:
        """The blocks that look alike: those between two users of the coalition."""
        ends = [0, *sorted(set(coalition)), self.users + 1]
        return tuple(range(low, high) for low, high in pairwise(ends))

    def traced(self, coalition: Coalition, ones: tuple[int, ...]) -> Dist[Accused, Fraction]:
        """The law of who is accused of a word with so many ones in each class, without Gen.

        Raises:
            ValueError: for more ones than columns, or another number of classes.
        """
        before: dict[int, Fraction] = {0: Fraction(1)}
        found: dict[Accused, Fraction] = {}
        for blocks, total in zip(self.classes(coalition), ones, strict=True):
            if not 0 <= total <= len(blocks) * self.block:
                raise ValueError(f"{total} ones in {len(blocks)} blocks of {self.block} columns")
            states = {(last, total): chance for last, chance in before.items()}
            for b in blocks:
                states = self._one_block(b, (blocks.stop - b) * self.block, states, found)
            before = {last: chance for (last, _), chance in states.items()}
        if before:
            found[Bottom.BOTTOM] = sum(before.values(), Fraction(0))
        return Dist.weighted(found.items())

    def _one_block(
        self,
        b: int,
        columns: int,
        states: dict[tuple[int, int], Fraction],
        found: dict[Accused, Fraction],
    ) -> dict[tuple[int, int], Fraction]:
        """Block b takes its columns from those that are left of its class.

        A state is the number of ones in the block before, and of those left in the class.
        """
        after: dict[tuple[int, int], Fraction] = {}
        for (before, left), chance in states.items():
            for ones in range(max(0, left - columns + self.block), min(self.block, left) + 1):
                ways = comb(self.block, ones) * comb(columns - self.block, left - ones)
                p = chance * Fraction(ways, comb(columns, left))
                if b and self.rises(Fraction(before, self.block), Fraction(ones, self.block)):
                    found[b] = found.get(b, Fraction(0)) + p
                else:
                    key = ones, left - ones
                    after[key] = after.get(key, Fraction(0)) + p
        return after

    def feasible_counts(self, coalition: Coalition) -> Iterator[tuple[int, ...]]:
        """The numbers of ones of feasible words: none in the first class, all in the last."""
        first, *free = (len(blocks) * self.block for blocks in self.classes(coalition))
        if free:
            del first
            middle = (range(size + 1) for size in free[:-1])
            yield from ((0, *ones, free[-1]) for ones in product(*middle))

    def framed(self, coalition: Coalition, ones: tuple[int, ...]) -> Fraction:
        """How often somebody outside of the coalition, or nobody, is accused."""
        return self.traced(coalition, ones).probability_that(lambda who: who not in coalition)

    def best_counts(self, coalition: Coalition) -> tuple[Fraction, tuple[int, ...]]:
        """The most that a pirate has somebody outside, or nobody, accused; and its ones.

        Raises:
            ValueError: for an empty coalition, which has no feasible word.
        """
        counts = self.feasible_counts(coalition)
        return max((self.framed(coalition, ones), ones) for ones in counts)

    @property
    def error(self) -> Fraction:
        """xi, the largest over all coalitions of at least one user."""
        users = range(1, self.users + 1)
        return max(
            self.best_counts(coalition)[0]
            for size in users
            for coalition in combinations(users, size)
        )

    def jump(self, ones: int) -> Fraction:
        """Pr[K - 2X >= B/n]: of K ones in two blocks alike X fall into the first block."""
        b = self.block
        ways = (
            comb(b, x) * comb(b, ones - x)
            for x in range(max(0, ones - b), min(b, ones) + 1)
            if self.rises(Fraction(x, b), Fraction(ones - x, b))
        )
        return Fraction(sum(ways), comb(2 * b, ones))

    @property
    def largest_jump(self) -> Fraction:
        """The chance of the best K: an innocent user is accused no more often."""
        return max(self.jump(ones) for ones in range(2 * self.block + 1))


@cache
def _books(code: BonehShawCode) -> Dist[Book, Fraction]:
    left = dict.fromkeys(range(code.users + 1), code.block)
    return Dist.uniform(code.book(order) for order in _arrangements(left, code.length))


def _arrangements(left: dict[int, int], length: int) -> Iterator[tuple[int, ...]]:
    """All sequences with so many of each block, each once."""
    if not length:
        yield ()
    for b, count in left.items():
        if count:
            for rest in _arrangements({**left, b: count - 1}, length - 1):
                yield (b, *rest)


def one_missing(code: BonehShawCode, user: User) -> tuple[int, ...]:
    """The ones of a best pirate against one missing user i, not the first or the last.

    Blocks before i - 1 rise as much as nobody is accused for; so block i - 1 may have up to
    (i-1)(ceil(B/n) - 1) ones.  What comes after block i does not matter.

    Raises:
        ValueError: for the first or last user, whom nobody can frame.
    """
    if not 1 < user < code.users:
        raise ValueError(f"user {user}: from 2 to {code.users - 1}")
    step = -(-code.block // code.users) - 1
    before = tuple(b * step for b in range(user - 1))
    after = (code.block,) * (code.users - user)
    coalition = tuple(u for u in range(1, code.users + 1) if u != user)
    candidates = ((*before, ones, *after) for ones in range(2 * code.block + 1))
    return max(candidates, key=lambda ones: code.framed(coalition, ones))


@dataclass(frozen=True)
class CountingPirate(Generic[R]):
    """Puts so many ones into each class of columns that look alike, into the first of them.

    Which of them does not matter, since Gen has put the columns in random order.
    """

    deterministic: ClassVar[bool] = True

    ones: tuple[int, ...]
    """For each class, as in `BonehShawCode.classes`."""

    def __call__(self, rows: Matrix, coins: Coins[R], /) -> Word:
        """The word."""
        del coins
        left = list(self.ones)
        word: Word = ()
        for column in zip(*rows, strict=True):
            kind = sum(column)
            word = (*word, int(left[kind] > 0))
            left[kind] -= 1
        return word


def enough_columns(users: int, error: Fraction) -> int:
    """B = ceil(2 n^2 ln(n/xi)): then n e^(-B/(2n^2)) <= xi, which bounds the error.

    Raises:
        ValueError: for fewer than one user, or an error outside of (0, 1).
    """
    if users < 1 or not 0 < error < 1:
        raise ValueError(f"{users} users, error {error}: at least 1, and in (0, 1)")
    return (2 * users**2 * ln(users / error)).ceil()
