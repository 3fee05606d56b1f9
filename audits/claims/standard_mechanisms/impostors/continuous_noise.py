"""Wrong variants of the mechanisms with continuous noise."""

from typing import Generic, TypeAlias

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.selection.continuous_noisy_max import noisy, winner
from reference.probability.continuous import Exponential, Laplace, Real, cell
from reference.probability.streams import Stream

Number: TypeAlias = int | Fraction
Known: TypeAlias = tuple[Real | int, Real | None, int | None]
"""The noisy threshold; the noise of all answers, if it is one; how many positives are left."""


@dataclass(frozen=True, slots=True)
class WrongTests(Stream[Known, object, R]):
    """Noisy tests with Laplace noise of other scales; what is right is variant 1."""

    threshold: int
    count: int
    eps: Epsilon[R]

    of_threshold: Number | None = 2
    """k: its noise has the scale k/eps; None: it has none."""

    of_answers: Number = 4
    """k: their noise has the scale k c/eps."""

    more: int | None = 0
    """So many positives more than c are released; None: it never stops."""

    reused: bool = False
    """Whether one noise is added to all answers."""

    redrawn: bool = False
    """Whether the threshold has fresh noise after each positive."""

    shown: Callable[[int, Real, Real | int], object] | None = None
    """What is released for a positive, from the answer, the noisy one and the noisy threshold;
    None: 1 for a positive, 0 for the others."""

    of_values: Number | None = None
    """k: a positive releases the cell of its answer with fresh noise of the scale k c/eps."""

    @override
    def begin(self, coins: Coins[R], /) -> Known | None:
        """The noisy threshold, the noise of all answers, and how many positives are left."""
        reached = self.noisy_threshold(coins)
        one = self._noise(coins, self.of_answers) if self.reused else None
        return reached, one, None if self.more is None else self.count + self.more

    @override
    def step(self, state: Known, answer: int, coins: Coins[R], /) -> tuple[Known | None, object]:
        """A noisy test."""
        reached, one, left = state
        value = answer + (self._noise(coins, self.of_answers) if one is None else one)
        plain = self.shown is self.of_values is None
        if value < reached:
            return state, 0 if plain else BOTTOM
        released: object = 1
        if self.of_values is not None:
            released = cell(answer + self._noise(coins, self.of_values), (-1, 1))
        elif self.shown is not None:
            released = self.shown(answer, value, reached)
        if left == 1:
            return None, released
        reached = self.noisy_threshold(coins) if self.redrawn else reached
        return (reached, one, None if left is None else left - 1), released

    def noisy_threshold(self, coins: Coins[R]) -> Real | int:
        """With fresh noise, or without any."""
        if self.of_threshold is None:
            return self.threshold
        return self.threshold + coins.draw_real(Laplace(self.of_threshold / self.eps))

    def _noise(self, coins: Coins[R], k: Number) -> Real:
        return coins.draw_real(Laplace(k * self.count / self.eps))


