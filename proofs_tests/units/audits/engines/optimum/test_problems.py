"""The vocabulary of problems: what is good is what the words say; nonsense is refused."""

import json
from collections.abc import Callable
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
from audits.engines.optimum.problems.public_data import accused_rows, mean_release
from audits.engines.optimum.problems.reconstruction import recovered_part, recovery
from audits.inputs.problems import build, parameters_of
from proofs_tests.units.audits.engines.optimum.second_solver import posed
from reference.data.adjacency import replace_one

pytestmark = pytest.mark.usefixtures("laws_computed_twice")

TWO, HALF = Fraction(2), Fraction(1, 2)
LOW, HIGH = HALF, Fraction(3, 2)
BIT = replace_one(range(2), 1)
THRESHOLDS = "threshold-release domain=3 rows=2 accuracy=1/4"
LEARNING = "empirical-learning concepts=point domain=2 rows=1"


@pytest.mark.parametrize(
    ("words", "database", "expected"),
    [
        ("interior-point domain=4 rows=2", (1, 2), {1, 2}),
        ("undominated-point domain=4 rows=1", (1,), {1, 2}),
        ("median domain=4 rows=3", (0, 2, 3), {2}),
        ("quantile domain=4 rows=2 q=0", (1, 3), {0, 1}),
        ("median domain=3 rows=2 within=1", (0, 0), {0, 1, 2}),
        ("counting-query rows=3 within=1", (0, 1, 1), {1, 2, 3}),
        ("one-way-marginals columns=2 rows=1", ((0, 1),), {(0, 1)}),
        ("point-sanitisation domain=2 rows=2 accuracy=1/2", (0, 0), {(0, 0), (0, 1)}),
        (THRESHOLDS, (0, 2), {(LOW, LOW), (LOW, HIGH), (HIGH, HIGH)}),
        (THRESHOLDS, (1, 1), {(LOW, HIGH)}),
        (LEARNING, ((0, 1),), {(1, 0)}),
        (f"{LEARNING} proper=false", ((0, 1),), {(1, 0), (1, 1)}),
        # a learner may err where no concept fits
        ("empirical-learning concepts=point domain=2 rows=2", ((0, 0), (0, 1)), {(1, 0), (0, 1)}),
    ],
)
def test_what_is_good(words: str, database: object, expected: set[object]) -> None:
    """The good outcomes, read off small databases."""
    problem, found = posed(words), set[object]()
    here = [*problem.universe.databases()].index(database)
    for score in problem.scores:
        for i, event, weight in score.terms:
            assert weight == 1
            found |= {problem.outcomes[y] for y in event} if i == here else set()
    assert found == expected


def test_a_grid_holds_all_distributions_with_that_denominator() -> None:
    """comb(grid + N - 1, N - 1) distributions for each concept, none twice."""
    problem = pac_learning("point", 3, 1, HALF, grid=4)
    assert len({score.name for score in problem.scores}) <= 3 * comb(6, 2)
    names = {score.name.partition(" under ")[2] for score in problem.scores}
    assert "1/4 1/4 1/2" in names
    assert all(sum(map(Fraction, name.split())) == 1 for name in names)


def test_samples_have_the_multinomial_law() -> None:
    """With all mass on good answers a score is the total probability, which is 1."""
    for score in pac_learning("threshold", 2, 3, Fraction(1), grid=3).scores:
        assert sum(weight for _, _, weight in score.terms) == 1


def wrong(database: tuple[int, ...], guess: int) -> Fraction:
    """The loss of a guess of a bit."""
    return Fraction(database != (guess,))


PRIOR = over_distributions(
    "biased bit", BIT, range(2),
    [("prior", lambda d: Fraction(1 + 2 * d[0], 4), lambda d, y: d == (y,))],
)  # fmt: skip
ONE_PRIOR = pac_learning_from("point", 2, 1, Fraction(0), ((HALF, HALF),))
AVERAGE = expected_loss("bit", BIT, range(2), wrong, lambda _: HALF)
HOPELESS = worst_case("hopeless", BIT, range(2), lambda d, y: d == (0,) and y == 0)


