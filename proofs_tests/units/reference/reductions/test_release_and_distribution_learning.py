"""From answers to distributions and CDFs, and from learners to answers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from reference.data.database import Database
from reference.data.queries import PointQuery, threshold_queries
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.release_and_distribution_learning import (
    Answers,
    AnswersFromLearner,
    CdfFromAnswers,
    DistributionFromAnswers,
    cumulative,
    distance,
    empirical_masses,
    exact_answers,
    expected_answers,
    fitted,
)

HALF, NOTHING = Fraction(1, 2), Fraction(0)
GUARANTEE = Guarantee(Fraction(4), Fraction(1, 10))
THRESHOLDS = threshold_queries(range(3))


@dataclass(frozen=True)
class Told:
    """Exact answers to the thresholds, or the masses of the points."""

    masses: bool
    guarantee: Guarantee[Fraction] = GUARANTEE

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> Answers:
        del coins
        if self.masses:
            return empirical_masses(database, range(3))
        return exact_answers(THRESHOLDS, database)


def test_exact_answers_are_fitted_exactly() -> None:
    """To the thresholds, and to the points: the distribution of a random row."""
    points = tuple(PointQuery(x) for x in range(3))
    for rows in product(range(3), repeat=3):
        wanted = empirical_masses(rows, range(3))
        assert fitted(exact_answers(THRESHOLDS, rows), THRESHOLDS, range(3)) == wanted
        assert fitted(exact_answers(points, rows), points, range(3)) == wanted
        assert expected_answers(points, range(3), wanted) == wanted


def test_no_queries_and_no_points() -> None:
    """Without queries any distribution fits; without points there is none."""
    assert fitted((), (), range(2)) == (Fraction(1), NOTHING)
    assert distance((), ()) == 0
    with pytest.raises(ValueError, match="at least one row"):
        fitted((HALF,), THRESHOLDS[:1], ())


def test_learners_post_process_the_release() -> None:
    """The exact release gives the rows themselves, and its guarantee is kept."""
    rows = (0, 2, 2)
    learner = DistributionFromAnswers(Told(masses=False), THRESHOLDS, (0, 1, 2))
    masses = (Fraction(1, 3), NOTHING, Fraction(2, 3))
    assert law(learner, rows).support == {masses}
    cdf = CdfFromAnswers(Told(masses=False))
    assert law(cdf, rows).support == {cumulative(masses)}
    assert learner.guarantee == cdf.guarantee == GUARANTEE


def test_a_sample_has_as_many_rows_as_said() -> None:
    """Of one row that differs, six draws miss all with probability (1 - 1/n)^6."""
    release = AnswersFromLearner(Told(masses=True), THRESHOLDS, (0, 1, 2), rows=3, size=6)
    zeros = (Fraction(1), Fraction(1), Fraction(1))
    assert law(release, (0, 0, 2)).probability(zeros) == Fraction(2, 3) ** 6
    g = 1 + (GUARANTEE.exp_eps - 1) / 3
    assert release.guarantee.exp_eps == g**6


def test_answers_of_a_learner_on_a_sample() -> None:
    """One of two rows is drawn twice: answers 0, 1 once each of four samples, 1/2 twice."""
    release = AnswersFromLearner(Told(masses=True), THRESHOLDS, (0, 1, 2), rows=2, size=2)
    first = {y[0]: law(release, (0, 2)).probability(y) for y in law(release, (0, 2))}
    assert first == {NOTHING: Fraction(1, 4), HALF: HALF, Fraction(1): Fraction(1, 4)}
    assert release.guarantee == Guarantee(Fraction(25, 4), Fraction(7, 40))
    with pytest.raises(ValueError, match="3 rows"):
        law(release, (0, 1, 2))
    with pytest.raises(ValueError, match="0 rows"):
        AnswersFromLearner(Told(masses=True), THRESHOLDS, (0, 1, 2), rows=0, size=2)
