"""Blocks with a solver that tells the rows it saw, and databases on which that shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from reference.exact.field import R
from reference.mechanisms.release.threshold_release import NoisyCuts
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.fold import Fold, Stop

Rows = tuple[int, ...]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Says(Generic[R]):
    """Whether a recogniser gives a certain answer."""

    solver: Recogniser[R]
    answer: int

    def __call__(self, database: Rows, coins: Coins[R], /) -> bool:
        """It does."""
        return coins.run(self.solver, database) == self.answer


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class AllRecognised(Generic[R]):
    """Whether every block is recognised as its own target: a function of the blocks' answers."""

    cuts: NoisyCuts[R]
    solver: Recogniser[R]

    def __call__(self, database: Rows, coins: Coins[R], /) -> bool:
        """They are."""
        turns = Fold(Turn(database, self.cuts, self.solver))
        return coins.delegate(turns, (0, tuple(range(len(self.solver.targets)))))
