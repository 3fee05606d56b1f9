"""A uniform index, by draws of few outcomes each: a place among many thousands in a long list.

An interval [0, m) is cut into at most 64 blocks of 64^k integers each, the last one shorter; one
of them is drawn with probability proportional to its length, and then an integer in it.

>>> from reference.probability.law import law
>>> law(lambda database, coins: uniform_index(len(database), coins), (7, 7, 7))
Dist({0: 1/3, 1: 1/3, 2: 1/3})
"""

from fractions import Fraction

from reference.exact.field import RATIONALS, R
from reference.probability.coins import Coins
from reference.probability.dist import Dist

BLOCKS = 64
"""Most outcomes of a draw."""

_ANY: Dist[int, Fraction] = Dist.uniform(range(BLOCKS))


def uniform_index(bound: int, coins: Coins[R]) -> int:
    """A uniform integer in [0, bound), by one draw or more.

    Raises:
        ValueError: if bound < 1.
    """
    if bound < 1:
        raise ValueError(f"bound {bound}: a uniform integer below it needs a bound >= 1")
    low = 0
    while True:
        block = 1
        while block * BLOCKS < bound:
            block *= BLOCKS
        full, rest = divmod(bound, block)
        chosen = coins.draw(_ANY if full == BLOCKS else _blocks(full, block, rest))
        low += chosen * block
        bound = block if chosen < full else rest
        if bound == 1:
            return low


def _blocks(full: int, block: int, rest: int) -> Dist[int, Fraction]:
    """Blocks 0, ..., full - 1 of one length, and a last one of another."""
    lengths = [(i, block) for i in range(full)]
    return Dist(dict([*lengths, (full, rest)]), RATIONALS)
