"""Releases of all parities, and boosting, by their parameters."""

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.boosted_queries import CountOf, WrittenBase
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.boosted_queries import (
    BoostedQueries,
    lower_median,
    rounds_for,
    samples_for,
    slack_for,
)
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    TruncatedGaussianProjection,
    projected,
    projected_for,
)
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.coins import SeededBits, run

TWO = Epsilon(Fraction(2), 4)
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


def test_bad_parameters_of_releases() -> None:
    """Each with the number that is wrong."""
    with pytest.raises(ValueError, match="bits 0"):
        TruncatedGaussianProjection(0, 1, 1, 1, TWO)
    with pytest.raises(ValueError, match="width -1"):
        TruncatedGaussianProjection(1, 1, -1, 1, TWO)
    with pytest.raises(ValueError, match="bits 3, width 2: "):
        TruncatedGaussianProjection(3, 1, 2, 1, TWO)
    with pytest.raises(ValueError, match="bits 4, width 1: "):
        TruncatedGaussianProjection(4, 1, 1, 1, TWO)
    with pytest.raises(InexactExponentError):
        TruncatedGaussianProjection(1, 1, 1, 3, TWO)
    with pytest.raises(ValueError, match="rows -1"):
        GaussianProjection(1, -1, DiscreteGaussian(Fraction(1)))


def test_bad_parameters_of_boosting() -> None:
    """Each with the number that is wrong."""
    base = WrittenBase(((0,),))
    with pytest.raises(ValueError, match="rounds 0"):
        BoostedQueries((CountOf(0),), base, 0, 1, 0, 1, Fraction(2))
    with pytest.raises(ValueError, match="tolerance -1"):
        BoostedQueries((CountOf(0),), base, 1, 1, -1, 1, Fraction(2))
    with pytest.raises(ValueError, match="above 1"):
        rounds_for(4, Fraction(1))
    with pytest.raises(ValueError, match="margin"):
        samples_for(1, HALF, HALF)
    with pytest.raises(ValueError, match="eps = 0, delta = 1/2"):
        slack_for(1, 1, Fraction(2), ONE - ONE, HALF)


def test_the_slack_of_two_rounds() -> None:
    """Rho = 8 gamma^2/mu^2: ln(2) sqrt(8/0.017466) = 14.83, and no slack for one round."""
    wanted = Fraction(2), ONE, Fraction(1, 10**6)
    assert slack_for(2, 1, *wanted) == 15
    assert slack_for(2, 4, *wanted) == 30
    assert slack_for(1, 5, *wanted) == 0


def test_the_lower_median() -> None:
    """Of an odd number the middle, of an even number the smaller of both."""
    medians = [lower_median(values) for values in ((3,), (2, 1), (3, 1, 2), (4, 1, 3, 2))]
    assert medians == [3, 1, 2, 2]
