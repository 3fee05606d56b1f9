"""The command `exactdp`, as scripts and people call it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def least_exp_eps(self) -> str:
        """What `privacy` and `table` say of the least e^eps at delta 0, exactly."""
        least: str = self.json["least_eps"][0]["exp_eps"]["exact"]
        return least


class Call:
    """Calls the command in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *words: str | Path) -> Answer:
        """One call."""
        self._capture.readouterr()
        status = main([str(word) for word in words])
        printed = self._capture.readouterr()
        return Answer(status, printed.out, printed.err)


@pytest.fixture
def exactdp(capsys: pytest.CaptureFixture[str]) -> Call:
    """The command."""
    return Call(capsys)


INTERIOR = ("exponential-interior-point", "-p", "domain=3")

USER = '''
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli

@dataclass(frozen=True)
class Answer:
    """Tell the truth with probability {truth}."""
    eps: Epsilon

    def universe(self, rows):
        return replace_one(range(2), rows)

    def __call__(self, database, coins):
        kept = coins.draw(bernoulli({truth}))
        return database[0] if kept else 1 - database[0]

class NotCallable:
    pass
'''


def test_law_prints_exact_probabilities(exactdp: Call) -> None:
    """Weights 4 : 1 : 1, by hand."""
    answer = exactdp("law", *INTERIOR, "--database", "0,0", "--root", "2", "--json")
    assert answer.status == 0
    assert in_exact_numbers(answer.out)["law"] == {"0": "2/3", "1": "1/6", "2": "1/6"}
    assert answer.json["mechanism"] == "exponential-interior-point"


def test_law_for_every_epsilon_is_a_function_of_r(exactdp: Call) -> None:
    """Weights r^2 : 1 : 1."""
    answer = exactdp("law", *INTERIOR, "--database", "0,0", "--all-eps", "--json")
    assert in_exact_numbers(answer.out)["law"] == {
        "0": "r^2 / (r^2 + 2)",
        "1": "1 / (r^2 + 2)",
        "2": "1 / (r^2 + 2)",
    }


def test_law_at_a_real_epsilon_shows_decimals(exactdp: Call) -> None:
    """At eps = 1: e / (e + 2) = 0.57611688..."""
    answer = exactdp("law", *INTERIOR, "--database", "0,0", "--eps", "1")
    assert answer.status == 0
    assert "0.5761168848" in answer.out


def test_privacy_at_one_root(exactdp: Call) -> None:
    """One row among two points, e^(eps/2) = 2: probabilities 2/3 and 1/3, so e^eps is 2."""
    words = ("exponential-interior-point", "-p", "domain=2", "--rows", "1", "--root", "2")
    answer = exactdp("privacy", *words, "--json")
    found = answer.json
    assert answer.status == 0
    assert (found["verdict"], found["databases"], found["pairs"]) == ("holds", 2, 2)
    assert (found["exp_eps"]["exact"], found["delta"]["exact"]) == ("4", "0")
    (least,) = found["least_eps"]
    assert (found["least_delta"]["delta"]["exact"], least["exp_eps"]["exact"]) == ("0", "2")
    corners = [(x["exact"], delta["exact"]) for x, delta in found["curve"]]
    assert corners == [("1", "1/3"), ("2", "0")]


def test_privacy_refuted_exits_1_with_a_witness(exactdp: Call, tmp_path: Path) -> None:
    """Less than the tight e^eps is refuted, and the kernel accepts the refutation."""
    file = tmp_path / "refutation.json"
    words = ("exponential-interior-point", "-p", "domain=2", "--rows", "1", "--root", "2")
    answer = exactdp("privacy", *words, "--exp-eps", "3/2", "--certificate", file, "--json")
    assert answer.status == 1
    witness = answer.json["witness"]
    assert isinstance(witness, dict)
    assert [chance["exact"] for chance in witness["probabilities"]] == ["2/3", "1/3"]
    assert exactdp("check", file).status == 0


