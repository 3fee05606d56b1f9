"""Noise for many counting queries: what is rounded down."""

from __future__ import annotations

from fractions import Fraction

from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.exact.exponential import exp_bounds
from reference.mechanisms.release.many_counts import LaplaceCounts

BITS = Domain.of_size(2)
BOTH = (PointFunction(0), PointFunction(1))


def test_the_root_is_just_below_the_exponential_of_the_loss() -> None:
    """Rounded down by less than 2^-38 of root - 1."""
    release = LaplaceCounts(BOTH, BITS, Fraction(1, 10), Fraction(1, 1000))
    low, _ = exp_bounds(release.loss)
    assert release.root <= low
    assert (low - 1) * (1 - Fraction(1, 2**38)) < release.root - 1


def test_the_promise_is_the_budget() -> None:
    """e^eps rounded down, and delta."""
    release = LaplaceCounts(BOTH, BITS, Fraction(1), Fraction(1, 100))
    assert release.guarantee.exp_eps == exp_bounds(Fraction(1))[0]
    assert release.guarantee.delta == Fraction(1, 100)
    assert [*release.universe(1).databases()] == [(0,), (1,)]
