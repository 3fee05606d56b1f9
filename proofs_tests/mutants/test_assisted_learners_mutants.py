"""Plausible mistakes with public rows, each refuted with a concrete witness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.learners import (
    INACCURATE,
    LEAKING,
    ONE_RUN_TWICE,
    OTHER_PUBLIC_ROWS,
)
from audits.claims.bcmnuw20.impostors.mixtures import LESS_DELTA, amplified_next
from audits.claims.bcmnuw20.laws.learners import Counts, PublicMean, Uneven, excess
from audits.claims.bcmnuw20.laws.mixtures import Counting, Telling
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


@pytest.mark.parametrize("wrong", [None, *ONE_RUN_TWICE])
def test_runs_that_lose_differently(wrong: str | None) -> None:
    """Either run may be the one that loses 2 eps and delta: promised twice, one is too little."""
    build: Any = ONE_RUN_TWICE[wrong] if wrong else LearnerFromAssistedRelease
    concepts, verdicts = intervals(2), []
    release = Uneven(concepts, Domain.of_size(2), TWO, Fraction(1, 10))
    for label in (0, 1):
        told = build(release, ((1, label),), concepts, 0, TWO).transcript
        verdict = audit_privacy(told, replace_one(labelled_examples(2), 1), told.guarantee)
        verdicts.append(isinstance(confirmed(verdict), Holds))
    assert all(verdicts) is (wrong is None)


@pytest.mark.parametrize("wrong", [None, *LESS_DELTA])
def test_mixtures_that_promise_less_delta(wrong: str | None) -> None:
    """The example is at the only place in three cases of four: so much of delta is lost."""
    build: Any = LESS_DELTA[wrong] if wrong else MixedWithBase
    made = build(Telling(TWO, Fraction(1, 10)), 1, 1, Fraction(3, 4), ((0, 0),), -1)
    universe = replace_one(labelled_examples(1), 1, ordered=True)
    verdict = audit_privacy(made, universe, made.guarantee)
    assert isinstance(confirmed(verdict), Refuted if wrong else Holds)


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
