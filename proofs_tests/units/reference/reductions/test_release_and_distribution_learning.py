"""From answers to distributions, and back: what is refused."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from reference.data.queries import threshold_queries
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law
from reference.reductions.release_and_distribution_learning import AnswersFromLearner, fitted

THRESHOLDS = threshold_queries(range(3))


def test_there_is_a_point_and_a_row() -> None:
    """And a database has as many rows as it is said to have."""
    with pytest.raises(ValueError, match="at least one row"):
        fitted((Fraction(1, 2),), THRESHOLDS[:1], ())
    learner: Any = SimpleNamespace(guarantee=Guarantee(Fraction(2), Fraction(0)))
    with pytest.raises(ValueError, match="0 rows"):
        AnswersFromLearner(learner, THRESHOLDS, (0, 1, 2), rows=0, size=2)
    with pytest.raises(ValueError, match="3 rows"):
        law(AnswersFromLearner(learner, THRESHOLDS, (0, 1, 2), rows=2, size=2), (0, 1, 2))
