"""Reductions on few rows by hand, and on as many as are needed."""

from bisect import bisect_right
from fractions import Fraction
from typing import Any

from reference.data.concept import Values, intervals
from reference.data.domain import Domain
from reference.data.labelled_class import label_class
from reference.lower_bounds.learning_packing import (
    averaged_bound,
    binomial_at_most,
    confidence_bound,
    packing_bound,
    pairwise_bound,
)
from reference.lower_bounds.without_privacy import error_on_shattered_points
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.mechanisms.release.exponential_sanitiser import (
    ExponentialSanitiser,
    is_useful,
    largest_error,
)
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.privacy.public_rows import Hardwired
from reference.probability.coins import Coins, SeededBits, run
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    LearnerFromInteriorPoint,
    PaddedLearner,
    empirical_error,
)
from reference.reductions.learner_from_protocol import coins_needed
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.learner_without_public_rows import MixedInPlace
from reference.reductions.protocol_from_learner import draws_needed
from reference.reductions.threshold_calibration import calibrate_threshold_release

TWO, HALF, TENTH = Epsilon(Fraction(2)), Fraction(1, 2), Fraction(1, 10)
MILLIONTH = Fraction(1, 10**6)
Rows = tuple[Any, ...]


def largest(database: Rows, _: object) -> Any:  # noqa: ANN401
    """An interior point: the largest row."""
    return max(database)


def test_equal_rows_need_the_shift() -> None:
    """Zeros at one point, which the solver may answer: they are all mislabelled."""
    database = ((0, 1), *((1, 0) for _ in range(9)))
    assert law(LearnerFromInteriorPoint(largest, Domain.of_size(2)), database).support == {1}
    assert empirical_error(database, 1) == Fraction(9, 10)
    database = ((0, 1), (2, 0), (2, 0), (2, 0))
    (u,) = law(PaddedLearner(largest, Domain.of_size(3), 1, shifted=False), database).support
    assert empirical_error(database, u) == Fraction(3, 4)


def test_lower_bounds_at_their_ends() -> None:
    """No rows: the uniform guess; no loss: no information."""
    third = Fraction(1, 3)
    assert packing_bound(Fraction(5), 0, 7) == Fraction(1, 7)
    assert averaged_bound(Fraction(1), 9, third, 5) == Fraction(1, 4)
    assert pairwise_bound(Fraction(1), 9, third, 5) == Fraction(1, 4)
    assert pairwise_bound(Fraction(2), 1, third, 3) == Fraction(5, 9)
    assert confidence_bound(Fraction(1), 9, third, 5) == Fraction(3, 4)
    assert binomial_at_most(4, HALF, 1) == Fraction(5, 16)
    assert error_on_shattered_points(4, 3) == Fraction(27, 128)


def test_sanitiser() -> None:
    """(0, 0) against histograms of two rows over two points: errors 0, 1/2, 1."""
    eps, bits = Epsilon(Fraction(2), 2), Domain.of_size(2)
    found = law(ExponentialSanitiser(bits, 2, eps), (0, 0))
    assert [found.probability(d) * 7 for d in ((0, 0), (0, 1), (1, 1))] == [4, 2, 1]
    sequences = law(ExponentialSanitiser(bits, 2, eps, "databases"), (0, 0))
    assert sequences.probability((0, 1)) == Fraction(4, 9)
    assert largest_error((0, 1), (1, 1)) == HALF
    assert not is_useful((0, 1), (1, 1), HALF)


def test_draws_and_tosses() -> None:
    """4 ln(10) / (1/2) is 18.42...; log2(2/b), rounded up."""
    assert draws_needed(Fraction(4), 1, TENTH, HALF) == 19
    found = [coins_needed(b) for b in (Fraction(1), HALF, Fraction(2, 5), TENTH)]
    assert found == [1, 2, 3, 5]


def test_noise_for_the_ones_matters_only_between_concepts_that_differ_at_the_padding() -> None:
    """Intervals on one point, (0, 1): the zero function errs; estimates k against 1 - k."""

    def exact(rows: Rows, _: object) -> tuple[Fraction, ...]:
        return tuple(Fraction(sum(x < end for x in rows), len(rows)) for end in (0, 1))

    found = law(LearnerFromRelease(exact, intervals(1), 0, Epsilon(Fraction(3))), ((0, 1),))
    assert found.probability(intervals(1)[0]) == Fraction(1, 4)  # noise of -1 or less: g/(1+g)


def test_noisy_counts() -> None:
    """Two thirds for either count of one row, independently; constants exactly, also of no row."""
    release = NoisyCounts(intervals(3), Domain.of_size(3), TWO)
    found = law(release, (0,))
    one = Fraction(1)
    assert found.probability((-one, one, one, one)) == Fraction(4, 9)
    assert found.probability((-one, -one, one, one)) == Fraction(2, 9)
    assert [NoisyCounts(intervals(n), Domain.of_size(n), TWO).counted for n in (3, 4)] == [2, 3]
    assert release.guarantee == Guarantee(Fraction(4), Fraction(0))
    constants = (Values((1, 1)), Values((0, 0)))
    (answers,) = law(NoisyCounts(constants, Domain.of_size(2), TWO), ()).support
    assert answers == (one, -one)


class Pair:
    """A mechanism that shows the private and the public rows."""

    guarantee = Guarantee(Fraction(2), TENTH)
    deterministic = True

    def __call__(self, rows: tuple[Rows, Rows], coins: Coins[Fraction], /) -> tuple[Rows, Rows]:
        del coins
        return rows


def test_public_rows_are_kept() -> None:
    """A(x, w) for the w that was fixed; example 2 at place 2, or not at all."""
    wired: Any = Hardwired(Pair(), (5, 6))
    assert law(wired, (1,)).support == {((1,), (5, 6))}
    assert wired.guarantee == Pair.guarantee
    made = MixedInPlace(lambda w: Hardwired(Pair(), w), 2, 0, Fraction(1, 4), ("z",))
    found: Any = law(made, ("a", "b"))
    assert found.probability((("z", "b"), ())) == Fraction(3, 16)
    assert found.probability((("b", "z"), ())) == 0
    assert label_class((Values((1,)), Values((0,))), 1) == (Values((0, 1)), Values((1, 0)))


def test_a_release_of_thresholds_on_many_rows() -> None:
    """On the rows that are needed, all answers are as accurate as they should be."""
    alpha, domain = Fraction(1, 5), Domain.of_size(2**20)
    target = Fraction(2), MILLIONTH, alpha, Fraction(1, 20)
    needed = calibrate_threshold_release(*target, domain, 1).rows_needed
    plan = calibrate_threshold_release(*target, domain, needed)
    assert plan.suffices
    assert not calibrate_threshold_release(*target, domain, needed // 2).suffices
    rows = tuple(sorted(7919 * i % 2**20 for i in range(needed)))
    steps = run(plan.mechanism, rows, SeededBits(2))
    worst = max(abs(steps(t) - bisect_right(rows, t)) for t in range(0, 2**20, 997))
    assert worst <= plan.error <= alpha * needed


def test_a_smaller_domain_never_needs_more_rows() -> None:
    """A release on more points is one on fewer; blocks may be longer and fewer."""
    target, sizes = (Fraction(1), MILLIONTH, TENTH, Fraction(1, 20)), (1, 50, 64, 100, 2**32)
    needed = [
        calibrate_threshold_release(*target, Domain.of_size(size), 1).rows_needed for size in sizes
    ]
    assert needed == sorted(needed)
    assert (needed[0], needed[-1]) == (21560, 31300)
