"""Wrong variants of streams: half of the noise, noise used again, too much that is told.

Sparse vectors that go wrong stand in `continuous_noise` and `continuous_values`.
"""

from typing import Generic, TypeAlias

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.selection.foreseen_max import BothMet, ForeseenGap, ForeseenMax, Met
from reference.mechanisms.stream.continuous_sums import (
    Block,
    ContinuousPartialSum,
    ContinuousSmartSum,
    ContinuousTreeCounter,
    Levels,
)
from reference.probability.continuous import Exponential, Gap, Laplace, Real
from reference.probability.streams import Foresight, Stream

Total: TypeAlias = tuple[int, Real | None]
"""A sum, and the noise of all numbers, if it is one."""


def half_noise(build: Callable[..., Any]) -> Callable[..., object]:
    """What is built in the same way, and draws noise of half the scales."""

    def wrong(*parameters: object) -> object:
        stream = build(*parameters)
        return HalfNoiseAtTheEnd(stream) if hasattr(stream, "end") else HalfNoise(stream)

    return wrong


@dataclass(frozen=True, slots=True)
class HalfNoise:
    """A stream whose noise has half of the scale that it asks for."""

    stream: Any

    @property
    def eps(self) -> object:
        """That of the stream."""
        return self.stream.eps

    def begin(self, coins: object, /) -> object:
        """What the stream does."""
        return self.stream.begin(Halved(coins))

    def step(self, state: object, answer: object, coins: object, /) -> object:
        """What the stream does."""
        return self.stream.step(state, answer, Halved(coins))

    def output(self, released: object, /) -> object:
        """What is seen of it."""
        seen: Callable[[object], object] | None = getattr(self.stream, "output", None)
        return released if seen is None else seen(released)


@dataclass(frozen=True, slots=True)
class HalfNoiseAtTheEnd(HalfNoise):
    """The same of one that puts out something at the end."""

    def end(self, state: object, coins: object, /) -> object:
        """What the stream does."""
        return self.stream.end(state, Halved(coins))


@dataclass(frozen=True, slots=True)
class Halved:
    """Coins whose noise has half of the scale."""

    coins: Any

    def draw_real(self, noise: Laplace[Any] | Exponential[Any]) -> object:
        """A draw, of twice the rate."""
        scale = replace(noise.scale, rate=2 * noise.scale.rate)
        return self.coins.draw_real(replace(noise, scale=scale))

    def __getattr__(self, name: str) -> object:
        return getattr(self.coins, name)


@dataclass(frozen=True, slots=True)
class NoisyPrefixes(Stream[Total, Real, R]):
    """The noisy sum of each prefix, with noise of its own or one noise for all."""

    eps: Epsilon[R]
    reused: bool = False

    @override
    def begin(self, coins: Coins[R], /) -> Total | None:
        """The empty sum."""
        return 0, coins.draw_real(Laplace(1 / self.eps)) if self.reused else None

    @override
    def step(self, state: Total, answer: int, coins: Coins[R], /) -> tuple[Total | None, Real]:
        """A noisy sum."""
        total, one = state[0] + answer, state[1]
        noise = coins.draw_real(Laplace(1 / self.eps)) if one is None else one
        return (total, one), total + noise


def fresh_prefixes(_: int, eps: Epsilon[R]) -> NoisyPrefixes[R]:
    """Every prefix with noise of its own, whatever the blocks or the horizon."""
    return NoisyPrefixes(eps)


def one_noise(_: int, eps: Epsilon[R]) -> NoisyPrefixes[R]:
    """Every prefix with the same noise."""
    return NoisyPrefixes(eps, reused=True)


@dataclass(frozen=True, slots=True)
class LastOfBlockTwice(Stream[Block, tuple[Real, ...], R]):
    """Smart sum that puts out the noisy answer that ends a block twice, besides the block."""

    block: int
    eps: Epsilon[R]

    @override
    def begin(self, _: Coins[R], /) -> Block | None:
        """An empty block."""
        return 0, 0

    @override
    def step(
        self, state: Block, answer: int, coins: Coins[R], /
    ) -> tuple[Block | None, tuple[Real, ...]]:
        """A noisy number, or three."""
        total, count = state[0] + answer, state[1] + 1
        noisy, again, block = (coins.draw_real(Laplace(1 / self.eps)) for _ in range(3))
        if count < self.block:
            return (total, count), (answer + noisy,)
        return (0, 0), (answer + noisy, answer + again, total + block)


class LastAnswer(ContinuousPartialSum[R]):
    """A total that is the last answer alone."""

    @override
    def step(self, state: int, answer: int, coins: Coins[R], /) -> tuple[int | None, Real | None]:
        """Forget the sum."""
        return ContinuousPartialSum.step(self, 0 * state, answer, coins)


