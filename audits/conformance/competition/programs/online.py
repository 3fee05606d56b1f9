"""Automata that read answers without an end: the examples of DiPAut, as streams.

Pseudo-code, rates of Laplace noise in units of eps.  Where a published automaton has no way to go
on, a stream says on which side the answer is, and stops: it tells no less.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeAlias

from reference.exact.field import R
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace, Real
from reference.probability.streams import Stream

Levels: TypeAlias = tuple[Real, ...]
Told: TypeAlias = str | tuple[str, Real]
"""What is put out: a word, or a word and a number."""

GO, ABOVE, BELOW = "go", "above", "below"
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Noisy(Generic[R]):
    """What draws Laplace noise of rates in units of eps."""

    eps: Epsilon[R]

    def noise(self, coins: Coins[R], rate: Fraction) -> Real:
        """A fresh draw."""
        return coins.draw_real(Laplace(1 / rate / self.eps))


@dataclass(frozen=True, slots=True)
class Sparse(Noisy[R], Stream[Real, Told, R]):
    """The first answer above a level.

    Pseudo-code:
        1. level = Laplace(1/4)
        2. for each answer q: x = q + Laplace(1/2)
        3.     if x >= level: put out "above", with q + Laplace(1/2) if `numeric`, and stop
    """

    numeric: bool = False

    @override
    def begin(self, coins: Coins[R]) -> Real:
        """The level."""
        return self.noise(coins, QUARTER)  # 1

    @override
    def step(self, state: Real, answer: int, coins: Coins[R]) -> tuple[Real | None, Told]:
        """Whether the answer is below it."""
        if answer + self.noise(coins, HALF) < state:  # 2
            return state, BELOW
        return None, (ABOVE, answer + self.noise(coins, HALF)) if self.numeric else ABOVE  # 3


@dataclass(frozen=True, slots=True)
class Boxes(Noisy[R], Stream[tuple[int, Levels], Told, R]):
    """Whether m answers at a time are in m ranges, one after the other (m-Range).

    Pseudo-code:
        1. for each i < m: low[i] = Laplace(1/(4m)), high[i] = 1 + Laplace(1/(4m))
        2. for each answer q, the t-th from 0: i = t mod m, x = q + Laplace(1/4)
        3.     unless low[i] <= x < high[i]: put out on which side it is, and stop
    """

    m: int = 1

    @override
    def begin(self, coins: Coins[R]) -> tuple[int, Levels]:
        """The ends of the ranges."""
        rate = QUARTER / self.m
        return 0, tuple(i % 2 + self.noise(coins, rate) for i in range(2 * self.m))  # 1

    @override
    def step(
        self, state: tuple[int, Levels], answer: int, coins: Coins[R]
    ) -> tuple[tuple[int, Levels] | None, Told]:
        """Whether the answer is in the next of them."""
        i, levels = state
        x = answer + self.noise(coins, QUARTER)  # 2
        where = _side(x, levels[2 * i], levels[2 * i + 1])
        return (((i + 1) % self.m, levels) if where == GO else None), where  # 3


def _side(x: Real, low: Real, high: Real) -> str:
    """Where it is; below the low end counts first."""
    if x < low:
        return BELOW
    return GO if x < high else ABOVE


@dataclass(frozen=True, slots=True)
class Extremes(Noisy[R], Stream[tuple[int, Levels], Told, R]):
    """Answers between the least and the greatest of the first k ones (k-Min-Max).

    Pseudo-code:
        1. for each of the first k answers q: x = q + Laplace(1/(4k)); put out nothing
        2. low, high = the least x, the greatest x
        3. for each further answer q: x = q + Laplace(1/4)
        4.     unless low <= x <= high: put out on which side it is, and stop
    """

    k: int = 2

    @override
    def begin(self, coins: Coins[R]) -> tuple[int, Levels]:
        """None is read."""
        del coins
        return 0, ()

    @override
    def step(
        self, state: tuple[int, Levels], answer: int, coins: Coins[R]
    ) -> tuple[tuple[int, Levels] | None, Told]:
        """Its part of the least and the greatest, or where it is."""
        read, levels = state
        if read == self.k:
            x = answer + self.noise(coins, QUARTER)  # 3
            where = _outside(x, *levels)
            return (state if where == GO else None), where  # 4
        x = answer + self.noise(coins, QUARTER / self.k)  # 1
        if not levels:
            return (1, (x, x)), GO
        low, high = levels
        where = _outside(x, low, high)  # 2
        return (read + 1, (x if where == BELOW else low, x if where == ABOVE else high)), GO


def _outside(x: Real, low: Real, high: Real) -> str:
    """Where it is, of a range whose ends are in order."""
    if x > high:
        return ABOVE
    return BELOW if x < low else GO


@dataclass(frozen=True, slots=True)
class NumericRange(Noisy[R], Stream[Levels, Told, R]):
    """The first answer above a range, with its value.

    Pseudo-code:
        1. low = Laplace(1/4), high = 1 + Laplace(1/4)
        2. for each answer q: x = q + Laplace(1/4)
        3.     if x is above the range: put out x, or q + Laplace(1/4) if `fresh`; and stop
        4.     if it is below: stop
    """

    fresh: bool = False

    @override
    def begin(self, coins: Coins[R]) -> Levels:
        """The ends of the range."""
        return self.noise(coins, QUARTER), 1 + self.noise(coins, QUARTER)  # 1

    @override
    def step(self, state: Levels, answer: int, coins: Coins[R]) -> tuple[Levels | None, Told]:
        """Whether the answer is in it."""
        x = answer + self.noise(coins, QUARTER)  # 2
        where = _side(x, *state)
        if where == ABOVE:
            return None, (ABOVE, answer + self.noise(coins, QUARTER) if self.fresh else x)  # 3
        return (state if where == GO else None), where  # 4


@dataclass(frozen=True, slots=True)
class TwoRanges(Noisy[R], Stream[tuple[bool, Levels], Told, R]):
    """Answers in one range, then in that above it.

    Pseudo-code:
        1. u, v, w = Laplace(1/4), 1 + Laplace(1/4), 2 + Laplace(1/4)
        2. for each answer q: x = q + Laplace(1/4); go on while u <= x < v
        3.     if x < u, or x is above v and w: stop
        4.     else, if `again`, draw v anew; from now on go on while v <= x < w
    """

    again: bool = False

    @override
    def begin(self, coins: Coins[R]) -> tuple[bool, Levels]:
        """The three levels."""
        return False, tuple(i + self.noise(coins, QUARTER) for i in range(3))  # 1

    @override
    def step(
        self, state: tuple[bool, Levels], answer: int, coins: Coins[R]
    ) -> tuple[tuple[bool, Levels] | None, Told]:
        """Whether the answer is in the range at hand."""
        second, (u, v, w) = state
        x = answer + self.noise(coins, QUARTER)  # 2
        if second:
            if x >= v:
                return (state, GO) if x < w else (None, ABOVE)
            return None, BELOW
        if x < v:
            return (state, GO) if x >= u else (None, BELOW)
        if x >= w:
            return None, ABOVE  # 3
        v = 1 + self.noise(coins, QUARTER) if self.again else v  # 4
        return (True, (u, v, w)), "next"


@dataclass(frozen=True, slots=True)
class Lowered(Noisy[R], Stream[tuple[bool, Levels], Told, R]):
    """A range whose upper end becomes every other answer that is below it.

    Pseudo-code:
        1. low = Laplace(1/2), high = 10 + Laplace(1/2)
        2. for every second answer q: x = q + Laplace(1/6); stop unless low <= x < high
        3. for the others: x = q + Laplace(1/6); stop unless x < high; high = x
    """

    @override
    def begin(self, coins: Coins[R]) -> tuple[bool, Levels]:
        """The ends of the range."""
        return False, (self.noise(coins, HALF), 10 + self.noise(coins, HALF))  # 1

    @override
    def step(
        self, state: tuple[bool, Levels], answer: int, coins: Coins[R]
    ) -> tuple[tuple[bool, Levels] | None, Told]:
        """Whether the answer is in it, or below its upper end."""
        lowers, (low, high) = state
        x = answer + self.noise(coins, Fraction(1, 6))
        if not x < high:
            return None, ABOVE
        if lowers:
            return (False, (low, x)), GO  # 3
        return ((True, (low, high)), GO) if x >= low else (None, BELOW)  # 2


@dataclass(frozen=True, slots=True)
class Disclosed(Noisy[R], Stream[Levels, Told, R]):
    """Every answer that is in a range, with its value.

    Pseudo-code:
        1. low = Laplace(1/4), high = 1 + Laplace(1/4)
        2. for each answer q: x = q + Laplace(1/4)
        3.     if x is in the range: put out x; else on which side it is, and stop
    """

    @override
    def begin(self, coins: Coins[R]) -> Levels:
        """The ends of the range."""
        return self.noise(coins, QUARTER), 1 + self.noise(coins, QUARTER)  # 1

    @override
    def step(self, state: Levels, answer: int, coins: Coins[R]) -> tuple[Levels | None, Told]:
        """Whether the answer is in it."""
        x = answer + self.noise(coins, QUARTER)  # 2
        where = _side(x, *state)
        return (state, (GO, x)) if where == GO else (None, where)  # 3
