"""Noisy counts for stumps against products of tails, and rows that are enough."""

from fractions import Fraction
from itertools import product
from math import ceil, log, sqrt

import pytest

from reference.mechanisms.release.noisy_stumps import (
    NoisyStumps,
    exact_counts,
    gaussian_variance,
    loss_of_a_count,
    rows_needed,
)
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


def test_law_is_a_product() -> None:
    """The noise, summed up to 200 and clamped by hand."""
    found = law(NoisyStumps(2, Epsilon(Fraction(3))), (0, 1, 3))
    counts = (2, 1)
    one = []
    for count in counts:
        masses = dict.fromkeys(range(4), Fraction(0))
        for z in range(-200, 201):
            masses[min(max(count + z, 0), 3)] += Fraction(1, 2) * Fraction(1, 3) ** abs(z)
        one.append(masses)
    for y in product(range(4), repeat=2):
        gap = found.probability(y) - one[0][y[0]] * one[1][y[1]]
        assert 0 <= gap < Fraction(1, 2**100)


def test_counts() -> None:
    """Attribute j is bit j of a row."""
    assert exact_counts(3, (0, 1, 6, 6)) == (1, 2, 2)
    assert exact_counts(2, ()) == (0, 0)


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


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: NoisyStumps(0, Epsilon(Fraction(2))), "attributes 0"),
        (lambda: NoisyStumps(1, Epsilon(Fraction(2)), -1), "reach -1"),
        (lambda: exact_counts(1, (2,)), "row 2"),
        (lambda: exact_counts(1, (-1,)), "row -1"),
        (lambda: gaussian_variance(1, Fraction(1), Fraction(0)), "delta 0"),
        (lambda: rows_needed(1, Fraction(1), Fraction(1, 2), Fraction(1), Fraction(1, 2)), "acc"),
    ],
)
def test_bad_parameters_are_refused(build: object, words: str) -> None:
    """In one clear line."""
    assert callable(build)
    with pytest.raises(ValueError, match=words):
        build()
