"""Truncated noise is conditioned noise."""

from fractions import Fraction

import pytest

from reference.mechanisms.noise.truncated_geometric import TruncatedNoiseCount
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

ROOTS = (Fraction(21, 20), Fraction(3, 2), Fraction(2), Fraction(10))


@pytest.mark.parametrize("r", ROOTS)
@pytest.mark.parametrize("width", [0, 1, 3])
def test_truncated_noise_is_conditioned_noise(r: Fraction, width: int) -> None:
    """Pr[a + z] is r^(-|z|) over the sum of these."""
    found = law(TruncatedNoiseCount(width, Epsilon(r)), (0, 1, 1))
    total = sum((r ** -abs(z) for z in range(-width, width + 1)), Fraction(0))
    expected = {2 + z: r ** -abs(z) / total for z in range(-width, width + 1)}
    assert {y: found.probability(y) for y in found} == expected
