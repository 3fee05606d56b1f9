"""Reductions between interior points and learners of thresholds that keep the number of rows."""

from __future__ import annotations

from fractions import Fraction

import pytest

from reference.data.database import Database
from reference.data.domain import Domain
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    PaddedLearner,
    empirical_error,
    padded_halves,
)


def largest(database: Database[int], _: Coins[Fraction]) -> int:
    """An interior point: the largest row."""
    return max(database)


def test_halves_are_padded_evenly() -> None:
    """An even number of rows, by as many of either label."""
    for rows, number in (((1,), 3), ((1, 2), 3), ((1, 2), 0)):
        with pytest.raises(ValueError, match="as many are added"):
            padded_halves(rows, number, 5)


def test_equal_rows_need_the_shift() -> None:
    """(0, 1) and three times (2, 0): the interior point 2 errs on the zeros."""
    database = ((0, 1), (2, 0), (2, 0), (2, 0))
    (u,) = law(PaddedLearner(largest, Domain.of_size(3), 1, shifted=False), database).support
    assert empirical_error(database, u) == Fraction(3, 4)


def test_an_empty_half_is_refused() -> None:
    """The solver sees rows of either label."""
    with pytest.raises(ValueError, match="half 0"):
        PaddedLearner(largest, Domain.of_size(3), 0)
