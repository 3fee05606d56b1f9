"""A count with noise, in whole numbers: exactly the code that runs in production."""

from __future__ import annotations

from random import Random


def noisy_count(count: int, rng: Random) -> int:
    """The count plus the difference of two variables, each at least k with probability 3^-k."""
    return count + geometric(rng) - geometric(rng)


def geometric(rng: Random) -> int:
    """The number k with probability 2/3 * 3^-k."""
    k = 0
    while rng.randrange(3) == 0:
        k += 1
    return k
