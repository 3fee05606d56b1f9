"""Gaussian noise on the integers."""

from fractions import Fraction

import pytest

from reference.mechanisms.noise.discrete_gaussian import (
    DiscreteGaussian,
    ExponentialCoin,
    delta_at_most,
    variance_for,
)
from reference.probability.coins import SeededBits, run

V = Fraction(9, 2)


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
def test_a_coin_of_probability_e_to_the_minus_x() -> None:
    """X = 1/3: 0.7165 of 3000 seeded tosses, by five deviations; x = 7/3: 0.0970."""
    for third, chance in ((1, Fraction(7165, 10000)), (7, Fraction(970, 10000))):
        coin = ExponentialCoin(Fraction(third, 3))
        heads = sum(run(coin, (), SeededBits(k)) for k in range(3000))
        assert abs(heads - 3000 * chance) < 125


def test_a_large_variance_takes_no_longer() -> None:
    """Noise of a deviation of 10^30, nearly as large as that or larger."""
    drawn = [run(DiscreteGaussian(Fraction(10**60)), 0, SeededBits(k)) for k in range(20)]
    assert 10**29 < max(map(abs, drawn)) < 10**31


@pytest.mark.statistical
def test_samples_have_the_variance() -> None:
    """3000 seeded outputs: mean 0, mean square 9/2 (the discrete variance is that to 10^-30)."""
    drawn = [run(DiscreteGaussian(V), 7, SeededBits(k)) - 7 for k in range(3000)]
    assert abs(sum(drawn)) < 5 * 117
    assert abs(sum(z * z for z in drawn) - 13500) < 5 * 349


def test_a_variance_is_not_much_too_large() -> None:
    """It gives delta, and a percent less does not, by the same bound."""
    for eps, delta, squared in (
        (Fraction(1), Fraction(1, 10**6), 256),
        (Fraction(4), V / 10**3, 9),
    ):
        variance = variance_for(eps, delta, squared)
        assert delta_at_most(eps, variance, squared) <= delta
        assert delta_at_most(eps, variance * Fraction(99, 100), squared) > delta
    assert delta_at_most(Fraction(1, 10), Fraction(1), 1) == 1
