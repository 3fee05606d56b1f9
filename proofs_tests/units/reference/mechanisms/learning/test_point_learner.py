"""The efficient point learner: its printed count, and a run over a huge domain."""

from fractions import Fraction

import pytest

from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.dist import Dist
from reference.probability.law import law


def test_printed_count_is_another_law() -> None:
    """Two copies of (0, 0) on two points: T - m = 0 leaves no weight for the other point."""
    eps = Epsilon(Fraction(2), 2)
    database = ((0, 0), (0, 0))
    printed = law(PointLearner(Domain.of_size(2), eps, "printed"), database)
    assert printed == Dist.point(PointFunction(0))
    assert law(PointLearner(Domain.of_size(2), eps), database).probability(
        PointFunction(0)
    ) == Fraction(1, 5)
    with pytest.raises(ValueError, match="N is negative"):
        law(PointLearner(Domain.of_size(2), eps, "printed"), ((0, 0),) * 3)
    with pytest.raises(ValueError, match="distinct or printed"):
        PointLearner(Domain.of_size(2), eps, "other")


def test_a_large_database_over_a_huge_domain() -> None:
    """10^5 rows over 2^64 points: the common positive point wins, nothing is listed."""
    rows = tuple((7 if i % 2 else 2**40 + i, i % 2) for i in range(10**5))
    learner = PointLearner(Domain.of_size(2**64), Epsilon(Fraction(11, 10), 2))
    assert run(learner, rows, SeededBits(1)) == PointFunction(7)
    outside = run(learner, (), SeededBits(2))
    assert 0 <= outside.point < 2**64
