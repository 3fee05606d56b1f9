"""Plausible mistakes in the reductions of BNSV15, each refuted with a concrete witness."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.certificates import Range
from audits.claims.bnsv15.impostors.sampling import RawAnswers
from audits.claims.bnsv15.impostors.threshold_learning import LEARNERS, SOLVERS
from audits.claims.bnsv15.laws.sampling import coin_learner, last_row
from audits.claims.bnsv15.laws.threshold_learning import (
    Near,
    consistent,
    labelled_universe,
    realizable_universe,
)
from audits.claims.bnsv15.section_4_2_2_from_learner_to_release import released
from audits.claims.bnsv15.section_5_2_empirical_learners import GROWING
from audits.claims.bnsv15.section_5_2_interior_points import shifted_learner, shifted_solver
from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy, audit_table
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee

LARGE = Epsilon(Fraction(8), 2)
THREE = Domain.of_size(3)


@pytest.mark.parametrize(
    ("wrong", "kind"), [(None, Holds), ("not shifted", Refuted), ("padding swapped", Refuted)]
)
def test_learners_that_err(wrong: str | None, kind: type[Holds | Refuted]) -> None:
    """e^eps = 64, n = 2, 4 rows over three points, alpha = 1/4: 2/8 of 1 + 2/8 fail at most."""
    build = LEARNERS[wrong] if wrong else shifted_learner
    learner = build(ExponentialInteriorPoint(THREE, LARGE), THREE, 1)
    table = tabulate(learner, realizable_universe(3, 4))
    verdict = audit_accuracy(table, consistent(Fraction(1, 4)), Fraction(1, 5), "learner")
    assert isinstance(confirmed(verdict), kind)


def test_rows_on_either_side_of_the_switch_are_not_private() -> None:
    """One label moves the switch: more than two rows of what the solver sees change."""
    universe = labelled_universe(3, 4)
    lost = Guarantee(GROWING.guarantee.exp_eps**2, (1 + GROWING.guarantee.exp_eps) / 1000)
    for build, kind in (
        (shifted_learner, Holds),
        (LEARNERS["the rows on either side of the switch"], Refuted),
    ):
        near = Near((2, 2, 2, 2), GROWING)
        table = tabulate(build(near, THREE, 2), universe)
        verdict = audit_table(table, lost, "near", Range(high=Fraction(3)))
        assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(("wrong", "kind"), [(None, Holds), ("not shifted", Refuted)])
def test_solvers_that_err(wrong: str | None, kind: type[Holds | Refuted]) -> None:
    """The thresholds with fewest errors on equal rows are not all interior points."""
    build = SOLVERS[wrong] if wrong else shifted_solver

    def learn(database: tuple[tuple[int, int], ...], _: object) -> int:
        return min(range(4), key=lambda u: sum((x <= u) != bool(y) for x, y in database))

    table = tabulate(build(learn, THREE, 4), replace_one(range(3), 2))
    verdict = audit_accuracy(table, is_interior_point, Fraction(0), "solver")
    assert isinstance(confirmed(verdict), kind)


def test_answers_of_the_sample_are_not_private() -> None:
    """No loss is enough: the answer 1/2 occurs on one of two neighbours only."""
    guarantee = Guarantee(Fraction(2), Fraction(1, 10))
    universe = last_row(2)
    sound = audit_privacy(released(coin_learner(Fraction(2), 1), 2, 1), universe, guarantee)
    assert isinstance(confirmed(sound), Holds)
    raw = RawAnswers(2, 1)
    assert isinstance(confirmed(audit_privacy(raw, universe, guarantee)), Refuted)
