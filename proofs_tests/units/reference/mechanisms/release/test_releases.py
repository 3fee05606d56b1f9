"""Releases of many answers: runs on many rows, one point or block, and formulas by hand."""

from fractions import Fraction
from math import ceil, log, sqrt

from reference.data.bottom import Bottom
from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.exact.exponential import exp_bounds
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    projected,
    projected_for,
)
from reference.mechanisms.release.interval_release import IntervalTree, exact_count, tree_error
from reference.mechanisms.release.many_counts import LaplaceCounts
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles
from reference.mechanisms.release.noisy_stumps import (
    gaussian_variance,
    loss_of_a_count,
    rows_needed,
)
from reference.mechanisms.release.threshold_release import NoisyCuts, Steps, ThresholdRelease
from reference.mechanisms.release.tree_counter import TreeCounter, calibrate_tree_counter
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import SeededBits, run
from reference.probability.law import law

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


def test_entries_are_not_clamped() -> None:
    """(1/2, 5, 0, 0) for n = 1: means of entries, moved into [-1, 1]."""
    noisy = (HALF, Fraction(5), Fraction(0), Fraction(0))
    assert projected(noisy, 2, 1) == (HALF / 2, ONE, ONE, HALF / 2)
    assert projected(noisy, 2, 0) == (ONE - ONE,) * 4
    assert projected_for(noisy, 2, 1, (HALF,) * 4) == projected(noisy, 2, 1)


def test_outputs_lie_in_the_hull() -> None:
    """Discrete noise, d = 2 and n = 3: entries (a, b, b, a) of size at most 3."""
    release = GaussianProjection(2, 3, DiscreteGaussian(Fraction(25)))
    assert release.domain.size == 4
    for seed in range(20):
        a, b, c, d = run(release, (0, 1, 3), SeededBits(seed))
        assert (a, b) == (d, c)
        assert max(abs(a), abs(b)) <= 3


def test_a_tree_of_intervals() -> None:
    """Over 2^6 points, 2000 rows: within the error that is promised; one point needs no block."""
    release = IntervalTree(Domain.of_size(64), Epsilon(Fraction(12, 11)), 10**6)
    rows = tuple(7 * i % 64 for i in range(2000))
    counts, error = run(release, rows, SeededBits(5)), tree_error(6, ONE, Fraction(1, 20))
    answers = [release.answer(counts, t, len(rows)) for t in range(64)]
    assert all(abs(a - exact_count(rows, t)) < error for t, a in enumerate(answers))
    release = IntervalTree(Domain.of_size(1), Epsilon(TWO))
    assert list(law(release, (0, 0))) == [()]
    assert release.answer((), 0, 2) == 2


def test_the_root_of_many_counts() -> None:
    """Rounded down by less than 2^-38 of root - 1; the promise is the budget."""
    both, bits = (PointFunction(0), PointFunction(1)), Domain.of_size(2)
    release = LaplaceCounts(both, bits, Fraction(1, 10), Fraction(1, 1000))
    low, _ = exp_bounds(release.loss)
    assert release.root <= low
    assert (low - 1) * (1 - Fraction(1, 2**38)) < release.root - 1
    assert release.guarantee == Guarantee(exp_bounds(Fraction(1, 10))[0], Fraction(1, 1000))
    assert [*release.universe(1).databases()] == [(0,), (1,)]


def test_one_block_and_no_room() -> None:
    """One block has no noise; without rows in a block everything may happen."""

    def size(database: tuple[int, ...], _: object) -> int:
        return len(database)

    inner = Guarantee(TWO, Fraction(1, 100))
    one, two = (NoisyQuantiles(size, Domain.of_size(2), k, Epsilon(TWO)) for k in (1, 2))
    assert one.guarantee_with(inner, 3) == Guarantee(TWO**4, Fraction(15, 100))
    assert two.guarantee_with(inner, 0).delta == 1
    assert run(one, (0, 1, 1), SeededBits(1)) == (3,)
    assert {*run(two, (0, 1, 1, 1), SeededBits(1))} in ({0, 4}, {1, 3}, {2})


def test_formulas_of_noisy_stumps_are_those_of_the_book() -> None:
    """In floating point."""
    p, eps, delta, alpha, beta = 4, HALF, Fraction(1, 100), Fraction(1, 4), Fraction(1, 8)
    variance = float(gaussian_variance(p, eps, delta).enclosure()[0])
    assert abs(variance - 2 * p * log(1.25 / 0.01) / 0.25) < 1e-9
    loss = float(loss_of_a_count(p, eps, delta).enclosure()[0])
    assert abs(loss - 0.5 / (2 * sqrt(2 * p * log(100)))) < 1e-12
    rare = log(4 * p / 0.125)
    expected = max(8 * rare * 16, 4 * rare * sqrt(8 * p * log(100)) / (0.25 * 0.5))
    assert rows_needed(p, alpha, beta, eps, delta) == ceil(expected)
    assert rows_needed(p, alpha, beta, Fraction(10**6), delta) == ceil(8 * rare * 16)


def test_steps_answer_every_threshold() -> None:
    """The count of t is that of the last point that is at most t; without points, of all rows."""
    steps = Steps((2, 5), (1, 4, 9))
    assert [steps(t) for t in (0, 1, 2, 4, 5, 8)] == [1, 1, 4, 4, 9, 9]

    def no_point(_: tuple[int, ...], coins: object) -> Bottom:
        del coins
        return Bottom.BOTTOM

    printed = NoisyCuts(1, Epsilon(TWO), clamped=False)
    release = ThresholdRelease(no_point, Domain.of_size(3), 2, printed, Epsilon(TWO))
    assert run(release, (0, 1, 2), SeededBits(1)) == Steps((), (3,))


def test_some_queries_of_a_tree_counter() -> None:
    """They have the law that they have among all answers."""
    domain, eps = Domain.of_size(5), Epsilon(TWO)
    for rows in ((0, 4), (1, 2), (3, 3)):
        everything = law(TreeCounter(domain, eps), rows)
        some = law(TreeCounter(domain, eps, queries=(1, 3)), rows)
        assert some == everything.map(lambda counts: (counts[1], counts[3]))


def test_calibration_of_a_tree_counter() -> None:
    """Three answers among 2^32 points, on ten thousand rows, are as close as they should be.

    One point loses nothing; of two points the whole loss is that of one node.
    """
    alpha, domain = Fraction(1, 10), Domain.of_size(2**32)
    plan = calibrate_tree_counter(ONE, alpha, Fraction(1, 20), domain)
    assert plan.rows_needed * alpha >= plan.error
    rows = tuple(7919 * i % 2**32 for i in range(10_000))
    asked = (0, 2**31, 2**32 - 1)
    counts = run(TreeCounter(domain, Epsilon(plan.root), 2**40, asked), rows, SeededBits(3))
    for c, t in zip(counts, asked, strict=True):
        assert abs(c - sum(x <= t for x in rows)) <= plan.error
    assert TreeCounter(Domain.of_size(1), Epsilon(TWO)).guarantee.exp_eps == 1
    for size in (1, 2):
        plan = calibrate_tree_counter(ONE, TWO, HALF, Domain.of_size(size))
        assert Fraction(271, 100) < plan.root < Fraction(272, 100)
