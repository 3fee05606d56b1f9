"""Plausible mistakes with public rows, each refuted with a concrete witness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.learners import INACCURATE, LEAKING, OTHER_PUBLIC_ROWS
from audits.claims.bcmnuw20.impostors.mixtures import amplified_next
from audits.claims.bcmnuw20.laws.learners import Counts, PublicMean, excess
from audits.claims.bcmnuw20.laws.mixtures import Counting
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.data.concept import intervals, labelled_examples
from reference.data.domain import Domain
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.learner_from_assisted_release import LearnerFromAssistedRelease
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase

TWO = Epsilon(Fraction(2))
CONCEPTS = intervals(3)


@pytest.mark.parametrize("wrong", [None, *LEAKING])
def test_transcripts_that_leak(wrong: str | None) -> None:
    """One row, three points, e^eps = 2: e^(5 eps) = 32 is attained and no more."""
    build: Any = LEAKING[wrong] if wrong else LearnerFromAssistedRelease
    counts = Counts(CONCEPTS, Domain.of_size(3), TWO)
    told = build(counts, (), CONCEPTS, 0, TWO).transcript
    verdict = audit_privacy(told, replace_one(labelled_examples(3), 1), told.guarantee)
    assert isinstance(confirmed(verdict), Refuted if wrong else Holds)


@pytest.mark.parametrize("wrong", [None, *INACCURATE, *OTHER_PUBLIC_ROWS])
def test_learners_that_err(wrong: str | None) -> None:
    """Public means, a count that is nearly exact, x = w: some sample has a large excess error."""
    build: Any = LearnerFromAssistedRelease
    if wrong:
        build = {**INACCURATE, **OTHER_PUBLIC_ROWS}[wrong]
    concepts, sure = intervals(2), Epsilon(Fraction(1000))
    worst = Fraction(0)
    for d in replace_one(labelled_examples(2), 2).databases():
        source = tuple((z, Fraction(d.count(z), 2)) for z in sorted(set(d)))
        found = law(build(PublicMean(concepts), d, concepts, 0, sure), d)
        worst = max(worst, *(found.probability(h) * excess(h, concepts, source) for h in concepts))
    assert worst > Fraction(1, 3) if wrong else worst < Fraction(1, 100)


def test_next_unused_example_is_not_amplified() -> None:
    """25/17 at n = 2, theta = 1/4, e^eps = 2, above 5/4, which examples in place keep."""
    given = (Counting(TWO), 2, 0, Fraction(1, 4), ((0, 0),))
    universe = replace_one(labelled_examples(1), 2, ordered=True)
    for made, kind in (
        (MixedInPlace(*given), Holds),
        (MixedWithBase(*given, -1), Holds),
        (amplified_next(*given, -1), Refuted),
    ):
        verdict = audit_privacy(made, universe, made.guarantee)
        assert isinstance(confirmed(verdict), kind)
