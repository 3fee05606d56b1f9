"""A last draw is recognised only where its outcome really is the output."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import chain

import pytest

from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law

DIE = Dist.uniform(range(6))
TOSS = Dist.uniform((0, 1))

Body = Callable[[Coins[Fraction]], int]


def clipped(coins: Coins[Fraction]) -> int:
    """`min` stands between the draw and the return."""
    return min(chain([3], map(coins.draw, [DIE])))


def summed(coins: Coins[Fraction]) -> int:
    """Two draws inside of `sum`."""
    return sum(map(coins.draw, [DIE, DIE]))


def keyed(coins: Coins[Fraction]) -> int:
    """The draw is a key, not the output."""
    return max((7, 8), key=lambda _: coins.draw(TOSS))


def reduced(coins: Coins[Fraction]) -> int:
    """The second draw overwrites the first."""
    return reduce(lambda _, dist: coins.draw(dist), [DIE, TOSS], 0)


def replaced(coins: Coins[Fraction]) -> int:
    """A comparison by identity, which no object can refuse, is not a return."""
    face = coins.draw(DIE)
    zero = 0
    return 9 if face is zero else face


def passed(coins: Coins[Fraction]) -> int:
    """A chain of returns: here the last draw is the output."""
    return inner(coins)


def inner(coins: Coins[Fraction]) -> int:
    """The end of the chain."""
    return coins.draw(DIE)


def caught(coins: Coins[Fraction]) -> int:
    """The value is looked at inside of a handler for every Exception."""
    try:
        return next(face for face in map(coins.draw, [DIE]) if face >= 0)
    except Exception:  # noqa: BLE001
        return -1


EXPECTED = [
    (clipped, DIE.map(lambda face: min(3, face))),
    (summed, DIE.product(DIE).map(sum)),
    (keyed, Dist({7: 3, 8: 1}, DIE.field)),
    (reduced, TOSS),
    (replaced, DIE.map(lambda face: face or 9)),
    (passed, DIE),
    (caught, DIE),
]


@pytest.mark.parametrize(("body", "expected"), EXPECTED)
def test_the_law_is_that_of_the_code(body: Body, expected: Dist[int, Fraction]) -> None:
    """Against the law written down by hand, through all that may stand before a return."""

    def mechanism(database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        del database
        return body(coins)

    assert law(mechanism, ()) == expected


def test_a_last_draw_costs_one_call() -> None:
    """`return coins.draw(dist)` is not called again for every outcome."""
    calls = []

    def mechanism(database: tuple[int, ...], coins: Coins[Fraction], /) -> int:
        calls.append(database)
        return coins.draw(DIE)

    assert law(mechanism, ()) == DIE
    assert len(calls) == 1
