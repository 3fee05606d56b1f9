"""The command `exactdp`, as scripts and people call it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, refusal

INTERIOR = "exponential-interior-point -p domain=3"
TWO_POINTS = "privacy exponential-interior-point -p domain=2 --rows 1"


def test_a_law_is_exact() -> None:
    """Weights 4 : 1 : 1, by hand; r^2 : 1 : 1; at eps = 1 it is e / (e + 2) = 0.57611688..."""
    line = f"law {INTERIOR} --database 0,0"
    answer = exactdp(f"{line} --root 2 --json", status=0).exact
    assert answer["law"] == {"0": "2/3", "1": "1/6", "2": "1/6"}
    assert answer["mechanism"] == "exponential-interior-point"
    every = exactdp(f"{line} --all-eps --json", status=0).exact["law"]
    assert every == {"0": "r^2 / (r^2 + 2)", "1": "1 / (r^2 + 2)", "2": "1 / (r^2 + 2)"}
    assert "0.5761168848" in exactdp(f"{line} --eps 1", status=0).stdout


def test_privacy_at_one_root() -> None:
    """One row among two points, e^(eps/2) = 2: probabilities 2/3 and 1/3, so e^eps is 2."""
    found = exactdp(f"{TWO_POINTS} --root 2 --json", status=0).exact
    assert (found["verdict"], found["databases"], found["pairs"]) == ("holds", 2, 2)
    assert (found["exp_eps"], found["delta"]) == ("4", "0")
    (least,) = found["least_eps"]
    assert (found["least_delta"]["delta"], least["exp_eps"]) == ("0", "2")
    assert found["curve"] == [["1", "1/3"], ["2", "0"]]


def test_privacy_refuted_exits_1_with_a_witness(tmp_path: Path) -> None:
    """Less than the tight e^eps is refuted, and the kernel accepts the refutation."""
    file = tmp_path / "refutation.json"
    line = f"{TWO_POINTS} --root 2 --exp-eps 3/2 --certificate {file} --json"
    assert exactdp(line, status=1).exact["witness"]["probabilities"] == ["2/3", "1/3"]
    exactdp("check", file, status=0)


def test_privacy_for_every_epsilon_writes_a_certificate(tmp_path: Path) -> None:
    """The kernel accepts the file, and refuses it with one number changed."""
    file = tmp_path / "certificate.json"
    exactdp(f"privacy {INTERIOR} --rows 2 --all-eps --certificate {file}", status=0)
    exactdp("check", file, status=0)
    changed = json.loads(file.read_text())
    changed["laws"][0]["weights"][0] = [7]
    file.write_text(json.dumps(changed))
    assert "refused" in exactdp("check", file, status=1).stdout


@pytest.mark.parametrize(("bound", "status"), [("2", 0), ("19/10", 1)])
def test_privacy_at_a_real_epsilon(bound: str, status: int) -> None:
    """At eps = 1 the tight e^eps of three rows on four points is 1.98..."""
    words = "exponential-interior-point -p domain=4 --rows 3 --eps 1.0 --exp-eps"
    exactdp(f"privacy {words} {bound}", status=status)


def test_processes_give_the_same_answer() -> None:
    """--jobs 2 changes nothing but the time."""
    line = "privacy exponential-interior-point -p domain=4 --rows 4 --root 2 --json"
    assert exactdp(line).json == exactdp(f"{line} --jobs 2").json


@pytest.mark.parametrize(
    ("words", "databases", "pairs"),
    [
        (f"{INTERIOR} --rows 2 --adjacency add-remove-one", 10, 24),
        ("randomized-response -p domain=2 --rows 3 --adjacency edge", 8, 24),
    ],
)
def test_another_relation(words: str, databases: int, pairs: int) -> None:
    """Add-remove-one on up to two rows over three points; edges of graphs on three vertices."""
    found = exactdp(f"privacy {words} --root 2 --json", status=0).json
    assert (found["databases"], found["pairs"]) == (databases, pairs)


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(("name", "status", "least"), [("Survey", 0, "3"), ("Nine", 1, "9")])
def test_a_mechanism_of_the_user(name: str, status: int, least: str) -> None:
    """A file with a class is audited like ours; a wrong one is refuted."""
    line = f"privacy bits.py:{name} --rows 1 --root 3 --exp-eps 3 --json"
    assert exactdp(line, status=status).exact["least_eps"][0]["exp_eps"] == least


def test_sample_follows_the_seed(tmp_path: Path) -> None:
    """The same seed, the same outputs; a file of rows is a database."""
    file = tmp_path / "rows.txt"
    file.write_text("0\n0\n2\n")
    line = f"sample {INTERIOR} --database {file} --root 2 --count 20 --seed 5"
    first, second = exactdp(line, status=0), exactdp(line, status=0)
    assert first.stdout == second.stdout
    assert set(first.stdout.split()) <= {"0", "1", "2"}


def test_list_mechanisms_names_fields() -> None:
    """Everything that a script needs to call one; what cannot be typed is marked."""
    found = exactdp("list mechanisms --json").json
    known = {each["name"]: each for each in found["mechanisms"]}
    one = known["exponential-interior-point"]
    assert one["fields"] == [{"name": "domain", "type": "Domain", "default": None}]
    assert (one["parts"], one["adjacency"]) == (2, "replace-one")
    assert one["only_in_python"] == []
    assert known["padded-learner"]["only_in_python"] == ["solver"]
    assert found["derived_by_sample"] == {
        "tree-log": "--eps --delta and -p domain=SIZE",
        "heavy-paths": "--eps --delta and -p domain=SIZE",
        "rec-prefix": "--eps --delta --failure and -p domain=SIZE",
        "thresholds": "--eps --delta --accuracy --failure and -p domain=SIZE",
        "pap-release": "--eps --delta, -p concepts=CLASS, -p domain=SIZE, --public FILE|ROWS, and "
        "-p count=C (or --accuracy and --failure)",
        "private-multiplicative-weights": "--eps --delta, -p queries=FAMILY|FILE, -p "
        "domain=SIZE, and --accuracy or --database (or both)",
        "gaussian-projection": "--eps --delta, -p bits=D, and -p rows=N, a public bound on the "
        "number of rows",
        "triangle-count": "--eps --delta, and -p vertices=N, a public bound on the number of "
        "vertices",
    }
    shown = exactdp("list mechanisms").stdout
    assert "solver*, domain" in shown
    assert "file.py:Class" in shown
    assert "exactdp sample thresholds  --eps --delta" in shown


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rec-prefix", "2k rows are left out at the upper end."),
        ("tree-counter", "The points whose counts are released; none: all points."),
        ("tree-log", "exactdp sample tree-log --eps --delta and -p domain=SIZE"),
        ("pap-release", "thresholds, points, stumps or parities"),
        *(
            (name, f"cannot be typed. Build {name} in Python (reference.mechanisms.")
            for name in ("numeric-sparse", "noisy-counts", "multiplicative-weights")
        ),
    ],
)
def test_parameters_are_explained(name: str, words: str) -> None:
    """By what the source says below each field, and by how they are derived or given."""
    said = exactdp(f"list mechanisms {name}", status=0).said
    assert words in said
    assert "on the command line" not in said or "cannot be typed" not in said


def test_list_problems_names_parameters() -> None:
    """Every built-in problem of `optimum`, with its parameters."""
    found = exactdp("list problems --json").json["problems"]
    (one,) = (p for p in found if p["name"] == "median")
    assert one["parameters"] == {"domain": "integer", "rows": "integer", "within": "integer = 0"}


def test_a_claim_is_listed_in_any_case() -> None:
    """By its id alone; a paper lists more."""
    listed = exactdp("list claims bcmnuw20.t10.priv --json", status=0).json["claims"]
    assert {claim["id"] for claim in listed} == {"BCMNUW20.T10.priv"}
    assert len(exactdp("list claims bcmnuw20 --json", status=0).json["claims"]) > 100


def test_the_scope_of_a_card_is_told_part_by_part() -> None:
    """A line for each, and comparisons are called so."""
    told = exactdp("claims BCMNUW20.L7.lattice", status=0).stdout
    scopes = told.partition("\n  decided for\n")[2].partition("\n  wrong variants")[0]
    assert scopes.count("\n    ") > 1
    assert " distinct" not in scopes


GOOD = [("0", "a", "3/4"), ("0", "b", "0.25"), ("1", "a", "1/4"), ("1", "b", "75e-2")]


def csv_text(rows: list[tuple[str, str, str]]) -> str:
    """A table as CSV."""
    return "database,outcome,probability\n" + "".join(f"{','.join(row)}\n" for row in rows)


ROWS = csv_text(GOOD)
KEYS = ("database", "outcome", "probability")


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        json.dumps([dict(zip(KEYS, row, strict=True)) for row in GOOD]),
        "\ufeff" + ROWS,
        ROWS.replace("\n", "\r\n") + "\r\n  \r\n",
        ROWS.replace("0,a", "\n0,a"),
        ROWS.replace(",", ";"),
        ROWS.replace(",", "\t"),
        ROWS.replace("database", "Database").replace("outcome", "OUTCOME"),
    ],
)
def test_a_table_is_audited_like_a_mechanism(tmp_path: Path, text: str) -> None:
    """Three to one against one to three: e^eps is 3, as CSV and as JSON.

    Byte order marks and blank lines are nothing; commas, semicolons or tabs, in any case.
    """
    file = tmp_path / "table"
    file.write_text(text, "utf-8")
    line = f"table {file} --adjacency replace-one --json"
    found = exactdp(f"{line} --exp-eps 3", status=0).exact
    assert found["least_eps"][0]["exp_eps"] == "3"
    exactdp(f"{line} --exp-eps 2.9", status=1)


def test_a_table_with_listed_pairs(tmp_path: Path) -> None:
    """Only the listed databases are neighbours; without any, nothing is proved."""
    file, pairs = tmp_path / "table.csv", tmp_path / "pairs.csv"
    far = [("far", "a", "0"), ("far", "b", "1")]
    file.write_text(csv_text(GOOD + far))
    line = f"table {file} --pairs {pairs} --exp-eps 3"
    pairs.write_text("0,1\n")
    assert exactdp(f"{line} --json", status=0).json["pairs"] == 2
    pairs.write_text("0,1\n1,far\n")
    exactdp(line, status=1)
    pairs.write_text("\n")
    assert "no pairs" in refusal(line)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("a,b\n", "line 1: 'a,b': the header is database,outcome,probability"),
        (csv_text([]), "no rows"),
        (csv_text([("0", "a", "1/2"), ("1", "a", "1")]), "'0' sums to 1/2, not 1"),
        (csv_text([("0", "a", "-1"), ("0", "b", "2")]), "line 2: probability -1 is negative"),
        (csv_text([("0", "a", "nan")]), "line 2: probability 'nan'"),
        (csv_text([("0", "a", "1"), ("0", "a", "0")]), "line 3: outcome 'a' of database '0'"),
        (csv_text([("0", "a", "1"), ("1,", "b", "1")]), "line 3"),
        (csv_text([("0", "a", "1"), ("2", "a", "1"), ("(0)", "a", "1")]), "repeated"),
        (csv_text([('"0,0"', "a", "1"), ('"1,1"', "a", "1")]), "database (0,1): no law given"),
        (csv_text([("0", "a", "1e400")]), "line 2: probability 1e400 is more than 1"),
        (csv_text([("0", "a", "1e-9999")]), "sums to 1/1000"),
        (csv_text([("0", "a", "1")]), "no two databases are neighbours"),
        (csv_text([("x", "a", "1")]), "database 'x': --adjacency needs rows"),
        (csv_text([("0", "x" * 140_000, "1")]), "line 2: field larger"),
        (f"{csv_text([])}0,a\n", "line 2: give database,outcome,probability, found 2"),
        (
            csv_text([(f'"{",".join(map(str, range(60)))}"', "a", "1")]),
            "48307454420181661301946569760686328 databases, the file 1",  # C(119, 60)
        ),
        *(
            (csv_text([(f'"{row}"', "a", "1"), ("0", "a", "1")]), "needs rows such as 0,0,3")
            for row in ("1.5", "(1.5,2)", "((0,1.5),2)", "1j", "{1}", "nan", "[1]")
        ),
        ("[1", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"rows": [], "pairs": 3}', '"pairs" is a list'),
        ('[{"outcome": "a", "outcome": "b"}]', "a key twice"),
        (
            (
                '[{"database": "0", "outcome": 1, "probability": "1"}, '
                '{"database": "1", "outcome": "1", "probability": "1"}]'
            ),
            "a number here and text elsewhere",
        ),
    ],
)
def test_a_bad_table_is_one_line_naming_the_row(tmp_path: Path, text: str, message: str) -> None:
    """What is wrong is named; a universe that is too large to list is counted."""
    file = tmp_path / "table.csv"
    file.write_text(text)
    assert message in refusal(f"table {file} --adjacency replace-one --exp-eps 2")


@pytest.mark.parametrize(
    ("adjacency", "words"),
    [("label-only", "examples (x,y)"), ("one-answer", "integers"), ("none", "one of replace-one")],
)
def test_rows_that_do_not_suit_the_relation(tmp_path: Path, adjacency: str, words: str) -> None:
    """Said in the words of the relation."""
    file = tmp_path / "table.csv"
    file.write_text(ROWS.replace("\n0,", "\n'u',").replace("\n1,", "\n'v',"))
    assert words in refusal(f"table {file} --exp-eps 3 --adjacency {adjacency}")


def test_evidence_at_one_epsilon_is_not_for_every_epsilon() -> None:
    """What holds at e^(1/2) and e^1 fails at larger eps, and is not said of them."""
    found = exactdp(f"{TWO_POINTS} --exp-eps 3 --eps 1 --json").json
    assert (found["verdict"], found["evidence"]) == ("holds", "exhaustive")
    assert exactdp(f"{TWO_POINTS} --exp-eps 3 --all-eps --json").json["verdict"] == "refuted"


def test_what_is_undecided_comes_with_advice() -> None:
    """The kernel's limits are met by laws as functions of r; a rational root needs less."""
    words = "privacy laplace-threshold-test -p threshold=402 --rows 1"
    undecided = exactdp(f"{words} --eps 0.5 --json", status=3).json
    assert "TooLarge" in str(undecided["reason"])
    assert "--root P/Q" in str(undecided["advice"])
    exactdp(f"{words} --root 17/15", status=0)


def test_a_report_says_where_the_page_is(tmp_path: Path) -> None:
    """One line; without errata there is no table of them."""
    said = exactdp(f"report BBKN13.C4.5.samp -o {tmp_path / 'page'}", status=0).stdout
    assert re.fullmatch(r"\d claims? written to .*/index.html\n", said)


def test_a_report_of_nothing_makes_no_directory(tmp_path: Path) -> None:
    """An id that is none is refused before."""
    said = refusal(f"report NOPE -o {tmp_path / 'page'}")
    assert "'NOPE': no claim has this id" in said
    assert not (tmp_path / "page").exists()
