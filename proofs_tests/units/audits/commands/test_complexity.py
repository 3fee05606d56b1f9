"""`exactdp complexity` and the problems it optimises: statuses, lines and JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.command_line import Answer, exactdp


def answered(words: str) -> Answer:
    """What is answered without a message."""
    done = exactdp(f"complexity {words}", status=0)
    assert done.stderr == ""
    return done


@pytest.mark.parametrize(
    "words",
    [
        "--goal thresholds --json --rows 0 public-data --public 0",
        "--rows=0 --public 0 --json -- public-data",
    ],
)
def test_options_may_stand_before_the_problem(words: str) -> None:
    """Although the value of one may be the name of a problem."""
    assert answered(words).json["problem"] == "public-data"


@pytest.mark.parametrize(
    ("words", "shown", "hidden"),
    [
        ("--help", "composition ", "--rounds"),
        ("composition --help", "[default: 1/10]", "--rows"),
        ("--json composition -h", "--target-delta", "--rows"),
        ("interior-point --help", "[default: 4,8,16]", "--dimensions"),
        ("public-data --help", "0,1,2,3,4 for", "--domains"),
    ],
)
def test_the_help_has_the_options_of_the_problem(words: str, shown: str, hidden: str) -> None:
    """With their defaults, and no others."""
    said = answered(words).stdout
    assert shown in said
    assert hidden not in said


def test_the_json_of_a_release() -> None:
    """One row of three points: the optimum is randomized response, and the histogram is not."""
    answer = answered("thresholds --domains 3 --rows 1 --json").exact
    assert answer["problem"] == "thresholds"
    failures = {point["mechanism"]: point["failure"] for point in answer["points"]}
    assert list(failures) == [
        "optimum",
        "noise on every query",
        "noisy histogram",
        "tree counter",
        "release by noisy blocks",
    ]
    assert (failures["optimum"], failures["noisy histogram"]) == ("1/3", "5/9")
    assert answer["sample_complexity"][0]["evidence"] == ["1: failure 1/3 <= 1/3, certified"]
    answers, blocks = answer["notes"]
    assert "one fair coin; an answer is the largest of these so far" in answers
    assert "blocks 2, " in blocks


def test_the_json_of_a_lower_bound() -> None:
    """One row on 4 points at e^eps = 2: 2/5 succeed at most, 2/3 on 2 points as the bound says."""
    words = "interior-point --domains 4 --rows 1 --exp-eps 2 --delta 0 --json --lower-bounds"
    answer = answered(words).exact
    assert [point["failure"] for point in answer["points"][:3]] == ["1/3", "3/5", "1/3"]
    assert {entry["log_star"] for entry in answer["sample_complexity"]} == {2}


def test_a_lower_bound_is_no_solution() -> None:
    """1/4 on 16 points: it does not rule 2 rows out, nor say that they are enough."""
    words = "--domains 16 --rows 1,2 --exp-eps 1 --delta 0 --json --lower-bounds --max-cells 1"
    answer = exactdp(f"complexity interior-point {words}").exact
    least = {each["mechanism"]: each for each in answer["sample_complexity"]}
    bound = least["lower bound, by the recurrence"]
    assert (bound["rows"], bound["note"]) == (None, "a bound: n = 1 ruled out")
    assert "2: failure at least 1/4, not ruled out" in bound["evidence"][1]


def test_the_json_of_public_data() -> None:
    """The optima at e^eps = 2, with certificates, and what a public row saves."""
    words = "public-data --rows 0,1,2,3 --public 0,1 --exp-eps 2 --json --failure 1/2"
    answer = answered(words).exact
    found = {(p["private"], p["public"]): p["optimum"] for p in answer["points"]}
    private = {(0, 0): "1/3", (1, 0): "2/5", (2, 0): "8/17", (3, 0): "32/59"}
    assert found == private | {(0, 1): "1/2", (1, 1): "4/7", (2, 1): "16/25", (3, 1): "51/74"}
    assert {point["certified"] for point in answer["points"]} == {"yes"}
    least = answer["least_private_rows"]
    saved = [(each["private"], each["saved_by_a_public_row"]) for each in least]
    assert saved == [(3, None), (0, "3")]
    assert answer["measure"] == "success under the worst mean"


def test_least_private_rows_of_a_grid_with_gaps() -> None:
    """The full grid has 3 and 2, so that 1 is saved: rows that are not listed leave a range."""
    words = "complexity public-data --rows 0,6 --public 0,1"
    table = exactdp(words).stdout
    assert table.count("1 to 6") == 2
    assert "0 to 5" in table
    least = exactdp(f"{words} --json").exact["least_private_rows"]
    ends = [(each["private"], each["at_least"], each["at_most"]) for each in least]
    assert ends == [(None, 1, 6)] * 2
    assert least[1]["saved_by_a_public_row"] is None
    assert (least[1]["saved_at_least"], least[1]["saved_at_most"]) == ("0", "5")


def test_least_private_rows_below_the_grid() -> None:
    """0 private rows are enough with a public one, but were not asked for."""
    words = "public-data --goal squared-error --rows 1,2,3 --public 0,1,2"
    table = exactdp(f"complexity {words}").stdout
    assert table.count("at most 1 ") == 2
    assert "2 to 3" in table
    assert "1 to 3/2" in table


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("--goal thresholds", "success under the worst rare example"),
        ("--goal thresholds", "7831/10240"),
        ("--rows 0 --public 0,1", "divided by the number"),
        ("--rows 0 --public 1", "has no 0"),
    ],
)
def test_numbers_are_called_what_they_are(words: str, shown: str) -> None:
    """Learning has fewer rows than the means; the last column is explained, or why it is empty."""
    assert shown in exactdp(f"complexity public-data {words}").stdout


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        ("public-data", "under the worst mean"),
        ("public-data-error", "averaged over uniform means"),
        ("public-data-thresholds", "under the worst rare example"),
    ],
)
def test_the_problem_says_which_distribution(problem: str, words: str) -> None:
    """In the row of the problem."""
    line = f"optimum {problem} -p private=1 -p public=0 --exp-eps 2 --json"
    assert words in exactdp(line).json["problem"]


def test_the_table_and_the_picture_of_public_data(tmp_path: Path) -> None:
    """Squared errors against private rows; what a public row saves might be more."""
    picture = tmp_path / "errors.svg"
    words = "--goal squared-error --rows 0,1 --public 0,1 --accuracy 1/3"
    said = answered(f"public-data {words} --plot {picture}").stdout
    assert "11/48" in said
    assert "0 or more" in said
    assert "least squared error" in picture.read_text("utf-8") or picture.stat().st_size > 1000
