"""Problems with private and public rows: what is refused, symmetries, and the table of optima."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.engines.optimum import Problem, solve
from audits.engines.optimum.problems.public_data import (
    accused_rows,
    mean_release,
    mean_squared_error,
    public_thresholds,
    squared_error,
)
from audits.engines.sample_complexity.public_rows import GOALS, least_private, tabulated
from audits.inputs.problems import parameters_of
from proofs_tests.units.audits.engines.optimum.second_solver import posed

TWO, ZERO, QUARTER = Fraction(2), Fraction(0), Fraction(1, 4)


@pytest.mark.parametrize(
    ("made", "names"),
    [
        (lambda: mean_release(-1, 0), "-1 private, 0 public rows"),
        (lambda: mean_release(1, 0, columns=0), "columns 0"),
        (lambda: mean_release(1, 0, accuracy=Fraction(3)), "accuracy 3"),
        (lambda: mean_release(1, 0, answers=0), "answers 0"),
        (lambda: mean_release(1, 0, means=0), "means 0"),
        (lambda: mean_squared_error(1, 0, answers=0), "answers 0"),
        (lambda: mean_squared_error(1, 0, columns=0), "columns 0"),
        (lambda: public_thresholds(1, 0, points=1), "points 1"),
        (lambda: public_thresholds(1, 0, rare=TWO), "rare 2"),
        (lambda: accused_rows((QUARTER,), 1, 0, (TWO, TWO, TWO)), "masses"),
    ],
)
def test_bad_parameters_are_refused(made: Callable[[], object], names: str) -> None:
    """The value by its name."""
    with pytest.raises(ValueError, match=names):
        made()


@pytest.mark.parametrize(
    "problem",
    [mean_release(2, 1), mean_release(1, 1, columns=2, answers=1), mean_squared_error(2, 1),
     mean_squared_error(1, 1, 2, columns=2),
     public_thresholds(1, 1, points=4)],
    ids=lambda problem: problem.name,
)  # fmt: skip
def test_symmetries_do_not_change_the_optimum(problem: Problem[Any, Any]) -> None:
    """With and without them."""
    found = solve(problem, TWO)
    assert found.symmetries
    assert found.value == solve(problem, TWO, symmetric=False).value


def test_the_chances_of_a_squared_error_add_up() -> None:
    """For a mean that is 0 the squared error of q is q^2, over all databases."""
    problem = squared_error(2, 1, 1, lambda power: Fraction(int(power == 0)))
    ((_, terms),) = [(score.name, score.terms) for score in problem.scores]
    losses = {y: -sum(w for _, event, w in terms if event == (y,)) for y in range(3)}
    assert losses == {0: 1, 1: 0, 2: 1}


def test_public_rows_are_not_protected() -> None:
    """With public rows alone the optimum does not depend on eps, and with private rows it does."""
    assert solve(mean_release(0, 2), Fraction(1)).value == Fraction(2, 3)
    assert solve(mean_release(2, 0), Fraction(1)).value == Fraction(1, 3)


def test_the_problems_by_name() -> None:
    """With the parameters of the command line."""
    assert posed("public-data private=1 public=1").name == mean_release(1, 1).name
    assert parameters_of("public-data-thresholds") == {
        "private": "integer",
        "public": "integer",
        "points": "integer = 3",
        "rare": "rational = 1/4",
    }
    with pytest.raises(ValueError, match="-p points"):
        posed("public-data-error private=1 public=1 points=2")


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


def test_every_column_is_to_be_near() -> None:
    """2/13 for two columns: r / (4 r + 5) at r = 2; the mean of two errors would give 2/7."""
    assert solve(mean_release(1, 0, 2, Fraction(1, 4), 2), Fraction(2)).value == Fraction(2, 13)
