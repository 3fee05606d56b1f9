"""Wrong variants of Sparse and of NumericSparse."""

from __future__ import annotations

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.stream.above_threshold import AboveThreshold, settled
from reference.mechanisms.stream.numeric_sparse import NumericSparse, Released
from reference.mechanisms.stream.sparse_vector_values import NoisyValues
from reference.probability.fold import Fold
from reference.probability.geometric import Settled, TwoSidedGeometric


@dataclass(frozen=True, slots=True)
class ExactAnswers(Generic[R]):
    """NumericSparse without noise on its answers."""

    threshold: int
    count: int
    test_eps: Epsilon[R]
    answer_eps: Epsilon[R]
    low: int = -1
    high: int = 1

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        once = AboveThreshold(self.threshold, self.test_eps)
        released: Released = ()
        values = 0
        while values < self.count and len(released) < len(database):
            left = database[len(released) :]
            i = coins.run(once, left)
            released += (Bottom.BOTTOM,) * (len(left) if isinstance(i, Bottom) else i)
            if not isinstance(i, Bottom):
                released += (min(max(left[i], self.low), self.high),)
                values += 1
        return released


@dataclass(frozen=True, slots=True)
class NoiseOfTheTest(Generic[R]):
    """One noisy threshold, and the noisy answer that was compared is what is released."""

    threshold: int
    count: int
    test_eps: Epsilon[R]
    answer_eps: Epsilon[R]
    low: int = -1
    high: int = 1

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        ratio = self.test_eps.exp(Fraction(-1, 4))
        ends = settled(tuple(self.threshold - f for f in database), ratio)
        low = min(ends.low, self.low - self.threshold)
        high = max(ends.high, self.high - self.threshold)
        wide = Settled(low, high, ratio, len(database))
        least = self.threshold + coins.draw_noise(TwoSidedGeometric(ratio**2), wide)
        noise = TwoSidedGeometric(ratio)
        values = NoisyValues(least, noise, self.count, self.low, self.high)
        nothing: Released = ()
        return coins.delegate(Fold(values), (nothing, database))


@dataclass(frozen=True, slots=True)
class ThresholdKept(Generic[R]):
    """NumericSparse with one noisy threshold for all its values."""

    threshold: int
    count: int
    test_eps: Epsilon[R]
    answer_eps: Epsilon[R]
    low: int = -1
    high: int = 1

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        ratio = self.test_eps.exp(Fraction(-1, 4))
        nu = TwoSidedGeometric(ratio)
        gaps = tuple(self.threshold - f for f in database)
        rho = coins.draw_noise(TwoSidedGeometric(ratio**2), settled(gaps, ratio))
        noisy = NoisyInteger(self.answer_eps.exp(-1), (self.low, self.high))
        released: Released = ()
        values = 0
        for answer, gap in zip(database, gaps, strict=True):
            if values == self.count:
                break
            found = coins.draw(bernoulli(nu.at_least(gap + rho)))
            released += (coins.run(noisy, answer) if found else Bottom.BOTTOM,)
            values += found
        return released


def one_value_more(
    threshold: int,
    count: int,
    test_eps: Epsilon[Any],
    answer_eps: Epsilon[Any],
    low: int = -1,
    high: int = 1,
) -> NumericSparse[Any]:
    """The budget of c values, spent on c + 1."""
    return NumericSparse(threshold, count + 1, test_eps, answer_eps, low, high)


def answers_of_twice_the_loss(
    threshold: int,
    count: int,
    test_eps: Epsilon[Any],
    answer_eps: Epsilon[Any],
    low: int = -1,
    high: int = 1,
) -> NumericSparse[Any]:
    """Half of the noise on the answers."""
    return NumericSparse(threshold, count, test_eps, answer_eps + answer_eps, low, high)


def twice_the_loss_of_tests(
    threshold: int,
    count: int,
    test_eps: Epsilon[Any],
    answer_eps: Epsilon[Any],
    low: int = -1,
    high: int = 1,
) -> NumericSparse[Any]:
    """Half of the noise on thresholds and tests."""
    return NumericSparse(threshold, count, test_eps + test_eps, answer_eps, low, high)


def half_the_noise_of_tests(
    threshold: int,
    count: int,
    test_eps: Epsilon[Any],
    answer_eps: Epsilon[Any],
    low: int = -1,
    high: int = 1,
) -> TestsOfOneScale[Any]:
    """The noise of a test is that of the threshold, not twice as large."""
    return TestsOfOneScale(threshold, count, test_eps, answer_eps, low, high)


@dataclass(frozen=True, slots=True)
class TestsOfOneScale(Generic[R]):
    """NumericSparse whose tests have noise of the rate test_eps/2, as its thresholds.

    With `on_threshold` false, tests have the right noise and thresholds none.
    """

    threshold: int
    count: int
    test_eps: Epsilon[R]
    answer_eps: Epsilon[R]
    low: int = -1
    high: int = 1
    on_threshold: bool = True

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        rate = Fraction(-1, 2) if self.on_threshold else Fraction(-1, 4)
        nu = TwoSidedGeometric(self.test_eps.exp(rate))
        noisy = NoisyInteger(self.answer_eps.exp(-1), (self.low, self.high))
        released: Released = ()
        values, fresh, shift = 0, True, 0
        for answer in database:
            if fresh and self.on_threshold:
                gaps = tuple(self.threshold - f for f in database[len(released) :])
                rho = TwoSidedGeometric(self.test_eps.exp(Fraction(-1, 2)))
                shift = coins.draw_noise(rho, settled(gaps, nu.ratio))
            found = coins.draw(bernoulli(nu.at_least(self.threshold - answer + shift)))
            released += (coins.run(noisy, answer) if found else Bottom.BOTTOM,)
            values, fresh = values + found, bool(found)
            if values == self.count:
                break
        return released


def no_noise_on_thresholds(
    threshold: int,
    count: int,
    test_eps: Epsilon[Any],
    answer_eps: Epsilon[Any],
    low: int = -1,
    high: int = 1,
) -> TestsOfOneScale[Any]:
    """Noise on tests and answers only."""
    return TestsOfOneScale(threshold, count, test_eps, answer_eps, low, high, on_threshold=False)


VARIANTS: dict[str, Build] = {
    "answers without noise": ExactAnswers,
    "the noise of the test is that of the answer": NoiseOfTheTest,
    "one noisy threshold for all values": ThresholdKept,
    "one value more": one_value_more,
    "half the noise on the answers": answers_of_twice_the_loss,
    "half the noise on thresholds and tests": twice_the_loss_of_tests,
    "noise of a test as that of the threshold": half_the_noise_of_tests,
    "no noise on thresholds": no_noise_on_thresholds,
}


def of_budget(build: Build) -> Build:
    """From the parameters of `NumericSparse.of_budget` to a wrong variant."""

    def made(threshold: int, count: int, eps: Epsilon[Any], low: int = -1, high: int = 1) -> Any:
        right = NumericSparse.of_budget(threshold, count, eps, low, high)
        return build(threshold, count, right.test_eps, right.answer_eps, low, high)

    return made
