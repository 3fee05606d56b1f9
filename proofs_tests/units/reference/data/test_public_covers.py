"""Covers by public rows, samples that leave them too coarse, and deviations of means."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from reference.data.concept import all_functions, intervals, points
from reference.data.cover_failure import cover_failure, missing_points, support_law
from reference.data.public_cover import (
    agreement_radius,
    is_cover,
    projections,
    public_cover,
    public_patterns,
)
from reference.mechanisms.release.double_sampling import (
    DoubleSample,
    RandomSwap,
    fewest_rows,
    ghost_bound,
    largest_difference,
    pair_bound,
    public_rate,
    sauer_bound,
    sufficient_public_rows,
    threshold,
)
from reference.mechanisms.release.mean_deviation import (
    hoeffding_bound,
    rows_for_means,
    stump_deviation,
    threshold_deviation,
)
from reference.probability.law import law

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
FAIR = (HALF, HALF)


def test_without_public_rows_one_concept_is_left() -> None:
    """The first one."""
    assert public_cover(intervals(3), ()) == intervals(3)[:1]
    assert public_patterns(intervals(3), ()) == {()}
    assert agreement_radius(intervals(3), (), (Fraction(1, 3),) * 3) == 1


def test_repeated_rows_change_nothing() -> None:
    """Nor does their order."""
    assert public_cover(points(4), (2, 0, 2)) == public_cover(points(4), (0, 2))
    assert projections(points(4), (2, 0, 2)) == projections(points(4), (0, 2))


def test_a_cover_may_lie_outside_of_the_class() -> None:
    """Alpha is inclusive."""
    zero, *_ = all_functions(2)
    assert is_cover((zero,), points(2), FAIR, HALF)
    assert not is_cover((zero,), points(2), FAIR, Fraction(49, 100))


def test_points_of_mass_zero_do_not_occur() -> None:
    """And no rows have the empty set."""
    assert dict(support_law((Fraction(0), HALF, HALF), 2)) == {(1,): QUARTER, (2,): QUARTER} | {
        (1, 2): HALF
    }
    assert dict(support_law(FAIR, 0)) == {(): Fraction(1)}


def test_missing_points_are_those_of_all_functions() -> None:
    """Two functions may differ on every point that does not occur."""
    cube = tuple(all_functions(3))
    even = (Fraction(1, 3),) * 3
    for rows in range(6):
        found = cover_failure(cube, even, rows, Fraction(1, 3), agreement_radius)
        assert found == sum(missing_points(3, rows)[2:])


def test_exchanges_are_independent() -> None:
    """Four results for two rows, of the same probability."""
    swapped = law(RandomSwap(), ((0, 1), (2, 3)))
    assert {swapped.probability(pair) for pair in swapped} == {QUARTER}
    assert len(swapped) == 4
    assert law(DoubleSample(1), (QUARTER, 3 * QUARTER)).probability(((0,), (0,))) == QUARTER**2


def test_constants_by_hand() -> None:
    """Rounded up."""
    assert [threshold(m, QUARTER) for m in (0, 1, 8, 9)] == [0, 1, 1, 2]
    assert [fewest_rows(g) for g in (QUARTER, Fraction(2, 5))] == [4, 3]
    assert ghost_bound(1, 5, HALF) == 0 == pair_bound(1, 5, HALF)
    assert [sauer_bound(4, d) for d in range(3)] == [1, 5, 11]
    assert sufficient_public_rows(0, HALF, HALF) == 0
    assert largest_difference((frozenset({0, 2}), frozenset({1})), frozenset({1}), (3, 5, 1)) == 4


def test_means_by_hand() -> None:
    """Two fair coins agree with probability 1/2; all deviations are inclusive."""
    assert threshold_deviation(FAIR, 2, HALF) == HALF == stump_deviation((Fraction(0),), 2, HALF)
    assert threshold_deviation(FAIR, 2, Fraction(1)) == 0
    assert rows_for_means(1, HALF, HALF) == 12
    assert hoeffding_bound(1, 0, HALF).exactly == 2


@pytest.mark.parametrize(
    "refused",
    [
        lambda: support_law((HALF,), 1),
        lambda: support_law((2 * HALF, HALF, -HALF), 1),
        lambda: support_law(FAIR, -1),
        lambda: missing_points(0, 1),
        lambda: missing_points(1, -1),
        lambda: DoubleSample(-1),
        lambda: law(RandomSwap(), ((0,), (1, 2))),
        lambda: threshold(3, Fraction(1)),
        lambda: fewest_rows(Fraction(0)),
        lambda: sufficient_public_rows(-1, HALF, HALF),
        lambda: sufficient_public_rows(1, HALF, Fraction(0)),
        lambda: public_rate(0, HALF, HALF),
        lambda: public_rate(1, 3 * QUARTER, HALF),
        lambda: threshold_deviation(FAIR, 0, HALF),
        lambda: stump_deviation((Fraction(2),), 1, HALF),
        lambda: rows_for_means(0, HALF, HALF),
    ],
)
def test_bad_input_is_refused(refused: Callable[[], object]) -> None:
    """In one line, which names what is admissible."""
    with pytest.raises(ValueError, match=r".+") as told:
        refused()
    assert "\n" not in str(told.value)


def test_an_error_of_exactly_alpha_is_allowed() -> None:
    """Four rows from halves: 1 or 3 ones are off by 1/2; half of the mass agrees on one point."""
    assert threshold_deviation(FAIR, 4, HALF) == Fraction(1, 8)
    assert stump_deviation((Fraction(0),), 4, HALF) == Fraction(1, 8)
    cube = tuple(all_functions(2))
    assert cover_failure(cube, FAIR, 3, HALF, agreement_radius) == 0
    assert cover_failure(cube, FAIR, 3, Fraction(49, 100), agreement_radius) == Fraction(1, 4)


@pytest.mark.parametrize("dimension", [1, 2, 9, 500])
@pytest.mark.parametrize("gamma", [Fraction(1, 100), HALF, Fraction(99, 100)])
def test_rows_are_more_than_the_dimension(dimension: int, gamma: Fraction) -> None:
    """And more than 1/gamma, whatever the failure."""
    rows = sufficient_public_rows(dimension, gamma, Fraction(1))
    assert rows > dimension
    assert rows * gamma > 1
