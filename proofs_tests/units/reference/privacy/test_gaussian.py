"""Normal tails against a power series in rational arithmetic, and the curve against its events."""

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.exact.interval import Interval, erfc, exact, exp, sqrt
from reference.privacy.gaussian import gaussian_delta, normal_tail

DIGITS = Fraction(1, 10**20)
RATIONALS = st.fractions(-4, 4, max_denominator=12)
RATIOS = st.fractions(Fraction(1, 4), 4, max_denominator=12)


def arctan_of_inverse(n: int) -> Fraction:
    """Arctan 1/n by its series, an error below 10^-30 for n >= 5."""
    return sum(
        (Fraction((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(40)), Fraction(0)
    )


def square_root(value: Fraction) -> Fraction:
    """The root of a number, from below, to 10^-30, by bisection."""
    low, high = Fraction(0), value + 1
    while high - low > Fraction(1, 10**30):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**2 <= value else (low, middle)
    return low


ROOT = square_root(2 * (16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)))
"""The square root of 2 pi, with Machin's formula."""


def series(x: Fraction) -> Fraction:
    """Phi(x), |x| <= 8: 1/2 and the integral of the series of the density, to 10^-21."""
    terms = (
        Fraction((-1) ** n) * x ** (2 * n + 1) / (2**n * factorial(n) * (2 * n + 1))
        for n in range(140)
    )
    return Fraction(1, 2) + sum(terms, Fraction(0)) / ROOT


def close(value: Interval, other: Fraction) -> bool:
    """Whether they differ by less than 10^-20."""
    return (value - other).certainly_less(DIGITS) and (other - value).certainly_less(DIGITS)


@given(RATIONALS)
def test_tails_are_those_of_the_series(x: Fraction) -> None:
    """Phi, its complement and erfc agree with the power series, and are narrow."""
    low, high = normal_tail(x).enclosure(100)
    assert high - low <= Fraction(1, 2**100)
    assert close(normal_tail(-x), series(x))
    assert close(normal_tail(x), 1 - series(x))
    assert close(erfc(exact(x) / sqrt(2)), 2 - 2 * series(x))


def test_half_of_the_law_is_below_zero() -> None:
    """Phi(0) = 1/2, exactly; erfc(0) = 1; tails far out are small and above 0."""
    assert normal_tail(0).exactly == Fraction(1, 2)
    assert erfc(0).exactly == 1
    assert exact(0).certainly_less(normal_tail(40))
    assert normal_tail(40).certainly_less(Fraction(1, 10**300))


@given(st.fractions(0, 2, max_denominator=8), RATIOS, RATIOS)
def test_the_curve_is_the_best_event(eps: Fraction, s: Fraction, sigma: Fraction) -> None:
    """Events {y > t} of the two laws give the curve at one t, and less beside it, by the series.

    The law of the one is N(s, sigma^2), that of the other N(0, sigma^2).
    """
    best = sigma**2 * eps / s + s / 2
    low, high = exp(eps).enclosure(100)
    x = (low + high) / 2
    delta = gaussian_delta(eps, sensitivity=s, deviation=sigma)

    def gain(t: Fraction) -> Fraction:
        return (1 - series((t - s) / sigma)) - x * (1 - series(t / sigma))

    if abs(best / sigma) <= 8:
        assert close(delta, gain(best))
        for step in (-sigma / 3, sigma / 3):
            assert not delta.certainly_less(gain(best + step))


def test_no_sensitivity_is_no_loss() -> None:
    """Equal answers are perfectly private."""
    assert gaussian_delta(1, sensitivity=0, deviation=1).exactly == 0


@pytest.mark.parametrize(("eps", "s", "sigma"), [(-1, 1, 1), (1, -1, 1), (1, 1, 0), (1, 1, -1)])
def test_bad_parameters_are_refused(eps: int, s: int, sigma: int) -> None:
    """Each is named, with what is admissible."""
    with pytest.raises(ValueError, match=rf"eps {eps}, sensitivity {s}, deviation {sigma}: "):
        gaussian_delta(eps, sensitivity=s, deviation=sigma)
