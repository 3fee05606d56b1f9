"""From releases to interior points, from replaced to added rows, and from a target to both."""

from bisect import bisect_right
from fractions import Fraction

import pytest

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.queries import threshold_queries
from reference.probability.coins import Coins, SeededBits, run
from reference.reductions.fixed_size import OnFixedSize
from reference.reductions.interior_point_from_release import InteriorPointFromRelease
from reference.reductions.threshold_calibration import calibrate_threshold_release

POINTS = Domain.of_size(4)


def exact_counts(database: Database[int], coins: Coins[Fraction]) -> tuple[int, ...]:
    """Every count."""
    del coins
    return tuple(query(database) for query in threshold_queries(POINTS))


def seen(database: Database[int], coins: Coins[Fraction]) -> Database[int]:
    """The rows themselves."""
    del coins
    return database


@pytest.mark.parametrize(
    ("rows", "size", "point"), [((2, 2), 4, 2), ((0, 3), 6, 0), ((1, 2, 3), 3, 2), ((3,), 5, 3)]
)
def test_the_least_point_that_passes_one_half(rows: Database[int], size: int, point: int) -> None:
    """By hand."""
    solver = InteriorPointFromRelease(exact_counts, POINTS, size)
    assert run(solver, rows, SeededBits(1)) == point


@pytest.mark.parametrize(
    ("rows", "tolerance", "point"),
    [
        ((1, 2, 3), 0, Bottom.BOTTOM),
        ((1, 3, 3, 3), 1, 1),
        ((0, 3, 3, 3, 3, 3), 2, 0),
        ((0, 3, 3, 3, 3, 3), 1, Bottom.BOTTOM),
        ((0, 0, 0, 0, 0, 0, 0, 0), 3, Bottom.BOTTOM),
    ],
)
def test_the_first_point_with_a_count_near_one_half(
    rows: Database[int], tolerance: int, point: int | Bottom
) -> None:
    """Within the tolerance in rows, not in halves of one; otherwise bottom."""
    solver = InteriorPointFromRelease(exact_counts, POINTS, len(rows), tolerance)
    assert run(solver, rows, SeededBits(1)) == point


def test_an_odd_number_cannot_be_padded() -> None:
    """Neither can more rows than the release takes."""
    solver = InteriorPointFromRelease(exact_counts, POINTS, 4)
    for rows in ((0,), (0, 1, 2, 3, 3)):
        with pytest.raises(ValueError, match="size 4"):
            run(solver, rows, SeededBits(1))


def test_rows_are_filled_up_or_cut() -> None:
    """Copies of the fixed row at the end, or the least rows."""
    fixed = OnFixedSize(seen, 3, 9)
    assert run(fixed, (5,), SeededBits(1)) == (5, 9, 9)
    assert run(fixed, (5, 3, 8, 1), SeededBits(1)) == (1, 3, 5)
    with pytest.raises(ValueError, match="size -1"):
        OnFixedSize(seen, -1, 0)


def test_a_release_on_many_rows() -> None:
    """On the rows that are needed, all answers are as accurate as they should be."""
    alpha, domain = Fraction(1, 5), Domain.of_size(2**20)
    target = Fraction(2), Fraction(1, 10**6), alpha, Fraction(1, 20)
    needed = calibrate_threshold_release(*target, domain, 1).rows_needed
    plan = calibrate_threshold_release(*target, domain, needed)
    assert plan.suffices
    assert not calibrate_threshold_release(*target, domain, needed // 2).suffices
    rows = tuple(sorted(7919 * i % 2**20 for i in range(needed)))
    steps = run(plan.mechanism, rows, SeededBits(2))
    worst = max(abs(steps(t) - bisect_right(rows, t)) for t in range(0, 2**20, 997))
    assert worst <= plan.error <= alpha * needed


def test_the_target_is_kept() -> None:
    """What the mechanism promises is within eps and delta."""
    target = Fraction(1), Fraction(1, 10**6), Fraction(1, 2), Fraction(1, 4)
    plan = calibrate_threshold_release(*target, Domain.of_size(16), 10**4)
    promised = plan.guarantee
    assert promised.exp_eps <= Fraction(271828, 100000)
    assert promised.delta <= Fraction(1, 10**6)


def test_a_smaller_domain_never_needs_more_rows() -> None:
    """A release on more points is one on fewer; blocks may be longer and fewer."""
    target = Fraction(1), Fraction(1, 10**6), Fraction(1, 10), Fraction(1, 20)
    sizes = (1, 2, 16, 50, 64, 100, 1000, 2**16, 2**32)
    needed = [
        calibrate_threshold_release(*target, Domain.of_size(size), 1).rows_needed for size in sizes
    ]
    assert needed == sorted(needed)
    assert (needed[0], needed[-1]) == (21560, 31300)


def test_targets_are_checked() -> None:
    """Values out of range are named."""
    good = Fraction(1), Fraction(1, 10), Fraction(1, 2), Fraction(1, 4)
    with pytest.raises(ValueError, match="eps 0"):
        calibrate_threshold_release(Fraction(0), *good[1:], POINTS, 5)
    with pytest.raises(ValueError, match="eps is too large: one part of it is 7142 or more"):
        calibrate_threshold_release(Fraction(10**5), *good[1:], POINTS, 5)
    with pytest.raises(ValueError, match="rows 0"):
        calibrate_threshold_release(*good, POINTS, 0)
