"""Blocks with a solver that tells the rows it saw, and databases on which that shows."""

from itertools import accumulate
from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.release.threshold_release import NoisyCuts
from reference.probability.fold import Fold, Stop
from reference.probability.geometric import TwoSidedGeometric

NO_NOISE = "coins.draw_noise(TwoSidedGeometric(self.eps.exp(-1)), settled) => 0"
HALF_NOISE = (
    "self.eps.exp(-1), 0) => self.eps.exp(-2), 0)",
    "TwoSidedGeometric(self.eps.exp(-1)) => TwoSidedGeometric(self.eps.exp(-2))",
)
"""Edits of `NoisyCuts`."""

without_noise = wrong(NoisyCuts, NO_NOISE)
"""Every block has its length."""


@dataclass(frozen=True, slots=True)
class Recogniser(Generic[R]):
    """Draws a target, and says truthfully whether the rows are it, but for noise.

    With d the number of rows by which they differ, it says so with probability r^(1-d)/(1 + r),
    r = e^eps: for an added or removed row it is eps-private, of whatever size the database is.
    """

    targets: tuple[Rows, ...]
    eps: Epsilon[R]

    def __call__(self, database: Rows, coins: Coins[R], /) -> int:
        """2 t + 1 for "it is the t-th target", 2 t for "it is not"."""
        r, odds = self.eps.exp(), list[tuple[int, R]]()
        for t, target in enumerate(self.targets):
            yes = self.eps.exp(1 - distance(database, target))
            odds += [(2 * t + 1, yes), (2 * t, 1 + r - yes)]
        return coins.release(Dist.weighted(odds))


def distance(first: Rows, second: Rows) -> int:
    """How many rows are added or removed between two multisets, at least."""
    values = {*first, *second}
    return sum(abs(first.count(x) - second.count(x)) for x in values)


@dataclass(frozen=True, slots=True)
class LeakingRows:
    """With probability delta, whether there is a certain row, else nothing: (0, delta)-private."""

    row: int
    delta: Fraction

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        """1 if it says that there is, else 0."""
        tells = coins.draw(Dist.weighted([(True, self.delta), (False, 1 - self.delta)]))
        return int(tells and self.row in database)


@dataclass(frozen=True, slots=True)
class Says(Generic[R]):
    """Whether a recogniser gives a certain answer."""

    solver: Recogniser[R]
    answer: int

    def __call__(self, database: Rows, coins: Coins[R], /) -> bool:
        """It does."""
        return coins.run(self.solver, database) == self.answer


@dataclass(frozen=True, slots=True)
class Turn(Generic[R]):
    """One block: goes on while each is recognised as the target of its number."""

    database: Rows
    cuts: NoisyCuts[R]
    solver: Recogniser[R]

    def __call__(self, start: int, block: int, coins: Coins[R], /) -> int | Stop[bool]:
        """The next cut, or the end."""
        end = self.cuts(start, len(self.database), coins)
        rows = self.database[max(start, 0) : max(end, 0)]
        said = coins.run(Says(self.solver, 2 * block + 1), rows)
        return end if said else Stop(False)

    def output(self, state: int, /) -> bool:
        """All were."""
        del state
        return True


@dataclass(frozen=True, slots=True)
class AllRecognised(Generic[R]):
    """Whether every block is recognised as its own target: a function of the blocks' answers."""

    cuts: NoisyCuts[R]
    solver: Recogniser[R]

    def __call__(self, database: Rows, coins: Coins[R], /) -> bool:
        """They are."""
        turns = Fold(Turn(database, self.cuts, self.solver))
        return coins.delegate(turns, (0, tuple(range(len(self.solver.targets)))))


@dataclass(frozen=True, slots=True)
class Instance:
    """Neighbours, and targets for their blocks; rows are tens, and a new row ends in 5."""

    first: Rows
    second: Rows
    targets: tuple[Rows, ...]
    length: int

    @override
    def __str__(self) -> str:
        return f"{len(self.first)} rows, {len(self.targets)} blocks of {self.length}"

    @property
    def pair(self) -> ListedAdjacency[Rows]:
        """The two as neighbours."""
        return ListedAdjacency((self.first, self.second), ((0, 1),))


def tens(first: int, last: int) -> Rows:
    """The rows 10 first, ..., 10 last."""
    return tuple(range(10 * first, 10 * last + 1, 10))


def moved_row(rows: int, removed: int, before: int) -> tuple[Rows, Rows]:
    """The rows 10, 20, ..., and the same where one is replaced by one after another."""
    first = tens(1, rows)
    rest = [x for x in first if x != 10 * removed]
    return first, tuple(sorted([*rest, 10 * before + 5]))


