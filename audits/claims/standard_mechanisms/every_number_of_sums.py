"""Sums of every number of real answers of which one moves, at every eps."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_unit import every_unit, loses_just
from reference.exact.integers import floor_log2
from reference.mechanisms.stream.continuous_sums import (
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
)
from reference.probability.continuous import Laplace, Real
from reference.probability.streams import Stream


class NoisyPrefixes(Stream[tuple[int, Real | None], Real, Any]):
    """The noisy sum of each prefix, with noise of its own or one noise for all."""

    def __init__(self, eps: Epsilon[Any], reused: bool) -> None:
        self.eps, self.reused = eps, reused

    @override
    def begin(self, coins: Coins[Any], /) -> tuple[int, Real | None]:
        """The sum of nothing, and the noise that all prefixes have, if they have one."""
        return 0, coins.draw_real(Laplace(1 / self.eps)) if self.reused else None

    @override
    def step(
        self, state: tuple[int, Real | None], answer: int, coins: Coins[Any], /
    ) -> tuple[tuple[int, Real | None], Real]:
        """The next noisy sum."""
        total, one = state[0] + answer, state[1]
        noise = coins.draw_real(Laplace(1 / self.eps)) if one is None else one
        return (total, one), total + noise


HALF_THE_NOISE = "1 / self.eps => 1 / (self.eps * 2)"
OF_PREFIXES: dict[str, Build] = {
    "fresh noise on every prefix": lambda _, eps: NoisyPrefixes(eps, reused=False),
    "one noise for all": lambda _, eps: NoisyPrefixes(eps, reused=True),
}
NOISE = "coins.draw_real(Laplace(1 / self.eps))"

WRONG[ContinuousPartialSum] = {
    "half the noise": HALF_THE_NOISE,
    "a sum for each answer": lambda eps: NoisyPrefixes(eps, reused=False),
    "only the last answer is put out": "return state + answer => return answer",
}
WRONG[ContinuousSmartSum] = OF_PREFIXES | {
    "half the noise": HALF_THE_NOISE,
    "the last answer twice": (
        f"noise = {NOISE} => noise, again, block = ({NOISE} for _ in range(3))",
        "(0, 0), total + noise => (0, 0), (answer + noise, answer + again, total + block)",
        "(total, count), answer + noise => (total, count), (answer + noise,)",
    ),
    "a block begins with the last answer": "(0, 0), total => (answer, 0), total",
    "only the last answer is put out": "total + noise => answer + noise",
    "blocks are one longer": "return 0, 0 => return 0, -1",
}
WRONG[ContinuousTreeCounter] = OF_PREFIXES | {
    "half the noise": HALF_THE_NOISE,
    "a node is that of its last answer": "total + answer for total => answer for total",
}


@claim("CORE.partial-sum-every-n", about=ContinuousPartialSum)
def partial_sum(build: Build) -> Check:
    """The noisy total of every number of real answers loses eps if one of them moves by one, and
    no less; with geometric noise on integers at most that.

    Cases: Every number of answers, all real answers, answers move by one in total; every eps.
    """
    yield from loses_just(build(every_unit(4)), 1, adjacency="one")


@claim("CORE.smart-sum-every-n", over(block=(2, 3, 5)), about=ContinuousSmartSum)
def smart_sum(build: Build, block: int) -> Check:
    """Smart sum, with blocks of two answers or more, loses 2 eps if one answer moves by one, and
    no less, for every number of answers; with geometric noise on integers at most that.

    Cases: Blocks of 2, 3 and 5 answers; every number of answers, all real answers, answers move by
    one in total; every eps.
    """
    yield from loses_just(build(block, every_unit(4)), 2, adjacency="one")


@claim(
    "CORE.binary-tree-counter-every-n",
    over(horizon=(1, 2, 3, 4, 7, 8)),
    about=ContinuousTreeCounter,
)
def tree_counter(build: Build, horizon: int) -> Check:
    """The tree counter loses floor(log2 n) + 1 times eps, n its horizon, if one real answer moves
    by one, and no less; with geometric noise on integers at most that.

    Cases: Horizons 1, 2, 3, 4, 7 and 8, on both sides of powers of two; every number of answers up
    to them, all real answers, answers move by one in total; every eps.
    """
    stream, levels = build(horizon, every_unit(4)), floor_log2(horizon) + 1
    yield from loses_just(stream, levels, adjacency="one")
