"""Padded releases and learners from releases, against counts by hand."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from reference.data.concept import intervals
from reference.data.product_concept import thresholds
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.padded_release import Answers, DilutedLearner, PaddedRelease, padded_rows

Rows = tuple[int, ...]
Examples = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Exact:
    """The fraction of the rows below the end of each interval."""

    ends: tuple[int, ...]

    def __call__(self, rows: Rows, coins: Coins[Fraction], /) -> Answers:
        del coins
        return tuple(Fraction(sum(x < end for x in rows), len(rows)) for end in self.ends)


THRESHOLDS = Exact((1, 2, 3))


def test_rows_of_the_theorem() -> None:
    """At least one, with an accuracy of 1/150 at most."""
    for rows, alpha in ((0, Fraction(1, 150)), (1, Fraction(0)), (1, Fraction(1, 149))):
        with pytest.raises(ValueError, match=f"rows {rows}, alpha {alpha}"):
            padded_rows(rows, alpha)


def test_padding_that_makes_no_sense() -> None:
    """Negative numbers, and a database without rows."""

    def first(examples: Examples, _: Coins[Fraction]) -> int:
        return examples[0][0]

    with pytest.raises(ValueError, match="copies -1"):
        PaddedRelease(THRESHOLDS, 0, -1)
    with pytest.raises(ValueError, match="copies -2"):
        DilutedLearner(first, (0, 1), -2)
    with pytest.raises(ValueError, match="empty database"):
        law(PaddedRelease(THRESHOLDS, 0, 1), ())


def test_noise_for_the_ones_matters_only_between_concepts_that_differ_at_the_padding() -> None:
    """Intervals on one point, (0, 1): the zero function errs; estimates k against 1 - k."""
    learner = LearnerFromRelease(Exact((0, 1)), intervals(1), 0, Epsilon(Fraction(3)))
    found = law(learner, ((0, 1),))
    assert found.probability(intervals(1)[0]) == Fraction(1, 4)  # noise of -1 or less: g/(1+g)


def test_learners_that_make_no_sense() -> None:
    """No concept; a count that is needed; no example is no evidence."""
    with pytest.raises(ValueError, match="at least one concept"):
        LearnerFromRelease(THRESHOLDS, (), 0)
    with pytest.raises(ValueError, match="differ at the padding 0"):
        LearnerFromRelease(Exact((0, 1)), intervals(1), 0)
    none = law(LearnerFromRelease(THRESHOLDS, thresholds(3), 0), ())
    assert none.support == {thresholds(3)[0]}