def windows(length: int, back: int, count: int, replaced: int, further: Rows) -> Instance:
    """Windows of g rows, each beginning before the end of the one before; a row gets larger.

    Between them there is no row, as the cut goes back. Then blocks of so many further rows.
    """
    starts = [1 + j * (length - back) for j in range(count)]
    targets = [t for start in starts for t in (tens(start, start + length - 1), ())][:-1]
    at = starts[-1] + length - 1
    for size in further:
        targets.append(tens(at + 1, at + size))
        at += size
    first, second = moved_row(at, replaced, replaced)
    return Instance(first, second, tuple(targets), length)


def repeats(
    length: int,
    *,
    removed: int,
    times: int,
    width: int,
    middle: tuple[int, int],
    last: tuple[int, int],
) -> Instance:
    """Blocks that the neighbour has in several ways, one for each block that the row may leave.

    Targets are all rows up to the removed one; that row alone, again and again; it and `width`
    more; then blocks that have to fit (number and size); and two of `last` rows, where the new row
    comes after three of the first.
    """
    blocks, size = middle
    at = removed + width
    targets = [tens(1, removed), *[tens(removed, removed)] * (times - 1), tens(removed, at)]
    inserted = at + blocks * size + 3
    for more in (*[size] * blocks, *last):
        targets.append(tens(at + 1, at + more))
        at += more
    first, second = moved_row(at, removed, inserted)
    return Instance(first, second, tuple(targets), length)


def shift(length: int, blocks: int, rows: int) -> Instance:
    """The least row becomes the largest; the targets are the blocks without noise."""
    first, second = moved_row(rows, 1, rows)
    ends = [min(rows, length * j) for j in range(blocks + 1)]
    targets = tuple(first[a:b] for a, b in pairwise(ends))
    return Instance(first, second, targets, length)


def moved_blocks(length: int, blocks: int, rows: int, removed: int, before: int) -> Instance:
    """A row is replaced; the targets are the blocks without noise."""
    first, second = moved_row(rows, removed, before)
    targets = tuple(first[length * j : length * (j + 1)] for j in range(blocks))
    return Instance(first, second, targets, length)


NOISE_MATTERS = moved_blocks(2, 5, 12, 1, 7)
"""Four blocks have other rows unless two values of the noise move."""


def recognition(database: Rows, targets: tuple[Rows, ...], length: int, r: R) -> R:
    """The mean of r^-d, d the distance of the clamped blocks from the targets.

    The sum over all ends of all blocks.
    """
    noise, n = TwoSidedGeometric(1 / r), len(database)

    def mean(start: int, rest: tuple[Rows, ...]) -> R:
        if not rest:
            return r / r
        total = r - r
        for end in range(start, n + 1):
            z = end - start - length
            if start == n:
                chance = r / r
            elif end == start:
                chance = noise.at_most(z)
            else:
                chance = noise.at_least(z) if end == n else noise.probability(z)
            far = distance(database[start:end], rest[0])
            total = total + chance * r**-far * mean(end, rest[1:])
        return total

    return mean(0, targets)


def rank_block(cuts: Sequence[int], rank: int) -> int | None:
    """The first block, from 0 on, that has a row with so many rows before it."""
    for block, (start, end) in enumerate(pairwise((0, *cuts))):
        if start <= rank < end:
            return block
    return None


def cuts_of(noise: Sequence[int], length: int) -> tuple[int, ...]:
    """Where the blocks end, for their noise."""
    return tuple(accumulate(length + z for z in noise))


def next_block_shorter(
    noise: tuple[int, ...], length: int, removed: int, inserted: int
) -> tuple[int, ...]:
    """The noise for the neighbour: the block after that of the removed row gets shorter by one,
    then that of the inserted row longer.

    Args:
        noise: such that every block has a length of 1 or more.
        length: g.
        removed: how many rows are before the one that goes.
        inserted: how many of the others are before the one that comes.
    """
    moved = list(noise)
    a = rank_block(cuts_of(moved, length), removed)
    if a is not None and a + 1 < len(moved):
        moved[a + 1] -= 1
    b = rank_block(cuts_of(moved, length), inserted)
    if b is not None:
        moved[b] += 1
    return tuple(moved)


def edits(noise: Sequence[int], other: Sequence[int], length: int, n: int, i: int, j: int) -> int:
    """How many rows come or go over all blocks, n rows of which one is replaced."""
    rows = [*range(n)]
    rest = rows[:i] + rows[i + 1 :]
    neighbour = [*rest[:j], n, *rest[j:]]
    first, second = (pairwise((0, *cuts_of(z, length))) for z in (noise, other))
    ends = zip(first, second, strict=True)
    return sum(len({*rows[a:b]} ^ {*neighbour[c:d]}) for (a, b), (c, d) in ends)
