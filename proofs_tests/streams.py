"""Streams that tests speak of, beside those of the reference, in direct style."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.privacy.epsilon import Epsilon
from reference.probability.continuous import Exponential, Laplace, Real

EPS = Epsilon.continuous(parts=27 * 5040)
Coins: TypeAlias = Any
"""Those of a trace, with foresight."""

Held: TypeAlias = Any
"""States, answers, and what is put out."""


class Dice:
    """Numbers that look random, and are the same for each seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        """One of 0, ..., n - 1."""
        self._state = (6364136223846793005 * self._state + 1442695040888963407) % 2**64
        return (self._state >> 33) % n


def laplace(coins: Coins, rate: Fraction | int) -> Real:
    """Laplace noise of a rate in units of eps."""
    drawn: Real = coins.draw_real(Laplace(1 / Fraction(rate) / EPS))
    return drawn


def exponential(coins: Coins, rate: Fraction | int) -> Real:
    """Exponential noise of a rate in units of eps."""
    drawn: Real = coins.draw_real(Exponential(1 / Fraction(rate) / EPS))
    return drawn


class Traced:
    """A stream for traces."""

    eps: ClassVar[Epsilon[ExponentialFunction]] = EPS


@dataclass(frozen=True)
class Sparse(Traced):
    """Sparse vector; noise of the rates rho and nu, `count` positives (0: no limit).

    The threshold is drawn again after a positive, with the rate `again`; a positive releases the
    answer with noise of the rate `value`.
    """

    rho: Fraction | int = Fraction(1, 2)
    nu: Fraction | int = Fraction(1, 4)
    count: int = 1
    again: Fraction | int = 0
    value: Fraction | int = 0

    def begin(self, coins: Coins) -> tuple[Real, int]:
        """The noisy threshold, and how many positives are left."""
        return laplace(coins, self.rho), self.count

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """Whether it is above."""
        threshold, left = state
        if answer + laplace(coins, self.nu) < threshold:
            return state, 0
        shown = (1, answer + laplace(coins, self.value)) if self.value else 1
        if self.count:
            left -= 1
            if not left:
                return None, shown
        return (laplace(coins, self.again) if self.again else threshold, left), shown


@dataclass(frozen=True)
class TwoSided(Traced):
    """A threshold; the first answer decides whether the rest is compared below or above.

    It stops on the other side than the first one, and after `most` answers (0: no limit).
    """

    rho: Fraction = Fraction(1, 2)
    nu: Fraction = Fraction(1, 4)
    most: int = 0

    def begin(self, coins: Coins) -> tuple[Real, str, int]:
        """The noisy threshold."""
        return laplace(coins, self.rho), "first", self.most

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """On which side it is."""
        threshold, side, left = state
        found = "above" if answer + laplace(coins, self.nu) >= threshold else "below"
        left -= bool(self.most)
        stops = side not in {"first", found} or (self.most and not left)
        return (None if stops else (threshold, found, left)), found


@dataclass(frozen=True)
class AskedTwice(Traced):
    """Whether a draw is at least 0; if it is, whether it is at least -1, which is known."""

    def begin(self, coins: Coins) -> tuple[Real, bool]:
        """The draw."""
        return laplace(coins, 1), False

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """The first one, or the second."""
        del answer, coins
        drawn, again = state
        if again:
            return state, drawn >= -1
        return ((drawn, True) if drawn >= 0 else None), drawn >= 0


@dataclass(frozen=True)
class Best(Traced):
    """The place of the greatest noisy answer, or of the least one, by foresight."""

    rate: Fraction = Fraction(1, 2)
    noise: Callable[[Coins, Fraction], Real] = laplace
    least: bool = False

    def begin(self, coins: Coins) -> tuple[Real, bool]:
        """The value of the winner, and whether it was met."""
        return coins.foretell(), False

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """Whether it is the winner."""
        best, met = state
        y = answer + self.noise(coins, self.rate)
        if not met and coins.guess():
            coins.equate(y, best)
            return (best, True), 1
        coins.require(holds=y >= best if self.least else y <= best)
        return state, 0


@dataclass(frozen=True)
class RunningSum(Traced):
    """Prefix sums of noisy answers."""

    rate: Fraction | int = 1

    def begin(self, coins: Coins) -> Held:
        """The empty sum."""
        del coins
        return (0,)

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """A noisy sum, which is kept."""
        total = state[0] + answer + laplace(coins, self.rate)
        return (total,), total


@dataclass(frozen=True)
class AnyBlocks(Traced):
    """Smart sum, for every length of each block: the caller ends a block where it likes."""

    rate: Fraction | int = 1

    def begin(self, coins: Coins) -> Held:
        """The sum of the block, the noisy sum before it, and that up to now."""
        del coins
        return 0, 0, 0

    def step(self, state: Held, answer: Held, coins: Coins) -> Held:
        """The noisy sum up to now."""
        block, before, last = state
        last = last + answer + laplace(coins, self.rate)
        return (block + answer, before, last), last

    def close(self, state: Held, coins: Coins) -> Held:
        """The noisy sum of the blocks."""
        block, before, _ = state
        before = before + block + laplace(coins, self.rate)
        return (0, before, before), before
