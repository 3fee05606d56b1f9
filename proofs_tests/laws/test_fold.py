"""A `Fold` is its loop, written out; equal states are followed once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.strategies.laws import kernels, laws
from proofs_tests.strategies.tables import a_fifth_of_the_examples
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.dist import Dist
from reference.probability.fold import NESTING, Body, Fold, Stop
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.law import law
from reference.probability.replay import Laws

HALF = Fraction(1, 2)
Law = Dist[int, Fraction]


@dataclass(frozen=True, slots=True)
class Steps:
    """Go on to what is drawn for state and item; stop at a state."""

    kernel: tuple[Dist[int, Fraction], ...]
    last: int

    def __call__(
        self, state: int, item: int, coins: Coins[Fraction], /
    ) -> int | Stop[tuple[str, int]]:
        after = (coins.draw(self.kernel[state]) + item) % 4
        return Stop(("stopped", item)) if after == self.last else after

    def output(self, state: int, /) -> tuple[str, int]:
        """The last state."""
        return "end", state


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """The loop of a body."""

    body: Body[int, int, tuple[str, int], Fraction]

    def __call__(
        self, situation: tuple[int, tuple[int, ...]], coins: Coins[Fraction], /
    ) -> tuple[str, int]:
        state, items = situation
        for item in items:
            after = self.body(state, item, coins)
            if isinstance(after, Stop):
                return after.output
            state = after
        return self.body.output(state)


@a_fifth_of_the_examples
@given(laws(), kernels(), st.lists(st.integers(0, 2), max_size=4), st.integers(0, 4))
def test_a_fold_is_its_loop(
    first: Dist[int, Fraction],
    kernel: tuple[Dist[int, Fraction], ...],
    items: list[int],
    last: int,
) -> None:
    """The same law from each first state, none or some items, stopped early or not."""
    body = Steps((first, *kernel)[:4], last)
    for state in range(2):
        situation = (state, tuple(items))
        assert law(Fold(body), situation) == law(WrittenOut(body), situation)


@dataclass(frozen=True, slots=True)
class Parity:
    """The parity of the items that are kept, each with probability 1/3."""

    def __call__(self, parity: int, item: int, coins: Coins[Fraction], /) -> int:
        return parity ^ (item & coins.draw(Dist.uniform((0, 0, 1))))

    def output(self, parity: int, /) -> int:
        """It."""
        return parity


def test_equal_states_are_followed_once() -> None:
    """Two states before each of n items: at most two calls of the rest for either, not 2^n."""
    items = (1,) * (NESTING - 1)
    shared = Laws[Fraction]()
    even = shared.of(Fold(Parity()), (0, items)).probability(0)
    assert even == (1 + Fraction(1, 3) ** len(items)) / 2
    assert shared.calls <= 4 * len(items)


@dataclass(frozen=True, slots=True)
class First:
    """The place of the first head."""

    def __call__(self, place: int, _: int, coins: Coins[Fraction], /) -> int | Stop[int]:
        return Stop(place) if coins.draw(Dist.uniform((False, True))) else place + 1

    def output(self, place: int, /) -> int:
        """No head."""
        return place


def test_a_fold_is_as_long_as_it_likes() -> None:
    """In both readings, without an end of the stack."""
    assert run(Fold(Parity()), (0, (1,) * 2000), SeededBits(1)) in {0, 1}
    waiting = Laws[Fraction]().of(Fold(First()), (0, (1,) * 2000))
    assert waiting.probability(999) == HALF**1000


@dataclass(frozen=True, slots=True)
class Greatest:
    """The place of the greatest of noisy numbers of one mean: noise stays in the state."""

    later: int

    def __call__(
        self, state: tuple[int, int, int], _: int, coins: Coins[Fraction], /
    ) -> tuple[int, int, int]:
        place, leader, best = state
        settled = Settled(min(0, best), max(0, best), HALF, self.later - place)
        z = coins.draw_noise(TwoSidedGeometric(HALF), settled)
        return (place + 1, place, z) if z > best or not place else (place + 1, leader, best)

    def output(self, state: tuple[int, int, int], /) -> int:
        """Its place."""
        return state[1]


def test_noise_may_stay_in_the_state() -> None:
    """Of two equal candidates the first wins a tie: Pr[Z_0 >= Z_1] = (1 + Pr[Z_0 = Z_1]) / 2."""
    first = law(Fold(Greatest(1)), ((0, 0, 0), (0, 0))).probability(0)
    noise = TwoSidedGeometric(HALF)
    tie = noise.probability(0) ** 2 * (1 + 2 * Fraction(1, 4) / (1 - Fraction(1, 4)))
    assert first == (1 + tie) / 2