def test_privacy_for_every_epsilon_writes_a_certificate(exactdp: Call, tmp_path: Path) -> None:
    """The kernel accepts the file, and refuses it with one number changed."""
    file = tmp_path / "certificate.json"
    words = ("privacy", *INTERIOR, "--rows", "2", "--all-eps", "--certificate", file)
    assert exactdp(*words).status == 0
    assert exactdp("check", file).status == 0
    changed = json.loads(file.read_text())
    changed["laws"][0]["weights"][0] = [7]
    file.write_text(json.dumps(changed))
    answer = exactdp("check", file)
    assert answer.status == 1
    assert "refused" in answer.out


@pytest.mark.parametrize(("bound", "status"), [("2", 0), ("19/10", 1)])
def test_privacy_at_a_real_epsilon(exactdp: Call, bound: str, status: int) -> None:
    """At eps = 1 the tight e^eps of three rows on four points is 1.98..."""
    words = ("exponential-interior-point", "-p", "domain=4", "--rows", "3", "--eps", "1.0")
    answer = exactdp("privacy", *words, "--exp-eps", bound, "--json")
    assert answer.status == status


def test_processes_give_the_same_answer(exactdp: Call) -> None:
    """--jobs 2 changes nothing but the time."""
    words = ("privacy", "exponential-interior-point", "-p", "domain=4", "--rows", "4")
    alone = exactdp(*words, "--root", "2", "--json")
    together = exactdp(*words, "--root", "2", "--json", "--jobs", "2")
    assert alone.json == together.json


def test_another_relation(exactdp: Call) -> None:
    """Add-remove-one on up to two rows over three points: 10 databases."""
    words = ("privacy", *INTERIOR, "--rows", "2", "--root", "2", "--adjacency", "add-remove-one")
    answer = exactdp(*words, "--json")
    assert answer.status == 0
    assert (answer.json["databases"], answer.json["pairs"]) == (10, 24)


def test_a_relation_that_does_not_suit_the_rows_is_refused(exactdp: Call) -> None:
    """Points of a domain are no edges, and seven bits are no graph."""
    words = ("privacy", *INTERIOR, "--root", "2", "--adjacency", "edge", "--rows")
    assert "bits, one for each pair" in exactdp(*words, "3").err
    bits = ("privacy", "randomized-response", "-p", "domain=2", *words[4:])
    assert exactdp(*bits, "7").status == 2
    answer = exactdp(*bits, "3", "--json")
    assert (answer.status, answer.json["databases"], answer.json["pairs"]) == (0, 8, 24)


def test_a_mechanism_of_the_user(exactdp: Call, tmp_path: Path) -> None:
    """A file with a class is audited like ours; a wrong one is refuted."""
    file = tmp_path / "mine.py"
    file.write_text(USER.format(truth="self.eps.exp() / (1 + self.eps.exp())"))
    words = ("privacy", f"{file}:Answer", "--rows", "1", "--root", "3")
    good = exactdp(*words, "--exp-eps", "3", "--json")
    assert (good.status, good.least_exp_eps) == (0, "3")
    file.write_text(USER.format(truth="Fraction(9, 10)"))
    bad = exactdp(*words, "--exp-eps", "3", "--json")
    assert (bad.status, bad.least_exp_eps) == (1, "9")


def test_sample_follows_the_seed(exactdp: Call, tmp_path: Path) -> None:
    """The same seed, the same outputs; a file of rows is a database."""
    file = tmp_path / "rows.txt"
    file.write_text("0\n0\n2\n")
    words = ("sample", *INTERIOR, "--database", file, "--root", "2", "--count", "20")
    first, second = exactdp(*words, "--seed", "5"), exactdp(*words, "--seed", "5")
    assert first.status == 0
    assert first.out == second.out
    assert set(first.out.split()) <= {"0", "1", "2"}


