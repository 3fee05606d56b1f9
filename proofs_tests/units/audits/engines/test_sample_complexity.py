"""Failure at equal measured privacy: tuning, table, least rows, picture, command."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from audits.engines.optimum import solve
from audits.engines.optimum.problems.counts import threshold_release
from audits.engines.sample_complexity.contenders import (
    EXPONENTIAL,
    HEAVY_PATHS,
    POINT_LEARNER,
    REC_PREFIX,
    TREE_LOG,
    interior_point,
    point_learning,
)
from audits.engines.sample_complexity.table import Cell, Limits, least_rows, tabulated
from audits.engines.sample_complexity.task import FINEST, Contender
from audits.engines.sample_complexity.tuning import Setting, Target, measure, tune
from audits.rendering.complexity_picture import draw
from proofs_tests.command_line import exactdp, in_exact_numbers
from reference.data.domain import Domain
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

PURE = Target(Fraction(4), Fraction(0))
APPROXIMATE = Target(Fraction(4), Fraction(1, 10))
INTERIOR = interior_point()


def exponential(domain: int, root: Fraction) -> Setting:
    """The exponential mechanism at one root."""
    mechanism = ExponentialInteriorPoint(Domain.of_size(domain), Epsilon(root, parts=2))
    return Setting((("root", root),), mechanism)


def brute_force(
    setting: Setting, domain: int, rows: int, exp_eps: Fraction
) -> tuple[Fraction, Fraction]:
    """Tight delta and failure by loops over databases and outcomes, without the engines."""
    databases = list(combinations_with_replacement(range(domain), rows))
    laws = {d: law(setting.mechanism, d) for d in databases}
    failure = max(
        1 - laws[d].probability_that(set(range(d[0], d[-1] + 1)).__contains__) for d in databases
    )
    delta = Fraction(0)
    for first, second in product(databases, repeat=2):
        if (Counter(second) - Counter(first)).total() == 1:
            gains = (
                laws[first].probability(y) - exp_eps * laws[second].probability(y)
                for y in laws[first]
            )
            delta = max(delta, sum((gain for gain in gains if gain > 0), Fraction(0)))
    return delta, failure


@pytest.mark.parametrize(
    ("contender", "index"), [(TREE_LOG, 40), (HEAVY_PATHS, 70), (REC_PREFIX, 30), (EXPONENTIAL, 9)]
)
def test_a_measurement_is_what_loops_over_all_pairs_find(contender: Contender, index: int) -> None:
    """Tight delta and failure of a setting are those of an independent brute force."""
    setting = list(contender.settings(8, 2, APPROXIMATE))[index]
    found, _, score = measure(INTERIOR.problem(8, 2), setting, APPROXIMATE)
    assert (found.tight_delta, found.failure) == brute_force(setting, 8, 2, Fraction(4))
    assert found.worst == score.name


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_on_two_points_the_exponential_mechanism_fails_on_equal_rows_only(rows: int) -> None:
    """On 2 points the failure is 1 / (1 + r^n): equal rows weigh r^n, the other point 1."""
    root = Fraction(3, 2)
    found, _, _ = measure(INTERIOR.problem(2, rows), exponential(2, root), PURE)
    assert found.failure == 1 / (1 + root**rows)


@pytest.mark.parametrize(
    ("domain", "exp_eps"), [(4, 4), (8, 2), pytest.param(16, 8, marks=pytest.mark.slow)]
)
def test_with_one_row_everything_is_randomised_response(domain: int, exp_eps: int) -> None:
    """With one row optimum and exponential mechanism both succeed with x / (x + N - 1)."""
    target = Target(Fraction(exp_eps), Fraction(0))
    cells = list(tabulated(INTERIOR, [domain], [1], target, Limits()))
    expected = Fraction(domain - 1, domain - 1 + exp_eps)
    assert [cell.failure for cell in cells[:2]] == [expected, expected]
    tuned = cells[1].tuned
    assert tuned is not None
    assert tuned.setting.parameters == (("root", Fraction(exp_eps)),)


def test_the_optimum_is_that_of_the_optimum_engine() -> None:
    """On 4 points with 2 rows and e^eps = 2 the best mechanism fails with 3/7."""
    target = Target(Fraction(2), Fraction(0))
    optimum, tuned, *others = tabulated(INTERIOR, [4], [2], target, Limits())
    assert optimum.failure == Fraction(3, 7) < (tuned.failure or 0)
    assert all(cell.note == "is the exponential mechanism (base case)" for cell in others)


@pytest.mark.parametrize("target", [PURE, APPROXIMATE])
def test_the_exponential_mechanism_is_at_the_limit_of_the_target(target: Target) -> None:
    """The chosen root meets the target and the next of the grid does not, by brute force."""
    cell = list(tabulated(INTERIOR, [4], [3], target, Limits()))[1]
    assert cell.tuned is not None
    root = dict(cell.tuned.setting.parameters)["root"]
    delta, failure = brute_force(exponential(4, root), 4, 3, target.exp_eps)
    beyond, _ = brute_force(exponential(4, root + FINEST[-1]), 4, 3, target.exp_eps)
    assert delta <= target.delta < beyond
    assert (cell.tuned.tight_delta, cell.failure) == (delta, failure)


@pytest.mark.parametrize("contender", [TREE_LOG, HEAVY_PATHS, REC_PREFIX])
def test_tuning_finds_the_best_of_all_settings(contender: Contender) -> None:
    """Discarding by worst pairs and scores loses nothing: each setting is measured here."""
    problem = INTERIOR.problem(8, 2)
    settings = list(contender.settings(8, 2, APPROXIMATE))[::7]
    measured = [measure(problem, setting, APPROXIMATE)[0] for setting in settings]
    admitted = [m.failure for m in measured if m.tight_delta <= APPROXIMATE.delta]
    assert 0 < len(admitted) < len(settings)
    found = tune(problem, settings, APPROXIMATE)
    assert found is not None
    assert found.tight_delta <= APPROXIMATE.delta
    assert found.failure == min(admitted)


def test_no_setting_at_all_is_said() -> None:
    """The choosing mechanism, in all but one, has no finite loss and never meets delta = 0."""
    cells = list(tabulated(INTERIOR, [8], [1], PURE, Limits()))
    assert [cell.failure for cell in cells[2:]] == [None, None, None]
    assert all(cell.note.startswith("none of ") for cell in cells[2:])


def test_what_is_too_large_is_said() -> None:
    """Beyond its limits a cell is empty, with both numbers."""
    cells = list(tabulated(INTERIOR, [8], [2], PURE, Limits(audits=100, cells=100)))
    assert all(cell.failure is None for cell in cells)
    assert cells[0].note == "linear program too large: 288 cells, limit 100"
    assert cells[1].note.startswith("too large: 36 databases, ")


def test_least_rows_are_certified_at_n_and_refuted_below() -> None:
    """On 4 points at e^eps = 4: 3/7 with one row, 3/13 with two, so 1/4 needs two."""
    cells = list(tabulated(INTERIOR, [4], [1, 2, 3], PURE, Limits()))
    optimum, mechanism, *_ = least_rows(INTERIOR, cells, PURE, Fraction(1, 4))
    assert (optimum.rows, optimum.failure) == (2, Fraction(3, 13))
    assert optimum.evidence == (
        "1: failure 3/7 > 1/4, certified",
        "2: failure 3/13 <= 1/4, certified",
    )
    assert mechanism.rows == 3
    assert [line.rpartition(", ")[2] for line in mechanism.evidence] == ["certified"] * 3
    assert mechanism.decreasing


def test_a_failure_that_grows_is_said_and_an_unknown_one_ends_the_search() -> None:
    """Least rows never skip a number of rows of which nothing is known."""
    cells = [
        Cell("m", 4, 1, None, "none of 3 settings meets the target", unmet=True),
        Cell("m", 4, 2, None, "too large: 9 databases"),
        Cell("m", 4, 3, Fraction(0)),
    ]
    (entry,) = least_rows(INTERIOR, cells, PURE, Fraction(1, 4))
    assert entry.rows is None
    assert entry.decreasing is None
    assert entry.note == "from n = 2 on: too large: 9 databases"
    found = tabulated(INTERIOR, [4], [1, 2, 3], PURE, Limits())
    one, two, three = (cell for cell in found if cell.name == "optimum")
    swapped = [one, Cell(two.name, 4, 2, two.failure, optimum=two.optimum), three]
    assert next(least_rows(INTERIOR, swapped, PURE, Fraction(0))).decreasing
    swapped = [two, one, three]
    assert next(least_rows(INTERIOR, swapped, PURE, Fraction(0))).decreasing is False


def test_learning_a_point_from_one_example_of_two() -> None:
    """On 2 points with one example all but A2 fail with 1 / (1 + x)."""
    task = point_learning()
    cells = list(tabulated(task, [2], [1], PURE, Limits()))
    assert [cell.failure for cell in cells[:3]] == [Fraction(1, 5)] * 3
    assert cells[2].name == POINT_LEARNER.name


def test_improper_learners_are_no_worse_than_proper_ones() -> None:
    """On 3 points with 2 examples: improper < proper < the point learner."""
    cells = list(tabulated(point_learning(), [3], [2], PURE, Limits()))
    proper, improper, learner, _ = (cell.failure or 0 for cell in cells)
    assert 0 < improper < proper < learner


@pytest.mark.parametrize(("exp_eps", "delta"), [("1/2", "0"), ("2", "2"), ("2", "-1")])
def test_a_target_is_a_privacy(exp_eps: str, delta: str) -> None:
    """e^eps < 1 and delta outside [0, 1] are refused."""
    with pytest.raises(ValueError, match=r"in \[0, 1\]"):
        Target(Fraction(exp_eps), Fraction(delta))


def test_the_picture_is_drawn_or_refused() -> None:
    """PNG and SVG are drawn; another ending, or an empty table, is refused."""
    cells = [Cell("optimum", 4, 1, Fraction(1, 2)), Cell("optimum", 4, 2, Fraction(0))]
    assert draw("a.png", "t", cells, PURE, Fraction(1, 3)).startswith(b"\x89PNG")
    assert b"<svg" in draw("a.svg", "t", cells, PURE, Fraction(1, 3))
    with pytest.raises(ValueError, match="ends in"):
        draw("a.bmp", "t", cells, PURE, Fraction(1, 3))
    with pytest.raises(ValueError, match="nothing to draw"):
        draw("a.png", "t", [Cell("optimum", 4, 1, None)], PURE, Fraction(1, 3))


def answered(words: str) -> dict[str, Any]:
    """What a command prints that ends well."""
    done = exactdp(f"complexity {words} --json")
    assert done.returncode == 0
    return in_exact_numbers(done.stdout)


def test_the_command_prints_exact_rationals(tmp_path: Path) -> None:
    """The JSON has parameters, tight delta, failure and worst database of each point."""
    words = "interior-point --domains 4 --rows 1,2 --exp-eps 4 --delta 0 --plot"
    answer = answered(f"{words} {tmp_path}/a.svg")
    assert answer["points"][0]["failure"] == "3/7"
    assert answer["points"][1] == {
        "mechanism": "exponential mechanism",
        "domain": 4,
        "rows": 1,
        "failure": "3/7",
        "parameters": {"root": "4"},
        "tight_delta": "0",
        "worst": "(0)",
    }
    assert answer["sample_complexity"][0]["rows"] == 2
    assert (tmp_path / "a.svg").is_file()


def test_the_command_prints_a_table() -> None:
    """For a person: a table of points and one of least rows."""
    printed = exactdp("complexity interior-point --domains 4 --rows 1 --delta 0").stdout
    assert "3/7" in printed
    assert "least n with" in printed


def test_the_command_has_the_accuracy_as_an_option() -> None:
    """With an error of all rows everything is right; with none it is a guess."""
    words = "thresholds --domains 3 --rows 1 --accuracy"
    assert {point["failure"] for point in answered(f"{words} 1")["points"]} == {"0"}
    best = solve(threshold_release(3, 1, Fraction(0)), Fraction(4)).value
    assert best is not None
    assert answered(f"{words} 0")["points"][0]["failure"] == str(1 - best)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("sorting", "sorting"),
        ("interior-point --domains 0", "--domains"),
        ("interior-point --rows x", "--rows"),
        ("interior-point --exp-eps 65", "65"),
        ("interior-point --exp-eps 1/2", "1/2"),
        ("interior-point --failure 2", "--failure"),
        ("interior-point --domains 4 --rows 1 --plot a.bmp", "a.bmp"),
        ("interior-point --accuracy 1/4", "--accuracy: not with interior-point"),
        ("thresholds --accuracy 2", "from 0 to 1"),
        ("thresholds --accuracy x", "--accuracy"),
        ("thresholds --domains 0", "--domains"),
        ("thresholds --dimensions 4", "--dimensions: not with thresholds"),
    ],
)
def test_bad_input_is_refused_in_one_line(options: str, words: str) -> None:
    """Exit status 2 and one line on stderr that names the option."""
    done = exactdp(f"complexity {options}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert words in done.stderr