class WithTheLast(ContinuousSmartSum[R]):
    """Smart sum whose blocks begin with the last answer of the one before."""

    @override
    def step(self, state: Block, answer: int, coins: Coins[R], /) -> tuple[Block | None, Real]:
        """Keep the answer that ends a block."""
        after, number = ContinuousSmartSum.step(self, state, answer, coins)
        return (answer, 0) if state[1] + 1 == self.block else after, number


class LastOfBlock(ContinuousSmartSum[R]):
    """Smart sum that puts out the last answer in place of the sum of the block."""

    @override
    def step(self, state: Block, answer: int, coins: Coins[R], /) -> tuple[Block | None, Real]:
        """Forget the sum."""
        return ContinuousSmartSum.step(self, (0, state[1]), answer, coins)


class OneBlockLater(ContinuousSmartSum[R]):
    """Smart sum whose first block is one answer longer."""

    @override
    def begin(self, _: Coins[R], /) -> Block | None:
        """One answer fewer than there are."""
        return 0, -1


class NodeOfTheAnswer(ContinuousTreeCounter[R]):
    """The tree counter whose nodes are those of single answers."""

    @override
    def step(self, state: Levels, answer: int, coins: Coins[R], /) -> tuple[Levels | None, Real]:
        """Forget the sums."""
        empty = (0,) * len(state[1])
        return ContinuousTreeCounter.step(self, (state[0], empty), answer, coins)


class NobodyWins(ForeseenMax[R]):
    """Noisy max with foresight that may end without a winner."""

    @override
    def end(self, state: Met, coins: Foresight[R], /) -> None:
        """Nothing is required."""


class ValueForTheLead(ForeseenGap[R]):
    """Noisy max with gap that releases the greatest value in place of the lead."""

    @override
    def end(self, state: BothMet, coins: Foresight[R], /) -> Real | Gap:
        """The first number."""
        coins.require(holds=state[2] and state[3])
        return state[0]


def value_told(build: Callable[[Epsilon[R]], ForeseenMax[R]]) -> Callable[..., object]:
    """What is built in the same way, and puts out the greatest value, too."""
    return lambda eps: ValueTold(build(eps))


@dataclass(frozen=True, slots=True)
class ValueTold(Generic[R]):
    """Noisy max that puts out the greatest value, too."""

    noisy: ForeseenMax[R]

    @property
    def eps(self) -> Epsilon[R]:
        """That of the noisy max."""
        return self.noisy.eps

    def begin(self, coins: Foresight[R], /) -> Met:
        """The greatest is foretold."""
        return self.noisy.begin(coins)

    def step(self, state: Met, answer: int, coins: Foresight[R], /) -> tuple[Met, int]:
        """Whether it is the winner."""
        return self.noisy.step(state, answer, coins)

    def end(self, state: Met, coins: Foresight[R], /) -> Real:
        """The value."""
        self.noisy.end(state, coins)
        return state[0]


@dataclass(frozen=True, slots=True)
class RunnerUpToo(Generic[R]):
    """Noisy max with gap that puts out the runner-up's value, too."""

    eps: Epsilon[R]

    def begin(self, coins: Foresight[R], /) -> BothMet:
        """The two greatest are foretold."""
        return ForeseenGap(self.eps).begin(coins)

    def step(self, state: BothMet, answer: int, coins: Foresight[R], /) -> tuple[BothMet, int]:
        """Whether it is the winner, or the runner-up."""
        return ForeseenGap(self.eps).step(state, answer, coins)

    def end(self, state: BothMet, coins: Foresight[R], /) -> tuple[object, Real]:
        """The lead, and the value."""
        return ForeseenGap(self.eps).end(state, coins), state[1]


@dataclass(frozen=True, slots=True)
class LeastWins(Generic[R]):
    """Noisy max with exponential noise and the comparison reversed."""

    eps: Epsilon[R]

    def begin(self, coins: Foresight[R], /) -> Met:
        """The least noisy answer is foretold."""
        return coins.foretell(), False

    def step(self, state: Met, answer: int, coins: Foresight[R], /) -> tuple[Met, int]:
        """Whether it is the winner."""
        least, met = state
        y = answer + coins.draw_real(Exponential(2 / self.eps))
        if not met and coins.guess():
            coins.equate(y, least)
            return (least, True), 1
        coins.require(holds=y >= least)
        return state, 0

    def end(self, state: Met, coins: Foresight[R], /) -> None:
        """Somebody has won."""
        coins.require(holds=state[1])
