"""The vocabulary of problems: what is good is what the words say; nonsense is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from audits.engines.optimum import (
    Problem,
    Score,
    expected_loss,
    from_json,
    over_distributions,
    solve,
    worst_case,
)
from audits.engines.optimum.problems.counts import feasible_rounding
from audits.engines.optimum.problems.learning import pac_learning, pac_learning_from
from audits.engines.optimum.problems.order import interior_point_average
from audits.inputs.problems import build, parameters_of
from reference.data.adjacency import replace_one

TWO = Fraction(2)
BIT = replace_one(range(2), 1)


def good(problem: Problem[object, object]) -> dict[object, set[object]]:
    """The good outcomes of every database of a worst-case problem."""
    databases = list(problem.universe.databases())
    found: dict[object, set[object]] = {database: set() for database in databases}
    for score in problem.scores:
        for i, event, weight in score.terms:
            assert weight == 1
            found[databases[i]] |= {problem.outcomes[y] for y in event}
    return found


def test_what_is_good_about_order() -> None:
    """Interior, undominated and middle points, read off small databases."""
    assert good(build("interior-point", {"domain": "4", "rows": "2"}))[1, 2] == {1, 2}
    assert good(build("undominated-point", {"domain": "4", "rows": "1"}))[1,] == {1, 2}
    assert good(build("median", {"domain": "4", "rows": "3"}))[0, 2, 3] == {2}
    assert good(build("quantile", {"domain": "4", "rows": "2", "q": "0"}))[1, 3] == {0, 1}
    assert good(build("median", {"domain": "3", "rows": "2", "within": "1"}))[0, 0] == {0, 1, 2}


def test_what_is_good_about_counts() -> None:
    """Counts, marginals and frequencies, within what is allowed."""
    assert good(build("counting-query", {"rows": "3", "within": "1"}))[0, 1, 1] == {1, 2, 3}
    marginals = good(build("one-way-marginals", {"columns": "2", "rows": "1"}))
    assert marginals[(0, 1),] == {(0, 1)}
    given = {"domain": "2", "rows": "2", "accuracy": "1/2"}
    assert good(build("point-sanitisation", given))[0, 0] == {(0, 0), (0, 1)}
    given = {"domain": "3", "rows": "2", "accuracy": "1/4"}
    released = good(build("threshold-release", given))
    below, above = Fraction(1, 2), Fraction(3, 2)
    assert released[0, 2] == {(below, below), (below, above), (above, above)}
    assert released[1, 1] == {(below, above)}


def test_what_is_good_about_learning() -> None:
    """A learner may err where no concept fits, unless it is agnostic."""
    given = {"concepts": "point", "domain": "2", "rows": "1"}
    assert good(build("empirical-learning", given))[(0, 1),] == {(1, 0)}
    assert good(build("empirical-learning", {**given, "proper": "false"}))[(0, 1),] == {
        (1, 0),
        (1, 1),
    }
    two = {**given, "rows": "2"}
    contradiction = (0, 0), (0, 1)
    assert good(build("empirical-learning", two))[contradiction] == {(1, 0), (0, 1)}


def test_a_grid_holds_all_distributions_with_that_denominator() -> None:
    """comb(grid + N - 1, N - 1) distributions for each concept, none twice."""
    problem = pac_learning("point", 3, 1, Fraction(1, 2), grid=4)
    assert len({score.name for score in problem.scores}) <= 3 * comb(6, 2)
    names = {score.name.partition(" under ")[2] for score in problem.scores}
    assert "1/4 1/4 1/2" in names
    assert all(sum(map(Fraction, name.split())) == 1 for name in names)


def test_samples_have_the_multinomial_law() -> None:
    """With all mass on good answers a score is the total probability, which is 1."""
    problem = pac_learning("threshold", 2, 3, Fraction(1), grid=3)
    for score in problem.scores:
        assert sum(weight for _, _, weight in score.terms) == 1


def test_one_distribution_is_a_prior() -> None:
    """Without privacy to lose, guess the more likely bit."""
    guess = over_distributions(
        "biased bit",
        BIT,
        range(2),
        [("prior", lambda d: Fraction(1 + 2 * d[0], 4), lambda d, y: d == (y,))],
    )
    assert solve(guess, Fraction(1)).value == Fraction(3, 4)
    assert solve(guess, TWO).value == Fraction(3, 4)
    assert solve(guess, Fraction(4)).value == Fraction(4, 5)


def test_the_least_loss_is_what_randomised_response_loses() -> None:
    """For 0/1 loss on a bit it is 1 / (1 + e^eps)."""
    problem = expected_loss("bit", BIT, range(2), lambda d, y: Fraction(int(d != (y,))))
    assert solve(problem, TWO).value == Fraction(1, 3)
    average = expected_loss(
        "bit", BIT, range(2), lambda d, y: Fraction(int(d != (y,))), lambda _: Fraction(1, 2)
    )
    assert solve(average, TWO).value == Fraction(1, 3)


def test_no_good_outcome_means_no_success() -> None:
    """An empty good set makes the optimum 0."""
    hopeless = worst_case("hopeless", BIT, range(2), lambda d, y: d == (0,) and y == 0)
    assert solve(hopeless, TWO).value == 0


def test_given_distributions() -> None:
    """One uniform distribution on two points, one example: half the time one sees which."""
    half = Fraction(1, 2)
    problem = pac_learning_from("point", 2, 1, Fraction(0), ((half, half),))
    assert solve(problem, Fraction(3)).value == Fraction(3, 4)


TABLE: dict[str, object] = {
    "name": "bit",
    "outcomes": ["zero", "one"],
    "universe": {"values": ["0", "1"], "rows": 1},
    "good": {"0": ["zero"], "1": ["one"]},
}
LISTED: dict[str, object] = {
    "outcomes": ["zero", "one"],
    "databases": ["0", "1"],
    "pairs": [["1", "0"]],
    "loss": {"0": {"one": "1"}, "1": {"zero": 1}},
}


def test_problems_of_tables() -> None:
    """A table of good outcomes, a prior, and a table of losses."""
    assert solve(from_json(TABLE), TWO).value == Fraction(2, 3)
    prior = {**TABLE, "prior": {"0": "1/4", "1": "3/4"}}
    assert solve(from_json(prior), TWO).value == Fraction(3, 4)
    assert solve(from_json(LISTED), TWO).value == Fraction(1, 3)
    growing = {
        "outcomes": ["none", "some"],
        "universe": {"values": ["x"], "rows": [0, 1], "moves": "add-remove-one"},
        "good": {"": ["none"], "x": ["some"]},
    }
    assert solve(from_json(growing), TWO).value == Fraction(2, 3)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([], "a JSON object"),
        ({**TABLE, "extra": 1}, "unknown key 'extra'"),
        ({**TABLE, "outcomes": ["a", "a"]}, "distinct strings"),
        ({**TABLE, "good": {"7": ["zero"]}}, "database '7'"),
        ({**TABLE, "good": {"0": ["two"]}}, "outcome 'two'"),
        ({**TABLE, "loss": {}}, "exactly one of"),
        ({**TABLE, "databases": []}, "exactly one of"),
        ({**LISTED, "pairs": [["0"]]}, "two labels"),
        ({**LISTED, "prior": {}}, "goes with"),
        ({**LISTED, "loss": {"0": {"one": 0.5}}}, "an integer or a string"),
        ({**TABLE, "prior": {"0": "1/4"}}, "add up to 1"),
        ({**TABLE, "universe": {"values": ["0"], "rows": "1"}}, "a number, or"),
        ({**TABLE, "universe": {"values": ["0"], "rows": 1, "order": "heap"}}, "multiset or"),
        ({**TABLE, "universe": {"values": ["0"], "rows": 1, "moves": "2"}}, "one of replace-one"),
        ({**TABLE, "universe": {"values": ["0"], "rows": 1, "x": 1}}, "unknown key"),
    ],
)
def test_bad_tables_are_refused(table: object, message: str) -> None:
    """The message says what is wrong."""
    with pytest.raises(ValueError, match=message):
        from_json(table)


def test_problems_of_files(tmp_path: Path) -> None:
    """A JSON file, and a function of a Python file with a parameter."""
    written = tmp_path / "bit.json"
    written.write_text(json.dumps(TABLE), "utf-8")
    assert solve(build(str(written), {}), TWO).value == Fraction(2, 3)
    program = tmp_path / "mine.py"
    program.write_text(
        "from audits.engines.optimum import worst_case\n"
        "from reference.data.adjacency import replace_one\n"
        "def guess(values: int):\n"
        "    u = replace_one(range(values), 1)\n"
        "    return worst_case('guess', u, range(values), lambda d, y: d == (y,))\n"
        "def nothing():\n"
        "    return 3\n",
        "utf-8",
    )
    assert solve(build(f"{program}:guess", {"values": "3"}), TWO).value == Fraction(1, 2)
    with pytest.raises(ValueError, match="returned no Problem"):
        build(f"{program}:nothing", {})
    with pytest.raises(ValueError, match="no function 'absent'"):
        build(f"{program}:absent", {})
    with pytest.raises(ValueError, match="no such file"):
        build(f"{tmp_path}/none.py:f", {})


def test_parameters_of_a_function_without_types(tmp_path: Path) -> None:
    """A default says the type, else what was typed does; an annotation may name nothing."""
    program = tmp_path / "untyped.py"
    program.write_text(
        "from audits.engines.optimum import worst_case\n"
        "from exactdp import replace_one\n"
        "def guess(values, share=1, only='all', strict=False):\n"
        "    assert (type(values), only, strict) == (int, 'all', False)\n"
        "    u = replace_one(range(values), 1)\n"
        "    return worst_case('guess', u, range(values), lambda d, y: d == (y,))\n"
        "def named(values: 'Unknown' = 3):\n"
        "    return guess(values)\n",
        "utf-8",
    )
    for name in ("guess", "named"):
        problem = build(f"{program}:{name}", {"values": "3"})
        assert solve(problem, TWO).value == Fraction(1, 2)
    with pytest.raises(ValueError, match=r"needs -p values=VALUE \(a number or a word\)"):
        build(f"{program}:guess", {})
    with pytest.raises(ValueError, match="-p share=x: give a value of type integer"):
        build(f"{program}:guess", {"values": "3", "share": "x"})
    with pytest.raises(ValueError, match="-p strict=1: give a value of type true or false"):
        build(f"{program}:guess", {"values": "3", "strict": "1"})


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("nonsense", {}, "one of interior-point"),
        ("interior-point", {"domain": "3"}, "needs -p rows=VALUE"),
        ("interior-point", {"domain": "3", "rows": "1", "x": "1"}, "-p x"),
        ("interior-point", {"domain": "three", "rows": "1"}, "of type integer"),
        ("interior-point", {"domain": "0", "rows": "1"}, "domain 0"),
        ("interior-point", {"domain": "3", "rows": "0"}, "rows 0"),
        ("undominated-point", {"domain": "3", "rows": "1", "reach": "-1"}, "reach -1"),
        ("quantile", {"domain": "3", "rows": "1", "q": "2"}, "q 2"),
        ("median", {"domain": "3", "rows": "1", "within": "-1"}, "within -1"),
        ("counting-query", {"rows": "-1"}, "rows -1"),
        ("counting-query", {"rows": "1", "within": "-1"}, "within -1"),
        ("counting-loss", {"rows": "1", "exponent": "0"}, "exponent 0"),
        ("one-way-marginals", {"columns": "0", "rows": "1"}, "columns 0"),
        ("point-sanitisation", {"domain": "2", "rows": "0", "accuracy": "0"}, "rows 0"),
        ("point-sanitisation", {"domain": "2", "rows": "1", "accuracy": "2"}, "accuracy 2"),
        ("threshold-release", {"domain": "2", "rows": "0", "accuracy": "0"}, "rows 0"),
        ("threshold-release", {"domain": "2", "rows": "1", "accuracy": "-1"}, "accuracy -1"),
        (
            "pac-learning",
            {"concepts": "line", "domain": "2", "rows": "1", "accuracy": "0"},
            "concepts 'line'",
        ),
        (
            "pac-learning",
            {"concepts": "point", "domain": "2", "rows": "1", "accuracy": "0", "grid": "0"},
            "grid 0",
        ),
        (
            "empirical-learning",
            {"concepts": "point", "domain": "2", "rows": "1", "mistakes": "-1"},
            "mistakes -1",
        ),
    ],
)
def test_bad_parameters_are_refused(name: str, parameters: dict[str, str], message: str) -> None:
    """The message names the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        build(name, parameters)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: interior_point_average(9, 2), "from 2 to 8"),
        (lambda: interior_point_average(1, 1), "from 2 to 8"),
        (lambda: interior_point_average(2, 3), "1 or 2"),
        (lambda: feasible_rounding(0, 1), "at least 1"),
        (lambda: feasible_rounding(1, 0), "at least 1"),
    ],
)
def test_sizes_that_are_not_solved_are_refused(make: object, message: str) -> None:
    """With what is allowed."""
    assert callable(make)
    with pytest.raises(ValueError, match=message):
        make()


def test_a_problem_checks_itself() -> None:
    """Outcomes, scores and their terms must exist."""
    term = Score("s", ((0, (0,), Fraction(1)),))
    with pytest.raises(ValueError, match="outcomes"):
        Problem("p", BIT, (), (term,))
    with pytest.raises(ValueError, match="at least one score"):
        Problem("p", BIT, (0,), ())
    with pytest.raises(ValueError, match="is outside"):
        Problem("p", BIT, (0,), (Score("s", ((2, (0,), Fraction(1)),)),))
    with pytest.raises(ValueError, match="must increase"):
        Problem("p", BIT, (0, 1), (Score("s", ((0, (1, 0), Fraction(1)),)),))
    with pytest.raises(ValueError, match="two scores are equal"):
        Problem("p", BIT, (0,), (term, Score("t", term.terms)))


def test_parameters_are_described() -> None:
    """As the command line shows them."""
    assert parameters_of("interior-point") == {
        "domain": "integer",
        "rows": "integer",
        "ordered": "true or false = false",
    }
