"""Plausible mistakes on several axes and with padded databases, each refuted with a witness."""

from fractions import Fraction

import pytest

from audits.claims.bnsv15.impostors.axes import (
    WrongAxis,
    copies_of_the_database,
    labels_of_the_database,
)
from audits.claims.bnsv15.laws.axes import (
    Examples,
    alike,
    all_thresholds,
    exponential,
    two_examples,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.concept import Hypothesis, labelled_examples
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.reductions.conjunction_learning import LearnerOnOneAxis

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
