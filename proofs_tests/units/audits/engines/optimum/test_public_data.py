"""Problems with private and public rows: what is refused, symmetries, and the table of optima."""

from fractions import Fraction

import pytest

from audits.engines.optimum.problems.public_data import squared_error
from audits.engines.sample_complexity.public_rows import GOALS, least_private, tabulated

TWO, ZERO, QUARTER = Fraction(2), Fraction(0), Fraction(1, 4)


def test_the_chances_of_a_squared_error_add_up() -> None:
    """For a mean that is 0 the squared error of q is q^2, over all databases."""
    problem = squared_error(2, 1, 1, lambda power: Fraction(int(power == 0)))
    ((_, terms),) = [(score.name, score.terms) for score in problem.scores]
    losses = {y: -sum(w for _, event, w in terms if event == (y,)) for y in range(3)}
    assert losses == {0: 1, 1: 0, 2: 1}


def test_the_least_private_rows() -> None:
    """At e^eps = 4: 3 private rows for 2/3 without public ones, 2 with one, none with two."""
    goal = GOALS["mean"]
    cells = list(tabulated(goal, QUARTER, range(4), range(3), Fraction(4), ZERO, 999))
    assert all(cell.certified for cell in cells)
    least = [(e.public, e.private, e.saved) for e in least_private(cells, goal, Fraction(2, 3))]
    assert least == [(0, 3, None), (1, 2, Fraction(1)), (2, 0, Fraction(3, 2))]


def test_what_is_not_in_the_table_is_not_told() -> None:
    """Too few private rows: no least number, and nothing is said to be saved."""
    goal = GOALS["squared-error"]
    cells = list(tabulated(goal, QUARTER, range(2), range(2), Fraction(4), ZERO, 999))
    least = [(e.public, e.private, e.saved) for e in least_private(cells, goal, QUARTER)]
    assert least == [(0, None, None), (1, 0, None)]


def test_large_programmes_are_refused_before_any_is_solved() -> None:
    """The last cell is the one that is too large."""
    wanted = tabulated(GOALS["thresholds"], QUARTER, [0, 1, 40], [0], TWO, ZERO, 999)
    with pytest.raises(ValueError, match="40 private, 0 public rows"):
        next(wanted)