def test_list_mechanisms_names_fields(exactdp: Call) -> None:
    """Everything that a script needs to call one."""
    found = exactdp("list", "mechanisms", "--json").json["mechanisms"]
    assert isinstance(found, list)
    (one,) = (m for m in found if m["name"] == "exponential-interior-point")
    assert one["fields"] == [{"name": "domain", "type": "Domain", "default": None}]
    assert (one["parts"], one["adjacency"]) == (2, "replace-one")
    assert one["only_in_python"] == []


def test_list_mechanisms_marks_what_cannot_be_typed(exactdp: Call) -> None:
    """A mechanism that takes another one, in the table and for a script."""
    found = exactdp("list", "mechanisms", "--json").json["mechanisms"]
    assert isinstance(found, list)
    (one,) = (m for m in found if m["name"] == "padded-learner")
    assert one["only_in_python"] == ["solver"]
    shown = exactdp("list", "mechanisms").out
    assert "solver*, domain" in shown
    assert "file.py:Class" in shown


def test_list_problems_names_parameters(exactdp: Call) -> None:
    """Every built-in problem of `optimum`, with its parameters."""
    found = exactdp("list", "problems", "--json").json["problems"]
    assert isinstance(found, list)
    (one,) = (p for p in found if p["name"] == "median")
    assert one["parameters"] == {"domain": "integer", "rows": "integer", "within": "integer = 0"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("law", "nonsense", "--database", "0", "--root", "2"), "mechanism 'nonsense'"),
        (("law", *INTERIOR, "--database", "0,x", "--root", "2"), "--database '0,x'"),
        (("law", *INTERIOR, "--database", "0"), "exactly one of --root"),
        (("law", *INTERIOR, "--database", "0", "--root", "1/2"), "at least 1"),
        (("law", *INTERIOR, "--database", "0", "--root", "nan"), "--root 'nan'"),
        (("law", *INTERIOR, "--database", "0", "--eps", "-1"), "at least 0"),
        (("law", "exponential-interior-point", "--database", "0", "--root", "2"), "domain=VALUE"),
        (("law", *INTERIOR, "-p", "domain=4", "--database", "0", "--root", "2"), "given twice"),
        (
            ("law", "padded-learner", "--database", "0", "--root", "2"),
            "-p solver (Mechanism) cannot",
        ),
        (
            ("optimum", "empirical-learning", "--exp-eps", "2"),
            "concepts=VALUE (point or threshold)",
        ),
        (("law", *INTERIOR, "-p", "colour=4", "--database", "0", "--root", "2"), "-p colour"),
        (
            (
                "law",
                "exponential-interior-point",
                "-p",
                "domain=0",
                "--database",
                "0",
                "--root",
                "2",
            ),
            "at least one value",
        ),
        (("privacy", *INTERIOR, "--rows", "-1", "--root", "2"), "--rows -1"),
        (("privacy", *INTERIOR, "--rows", "0", "--root", "2"), "no two databases are neighbours"),
        (("privacy", *INTERIOR, "--rows", "2", "--root", "2", "--delta", "2"), "[0, 1]"),
        (("privacy", *INTERIOR, "--rows", "2", "--root", "2", "--exp-eps", "1/2"), "at least 1"),
        (("privacy", *INTERIOR, "--rows", "2", "--root", "2", "--adjacency", "near"), "near"),
        (
            ("privacy", *INTERIOR, "--rows", "9999", "--root", "2"),
            "50005000 databases: the limit is 2000000",
        ),
        (("privacy", "nowhere.py:Class", "--rows", "1", "--root", "2"), "no such file"),
        (("privacy", "json:Class", "--rows", "1", "--root", "2"), "no class 'Class'"),
        (("claims", "NOBODY99"), "NOBODY99"),
        (("check", "missing.json"), "missing.json"),
        (("dance",), "dance"),
    ],
)
def test_bad_input_is_one_line_and_exits_2(
    exactdp: Call, words: tuple[str, ...], message: str
) -> None:
    """No traceback; the line names the value."""
    answer = exactdp(*words)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert message in answer.err


