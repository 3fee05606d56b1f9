"""A mistake in restrictions, refuted with two databases."""

from __future__ import annotations

from fractions import Fraction

from audits.claims.vt14.impostors.restriction import WRONG_RESTRICTIONS
from audits.claims.vt14.section_4_2_restriction import NoisyAnswers
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import one_answer
from reference.privacy.guarantee import Guarantee
from reference.reductions.restricted_columns import OnColumns

TWO, NONE = Fraction(2), Fraction(0)


def test_a_row_that_counts_twice_costs_twice() -> None:
    """One user of a type that one query counts: the histograms (0) and (1)."""
    promised = Guarantee(TWO, NONE)
    right, wrong = (
        build(NoisyAnswers(1 / TWO, NONE), 3, (0,))
        for build in (OnColumns, WRONG_RESTRICTIONS["each row counts twice"])
    )
    universe = one_answer(range(2), 1)
    assert isinstance(confirmed(audit_privacy(right, universe, promised)), Holds)
    assert isinstance(confirmed(audit_privacy(wrong, universe, promised)), Refuted)
