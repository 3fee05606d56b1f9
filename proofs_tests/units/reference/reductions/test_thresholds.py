"""From releases to interior points, from replaced to added rows, and from a target to both."""

from bisect import bisect_right
from fractions import Fraction

import pytest

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


def test_an_odd_number_cannot_be_padded() -> None:
    """Neither can more rows than the release takes."""
    solver = InteriorPointFromRelease(exact_counts, POINTS, 4)
    for rows in ((0,), (0, 1, 2, 3, 3)):
        with pytest.raises(ValueError, match="size 4"):
            run(solver, rows, SeededBits(1))


def test_a_number_of_rows_is_not_negative() -> None:
    """Of the mechanism that is asked."""
    with pytest.raises(ValueError, match="size -1"):
        OnFixedSize(exact_counts, -1, 0)


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
