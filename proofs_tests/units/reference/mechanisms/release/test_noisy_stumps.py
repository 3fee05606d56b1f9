"""Noisy counts for stumps: rows that are enough."""

from fractions import Fraction
from math import ceil, log, sqrt

from reference.mechanisms.release.noisy_stumps import (
    gaussian_variance,
    loss_of_a_count,
    rows_needed,
)


def test_formulas_are_those_of_the_book() -> None:
    """In floating point."""
    p, eps, delta, alpha, beta = (
        4,
        Fraction(1, 2),
        Fraction(1, 100),
        Fraction(1, 4),
        Fraction(1, 8),
    )
    variance = float(gaussian_variance(p, eps, delta).enclosure()[0])
    assert abs(variance - 2 * p * log(1.25 / 0.01) / 0.25) < 1e-9
    loss = float(loss_of_a_count(p, eps, delta).enclosure()[0])
    assert abs(loss - 0.5 / (2 * sqrt(2 * p * log(100)))) < 1e-12
    rare = log(4 * p / 0.125)
    expected = max(8 * rare * 16, 4 * rare * sqrt(8 * p * log(100)) / (0.25 * 0.5))
    assert rows_needed(p, alpha, beta, eps, delta) == ceil(expected)
    assert rows_needed(p, alpha, beta, Fraction(10**6), delta) == ceil(8 * rare * 16)