@pytest.mark.parametrize(
    ("problem", "exp_eps", "delta", "value"),
    [
        # without privacy to lose, guess the more likely bit
        (PRIOR, "1", "0", "3/4"),
        (PRIOR, "2", "0", "3/4"),
        (PRIOR, "4", "0", "4/5"),
        # one uniform distribution on two points, one example: half the time one sees which
        (ONE_PRIOR, "3", "0", "3/4"),
        # randomised response loses 1/(1 + e^eps)
        (expected_loss("bit", BIT, range(2), wrong), "2", "0", "1/3"),
        (AVERAGE, "2", "0", "1/3"),
        (HOPELESS, "2", "0", "0"),
        # all bits, all but one, and on average: r/(1 + r) for each bit
        (recovery(2), "2", "0", "4/9"),
        (recovery(2, 1), "2", "0", "8/9"),
        (recovered_part(3), "2", "0", "2/3"),
        (recovery(1, 1), "2", "0", "1"),
        # 1/10 + 9/10 (3/4)^2: with probability delta everything is seen
        (recovery(2), "3", "1/10", "97/160"),
        # public rows are not protected, and private ones are
        (mean_release(0, 2), "1", "0", "2/3"),
        (mean_release(2, 0), "1", "0", "1/3"),
        # r/(4 r + 5): both columns are to be near; the mean of two errors would give 2/7
        (mean_release(1, 0, 2, Fraction(1, 4), 2), "2", "0", "2/13"),
    ],
)
def test_optima_by_hand(
    problem: Problem[object, object], exp_eps: str, delta: str, value: str
) -> None:
    """Guesses and randomised response."""
    assert solve(problem, Fraction(exp_eps), Fraction(delta)).value == Fraction(value)


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
    ("words", "message"),
    [
        ("nonsense", "one of interior-point"),
        ("interior-point domain=3", "needs -p rows=VALUE"),
        ("interior-point domain=3 rows=1 x=1", "-p x"),
        ("interior-point domain=three rows=1", "of type integer"),
        ("interior-point domain=0 rows=1", "domain 0"),
        ("interior-point domain=3 rows=0", "rows 0"),
        ("undominated-point domain=3 rows=1 reach=-1", "reach -1"),
        ("quantile domain=3 rows=1 q=2", "q 2"),
        ("median domain=3 rows=1 within=-1", "within -1"),
        ("counting-query rows=-1", "rows -1"),
        ("counting-query rows=1 within=-1", "within -1"),
        ("counting-loss rows=1 exponent=0", "exponent 0"),
        ("one-way-marginals columns=0 rows=1", "columns 0"),
        ("point-sanitisation domain=2 rows=0 accuracy=0", "rows 0"),
        ("point-sanitisation domain=2 rows=1 accuracy=2", "accuracy 2"),
        ("threshold-release domain=2 rows=0 accuracy=0", "rows 0"),
        ("threshold-release domain=2 rows=1 accuracy=-1", "accuracy -1"),
        ("pac-learning concepts=line domain=2 rows=1 accuracy=0", "concepts 'line'"),
        ("pac-learning concepts=point domain=2 rows=1 accuracy=0 grid=0", "grid 0"),
        ("empirical-learning concepts=point domain=2 rows=1 mistakes=-1", "mistakes -1"),
        ("public-data private=-1 public=0", "-1 private, 0 public rows"),
        ("public-data private=1 public=0 columns=0", "columns 0"),
        ("public-data private=1 public=0 accuracy=3", "accuracy 3"),
        ("public-data private=1 public=0 answers=0", "answers 0"),
        ("public-data private=1 public=0 means=0", "means 0"),
        ("public-data-error private=1 public=0 answers=0", "answers 0"),
        ("public-data-error private=1 public=0 columns=0", "columns 0"),
        ("public-data-error private=1 public=1 points=2", "-p points"),
        ("public-data-thresholds private=1 public=0 points=1", "points 1"),
        ("public-data-thresholds private=1 public=0 rare=2", "rare 2"),
    ],
)
def test_bad_parameters_are_refused(words: str, message: str) -> None:
    """The message names the value and what is allowed."""
    with pytest.raises(ValueError, match=message):
        posed(words)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: interior_point_average(9, 2), "from 2 to 8"),
        (lambda: interior_point_average(1, 1), "from 2 to 8"),
        (lambda: interior_point_average(2, 3), "1 or 2"),
        (lambda: feasible_rounding(0, 1), "at least 1"),
        (lambda: feasible_rounding(1, 0), "at least 1"),
        (lambda: recovery(0), "rows 0"),
        (lambda: recovered_part(0), "rows 0"),
        (lambda: recovery(1, -1), "within -1"),
        (lambda: accused_rows((HALF,), 1, 0, (TWO, TWO, TWO)), "masses"),
    ],
)
def test_sizes_that_are_not_solved_are_refused(make: Callable[[], object], message: str) -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match=message):
        make()


TERM = Score("s", ((0, (0,), Fraction(1)),))


@pytest.mark.parametrize(
    ("outcomes", "scores", "message"),
    [
        ((), (TERM,), "outcomes"),
        ((0,), (), "at least one score"),
        ((0,), (Score("s", ((2, (0,), Fraction(1)),)),), "is outside"),
        ((0, 1), (Score("s", ((0, (1, 0), Fraction(1)),)),), "must increase"),
        ((0,), (TERM, Score("t", TERM.terms)), "two scores are equal"),
    ],
)
def test_a_problem_checks_itself(
    outcomes: tuple[int, ...], scores: tuple[Score, ...], message: str
) -> None:
    """Outcomes, scores and their terms must exist."""
    with pytest.raises(ValueError, match=message):
        Problem("p", BIT, outcomes, scores)


def test_parameters_are_described() -> None:
    """As the command line shows them."""
    assert parameters_of("interior-point") == {
        "domain": "integer",
        "rows": "integer",
        "ordered": "true or false = false",
    }
    assert parameters_of("public-data-thresholds") == {
        "private": "integer",
        "public": "integer",
        "points": "integer = 3",
        "rare": "rational = 1/4",
    }
