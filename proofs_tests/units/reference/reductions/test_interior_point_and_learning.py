"""Interior points from learners and learners from interior points."""

from fractions import Fraction

import pytest

from reference.data.database import Database
from reference.data.domain import Domain
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    LearnerFromInteriorPoint,
    empirical_error,
    point_from_counts,
)


def smallest(database: Database[int], _: Coins[Fraction]) -> int:
    """An interior point: the smallest row."""
    return min(database)


def largest(database: Database[int], _: Coins[Fraction]) -> int:
    """An interior point: the largest row."""
    return max(database)


def test_unshifted_reduction_fails_on_ties() -> None:
    """All zeros at one point, which the solver may answer: they are all mislabelled."""
    database = ((0, 1), *((1, 0) for _ in range(9)))
    learner = LearnerFromInteriorPoint(largest, Domain.of_size(2))
    assert law(learner, database).support == {1}
    assert empirical_error(database, 1) == Fraction(9, 10)


def test_the_divisor_is_checked() -> None:
    """There must be 2q rows."""
    with pytest.raises(ValueError, match="divisor 1"):
        LearnerFromInteriorPoint(smallest, Domain.of_size(3), divisor=1)


def test_some_answer_is_below_one_half() -> None:
    """No row is below the first point."""
    with pytest.raises(ValueError, match="empty"):
        point_from_counts([Fraction(2)], 3)
