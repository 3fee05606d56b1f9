"""Interior points from learners and learners from interior points."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import (
    ExponentialInteriorPoint,
)
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    InteriorPointFromLearner,
    Labelled,
    LearnerFromInteriorPoint,
    empirical_error,
    halves,
    is_realizable,
    point_from_counts,
)

EPS = Epsilon(Fraction(2), parts=2)


def test_thresholds_with_small_error_are_interior() -> None:
    """On every database of 4 or 5 rows over 5 points, for every threshold."""
    for n in (4, 5):
        for rows in combinations_with_replacement(range(5), n):
            for u in range(-1, 5):
                if empirical_error(halves(rows), u) < Fraction(1, 2):
                    assert is_interior_point(rows, u)


def test_learner_is_run_on_the_halves() -> None:
    """The answer is the learner's."""

    def learner(database: Database[Labelled], _: Coins[Fraction]) -> int:
        return max(x for x, label in database if label)

    assert law(InteriorPointFromLearner(learner), (7, 1, 9, 3)).support == {3}
    assert halves((4, 1, 2)) == ((1, 1), (4, 0))


def smallest(database: Database[int], _: Coins[Fraction]) -> int:
    """An interior point: the smallest row."""
    return min(database)


def largest(database: Database[int], _: Coins[Fraction]) -> int:
    """An interior point: the largest row."""
    return max(database)


def test_shifted_reduction_has_small_error() -> None:
    """At most (q - 1)/n, for both extreme solvers, on every realizable database."""
    domain = Domain.of_size(3)
    for solver, points in product((smallest, largest), combinations_with_replacement(range(3), 8)):
        for ones in range(9):
            database = tuple((x, int(i < ones)) for i, x in enumerate(points))
            if is_realizable(database):
                learner = LearnerFromInteriorPoint(solver, domain, divisor=4, shifted=True)
                (u,) = law(learner, database)
                assert isinstance(u, int)
                assert empirical_error(database, u) <= Fraction(1, 8)


def test_unshifted_reduction_fails_on_ties() -> None:
    """All zeros at one point, which the solver may answer: they are all mislabelled."""
    database = ((0, 1), *((1, 0) for _ in range(9)))
    learner = LearnerFromInteriorPoint(largest, Domain.of_size(2))
    assert law(learner, database).support == {1}
    assert empirical_error(database, 1) == Fraction(9, 10)


def test_few_of_one_label() -> None:
    """Fewer than q ones or zeros: a constant hypothesis."""
    learner = LearnerFromInteriorPoint(smallest, Domain.of_size(5), divisor=2)
    assert law(learner, ((0, 1), (1, 0), (2, 0), (3, 0))).support == {-1}
    assert law(learner, ((0, 1), (1, 1), (2, 1), (3, 0))).support == {4}


def test_random_solvers_and_bottom() -> None:
    """Laws pass through, shifted back by one; bottom stays."""
    solver = ExponentialInteriorPoint(Domain.of_size(4), EPS)
    database = ((0, 1), (0, 1), (2, 0), (2, 0))
    plain = law(LearnerFromInteriorPoint(solver, Domain.of_size(3), divisor=2), database)
    assert plain == law(solver, (0, 0, 2, 2))
    shifted = law(LearnerFromInteriorPoint(solver, Domain.of_size(3), 2, shifted=True), database)
    assert shifted == law(solver, (1, 1, 2, 2)).map(lambda y: y - 1)

    def none(_: Database[int], __: Coins[Fraction]) -> Bottom:
        return Bottom.BOTTOM

    learner = LearnerFromInteriorPoint(none, Domain.of_size(3), 2, shifted=True)
    assert law(learner, database).support == {Bottom.BOTTOM}


def test_the_divisor_is_checked() -> None:
    """There must be 2q rows."""
    with pytest.raises(ValueError, match="divisor 1"):
        LearnerFromInteriorPoint(smallest, Domain.of_size(3), divisor=1)


def test_answers_to_threshold_queries_hold_an_interior_point() -> None:
    """Exact answers for (1, 1, 3): the largest x with fewer than 3/2 rows below it is 1."""
    assert point_from_counts([Fraction(n) for n in (0, 0, 2, 2)], 3) == 1
    with pytest.raises(ValueError, match="empty"):
        point_from_counts([Fraction(2)], 3)