GOOD = [("0", "a", "3/4"), ("0", "b", "0.25"), ("1", "a", "1/4"), ("1", "b", "75e-2")]


def csv_text(rows: list[tuple[str, str, str]]) -> str:
    """A table as CSV."""
    return "database,outcome,probability\n" + "".join(f"{','.join(row)}\n" for row in rows)


def test_a_table_is_audited_like_a_mechanism(exactdp: Call, tmp_path: Path) -> None:
    """Three to one against one to three: e^eps is 3, as CSV and as JSON."""
    as_csv, as_json = tmp_path / "table.csv", tmp_path / "table.json"
    as_csv.write_text(csv_text(GOOD))
    keys = ("database", "outcome", "probability")
    as_json.write_text(json.dumps([dict(zip(keys, row, strict=True)) for row in GOOD]))
    for file in (as_csv, as_json):
        words = ("table", file, "--adjacency", "replace-one", "--json")
        answer = exactdp(*words, "--exp-eps", "3")
        assert (answer.status, answer.least_exp_eps) == (0, "3")
        assert exactdp(*words, "--exp-eps", "2.9").status == 1


def test_a_table_with_listed_pairs(exactdp: Call, tmp_path: Path) -> None:
    """Only the listed databases are neighbours."""
    file, pairs = tmp_path / "table.csv", tmp_path / "pairs.csv"
    far = [("far", "a", "0"), ("far", "b", "1")]
    file.write_text(csv_text(GOOD + far))
    pairs.write_text("0,1\n")
    answer = exactdp("table", file, "--pairs", pairs, "--exp-eps", "3", "--json")
    assert (answer.status, answer.json["pairs"]) == (0, 2)
    pairs.write_text("0,1\n1,far\n")
    assert exactdp("table", file, "--pairs", pairs, "--exp-eps", "3").status == 1


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
        ("[1", "not JSON"),
    ],
)
def test_a_bad_table_is_one_line_naming_the_row(
    exactdp: Call, tmp_path: Path, text: str, message: str
) -> None:
    """Exit status 2, nothing on stdout."""
    file = tmp_path / "table.csv"
    file.write_text(text)
    answer = exactdp("table", file, "--adjacency", "replace-one", "--exp-eps", "2")
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert message in answer.err


def test_a_table_must_cover_its_universe(exactdp: Call, tmp_path: Path) -> None:
    """Databases 00 and 11 without 01 are no replace-one universe."""
    file = tmp_path / "table.csv"
    file.write_text(csv_text([('"0,0"', "a", "1"), ('"1,1"', "a", "1")]))
    answer = exactdp("table", file, "--adjacency", "replace-one", "--exp-eps", "2")
    assert answer.status == 2
    assert "database (0,1): no law given" in answer.err


def test_a_certificate_is_not_written_where_it_cannot_be(exactdp: Call) -> None:
    """A missing directory: one line, exit status 2."""
    words = ("privacy", *INTERIOR, "--rows", "1", "--root", "2")
    answer = exactdp(*words, "--certificate", "/nowhere/at/all.json")
    assert answer.status == 2
    assert "/nowhere/at/all.json" in answer.err


def test_evidence_at_one_epsilon_is_not_for_every_epsilon(exactdp: Call) -> None:
    """What holds at e^(1/2) and e^1 fails at larger eps, and is not said of them."""
    words = ("exponential-interior-point", "-p", "domain=2", "--rows", "1", "--exp-eps", "3")
    answer = exactdp("privacy", *words, "--eps", "1", "--json")
    assert (answer.json["verdict"], answer.json["evidence"]) == ("holds", "exhaustive")
    assert exactdp("privacy", *words, "--all-eps", "--json").json["verdict"] == "refuted"


