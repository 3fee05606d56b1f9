"""Whatever a person types or writes wrongly: one line on stderr, exit 2, nothing on stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from audits.cli import LONGEST_LINE, main

OWN = """
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli

@dataclass(frozen=True)
class Own:
    eps: Epsilon
    {extra}

    def universe(self, rows):
        {universe}

    def __call__(self, database, coins):
        {body}
"""

UNIVERSE = "return replace_one(range(2), rows)"

HEADER = "database,outcome,probability\n"

SPLIT = HEADER + "0,a,3/4\n0,b,1/4\n1,a,1/4\n1,b,3/4\n"


def refusal(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """The one line with which the command refuses."""
    capsys.readouterr()
    status = main([str(word) for word in words])
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert printed.err.startswith("exactdp: ")
    assert printed.err.count("\n") == 1
    return printed.err


def own(folder: Path, *, body: str = "return 0", universe: str = UNIVERSE, extra: str = "") -> str:
    """A mechanism of somebody's own, in a file."""
    file = folder / "own.py"
    file.write_text(OWN.format(body=body, universe=universe, extra=extra), encoding="utf-8")
    return f"{file}:Own"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "law exponential-interior-pint --database 0 --root 2",
            "there is none of this name; did you mean exponential-interior-point",
        ),
        (
            "law exponential-interior-point --database 0 --root 2",
            "exponential-interior-point needs -p domain=VALUE (a size, such as 4 for 0, 1, 2, 3;",
        ),
        ("law biased-response --database 0 --root 2", "needs -p bias=VALUE (Fraction)"),
        ("law zzz --database 0 --root 2", "there is none of this name; see"),
        (
            "privacy x.py:A --claim-epss 2",
            "--claim-epss: privacy has no such option; did you mean --claim-eps?",
        ),
        ("privacy x.py:A --deltas 2", "did you mean --delta?"),
        ("privacy x.py:A --zzz 2", "--zzz: not with privacy, only --adjacency,"),
    ],
)
def test_what_is_misspelt_or_missing_is_named(
    capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    """With what is nearest, where anything is near, or with what may be typed."""
    assert said in refusal(capsys, *line.split())


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("raise RuntimeError('first\\nsecond')", "own.py:Own: RuntimeError: first"),
        ("assert False, 'no'", "AssertionError: no"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("return self(database, coins)", "RecursionError"),
        ("return [0]", "outcome [0] of type list: an outcome is a number"),
        ("return coins.draw(bernoulli(0.5))", "a probability is a Fraction: write Fraction(1, 2)"),
    ],
)
@pytest.mark.parametrize("command", ["law", "privacy"])
def test_a_mechanism_that_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, body: str, words: str
) -> None:
    """Whatever it raises, `SystemExit` too."""
    place = ("--database", "0") if command == "law" else ("--rows", "1", "--exp-eps", "2")
    name = own(tmp_path, body=body)
    assert words in refusal(capsys, command, name, *place, "--root", "2")


@pytest.mark.parametrize(
    ("extra", "universe", "words"),
    [
        ("thing: 'Nowhere'", UNIVERSE, "name 'Nowhere' is not defined"),
        ("parts = 0", UNIVERSE, "Own.parts is 0"),
        ("guarantee = 3", UNIVERSE, "Own.guarantee is no Guarantee"),
        ("guarantee = property(lambda self: self.nothing)", UNIVERSE, "'nothing'"),
        ("def __post_init__(self): raise OSError('post')", UNIVERSE, "Own: OSError: post"),
        ("", "return nowhere(rows)", "Own.universe(1): NameError"),
        ("", "return [rows]", "returned no adjacency"),
    ],
)
def test_a_class_that_is_no_mechanism(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, extra: str, universe: str, words: str
) -> None:
    """Its types, its promise, its universe."""
    name = own(tmp_path, extra=extra, universe=universe)
    assert words in refusal(capsys, "privacy", name, "--rows", "1", "--root", "2")


