"""The numbers of section 5, found another way (bcmnuw20_learners.json)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.learners import (
    Counts,
    OnBothSamples,
    PublicMean,
    excess,
    release_failure,
    spread,
)
from audits.claims.bcmnuw20.laws.mixtures import Counting
from audits.claims.bcmnuw20.section_5_learners_by_labels import OPPOSITES
from audits.engines.privacy.point import tight_exp_eps
from audits.evidence.table import tabulate
from audits.ledger import WRONG, claims
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.data.concept import intervals, labelled_examples
from reference.data.domain import Domain
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.learner_from_assisted_release import (
    LearnerByLabels,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase

pytestmark = pytest.mark.paper("BCMNUW20")

TWO = Epsilon(Fraction(2))
HALF = Fraction(1, 2)


claims()


def worst_ratio(mechanism: Any, universe: Any) -> Fraction:  # noqa: ANN401
    """The largest likelihood ratio of two neighbours."""
    worst, infinite = tight_exp_eps(tabulate(mechanism, universe).at(Fraction(1)))
    assert worst is not None
    assert not infinite
    return worst.value


@cases("bcmnuw20_learners", "laws")
def test_laws_of_the_padded_learner(case: Case) -> None:
    """Thresholds on three points, noisy counts at e^eps = 2."""
    concepts = intervals(3)
    counts = Counts(concepts, Domain.of_size(3), TWO)
    learner = LearnerFromAssistedRelease(counts, ((1, 1),), concepts, case["x0"], TWO)
    found = law(learner, tuple((x, y) for x, y in case["database"]))
    assert [found.probability(h) for h in concepts] == [Fraction(p) for p in case["law"]]


@cases("bcmnuw20_learners", "ratios")
def test_loss_of_the_concept(case: Case) -> None:
    """At e^eps = 2 the concept loses all of 5 eps; ties that look at the sample lose more."""
    build: Any = LearnerFromAssistedRelease
    if case["variant"] == "tie":
        build = WRONG[LearnerFromAssistedRelease]["ties go to the private sample"]
    concepts = intervals(3)
    made = build(Counts(concepts, Domain.of_size(3), TWO), (), concepts, 0, TWO)
    universe = replace_one(labelled_examples(3), int(case["n"]))
    assert worst_ratio(made, universe) == Fraction(case["ratio"])


@cases("bcmnuw20_learners", "mixtures")
def test_loss_of_mixtures(case: Case) -> None:
    """A noisy count of labels at e^eps = 2, examples in place, the next unused ones, or again."""
    n, size, theta = int(case["n"]), int(case["size"]), Fraction(case["theta"])
    given = (Counting(TWO), n, 0, theta, ((0, 0),))
    made: Any = MixedInPlace(*given)
    if case["mode"] != "place":
        reused = WRONG[MixedWithBase]["the last example again if there is none left"]
        build: Any = reused if case["mode"] == "reuse" else MixedWithBase
        made = build(*given, -1)
    universe = replace_one(labelled_examples(1), size, ordered=True)
    assert worst_ratio(made, universe) == Fraction(case["ratio"])


@cases("bcmnuw20_learners", "by_labels")
def test_fixed_public_rows(case: Case) -> None:
    """Public means of fixed rows say nothing of the labels; the count is nearly exact."""
    m, alpha = int(case["m"]), Fraction(1, 5)
    release = PublicMean(OPPOSITES)
    even = spread((0, 1), (HALF, HALF))
    assert release_failure(release, OPPOSITES, even, (0, m), alpha) == Fraction(
        case["beta_at_half"]
    )
    labelled = spread(((0, 1), (1, 0)), (HALF, HALF))
    sure = Epsilon(Fraction(2**40))
    made = OnBothSamples(lambda w: LearnerByLabels(release, w, OPPOSITES, sure), 2, m)
    failing = law(made, labelled).probability_that(
        lambda h: excess(h, OPPOSITES, labelled) > Fraction(1, 2)
    )
    assert abs(failing - Fraction(case["failure"])) < Fraction(1, 2**38)