def test_what_sample_derives_is_listed(exactdp: Call) -> None:
    """`thresholds`, too, which is no mechanism of the list."""
    answer = exactdp("list", "mechanisms", "--json").json
    assert answer["derived_by_sample"] == {
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
    assert "exactdp sample thresholds  --eps --delta" in exactdp("list", "mechanisms").out
    one = exactdp("list", "mechanisms", "tree-log")
    assert "exactdp sample tree-log  --eps --delta and -p domain=SIZE" in one.out


def test_parameters_are_explained(exactdp: Call) -> None:
    """By what the source says below each field."""
    answer = exactdp("list", "mechanisms", "rec-prefix")
    assert answer.status == 0
    assert "2k rows are left out at the upper end." in answer.out
    fields = exactdp("list", "mechanisms", "tree-counter", "--json").json["fields"]
    assert isinstance(fields, list)
    assert fields[2]["meaning"] == "The points whose counts are released; none: all points."


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("law", "thresholds", "--database", "1", "--eps", "1"), "`exactdp sample thresholds`"),
        (
            ("law", "threshold-release", "--database", "1", "--eps", "1"),
            "whose __call__ runs it; or `exactdp sample thresholds`, which derives",
        ),
        (
            ("law", "noisy-quantiles", "--database", "1", "--eps", "1"),
            "(reference.mechanisms.release.noisy_quantiles.NoisyQuantiles)",
        ),
        (("list", "mechanisms", "nope"), "mechanism 'nope'"),
        (("list", "mechanisms", "thresholds"), "`exactdp sample thresholds`"),
        (("list", "claims", "nope"), "'nope': no claim has this word"),
        (("list", "papers", "nope"), "`list mechanisms` and `list claims` take a name"),
        (("claims", "Lemma 99.9"), "'Lemma 99.9': no claim has this label"),
        (("claims", "KLMNS20", "Theorem", "4.2"), "'KLMNS20 Theorem 4.2'"),
        (("conform", "opendp", "--samples", "5000"), "--samples: not with the library opendp"),
        (("conform", "x.py:f", "--prepare"), "--prepare: not with a sampler"),
        (
            ("optimum", "interior-point", "-p", "domain=99", "-p", "rows=9", "--exp-eps", "2"),
            "-p domain=99 -p rows=9: ",
        ),
        (
            ("law", *INTERIOR, "--database", "0", "--root", "2", "--deterministic"),
            "--deterministic: exponential-interior-point draws",
        ),
        (
            ("sample", *INTERIOR, "--database", "0", "--root", "2", "--deterministic"),
            "--deterministic: exponential-interior-point draws",
        ),
        (
            ("privacy", *INTERIOR, "--rows", "1", "--root", "2", "--deterministic"),
            "--deterministic: exponential-interior-point draws",
        ),
        (("sample", *INTERIOR, "--database", "0", "--eps", "1e-400"), "rounded down to 40 binary"),
        (
            ("privacy", *INTERIOR, "--rows", "1", "--root", "2", "--max-databases", "0"),
            "--max-databases 0: ",
        ),
    ],
)
def test_refusals_say_what_to_do(exactdp: Call, words: tuple[str, ...], names: str) -> None:
    """In one short line, with status 2."""
    answer = exactdp(*words)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert names in answer.err


def test_what_is_undecided_comes_with_advice(exactdp: Call) -> None:
    """The kernel's limits are met by laws as functions of r; a rational root needs less."""
    words = ("privacy", "laplace-threshold-test", "-p", "threshold=402", "--rows", "1")
    undecided = exactdp(*words, "--eps", "0.5", "--json")
    assert undecided.status == 3
    assert "TooLarge" in str(undecided.json["reason"])
    assert "--root P/Q" in str(undecided.json["advice"])
    assert exactdp(*words, "--root", "17/15").status == 0


def test_a_report_without_errata_has_no_table_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says where the page is."""
    assert main(["report", "BBKN13.C4.5.samp", "-o", str(tmp_path)]) == 0
    assert re.fullmatch(r"\d claims? written to .*/index.html\n", capsys.readouterr().out)
