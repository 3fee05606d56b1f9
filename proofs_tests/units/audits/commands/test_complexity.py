"""`exactdp complexity` and the problems it optimises: statuses, lines and JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, in_exact_numbers

RELEASE = "optimum threshold-release -p domain=3 -p rows=1 -p accuracy=1/4"


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("complexity", "give a problem: interior-point or "),
        ("complexity --json", "give a problem: interior-point or "),
        (
            "complexity --json threshold --rows 1",
            "problem 'threshold': there is none of this name; did you mean thresholds?",
        ),
        ("complexity thresholds --rows 0", "--rows 0"),
        ("complexity thresholds --accuracy 5/4", "--accuracy 5/4"),
        ("complexity thresholds --domains 2 --rows 1 --plot t.txt", "t.txt"),
        ("complexity thresholds --lower-bounds", "--lower-bounds: not with thresholds, only"),
        ("complexity thresholds --bases 2", "--bases: not with thresholds, only --accuracy"),
        ("complexity fingerprinting --exp-eps 4", "--exp-eps: not with fingerprinting, only"),
        ("complexity fingerprinting --plot t.png", "--plot: not with fingerprinting, only"),
        ("complexity point-learning --dimensions 4 --rows 3", "--rows: not with --dimensions"),
        ("complexity point-learning --accuracy -1/2", "--accuracy"),
        ("complexity interior-point --lower-bounds --exp-eps 0", "--exp-eps 0: a number from 1"),
        ("complexity interior-point --max-cells -4", "--max-cells -4"),
        ("complexity interior-point --max-audits 0", "--max-audits 0"),
        ("complexity public-data --goal median", "--goal median: mean or"),
        (
            "complexity public-data --goal squared-error --failure 1/2",
            "--failure: not with --goal squared-error, whose target is --accuracy",
        ),
        ("complexity public-data --domains 2", "--domains: not with public-data, only"),
        ("complexity public-data --rows -1", "--rows -1"),
        ("complexity public-data --public 1,,2", "--public 1,,2"),
        ("complexity public-data --rows 99", "the limit is 1700 (--max-cells)"),
        (
            "complexity public-data --rows 99 --public 99 --max-cells 100000000",
            "--max-cells 100000000",
        ),
        (
            "optimum public-data -p private=1 -p public=0 -p columns=8 --exp-eps 2",
            "3^8 vectors of means, at most 2000",
        ),
        ("complexity public-data --accuracy 2", "--accuracy 2"),
        ("complexity public-data --delta 2", "--delta 2: a number from 0 to 1"),
        ("complexity public-data --rows 1 --public 0 --plot t.txt", "t.txt"),
        ("complexity thresholds --public 1", "--public: not with thresholds, only"),
        ("complexity --public 1 thresholds", "--public: not with thresholds, only"),
        (
            "complexity fingerprinting --nosuch=1",
            "--nosuch: not with fingerprinting, only --bases,",
        ),
        (
            "optimum public-data-error -p private=1 -p public=1 -p points=2 --exp-eps 2",
            "-p points",
        ),
        ("optimum threshold-release -p domain=3 -p rows=2 --exp-eps 2", "-p accuracy"),
        (f"{RELEASE} --exp-eps 5 --curve exp-eps=1..2", "exp-eps is given twice"),
        (
            f"{RELEASE} --exp-eps 5 --curve rows=1..2",
            "-p rows=1, --curve rows=1..2: rows is given",
        ),
        (f"{RELEASE} --no-symmetry --curve exp-eps=1..2", "--symmetry/--no-symmetry: not with"),
        ("optimum threshold-release -p domain=0 -p rows=2 -p accuracy=0 --exp-eps 2", "domain 0"),
        (
            "optimum threshold-release -p domain=500 -p rows=9 -p accuracy=0 --exp-eps 2",
            "rows in all databases, at most 1000000",
        ),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: str, names: str) -> None:
    """Nothing on stdout, and what is wrong by its name."""
    done = exactdp(words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("exactdp: ")
    assert done.stderr.count("\n") == 1
    assert names in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "--goal thresholds --json --rows 0 public-data --public 0",
        "--rows=0 --public 0 --json -- public-data",
    ],
)
def test_options_may_stand_before_the_problem(words: str) -> None:
    """Although the value of one may be the name of a problem."""
    done = exactdp(f"complexity {words}")
    assert (done.returncode, done.stderr) == (0, "")
    assert in_exact_numbers(done.stdout)["problem"] == "public-data"


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
    done = exactdp(f"complexity {words}")
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout
    assert hidden not in done.stdout


def test_the_json_of_a_release() -> None:
    """One row of three points: the optimum is randomized response, and the histogram is not."""
    done = exactdp("complexity thresholds --domains 3 --rows 1 --json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = in_exact_numbers(done.stdout)
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
    done = exactdp(
        "complexity interior-point --domains 4 --rows 1 --exp-eps 2 --delta 0 --json "
        "--lower-bounds"
    )
    assert (done.returncode, done.stderr) == (0, "")
    answer = in_exact_numbers(done.stdout)
    assert [point["failure"] for point in answer["points"][:3]] == ["1/3", "3/5", "1/3"]
    assert {entry["log_star"] for entry in answer["sample_complexity"]} == {2}


def test_a_lower_bound_is_no_solution() -> None:
    """1/4 on 16 points: it does not rule 2 rows out, nor say that they are enough."""
    done = exactdp(
        "complexity interior-point --domains 16 --rows 1,2 --exp-eps 1 --delta 0 --json "
        "--lower-bounds --max-cells 1"
    )
    least = {
        each["mechanism"]: each for each in in_exact_numbers(done.stdout)["sample_complexity"]
    }
    bound = least["lower bound, by the recurrence"]
    assert (bound["rows"], bound["note"]) == (None, "a bound: n = 1 ruled out")
    assert "2: failure at least 1/4, not ruled out" in bound["evidence"][1]


def test_the_json_of_public_data() -> None:
    """The optima at e^eps = 2, with certificates, and what a public row saves."""
    done = exactdp(
        "complexity public-data --rows 0,1,2,3 --public 0,1 --exp-eps 2 --json --failure 1/2"
    )
    assert (done.returncode, done.stderr) == (0, "")
    answer = in_exact_numbers(done.stdout)
    found = {(p["private"], p["public"]): p["optimum"] for p in answer["points"]}
    assert found == {
        (0, 0): "1/3",
        (1, 0): "2/5",
        (2, 0): "8/17",
        (3, 0): "32/59",
        (0, 1): "1/2",
        (1, 1): "4/7",
        (2, 1): "16/25",
        (3, 1): "51/74",
    }
    assert {point["certified"] for point in answer["points"]} == {"yes"}
    least = answer["least_private_rows"]
    assert [(each["private"], each["saved_by_a_public_row"]) for each in least] == [
        (3, None),
        (0, "3"),
    ]
    assert answer["measure"] == "success under the worst mean"


def test_least_private_rows_of_a_grid_with_gaps() -> None:
    """The full grid has 3 and 2, so that 1 is saved: rows that are not listed leave a range."""
    table = exactdp("complexity public-data --rows 0,6 --public 0,1").stdout
    assert table.count("1 to 6") == 2
    assert "0 to 5" in table
    words = "complexity public-data --rows 0,6 --public 0,1 --json"
    least = in_exact_numbers(exactdp(words).stdout)["least_private_rows"]
    assert [(each["private"], each["at_least"], each["at_most"]) for each in least] == [
        (None, 1, 6),
        (None, 1, 6),
    ]
    assert least[1]["saved_by_a_public_row"] is None
    assert (least[1]["saved_at_least"], least[1]["saved_at_most"]) == ("0", "5")


def test_least_private_rows_below_the_grid() -> None:
    """0 private rows are enough with a public one, but were not asked for."""
    words = "complexity public-data --goal squared-error --rows 1,2,3 --public 0,1,2"
    table = exactdp(words).stdout
    assert table.count("at most 1 ") == 2
    assert "2 to 3" in table
    assert "1 to 3/2" in table


def test_every_goal_has_defaults_that_run() -> None:
    """Learning has fewer rows than the means; the numbers are called what they are."""
    done = exactdp("complexity public-data --goal thresholds")
    assert done.returncode == 0
    assert "success under the worst rare example" in done.stdout
    assert "7831/10240" in done.stdout


def test_the_last_column_is_explained() -> None:
    """With a baseline what it is, without one why it is empty."""
    assert (
        "divided by the number" in exactdp("complexity public-data --rows 0 --public 0,1").stdout
    )
    assert "has no 0" in exactdp("complexity public-data --rows 0 --public 1").stdout


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
    done = exactdp(f"optimum {problem} -p private=1 -p public=0 --exp-eps 2 --json")
    assert words in in_exact_numbers(done.stdout)["problem"]


def test_the_table_and_the_picture_of_public_data(tmp_path: Path) -> None:
    """Squared errors against private rows; what a public row saves might be more."""
    picture = tmp_path / "errors.svg"
    words = f"--goal squared-error --rows 0,1 --public 0,1 --accuracy 1/3 --plot {picture}"
    done = exactdp(f"complexity public-data {words}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "11/48" in done.stdout
    assert "0 or more" in done.stdout
    assert "least squared error" in picture.read_text("utf-8") or picture.stat().st_size > 1000
