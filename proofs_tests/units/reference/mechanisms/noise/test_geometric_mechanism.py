"""Geometric noise, lumped and clamped, and without an interval."""

from fractions import Fraction

import pytest

from reference.data.adjacency import replace_one
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
    Total,
)
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.law import law
from reference.probability.replay import UnsettledTailError


@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 5), (1, 2)])
def test_lumped_and_clamped_have_one_law(low: int, high: int) -> None:
    """What is shown from low to high is distributed like what is clamped to low, ..., high."""
    eps = Epsilon.indeterminate()
    for database in replace_one((0, 1), 3).databases():
        shown = law(GeometricCount(low, high, eps), database)
        assert shown == law(ClampedGeometricCount(low, high, eps), database)


def test_a_wider_interval_shows_no_more() -> None:
    """From the range of the query on, showing more values leaves the largest ratio as it is."""
    for low, high in [(0, 3), (-1, 3), (0, 6), (-4, 9)]:
        laws = [law(GeometricCount(low, high, Epsilon(Fraction(2))), (0, b, 1)) for b in (0, 1)]
        assert max_divergence(*laws) == 2


def test_a_run_is_not_bounded() -> None:
    """Without an interval any integer is released, and no law can be listed."""
    mechanism = GeometricMechanism(Total(), 1, Epsilon(Fraction(11, 10)))
    source = SeededBits(3)
    answers = [run(mechanism, (1,) * 50, source) for _ in range(300)]
    assert min(answers) < 30
    assert max(answers) > 70
    with pytest.raises(UnsettledTailError):
        law(mechanism, (1, 1))
