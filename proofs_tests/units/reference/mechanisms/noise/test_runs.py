"""Runs of noise on many rows or of many draws, where no law is listed."""

from fractions import Fraction

import pytest

from reference.data.domain import Domain
from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    delta_at_most,
    variance_for,
)
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
    Total,
)
from reference.mechanisms.noise.noisy_histogram import NoisyHistogram1, NoisyHistogram2
from reference.mechanisms.noise.randomized_response import RandomizedResponse
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law
from reference.probability.replay import UnsettledTailError

EPS, V = Epsilon(Fraction(2)), Fraction(9, 2)


def test_every_row_is_answered() -> None:
    """Three hundred rows have three hundred answers, and every value is one of them."""
    answers = run(RandomizedResponse(Domain.of_size(3), EPS), (0, 1, 2) * 100, SeededBits(1))
    assert (len(answers), {*answers}) == (300, {0, 1, 2})


def test_noisy_histograms_stay_in_their_interval() -> None:
    """One value for each answer."""
    wide = NoisyHistogram1(EPS, low=-200, high=200)
    assert run(wide, (500, -500), SeededBits(1)) == (200, -200)
    assert len(run(NoisyHistogram2(Fraction(1, 2), EPS), (0,) * 9, SeededBits(1))) == 9


def test_geometric_noise_is_not_bounded() -> None:
    """Without an interval any integer is released, and no law is listed; in one it is clamped."""
    shown, clamped = (kind(-2, 5, EPS) for kind in (GeometricCount, ClampedGeometricCount))
    assert law(shown, (0, 1, 1)) == law(clamped, (0, 1, 1))
    mechanism, source = GeometricMechanism(Total(), 1, Epsilon(Fraction(11, 10))), SeededBits(3)
    answers = [run(mechanism, (1,) * 50, source) for _ in range(300)]
    assert min(answers) < 30
    assert max(answers) > 70
    with pytest.raises(UnsettledTailError):
        law(mechanism, (1, 1))


@pytest.mark.parametrize("variance", [Fraction(1, 10), Fraction(1), V, Fraction(400)])
def test_rejection_makes_a_gaussian(variance: Fraction) -> None:
    """|z|/t and what is rejected add up to z^2 / (2V) and a constant: exponents are exact."""
    noise = DiscreteGaussian(variance)
    t = noise.scale
    assert (t - 1) ** 2 <= variance < t**2
    constants = {
        Fraction(size, t) + noise.rejected(size) - Fraction(size * size) / (2 * variance)
        for size in range(30)
    }
    assert len(constants) == 1


@pytest.mark.statistical
def test_samples_are_gaussian() -> None:
    """A coin of e^-x for x = 1/3: 0.7165 of 3000 seeded tosses, by five deviations; 7/3: 0.0970.

    3000 seeded outputs: mean 0, mean square 9/2 (the discrete variance is that to 10^-30).
    """
    for third, chance in ((1, Fraction(7165, 10000)), (7, Fraction(970, 10000))):
        coin = ExponentialCoin(Fraction(third, 3))
        heads = sum(run(coin, (), SeededBits(k)) for k in range(3000))
        assert abs(heads - 3000 * chance) < 125
    drawn = [run(DiscreteGaussian(V), 7, SeededBits(k)) - 7 for k in range(3000)]
    assert abs(sum(drawn)) < 5 * 117
    assert abs(sum(z * z for z in drawn) - 13500) < 5 * 349


def test_a_large_variance_takes_no_longer() -> None:
    """Noise of a deviation of 10^30, nearly as large as that or larger."""
    drawn = [run(DiscreteGaussian(Fraction(10**60)), 0, SeededBits(k)) for k in range(20)]
    assert 10**29 < max(map(abs, drawn)) < 10**31


def test_a_variance_is_not_much_too_large() -> None:
    """It gives delta, and a percent less does not, by the same bound."""
    for eps, delta, squared in ((1, Fraction(1, 10**6), 256), (4, V / 10**3, 9)):
        variance = variance_for(Fraction(eps), delta, squared)
        assert delta_at_most(Fraction(eps), variance, squared) <= delta
        assert delta_at_most(Fraction(eps), variance * Fraction(99, 100), squared) > delta
    assert delta_at_most(Fraction(1, 10), Fraction(1), 1) == 1
