"""NumericSparse with Laplace noise."""

from __future__ import annotations

from fractions import Fraction

from reference.data.bottom import Bottom
from reference.mechanisms.stream.continuous_above_threshold import ContinuousAboveThreshold
from reference.mechanisms.stream.continuous_numeric_sparse import ContinuousNumericSparse
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

BOTTOM = Bottom.BOTTOM
EVERY = Epsilon.continuous(parts=36)
HALF = Fraction(1, 2)


def test_a_value_has_noise_of_its_own() -> None:
    """At the threshold all noise is symmetric: found or not, and then above or below."""
    found = law(ContinuousNumericSparse(0, 1, EVERY, cuts=(0,)), (0,))
    chances: dict[tuple[int | Bottom, ...], Fraction] = {
        (BOTTOM,): HALF,
        (0,): HALF**2,
        (1,): HALF**2,
    }
    assert {*found} == {*chances}
    assert all(found.probability(y) == p for y, p in chances.items())


def test_positions_are_those_of_above_threshold() -> None:
    """For one value, with 8/9 of eps: 32 of 36 parts."""
    stream, answers = ContinuousNumericSparse(0, 1, EVERY, cuts=()), (-1, 0, 1)
    found = law(stream, answers)
    tests = law(ContinuousAboveThreshold(0, Epsilon.continuous(parts=32)), answers)
    for i in range(3):
        assert found.probability((*(BOTTOM,) * i, 0)) == tests.probability(i)
    assert found.probability((BOTTOM,) * 3) == tests.probability(BOTTOM)


def test_the_shares() -> None:
    """Of two values each has 1/18 of eps, and its tests 8/18."""
    tests, values = ContinuousNumericSparse(0, 2, EVERY).shares
    assert (tests.parts, values.parts) == (16, 2)
