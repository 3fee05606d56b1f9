"""Plausible mistakes on several axes and with padded databases, each refuted with a witness."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bnsv15.impostors.axes import (
    WrongAxis,
    copies_of_the_database,
    labels_of_the_database,
)
from audits.claims.bnsv15.impostors.releases import (
    LEAKING_LEARNERS,
    WrongPadding,
    greatest_rows,
    neutral_rows,
    own_rows,
    without_the_part,
)
from audits.claims.bnsv15.impostors.undominated import Rounded, up
from audits.claims.bnsv15.laws.axes import (
    Examples,
    alike,
    all_thresholds,
    exponential,
    two_examples,
)
from audits.claims.bnsv15.laws.releases import RandomisedAnswers, synthetic
from audits.claims.bnsv15.laws.undominated import Beyond
from audits.engines.accuracy import audit_accuracy
from audits.engines.privacy import audit_privacy
from audits.table import tabulate
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.concept import Hypothesis, intervals, labelled_examples
from reference.data.product_concept import conjunctions, product_points, thresholds
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.reductions.conjunction_learning import LearnerOnOneAxis
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.undominated_point import rounded_down

TWO = Epsilon(Fraction(2), 2)
THREE_HALVES = Epsilon(Fraction(3, 2), 2)
KIND = all_thresholds(3)
COUPLED = alike(KIND, 2, TWO)
PRODUCT = exponential(KIND, 2, THREE_HALVES)


@pytest.mark.parametrize(
    ("mechanism", "exp_eps", "kind"),
    [
        (LearnerOnOneAxis(COUPLED, two_examples(), 2, 0), 4, Holds),
        (WrongAxis(COUPLED, two_examples(), 2, 0, others=copies_of_the_database), 10, Refuted),
        (WrongAxis(COUPLED, two_examples(), 2, 0, others=labels_of_the_database), 5, Refuted),
        (LearnerOnOneAxis(PRODUCT, two_examples(), 2, 0), Fraction(9, 4), Holds),
        (WrongAxis(PRODUCT, two_examples(), 2, 0, best=True), 8, Refuted),
    ],
)
def test_wrong_rows_on_the_other_axes_leak(
    mechanism: Mechanism[Examples, Hypothesis, Fraction],
    exp_eps: int | Fraction,
    kind: type[Holds] | type[Refuted],
) -> None:
    """Copies of the rows, copies of the labels, and the best hypothesis for the database."""
    universe = replace_one(labelled_examples(3), 2)
    kept = Guarantee(Fraction(exp_eps), Fraction(0))
    verdict = audit_privacy(mechanism, universe, kept)
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)


POINTS = product_points(3, 1)
LINE = conjunctions(thresholds(3), 1)
RELEASE = synthetic(LINE, POINTS, Epsilon(Fraction(3), 2))


@pytest.mark.parametrize(
    ("padding", "kind"), [(neutral_rows, Holds), (own_rows, Refuted), (greatest_rows, Holds)]
)
def test_copies_of_a_row_leak(
    padding: Callable[..., tuple[object, ...]], kind: type[Holds] | type[Refuted]
) -> None:
    """Padding with the database itself moves several rows at once."""
    wrong = WrongPadding(RELEASE, (0,), 2, padding, without_the_part)
    verdict = audit_privacy(wrong, replace_one(POINTS, 2), Guarantee(Fraction(9), Fraction(0)))
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(
    ("build", "kind"),
    [(LearnerFromRelease, Holds), (LEAKING_LEARNERS["counts the ones without noise"], Refuted)],
)
def test_a_count_without_noise_leaks(
    build: Callable[..., Any], kind: type[Holds] | type[Refuted]
) -> None:
    """Intervals differ at the padding, so the number of ones decides among them."""
    three = Epsilon(Fraction(3))
    concepts = conjunctions(intervals(1), 1)
    learner = build(RandomisedAnswers(concepts, ((0,),), three), concepts, (0,), three)
    universe = replace_one([((0,), 0), ((0,), 1)], 1)
    verdict = audit_privacy(learner, universe, Guarantee(Fraction(3), Fraction(0)))
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)


@pytest.mark.parametrize(("rule", "kind"), [(rounded_down, Holds), (up, Refuted)])
def test_rounding_up_leaves_the_rows(
    rule: Callable[[int, Sequence[int]], int], kind: type[Holds] | type[Refuted]
) -> None:
    """What lies between two points of the grid, 1, 3 and 7, is no point of theirs above."""
    wrong = Rounded(Beyond(longest=1), (1, 3, 7), rule)
    table = tabulate(wrong, replace_one((1, 3, 7), 2))
    verdict = audit_accuracy(table, lambda d, y: min(d) <= y <= max(d), Fraction(1, 9), "rounded")
    assert isinstance(verdict, kind)
    assert isinstance(confirmed(verdict), kind)
