"""Streams that are private, and others that only look so, with their losses by hand.

A number is put out for each answer, mostly 1 for above a level and 0 for below.  Notation: K the
least loss in units of eps, None if there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Exponential, Laplace, Real
from reference.probability.dist import Dist
from reference.probability.streams import Stream

EPS = Epsilon.continuous(parts=8)
Drawn = Coins[ExponentialFunction]
Held: TypeAlias = Any
"""States and outputs: those of any stream."""


def lap(coins: Drawn, k: int) -> Real:
    """Laplace noise of the scale k/eps."""
    return coins.draw_real(Laplace(k / EPS))


@dataclass(frozen=True)
class Attack(Stream[Held, Held, ExponentialFunction]):
    """A stream, made of two functions, and what is true of it."""

    name: str
    first: Callable[[Drawn], Held]
    then: Callable[[Held, int, Drawn], tuple[Held, Held]]
    loss: Fraction | None
    adjacency: str = "all"
    shown: tuple[int, ...] = ()
    """It is not eps-private on answers 0 and these; words of one or two by hand, others tried."""

    releases: bool = False
    """Whether it puts out draws, so that its law is no table."""

    eps: Epsilon[ExponentialFunction] = EPS

    @override
    def begin(self, coins: Drawn) -> Held:
        return self.first(coins)

    @override
    def step(self, state: Held, answer: int, coins: Drawn) -> tuple[Held, Held]:
        return self.then(state, answer, coins)


def stops(k: int, again: int = 0) -> Callable[[Held, int, Drawn], tuple[Held, Held]]:
    """Stop after so many answers above, noise k; the level is drawn again if that is told."""

    def then(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
        level, left = state
        if q + lap(coins, k) < level:
            return state, 0
        return ((lap(coins, again) if again else level, left - 1) if left > 1 else None), 1

    return then


def level(k: int, count: int = 1) -> Callable[[Drawn], Held]:
    """A level, and how many answers above it there may be."""
    return lambda coins: (lap(coins, k), count)


def coin(coins: Drawn) -> bool:
    """A fair one."""
    return coins.draw(Dist.uniform((True, False)))


def told_coin(coins: Drawn) -> Held:
    """Which level is drawn is told by a coin."""
    return "heads" if coin(coins) else "tails"


def after_coin(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """The coin is put out with the first answer, which is thrown away."""
    if isinstance(state, str):
        return (lap(coins, 2 if state == "heads" else 4), 1), state
    return stops(4)(state, q, coins)


def compared(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """Later answers are compared with the first, which has noise."""
    if state == ():
        return (q + lap(coins, 2),), "kept"
    return (state, 0) if q + lap(coins, 4) < state[0] else (None, 1)


def between(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """As long as answers are in a range."""
    low, high = state
    x = q + lap(coins, 4)
    if x < low:
        return None, "below"
    return (state, "in") if x < high else (None, "above")


def twice(_: Held, q: int, coins: Drawn) -> tuple[None, Held]:
    """Two bits of the first answer, then stop."""
    return None, (q + lap(coins, 2) >= 0, q + lap(coins, 2) >= 1)


def unbounded(k: int, again: int = 0) -> Callable[[Held, int, Drawn], tuple[Held, Held]]:
    """It never stops: the count is forgotten."""

    def then(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
        above = q + lap(coins, k) >= state[0]
        return ((lap(coins, again),) if again else state), int(above)

    return then


def hidden_coin(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """A coin that is not told says whether there is noise."""
    return state, int(q + lap(coins, 1) >= 0 if coin(coins) else q >= 0)


def gap_and_level(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """The gap is put out, and then the level."""
    x = q + lap(coins, 4)
    return (state, 0) if x < state[0] else (None, (x - state[0], state[0]))


def value_above(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """The value that was compared is put out."""
    x = q + lap(coins, 4)
    return (state, 0) if x < state[0] else (None, (1, x))


def gap(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """The gap is put out."""
    x = q + lap(coins, 4)
    return (state, 0) if x < state[0] else (None, (1, x - state[0]))


def reused(state: Held, q: int, coins: Drawn) -> tuple[Held, Held]:
    """The noise of the level is all that there is."""
    del coins
    return state, int(q >= state[0])


def nothing(coins: Drawn) -> Held:
    """No level."""
    del coins
    return ()


one, half = Fraction(1), Fraction(1, 2)
TRUE = (
    Attack("sparse vector", level(2), stops(4), one),
    Attack("two above, level kept", level(2, 2), stops(8), one),
    Attack("two above, level drawn again", level(4, 2), stops(8, again=4), one),
    Attack("a range", lambda c: (lap(c, 4), 1 + lap(c, 4)), between, one),
    Attack("a coin that is told", told_coin, after_coin, one),
    Attack("the level is the first answer", nothing, compared, Fraction(3, 2)),
    Attack("two bits of one answer", nothing, twice, one),
    Attack(
        "an exponential level", lambda c: (c.draw_real(Exponential(2 / EPS)), 1), stops(4), one
    ),
    Attack("answers that move one way", level(2), stops(2), one, adjacency="monotone"),
    Attack("the gap", level(2), gap, one, releases=True),
)
FALSE = (
    Attack("the count is forgotten", level(2), unbounded(4), None, shown=(1, -1) * 3),
    Attack("noise is used again", level(2), reused, None, shown=(1, -1)),
    Attack("one too many", level(2, 2), stops(4), Fraction(3, 2), shown=(-1, 1, 1, 1, -1)),
    Attack("levels drawn again", level(2), unbounded(4, again=2), None, shown=(-1, 1) * 3),
    Attack("no noise", nothing, lambda s, q, _: (s, int(q >= 0)), None, shown=(-1,)),
    Attack("a coin that is not told", nothing, hidden_coin, None, shown=(1, -1)),
    Attack(
        "noise of one sign",
        nothing,
        lambda _, q, c: (None, int(q + c.draw_real(Exponential(1 / EPS)) >= 0)),
        None,
        shown=(-1,),
    ),
    Attack("the gap and the level", level(2), gap_and_level, None, releases=True),
    Attack("the value that was compared", level(2), value_above, None, releases=True),
    Attack(
        "an answer compared twice",
        nothing,
        lambda _, q, c: (None, (q + lap(c, 1) >= 0, q + lap(c, 1) >= 0)),
        Fraction(2),
        shown=(1, -1),
    ),
)
