"""Section 3: among all distributions, the worst for the learners, found exactly."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.worst_distributions import (
    Case,
    compared,
    learners_of_points,
    worst_on_the_grid,
)
from audits.claims.bbkn13.words import *

WRONG[worst_on_the_grid] = {
    "the grid 1/2": given(worst_on_the_grid, steps=lambda k: k // 2),
    "errors > alpha on the grid": ", strict=False => ",
}


@claim(
    "BBKN13.L3.4.two-points",
    over(t_and_m=sized(((3, 2),), ((3, 2), (4, 4), (8, 6)), ((3, 2), (4, 4), (8, 6), (16, 9)))),
    form=Form.CONCRETE,
    about=worst_on_the_grid,
)
def worst_distribution_on_two_points(worst: Build, t_and_m: tuple[int, int]) -> Check:
    """Among all distributions on two points none is worse for the learners of points than the
    worst of those with masses 0, 1/4, 1/2, 3/4, 1 (alpha = 1/4, e^(eps/2) = 2), where an error >=
    alpha counts as a failure; errors > alpha come as close as one likes.

    Cases: The failure is a polynomial in the mass on each of four pieces; 1/r is the place in the
    piece, so every mass is covered.  Targets in and outside the support.
    """
    for case in learners_of_points(*t_and_m, 2):
        yield from compared(worst, case, 2, 4, QUARTER)


@claim(
    "BBKN13.L3.4.three-points",
    over(t_and_m=sized(((3, 2),), ((3, 3), (4, 3)), ((3, 4), (4, 4), (6, 4)))),
    form=Form.CONCRETE,
    about=worst_on_the_grid,
)
def worst_distribution_on_three_points(worst: Build, t_and_m: tuple[int, int]) -> Check:
    """Among all distributions on at most three points none is worse for the learners of points
    than the worst of the grid 1/4 (alpha = 1/4, e^(eps/2) = 2).

    Cases: Mixtures of the corners of the pieces bound the failure inside; the bound is attained at
    a corner.  For T = 3 these are all distributions; for T = 4 a target outside the support fails
    more often than the others.
    """
    for case in learners_of_points(*t_and_m, 3):
        yield from compared(worst, case, 3, 4, QUARTER)


@claim(
    "BBKN13.T3.2.three-points",
    over(c=intervals(3), m=sized((2,), (2, 3), (2, 3, 4))),
    form=Form.CONCRETE,
    about=worst_on_the_grid,
)
def worst_distribution_for_intervals(worst: Build, c: IntervalFunction, m: int) -> Check:
    """Among all distributions on three points none is worse for the exponential learner over
    INTERVAL than the worst of the grid 1/4 (alpha = 1/4, e^(eps/2) = 2).

    Cases: T = 3, so that these are all distributions; every target.
    """
    yield from compared(
        worst, Case("INTERVAL", listed_intervals(3, TWO_EPS), c, 3, m), 3, 4, QUARTER
    )
