"""Learners with and without public rows, fixed public rows, noisy counts: by hand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from reference.data.concept import Values, intervals
from reference.data.domain import Domain
from reference.data.labelled_class import label_class
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.privacy.public_rows import Hardwired
from reference.probability.coins import Coins
from reference.probability.law import law
from reference.reductions.learner_from_assisted_release import (
    LearnerByLabels,
    LearnerFromAssistedRelease,
)
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase

TWO = Epsilon(Fraction(2))
QUARTER = Fraction(1, 4)
Rows = tuple[Any, ...]


@dataclass(frozen=True)
class Shown:
    """A mechanism that shows its rows and the public ones."""

    public: Rows
    guarantee: Guarantee[Fraction]
    deterministic = True

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Rows, Rows]:
        del coins
        return database, self.public


def shown(public: Rows) -> Shown:
    """Nothing is promised."""
    return Shown(public, Guarantee(Fraction(4), Fraction(1, 10)))


def test_noisy_counts_of_one_row() -> None:
    """Two thirds for either count, independently; constants exactly."""
    release = NoisyCounts(intervals(3), Domain.of_size(3), TWO)
    found = law(release, (0,))
    one = Fraction(1)
    assert found.probability((-one, one, one, one)) == Fraction(4, 9)
    assert found.probability((-one, -one, one, one)) == Fraction(2, 9)
    assert release.counted == 2
    assert release.guarantee == Guarantee(Fraction(4), Fraction(0))


def test_every_count_is_charged() -> None:
    """Three thresholds on four points are not constant: 3 eps."""
    release = NoisyCounts(intervals(4), Domain.of_size(4), TWO)
    assert release.counted == 3
    assert release.guarantee == Guarantee(Fraction(8), Fraction(0))


def test_noisy_counts_of_no_rows() -> None:
    """Only constants are answered."""
    constants = (Values((1, 1)), Values((0, 0)))
    (answers,) = law(NoisyCounts(constants, Domain.of_size(2), TWO), ()).support
    assert answers == (Fraction(1), Fraction(-1))
    with pytest.raises(ValueError, match="at least 1 row"):
        law(NoisyCounts(intervals(2), Domain.of_size(2), TWO), ())


def test_public_rows_are_kept() -> None:
    """A(x, w) for the w that was fixed."""

    @dataclass(frozen=True)
    class Pair:
        guarantee: Guarantee[Fraction]
        deterministic = True

        def __call__(self, rows: tuple[Rows, Rows], coins: Coins[Fraction], /) -> Rows:
            del coins
            return rows

    promise = Guarantee(Fraction(2), Fraction(1, 10))
    wired = Hardwired(Pair(promise), (5, 6))
    assert law(wired, (1,)).support == {((1,), (5, 6))}
    assert wired.guarantee == promise


def test_learners_without_a_choice() -> None:
    """No concept is refused, and so is no example where labels are counted apart."""
    counts = NoisyCounts(intervals(2), Domain.of_size(2), TWO)
    with pytest.raises(ValueError, match="at least one concept"):
        LearnerFromAssistedRelease(lambda _: counts, (), (), 0, TWO)
    with pytest.raises(ValueError, match="at least one concept"):
        LearnerByLabels(lambda _: counts, (), (), TWO)
    with pytest.raises(ValueError, match="at least 1 example"):
        law(LearnerByLabels(lambda _: counts, (), intervals(2), TWO), ())


def test_examples_in_place() -> None:
    """Example 2 at place 2, or not at all."""
    made = MixedInPlace(shown, 2, 0, QUARTER, ("z",))
    found = law(made, ("a", "b"))
    assert found.probability((("z", "b"), ())) == Fraction(3, 16)
    assert found.probability((("b", "z"), ())) == 0
    with pytest.raises(ValueError, match="takes 2"):
        law(made, ("a",))


def test_mixtures_that_make_no_sense() -> None:
    """Shares of 0 and 1, no base, and promises that depend on the public rows."""
    for share, base in ((Fraction(0), ("z",)), (Fraction(1), ("z",)), (QUARTER, ())):
        with pytest.raises(ValueError, match="at least one example"):
            MixedWithBase(shown, 1, 1, share, base, ())
    with pytest.raises(ValueError, match="-1 rows"):
        MixedInPlace(shown, -1, 1, QUARTER, ("z",))

    def uneven(public: Rows) -> Shown:
        return Shown(public, Guarantee(Fraction(1 + public.count("y")), Fraction(0)))

    with pytest.raises(ValueError, match="promises more"):
        _ = MixedWithBase(uneven, 1, 1, QUARTER, ("y", "z"), ()).guarantee


def test_label_class_of_a_point() -> None:
    """1 where the label is that of the concept."""
    assert label_class((Values((1,)), Values((0,))), 1) == (Values((0, 1)), Values((1, 0)))


@pytest.mark.parametrize(
    "worse", [Guarantee(Fraction(9), Fraction(1, 10)), Guarantee(Fraction(4), Fraction(1, 5))]
)
def test_promises_that_depend_on_the_order_of_public_rows(worse: Guarantee[Fraction]) -> None:
    """Rows of the base are drawn in order; eps or delta may be the larger one."""

    def learner(public: tuple[str, ...]) -> Any:  # noqa: ANN401 - it shows rows
        return Shown(public, worse) if public == ("z", "y") else shown(public)

    with pytest.raises(ValueError, match="promises more for some public rows"):
        _ = MixedInPlace(learner, 1, 2, QUARTER, ("y", "z")).guarantee
