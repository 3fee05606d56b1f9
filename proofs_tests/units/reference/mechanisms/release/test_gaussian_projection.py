"""Releases of all parities."""

from fractions import Fraction

from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    projected,
    projected_for,
)
from reference.probability.coins import SeededBits, run

HALF, ONE = Fraction(1, 2), Fraction(1)


def test_entries_are_not_clamped() -> None:
    """(1/2, 5, 0, 0) for n = 1: means of entries, moved into [-1, 1]."""
    noisy = (HALF, Fraction(5), Fraction(0), Fraction(0))
    assert projected(noisy, 2, 1) == (HALF / 2, ONE, ONE, HALF / 2)
    assert projected(noisy, 2, 0) == (ONE - ONE,) * 4
    assert projected_for(noisy, 2, 1, (HALF,) * 4) == projected(noisy, 2, 1)


def test_outputs_lie_in_the_hull() -> None:
    """Discrete noise, d = 2 and n = 3: entries (a, b, b, a) of size at most 3."""
    release = GaussianProjection(2, 3, DiscreteGaussian(Fraction(25)))
    for seed in range(20):
        a, b, c, d = run(release, (0, 1, 3), SeededBits(seed))
        assert (a, b) == (d, c)
        assert max(abs(a), abs(b)) <= 3
    assert GaussianProjection(2, 3, DiscreteGaussian(Fraction(25))).domain.size == 4
