"""From learners to protocols and back, and from samples to protocols."""

from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.concept import Values
from reference.data.database import Database
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol
from reference.lower_bounds.learning_packing import hard_pair
from reference.lower_bounds.without_privacy import error_on_shattered_points
from reference.privacy.epsilon import Epsilon
from reference.reductions.learner_from_protocol import LearnerFromProtocol, coins_needed
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed
from reference.reductions.protocol_from_sample import ProtocolFromSample

HALF = Fraction(1, 2)
TWO = Epsilon(Fraction(2), 2)
ONE = OneWayProtocol((0, 1), (Values((0, 0)), Values((1, 1))))


def fails(database: Database[tuple[int, int]], coins: object) -> Values | Bottom:
    """Bottom."""
    del database, coins
    return Bottom.BOTTOM


def test_numbers_of_rows_and_draws() -> None:
    """Are not negative."""
    for rows, draws in ((-1, 1), (1, -1)):
        with pytest.raises(ValueError, match="at least 0"):
            ProtocolFromLearner(fails, rows, (0, 0), draws, HALF)


def test_draws() -> None:
    """By hand: 4 ln(10) / (1/2) is 18.42..., and parameters are refused."""
    tenth = Fraction(1, 10)
    assert draws_needed(Fraction(4), 1, tenth, HALF) == 19
    for wrong in (
        (HALF, 1, tenth, HALF),
        (Fraction(4), -1, tenth, HALF),
        (Fraction(4), 1, Fraction(0), HALF),
        (Fraction(4), 1, tenth, Fraction(1)),
    ):
        with pytest.raises(ValueError, match="failure"):
            draws_needed(*wrong)


def test_samples_are_of_a_distribution() -> None:
    """Masses that add up to 1, and no negative number of bits."""
    for masses, bits in (((HALF, HALF), -1), ((HALF,), 1), ((), 0)):
        with pytest.raises(ValueError, match="masses"):
            ProtocolFromSample(upper_thresholds(2), masses, bits)


def test_tosses() -> None:
    """log2(2/b), rounded up, and parameters are refused."""
    found = [coins_needed(b) for b in (Fraction(1), HALF, Fraction(2, 5), Fraction(1, 10))]
    assert found == [1, 2, 3, 5]
    with pytest.raises(ValueError, match="failure_probability"):
        coins_needed(Fraction(0))
    for coin, tosses in (((), 1), (((ONE, HALF),), 1), (((ONE, Fraction(1)),), 0)):
        with pytest.raises(ValueError, match="tosses"):
            LearnerFromProtocol(coin, 2, tosses, TWO)


def test_hard_pairs_and_shattered_points() -> None:
    """Only thresholds with a 0 and a 1 have a pair; bounds need a point."""
    for start in (0, 3):
        with pytest.raises(ValueError, match="start"):
            hard_pair(3, start)
    assert error_on_shattered_points(4, 3) == Fraction(27, 128)
    for points, rows in ((0, 1), (1, -1)):
        with pytest.raises(ValueError, match="points"):
            error_on_shattered_points(points, rows)
