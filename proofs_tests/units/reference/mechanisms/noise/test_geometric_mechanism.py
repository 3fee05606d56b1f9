"""Geometric noise against sums of the noise, term by term."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from audits.engines.privacy import audit_privacy
from audits.verdict import Holds
from reference.data.adjacency import add_remove_one, replace_one
from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import (
    ClampedGeometricCount,
    GeometricCount,
    GeometricMechanism,
    NoisyInteger,
    Total,
)
from reference.privacy.divergence import max_divergence
from reference.privacy.epsilon import Epsilon, InexactExponentError
from reference.probability.coins import SeededBits, run
from reference.probability.law import law
from reference.probability.replay import UnsettledTailError

TERMS = 200
"""So many terms of the noise are added up on either side."""


def lumped(count: int, low: int, high: int, g: Fraction) -> dict[int, Fraction]:
    """Lower bounds for the law of a noisy count, short of the truth by 2 g^TERMS at most."""
    weight = (1 - g) / (1 + g)
    masses = dict.fromkeys(range(low, high + 1), Fraction(0))
    for z in range(-TERMS, TERMS + 1):
        masses[min(max(count + z, low), high)] += weight * g ** abs(z)
    return masses


@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 5), (1, 2), (2, 2)])
@pytest.mark.parametrize("database", [(), (0,), (1, 1, 1), (0, 1)])
def test_law_equals_the_sum_of_the_noise(low: int, high: int, database: Database[int]) -> None:
    """Every probability is the sum of the noise that leads there, up to the terms left out."""
    r = Fraction(3, 2)
    found = law(GeometricCount(low, high, Epsilon(r)), database)
    for y, mass in lumped(sum(database), low, high, 1 / r).items():
        assert mass <= found.probability(y) <= mass + 2 / r**TERMS


@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 5), (1, 2)])
def test_lumped_and_clamped_have_one_law(low: int, high: int) -> None:
    """What is shown from low to high is distributed like what is clamped to low, ..., high."""
    eps = Epsilon.indeterminate()
    for database in replace_one((0, 1), 3).databases():
        shown = law(GeometricCount(low, high, eps), database)
        assert shown == law(ClampedGeometricCount(low, high, eps), database)


@pytest.mark.parametrize("make", [GeometricCount, ClampedGeometricCount])
@pytest.mark.parametrize("relation", [replace_one, add_remove_one])
def test_private_for_every_eps(make: Callable[..., GeometricCount[R]], relation: object) -> None:
    """A count is eps-private for replaced, and for added or removed bits, for every eps."""
    mechanism = make(-1, 4, Epsilon.indeterminate())
    universe = add_remove_one((0, 1), 3) if relation is add_remove_one else mechanism.universe(3)
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)


@pytest.mark.parametrize("sensitivity", [1, 2, 3])
def test_a_sum_of_larger_rows_is_private_for_every_eps(sensitivity: int) -> None:
    """Rows up to D have a sum of sensitivity D, and ratio e^(-eps/D) makes it eps-private."""
    eps = Epsilon.indeterminate(sensitivity)
    mechanism = GeometricMechanism(Total(), sensitivity, eps, (0, 2 * sensitivity))
    universe = replace_one(range(sensitivity + 1), 2)
    assert isinstance(audit_privacy(mechanism, universe, mechanism.guarantee), Holds)


def test_the_loss_is_exactly_eps() -> None:
    """Below both counts the likelihood ratio is e^eps."""
    mechanism = GeometricCount(0, 2, Epsilon(Fraction(9, 7)))
    assert max_divergence(law(mechanism, (0, 0)), law(mechanism, (0, 1))) == Fraction(9, 7)


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


def test_parameters_are_checked() -> None:
    """Empty intervals, sensitivity 0 and inexact ratios are refused."""
    eps = Epsilon(Fraction(2))
    with pytest.raises(ValueError, match="low end"):
        NoisyInteger(Fraction(1, 2), (2, 1))
    with pytest.raises(ValueError, match="sensitivity 0"):
        GeometricMechanism(Total(), 0, eps)
    with pytest.raises(InexactExponentError):
        GeometricMechanism(Total(), 2, eps)