def no_threshold_noise(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Noise on the answers only."""
    return WrongTests(threshold, count, eps, of_threshold=None)


def half_the_threshold_noise(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Noise of scale 1/eps on the threshold."""
    return WrongTests(threshold, count, eps, of_threshold=1)


def half_the_answer_noise(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Noise of scale 2c/eps on the answers: half of what two-sided tests need."""
    return WrongTests(threshold, count, eps, of_answers=2)


def answer_noise_reused(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """One noise of scale 4c/eps for all answers."""
    return WrongTests(threshold, count, eps, reused=True)


def one_positive_more(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Variant 1 that stops after c + 1 positives."""
    return WrongTests(threshold, count, eps, more=1)


def one_threshold(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Variant 2 that goes on with the first noisy threshold."""
    return WrongTests(threshold, count, eps, of_threshold=2 * count)


def the_noise_of_one_threshold(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Variant 2 whose fresh thresholds have the noise of the single one of variant 1."""
    return WrongTests(threshold, count, eps, redrawn=True)


def no_stop(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Variant 1, with noise for c positives, that never stops."""
    return WrongTests(threshold, count, eps, more=None)


def answers_told(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Variant 1 that releases the exact answers that it found."""
    return WrongTests(threshold, count, eps, shown=lambda answer, *_: answer)


def values_compared(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Numeric sparse vector that releases the noisy answers that were compared."""
    shown = value_cell((-1, 1))
    return WrongTests(threshold, count, eps, of_threshold=3, of_answers=6, shown=shown)


def answers_without_noise(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Numeric sparse vector that releases the exact answers that it found."""
    return WrongTests(
        threshold, count, eps, of_threshold=3, of_answers=6, shown=lambda answer, *_: answer
    )


def gap_to_the_threshold(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Sparse vector with the gap to the threshold, not to the noisy threshold."""
    return WrongTests(threshold, count, eps, shown=value_cell((threshold - 1, threshold + 1)))


def gap_and_answer(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Sparse vector with the gap of the answer without noise, to the noisy threshold."""
    return WrongTests(
        threshold, count, eps, shown=lambda answer, _, reached: cell_of(reached, (answer,))
    )


def value_cell(cuts: tuple[int, ...]) -> Callable[[int, Real, Real | int], int]:
    """The cell of the noisy answer."""
    return lambda _, value, __: cell(value, cuts)


def cell_of(value: Real | int, cuts: tuple[int, ...]) -> int:
    """How many of the cuts are below the value."""
    return sum(value > cut for cut in cuts)


def fresh_noise_halved(threshold: int, count: int, eps: Epsilon[R]) -> WrongTests[R]:
    """Numeric sparse vector with noise of scale 3c/(2 eps) on the values."""
    k = Fraction(3, 2)
    return WrongTests(threshold, count, eps, of_threshold=3, of_answers=6, of_values=k)


@dataclass(frozen=True, slots=True)
class WrongAdaptive(Stream[tuple[Real, int], object, R]):
    """Adaptive sparse vector that pays too little for its tests, or tells too much."""

    threshold: int
    count: int
    eps: Epsilon[R]

    of_threshold: Number = 2
    """k: its noise has the scale k/eps."""

    of_tests: tuple[Number, Number] = (8, 4)
    """k: their noise has the scale k c/eps."""

    least: int = 2
    """It stops when less than that is left."""

    told: bool = False
    """Whether the first test releases its noisy answer, not the gap."""

    @override
    def begin(self, coins: Coins[R], /) -> tuple[Real, int] | None:
        """The noisy threshold, and what is left."""
        return self.threshold + coins.draw_real(Laplace(self.of_threshold / self.eps)), (
            2 * self.count
        )

    @override
    def step(
        self, state: tuple[Real, int], answer: int, coins: Coins[R], /
    ) -> tuple[tuple[Real, int] | None, object]:
        """A cost and a gap, or bottom."""
        first, second = (Laplace(k * self.count / self.eps) for k in self.of_tests)
        reached, left = state
        coarse, fine = answer + coins.draw_real(first), answer + coins.draw_real(second)
        found: object = BOTTOM
        if coarse >= reached + 1:
            seen = cell(coarse, (-1,)) if self.told else cell(coarse - reached, (2,))
            found, left = (1, seen), left - 1
        elif fine >= reached:
            found, left = (2, cell(fine - reached, (2,))), left - 2
        return (reached, left) if left >= self.least else None, found


def first_value_told(threshold: int, count: int, eps: Epsilon[R]) -> WrongAdaptive[R]:
    """The first test releases its noisy answer."""
    return WrongAdaptive(threshold, count, eps, told=True)


def adaptive_threshold_halved(threshold: int, count: int, eps: Epsilon[R]) -> WrongAdaptive[R]:
    """Noise of scale 1/eps on the threshold."""
    return WrongAdaptive(threshold, count, eps, of_threshold=1)


def second_noise_halved(threshold: int, count: int, eps: Epsilon[R]) -> WrongAdaptive[R]:
    """Noise of scale 2c/eps for the second test."""
    return WrongAdaptive(threshold, count, eps, of_tests=(8, 2))


def not_paid_for(threshold: int, count: int, eps: Epsilon[R]) -> WrongAdaptive[R]:
    """It goes on while a positive of the first test can be paid for."""
    return WrongAdaptive(threshold, count, eps, least=1)


@dataclass(frozen=True, slots=True)
class OneNoiseForAll(Generic[R]):
    """Noisy max with one noise for all answers."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        noise = coins.draw_real(Laplace(2 / self.eps))
        return winner([f + noise for f in database])


@dataclass(frozen=True, slots=True)
class LeastWins(Generic[R]):
    """Noisy max with exponential noise and the comparison reversed."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        y = noisy(database, Exponential(2 / self.eps), coins)
        return min(range(len(y)), key=y.__getitem__)


@dataclass(frozen=True, slots=True)
class ValueToo(Generic[R]):
    """Noisy max that releases the winner with its noisy answer."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, int]:
        y = noisy(database, Laplace(2 / self.eps), coins)
        return winner(y), cell(max(y), (-1,))


@dataclass(frozen=True, slots=True)
class GapOfAnswers(Generic[R]):
    """Noisy max that releases the winner and how far its answer, without noise, is ahead."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, int]:
        j = winner(noisy(database, Laplace(2 / self.eps), coins))
        return j, database[j] - max(database[:j] + database[j + 1 :])


@dataclass(frozen=True, slots=True)
class WholeOrder(Generic[R]):
    """Noisy max that releases the places of all answers, from the least noisy one up."""

    eps: Epsilon[R]

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        y = noisy(database, Laplace(2 / self.eps), coins)
        return tuple(sorted(range(len(y)), key=y.__getitem__))
