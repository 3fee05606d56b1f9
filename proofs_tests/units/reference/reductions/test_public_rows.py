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
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed

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


def test_runs_that_promise_differently() -> None:
    """The losses of both runs are added, each with its own public rows."""

    def release(public: Rows) -> Any:  # noqa: ANN401 - it shows rows in place of answers
        worse = 1 + sum(public)
        return Shown(public, Guarantee(Fraction(2**worse), Fraction(worse, 100)))

    for example in ((1, 1), (1, 0)):
        made = LearnerFromAssistedRelease(release, (example,), intervals(2), 0, TWO)
        assert made.guarantee == Guarantee(Fraction(16), Fraction(3, 100))


def test_public_rows_of_the_base_in_place() -> None:
    """Both rows of the base are public ones, independently."""
    found = law(MixedInPlace(shown, 1, 2, QUARTER, ("y", "z")), ("a",))
    for public in (("y", "y"), ("y", "z"), ("z", "y"), ("z", "z")):
        assert found.probability((("a",), public)) == Fraction(1, 16)


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


def test_learner_pads_both_kinds_of_rows() -> None:
    """Each run sees private and public points of its label, 9 in place of the others."""

    @dataclass(frozen=True)
    class Recorder:
        public: Rows
        guarantee: Guarantee[Fraction]
        deterministic = True

        def __call__(self, database: Rows, coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
            del coins
            return (*map(Fraction, database), Fraction(100), *map(Fraction, self.public))

    def release(public: Rows) -> Recorder:
        return Recorder(public, Guarantee(Fraction(3), Fraction(1, 100)))

    public, private = ((3, 1), (4, 0)), ((1, 0), (2, 1))
    made = LearnerFromAssistedRelease(release, public, intervals(1), 9, TWO)
    assert made.guarantee == Guarantee(Fraction(18), Fraction(1, 50))
    for ones, zeros, _ in law(made.transcript, private).support:
        assert [2 * a - 1 for a in ones] == [9, 2, 100, 3, 9]
        assert [2 * a - 1 for a in zeros] == [1, 9, 100, 9, 4]


def test_count_of_labels() -> None:
    """K of one row with label 1: 1 in two of three cases."""
    counts = NoisyCounts(intervals(2), Domain.of_size(2), TWO)
    made = LearnerFromAssistedRelease(lambda _: counts, (), intervals(2), 0, TWO)
    found = law(made.transcript, ((1, 1),))
    assert found.probability_that(lambda told: told[2] == 1) == Fraction(2, 3)


def test_learners_without_a_choice() -> None:
    """No concept is refused, and so is no example where labels are counted apart."""
    counts = NoisyCounts(intervals(2), Domain.of_size(2), TWO)
    with pytest.raises(ValueError, match="at least one concept"):
        LearnerFromAssistedRelease(lambda _: counts, (), (), 0, TWO)
    with pytest.raises(ValueError, match="at least one concept"):
        LearnerByLabels(lambda _: counts, (), (), TWO)
    with pytest.raises(ValueError, match="at least 1 example"):
        law(LearnerByLabels(lambda _: counts, (), intervals(2), TWO), ())


def test_learner_by_labels_splits() -> None:
    """At e^eps = 2: points with label 1 and with label 0 are asked about apart."""
    made = LearnerByLabels(
        lambda _: NoisyCounts(intervals(2), Domain.of_size(2), TWO), (), intervals(2), TWO
    )
    found = law(made, ((1, 1),))
    # K = 1 (2/3): [0,1) scores its noisy mean, -1 with 2/3, and [0,2) scores 1: a tie at 1/3.
    assert found.probability(intervals(2)[2]) == Fraction(2, 3) * Fraction(2, 3)


def test_next_unused_example() -> None:
    """Places of the base are left to it; the sample is used in order, and runs out."""
    made = MixedWithBase(shown, 2, 1, QUARTER, ("z",), ())
    found = law(made, ("a",))
    assert found.probability((("z", "z"), ("z",))) == Fraction(9, 16)
    assert found.probability((("z", "a"), ("z",))) == Fraction(3, 16)
    assert found.probability(()) == Fraction(1, 16)
    assert law(made, ("a", "b")).probability((("a", "b"), ("z",))) == Fraction(1, 16)
    assert made.guarantee == shown(()).guarantee


def test_examples_in_place() -> None:
    """Example 2 at place 2, or not at all; the loss is amplified."""
    made = MixedInPlace(shown, 2, 0, QUARTER, ("z",))
    found = law(made, ("a", "b"))
    assert found.probability((("z", "b"), ())) == Fraction(3, 16)
    assert found.probability((("b", "z"), ())) == 0
    assert made.guarantee == Guarantee(Fraction(7, 4), Fraction(1, 40))
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


def test_mixed_distribution() -> None:
    """Masses of the base are added to those that are there."""
    both = dict(mixed(((0, 0), (0, 1)), (((0, 1), Fraction(1)),), QUARTER))
    assert both == {(0, 1): Fraction(5, 8), (0, 0): Fraction(3, 8)}


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
