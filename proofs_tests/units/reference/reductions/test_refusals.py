"""What reductions refuse beside what their properties ask for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from reference.data.concept import Values, intervals
from reference.data.domain import Domain
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol
from reference.data.product_concept import thresholds
from reference.data.queries import threshold_queries
from reference.data.query_release import data_means, furthest
from reference.mechanisms.learning.independent_noise_learner import confident_noisy_learner
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.law import law
from reference.reductions.conjunction_learning import LearnerOnOneAxis
from reference.reductions.few_switches import FewSwitchesReduction
from reference.reductions.fixed_size import OnFixedSize
from reference.reductions.interior_point_and_learning import (
    LearnerFromInteriorPoint,
    PaddedLearner,
    padded_halves,
    point_from_counts,
)
from reference.reductions.interior_point_from_release import InteriorPointFromRelease
from reference.reductions.learner_from_assisted_release import (
    LearnerByLabels,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_from_protocol import LearnerFromProtocol
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase
from reference.reductions.light_hypotheses import LightHypothesesReduction
from reference.reductions.padded_release import DilutedLearner, PaddedRelease
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed
from reference.reductions.protocol_from_sample import ProtocolFromSample
from reference.reductions.release_and_distribution_learning import AnswersFromLearner, fitted
from reference.reductions.restricted_columns import OnColumns
from reference.reductions.threshold_calibration import calibrate_threshold_release

Rows = tuple[Any, ...]

NONE, TENTH, QUARTER, HALF = (Fraction(x) for x in ("0", "1/10", "1/4", "1/2"))
ONE, FOUR = Fraction(1), Fraction(4)
TWO, ROOT = Epsilon(Fraction(2), 2), Epsilon(Fraction(2))
POINTS = Domain.of_size(3)
PROTOCOL = OneWayProtocol((0, 1), (Values((0, 0)), Values((1, 1))))
COUNTS = NoisyCounts(intervals(2), Domain.of_size(2), ROOT)
LEARNER: Any = SimpleNamespace(guarantee=Guarantee(Fraction(2), NONE))
QUERIES = threshold_queries(range(3))
SAMPLES: Dist[Any, Fraction] = Dist.uniform([((1, 0),)])


def largest(database: Rows, _: object = None) -> Any:  # noqa: ANN401
    """A mechanism, a learner, a release: the largest row."""
    return max(database)


def itself(database: Rows, _: object = None) -> Rows:
    """The database."""
    return database


@dataclass(frozen=True)
class Shown:
    """A mechanism that shows its rows and the public ones."""

    public: Rows
    guarantee: Guarantee[Fraction] = Guarantee(FOUR, TENTH)  # noqa: RUF009 - frozen
    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Rows, Rows]:
        del coins
        return database, self.public


def worse(guarantee: Guarantee[Fraction]) -> Callable[[Rows], Shown]:
    """It promises less after the public rows z, y."""
    return lambda public: Shown(public, guarantee) if public == ("z", "y") else Shown(public)


def promised(learner: Callable[[Rows], Shown], kind: Any, *more: Rows) -> object:  # noqa: ANN401
    """What is promised with two public rows of y and z."""
    return kind(learner, 1, 2, QUARTER, ("y", "z"), *more).guarantee


def mixed(share: Fraction, *base: str) -> object:
    """A mixture with examples of a base."""
    return MixedWithBase(Shown, 1, 1, share, base, ())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: LearnerOnOneAxis(largest, SAMPLES, 0, 0), "at least 1 axis"),
        (
            lambda: law(LearnerOnOneAxis(largest, SAMPLES, 2, 0), ((1, 0), (1, 0))),
            "2 examples: fresh samples have 1",
        ),
        (lambda: LearnerFromInteriorPoint(largest, POINTS, divisor=1), "divisor 1"),
        (lambda: point_from_counts([Fraction(2)], 3), "empty"),
        (lambda: padded_halves((1,), 3, 5), "as many are added"),
        (lambda: padded_halves((1, 2), 3, 5), "as many are added"),
        (lambda: padded_halves((1, 2), 0, 5), "as many are added"),
        (lambda: PaddedLearner(largest, POINTS, 0), "half 0"),
        (lambda: LightHypothesesReduction(largest, 1, 0, 1, 1, TWO, "give up"), "fail or pad"),
        (lambda: LightHypothesesReduction(largest, 0, 0, 2, 1, TWO), "at least 1"),
        (lambda: FewSwitchesReduction(largest, 0, 0, 2, 1, TWO), "at least 1"),
        (lambda: confident_noisy_learner(2, ONE, NONE), r"both in \(0, 1\]"),
        (lambda: ProtocolFromLearner(largest, -1, (0, 0), 1, HALF), "at least 0"),
        (lambda: ProtocolFromLearner(largest, 1, (0, 0), -1, HALF), "at least 0"),
        (lambda: draws_needed(HALF, 1, TENTH, HALF), "failure"),
        (lambda: draws_needed(FOUR, -1, TENTH, HALF), "failure"),
        (lambda: draws_needed(FOUR, 1, NONE, HALF), "failure"),
        (lambda: draws_needed(FOUR, 1, TENTH, ONE), "failure"),
        (lambda: ProtocolFromSample(upper_thresholds(2), (HALF, HALF), -1), "masses"),
        (lambda: ProtocolFromSample(upper_thresholds(2), (HALF,), 1), "masses"),
        (lambda: ProtocolFromSample(upper_thresholds(2), (), 0), "masses"),
        (lambda: LearnerFromProtocol((), 2, 1, TWO), "tosses"),
        (lambda: LearnerFromProtocol(((PROTOCOL, HALF),), 2, 1, TWO), "tosses"),
        (lambda: LearnerFromProtocol(((PROTOCOL, ONE),), 2, 0, TWO), "tosses"),
        (lambda: LearnerFromAssistedRelease(lambda _: COUNTS, (), (), 0, ROOT), "one concept"),
        (lambda: LearnerByLabels(lambda _: COUNTS, (), (), ROOT), "at least one concept"),
        (
            lambda: law(LearnerByLabels(lambda _: COUNTS, (), intervals(2), ROOT), ()),
            "at least 1 example",
        ),
        (lambda: law(COUNTS, ()), "at least 1 row"),
        (lambda: law(MixedInPlace(Shown, 2, 0, QUARTER, ("z",)), ("a",)), "takes 2"),
        (lambda: MixedInPlace(Shown, -1, 1, QUARTER, ("z",)), "-1 rows"),
        (lambda: mixed(NONE, "z"), "at least one example"),
        (lambda: mixed(ONE, "z"), "at least one example"),
        (lambda: mixed(QUARTER), "at least one example"),
        (lambda: promised(worse(Guarantee(FOUR, HALF)), MixedWithBase, ()), "promises more"),
        (lambda: promised(worse(Guarantee(Fraction(9), TENTH)), MixedInPlace), "promises more"),
        (lambda: promised(worse(Guarantee(FOUR, HALF)), MixedInPlace), "promises more for some"),
        (lambda: fitted((HALF,), QUERIES[:1], ()), "at least one row"),
        (lambda: AnswersFromLearner(LEARNER, QUERIES, (0, 1, 2), rows=0, size=2), "0 rows"),
        (
            lambda: law(AnswersFromLearner(LEARNER, QUERIES, (0, 1, 2), rows=2, size=2), (0,) * 3),
            "3 rows",
        ),
        (lambda: PaddedRelease(itself, 0, -1), "copies -1"),
        (lambda: DilutedLearner(largest, (0, 1), -2), "copies -2"),
        (lambda: law(PaddedRelease(itself, 0, 1), ()), "empty database"),
        (lambda: LearnerFromRelease(itself, (), 0), "at least one concept"),
        (lambda: LearnerFromRelease(itself, intervals(1), 0), "differ at the padding 0"),
        (lambda: OnColumns(itself, 3, (1, 1)), "each once"),
        (lambda: OnColumns(itself, 3, (3,)), "from 0 to 2"),
        (lambda: law(OnColumns(itself, 3, (0, 1)), (1,)), "zip"),
        (lambda: data_means(intervals(2), ()), "at least one row"),
        (lambda: furthest((), ()), "at least one answer"),
        (lambda: law(InteriorPointFromRelease(itself, POINTS, 4), (0,)), "size 4"),
        (lambda: law(InteriorPointFromRelease(itself, POINTS, 4), (0, 1, 2, 2, 2)), "size 4"),
        (lambda: OnFixedSize(itself, -1, 0), "size -1"),
        (lambda: calibrate_threshold_release(NONE, TENTH, HALF, QUARTER, POINTS, 5), "eps 0"),
        (
            lambda: calibrate_threshold_release(ONE * 10**5, TENTH, HALF, QUARTER, POINTS, 5),
            "eps is too large: one part of it is 7142 or more",
        ),
        (lambda: calibrate_threshold_release(ONE, TENTH, HALF, QUARTER, POINTS, 0), "rows 0"),
    ],
)
def test_refused(wrong: Callable[[], object], words: str) -> None:
    """In one line."""
    with pytest.raises(ValueError, match=words):
        wrong()


def test_no_example_is_no_evidence() -> None:
    """The first of the concepts."""
    none = law(LearnerFromRelease(itself, thresholds(3), 0), ())
    assert none.support == {thresholds(3)[0]}