def test_what_a_mechanism_prints_is_not_the_answer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It goes to stderr."""
    name = own(tmp_path, body="print('hello'); return coins.draw(bernoulli(Fraction(1, 2)))")
    assert main(["law", name, "--database", "0", "--root", "2", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("{")
    assert "hello" not in printed.out
    assert "hello" in printed.err


def test_a_module_that_exits(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its exit status is not ours."""
    file = tmp_path / "leaves.py"
    file.write_text("raise SystemExit(0)\n", encoding="utf-8")
    line = refusal(capsys, "law", f"{file}:X", "--database", "0", "--root", "2")
    assert "SystemExit: 0" in line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("-p", "domain=2/0^1", "--root", "2"), "give an integer"),
        (("-p", "domain=3/2^1", "--root", "2"), "give an integer"),
        (("-p", "domain=2^-1", "--root", "2"), "give an integer"),
        (("-p", "domain=2^100000000", "--root", "2"), "give an integer"),
        (("-p", "domain=3", "--eps", "1e5"), "at most 1000"),
    ],
)
def test_numbers_out_of_range(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], line: str
) -> None:
    """No hang, no rounding."""
    name = "exponential-interior-point"
    assert line in refusal(capsys, "privacy", name, "--rows", "1", *words)


def test_a_reader_that_hangs_up(capfd: pytest.CaptureFixture[str]) -> None:
    """No traceback, no complaint, and no success: the status of a process that SIGPIPE ends."""
    for words in (["list", "mechanisms"], ["list", "mechanisms", "--json"]):
        child = subprocess.Popen(
            [sys.executable, "-m", "audits", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        child.stderr.close()
        assert child.wait() == 141
    assert capfd.readouterr().out == ""


def test_a_missing_option_has_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """As it is typed."""
    assert "law needs --database ROWS" in refusal(capsys, "law", "laplace", "--eps", "1")


def test_a_long_refusal_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """One line that fits a screen."""
    line = refusal(capsys, "law", "x" * 5000, "--database", "0", "--root", "2")
    assert len(line) < LONGEST_LINE + 50


def table(folder: Path, text: str, name: str = "t.csv") -> Path:
    """A table on file."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "text",
    ["\ufeff" + SPLIT, SPLIT.replace("\n", "\r\n") + "\r\n  \r\n", SPLIT.replace("0,a", "\n0,a")],
)
def test_a_byte_order_mark_and_blank_lines_are_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    """By hand: 3/4 against 1/4 is e^eps = 3."""
    file = table(tmp_path, text)
    words = ("--exp-eps", "3", "--adjacency", "replace-one", "--json")
    assert main(["table", str(file), *words]) == 0
    least = json.loads(capsys.readouterr().out)["least_eps"]
    assert least[0]["exp_eps"]["exact"] == "3"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEADER + "0,a,1e400\n", "line 2: probability 1e400 is more than 1"),
        (HEADER + "0,a\n", "line 2: give database,outcome,probability, found 2"),
        (HEADER + "x,a,1\n", "database 'x': --adjacency needs rows"),
        (HEADER + f"0,{'x' * 140_000},1\n", "line 2: field larger"),
        (HEADER + "0,a,1\n", "no two databases are neighbours"),
        (HEADER + "0,a,1e-9999\n", "sums to 1/1000"),
        ("[" * 100_000, "nested too deeply"),
        ('{"rows": [], "pairs": 3}', '"pairs" is a list'),
        ('[{"outcome": "a", "outcome": "b"}]', "a key twice"),
    ],
)
def test_tables(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str) -> None:
    """The row is named."""
    file = table(tmp_path, text)
    line = refusal(capsys, "table", file, "--exp-eps", "3", "--adjacency", "replace-one")
    assert words in line


def test_a_table_is_not_compared_with_a_universe_too_large_to_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One database with 60 different rows: the universe has C(119, 60) databases."""
    file = table(tmp_path, f'{HEADER}"{",".join(map(str, range(60)))}",a,1\n')
    line = refusal(capsys, "table", file, "--exp-eps", "3", "--adjacency", "replace-one")
    assert "48307454420181661301946569760686328 databases, the file 1" in line


@pytest.mark.parametrize(
    ("adjacency", "words"),
    [("label-only", "examples (x,y)"), ("one-answer", "integers"), ("none", "one of replace-one")],
)
def test_rows_that_do_not_suit_the_relation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, adjacency: str, words: str
) -> None:
    """Said in the words of the relation."""
    file = table(tmp_path, SPLIT.replace("\n0,", "\n'u',").replace("\n1,", "\n'v',"))
    line = refusal(capsys, "table", file, "--exp-eps", "3", "--adjacency", adjacency)
    assert words in line


def test_an_empty_list_of_pairs_proves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It is refused rather than called private."""
    file, pairs = table(tmp_path, SPLIT), table(tmp_path, "\n", "pairs.csv")
    assert "no pairs" in refusal(capsys, "table", file, "--exp-eps", "3", "--pairs", pairs)


def test_a_number_and_a_text_that_look_alike_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The outcome 1 on one database and "1" on its neighbour would be one outcome."""
    file = tmp_path / "table.json"
    rows = [
        {"database": "0", "outcome": 1, "probability": "1"},
        {"database": "1", "outcome": "1", "probability": "1"},
    ]
    file.write_text(json.dumps(rows), encoding="utf-8")
    words = ("--exp-eps", "2", "--adjacency", "replace-one")
    assert "a number here and text elsewhere" in refusal(capsys, "table", str(file), *words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--rows", "1.5"), "--rows 1.5: "),
        (("--rows=1.5",), "--rows 1.5: "),
        (("--rows", "1", "--timeout", "inf"), "--timeout inf: "),
        (("--rows", "1", "--jobs", "1000000"), "--jobs 1000000: "),
        (("--rows", "1", "--certificate", ""), "'': cannot be written"),
    ],
)
def test_a_refusal_names_the_value(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], line: str
) -> None:
    """Whoever refuses it."""
    name = "exponential-interior-point"
    assert line in refusal(capsys, "privacy", name, "-p", "domain=2", "--root", "2", *words)


