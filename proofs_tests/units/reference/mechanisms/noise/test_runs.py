"""One run on many rows or answers, where no law is listed."""

from fractions import Fraction

from reference.data.domain import Domain
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run

EPS = Epsilon(Fraction(2))


def test_every_row_is_answered() -> None:
    """Three hundred rows have three hundred answers, and every value is one of them."""
    answers = run(RandomizedResponse(Domain.of_size(3), EPS), (0, 1, 2) * 100, SeededBits(1))
    assert (len(answers), {*answers}) == (300, {0, 1, 2})


def test_noisy_histograms_stay_in_their_interval() -> None:
    """One value for each answer."""
    wide = NoisyHistogram1(EPS, low=-200, high=200)
    assert run(wide, (500, -500), SeededBits(1)) == (200, -200)
    assert len(run(NoisyHistogram2(Fraction(1, 2), EPS), (0,) * 9, SeededBits(1))) == 9
