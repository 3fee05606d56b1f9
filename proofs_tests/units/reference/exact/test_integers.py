"""Integer logarithms are the ones of their definitions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.strategies.numbers import POSITIVE
from reference.exact.integers import ceil_log2, floor_log2, log_star, log_star_of_power, tower

LARGE = st.integers(1, 2**200)


@given(st.one_of(POSITIVE, LARGE, st.builds(Fraction, LARGE, LARGE)))
def test_floor_log2(value: int | Fraction) -> None:
    """2^k <= x < 2^(k+1)."""
    k = floor_log2(value)
    assert Fraction(2) ** k <= value < Fraction(2) ** (k + 1)


@given(st.one_of(POSITIVE, LARGE, st.builds(Fraction, LARGE, LARGE)))
def test_ceil_log2(value: int | Fraction) -> None:
    """2^(k-1) < x <= 2^k."""
    k = ceil_log2(value)
    assert Fraction(2) ** (k - 1) < value <= Fraction(2) ** k


@pytest.mark.parametrize("k", [-3, -1, 0, 1, 2, 64, 1000])
def test_powers_of_two_are_exact(k: int) -> None:
    """At a power of two both roundings agree."""
    assert floor_log2(Fraction(2) ** k) == ceil_log2(Fraction(2) ** k) == k


@pytest.mark.parametrize("value", [0, -1, Fraction(-1, 2)])
def test_logarithms_of_nothing_are_refused(value: int | Fraction) -> None:
    """A logarithm needs a number > 0."""
    with pytest.raises(ValueError, match="a number > 0"):
        floor_log2(value)
    with pytest.raises(ValueError, match="a number > 0"):
        ceil_log2(value)


@pytest.mark.parametrize("height", range(5))
def test_log_star_inverts_the_tower(height: int) -> None:
    """It is the least k with x <= tower(k): exact at towers, one more above them."""
    assert log_star(tower(height)) == height
    assert log_star(tower(height) + 1) == height + 1
    assert log_star(tower(height) + Fraction(1, 10)) == height + 1
    assert tower(height + 1) == 2 ** tower(height)


@given(st.integers(-3, 70000))
def test_log_star_of_a_power(exponent: int) -> None:
    """log_star(2^e) without the power, and with it."""
    assert log_star_of_power(exponent) == log_star(Fraction(2) ** exponent)


def test_log_star_of_a_huge_power() -> None:
    """2^(2^65536) is tower(6); one more in the exponent is above it."""
    assert log_star_of_power(tower(5)) == 6
    assert log_star_of_power(tower(5) + 1) == 7


@pytest.mark.parametrize("height", [-1, 6])
def test_a_tower_that_cannot_be_written_is_refused(height: int) -> None:
    """Heights are 0 to 5."""
    with pytest.raises(ValueError, match="the height lies in"):
        tower(height)