def test_a_certificate_is_written_where_a_link_leads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The link stays; a pipe, like a device, is no place for a certificate, and stays too."""
    link, target, pipe = (tmp_path / name for name in ("link.json", "target.json", "pipe"))
    link.symlink_to(target)
    os.mkfifo(pipe)
    words = "privacy exponential-interior-point -p domain=2 --rows 1 --root 2 --certificate"
    assert main([*words.split(), str(link)]) == 0
    assert link.is_symlink()
    assert target.read_text("utf-8").startswith("{")
    capsys.readouterr()
    assert "no regular file" in refusal(capsys, *words.split(), pipe)
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "words",
    [
        "report -o ''",
        "claims --certificates ''",
        "sample randomized-response -p domain=2 --root 2 --database /dev/zero",
        "table /dev/zero --exp-eps 2 --adjacency replace-one",
        "optimum none.json --exp-eps 2",
        "optimum bits --exp-eps 2 --mechanism a.json --certificate a.json",
    ],
)
def test_places_that_are_no_files(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """Nothing is read that may never end, and no file takes two things."""
    assert refusal(capsys, *(word.strip("'") for word in words.split()))


PARITIES = ("private-parity-learner", "--root", "3", "-p")
SUMMARY = ("polynomial-summary", "--root", "2", "-p", "most=3", "-p", "degree=2", "-p")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("law", *PARITIES, "bits=17", "--database", "(1,1)"), "a law of 2^17 outcomes"),
        (("law", *PARITIES, f"bits={10**11}", "--database", "(1,1)"), "a law of 2^1024 outcomes"),
        (("law", *PARITIES, "bits=2", "--database", "(4,0)"), "row (4, 0): a vector of 2 bits"),
        (("sample", *PARITIES, "bits=64", "--database", "3"), "row 3: a vector of 64 bits"),
        (("privacy", *PARITIES, "bits=7", "--rows", "1"), "for at most 6 bits"),
        (("law", *SUMMARY, "attributes=10", "--database", "3"), "a law of 2^91 outcomes"),
        (("privacy", *SUMMARY, "attributes=10", "--rows", "1"), "a law of 2^91 outcomes"),
        (("law", *SUMMARY, "attributes=500", "--database", "3"), "125250 coefficients or more"),
    ],
)
def test_laws_that_are_too_long(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], line: str
) -> None:
    """They are refused by their numbers alone."""
    assert line in refusal(capsys, *words)


def test_a_report_of_nothing_makes_no_directory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An id that is none is refused before."""
    assert main(["report", "NOPE", "-o", str(tmp_path / "page")]) == 2
    assert "'NOPE': no claim has this id" in capsys.readouterr().err
    assert not (tmp_path / "page").exists()
