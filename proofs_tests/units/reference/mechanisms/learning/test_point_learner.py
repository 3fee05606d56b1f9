"""The efficient point learner: its law, its uniform integers, and runs on a huge domain."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.data.concept import PointFunction, points
from reference.data.domain import Domain
from reference.mechanisms.learning.exponential_learner import ExponentialLearner, IntervalLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import SeededBits, run
from reference.probability.dist import Dist
from reference.probability.law import law

EXAMPLES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1)), max_size=5)


@given(EXAMPLES, st.sampled_from([Fraction(1), Fraction(21, 20), Fraction(3)]))
def test_efficient_law_is_the_exponential_law(rows: list[tuple[int, int]], root: Fraction) -> None:
    """Outcome by outcome, for any labels, against the mechanism that lists all hypotheses."""
    eps, database = Epsilon(root, 2), tuple(rows)
    efficient = law(PointLearner(Domain.of_size(5), eps), database)
    assert efficient == law(ExponentialLearner(points(5), 5, eps), database)


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


def test_unseen_points_keep_their_order() -> None:
    """With s = 1 every point is equally likely, seen or not."""
    database = ((1, 0), (3, 1), (0, 0))
    found = law(PointLearner(Domain.of_size(6), Epsilon(Fraction(1), 2)), database)
    assert found == Dist.uniform(points(6))


def test_interval_learner() -> None:
    """No examples: uniform on T + 1 intervals; one example splits them by a factor of s."""
    learner = IntervalLearner(Domain.of_size(3), Epsilon(Fraction(2), 2))
    assert len(law(learner, ())) == 4
    ends = [law(learner, ((1, 1),)).probability(c) for c in sorted(law(learner, ()), key=str)]
    assert sorted(ends) == [Fraction(1, 6), Fraction(1, 6), Fraction(1, 3), Fraction(1, 3)]
