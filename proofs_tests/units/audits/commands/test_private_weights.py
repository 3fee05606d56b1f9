"""`private-multiplicative-weights` on the command line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers

NAME = "private-multiplicative-weights"
TYPED = ("-p", "queries=thresholds", "-p", "domain=2", "-p", "threshold=1", "-p", "rate=1/2")
TARGET = ("-p", "queries=marginals-2", "-p", "domain=16", "--eps", "1", "--delta", "1e-6")


def test_its_law(capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly, on one database."""
    words = ("law", NAME, *TYPED, "-p", "epochs=1", "--database", "0,1", "--root", "2", "--json")
    assert main([*words]) == 0
    chances = in_exact_numbers(capsys.readouterr().out)["law"].values()
    assert "1534/8505" in chances


def test_a_target_and_a_ledger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of a file, parameters from eps and delta; the updates are told."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(i * i % 16) for i in range(20_000)), "utf-8")
    assert main(["sample", NAME, *TARGET, "--database", str(file), "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert told.out.count("Answer(") == 24
    for words in (
        "20000 rows (enough): queries=24",
        "at most 24 epochs",
        "updates",
        "update 1 at",
    ):
        assert words in told.err


def test_an_accuracy_without_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """The parameters, and how many rows they need."""
    assert main(["sample", NAME, *TARGET, "--accuracy", "1/5", "--failure", "1/10", "--json"]) == 0
    told = in_exact_numbers(capsys.readouterr().out)
    assert told["epochs"] == 24
    assert told["rows_needed"] > 10_000


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("-p", "queries=foo", "-p", "domain=8", "--accuracy", "1/5"), "thresholds, points, "),
        (("-p", "queries=points", "-p", "domain=8"), "give --database, or --accuracy"),
        (("-p", "queries=points", "--accuracy", "1/5"), "-p domain is missing"),
        (("-p", "domain=8", "--accuracy", "1/5"), "-p queries is missing"),
        (("-p", "queries=stumps", "-p", "domain=7", "--accuracy", "1/5"), "on 2^p points"),
        (("-p", "queries=points", "-p", "domain=8", "--database", "0,1"), "2 rows are too few"),
        (("-p", "queries=points", "-p", "domain=8", "--database", ""), "0 rows"),
        (("-p", "queries=points", "-p", "domain=2^40", "--accuracy", "1/5"), "from 1 to 4096"),
        (("-p", "queries=points", "-p", "domain=8", "--accuracy", "1e-9"), "1/1000 at least"),
        ((*TYPED, "--accuracy", "1/5"), "-p threshold is not read here"),
    ],
)
def test_what_is_refused(
    words: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line that names it, and exit status 2."""
    assert main(["sample", NAME, *words, "--eps", "1", "--delta", "1e-6"]) == 2
    told = capsys.readouterr().err
    assert error in told
    assert told.count("\n") == 1


def test_other_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    """No eps; a loss that is too large; a threshold that is too long for an exact law."""
    query = ("sample", NAME, "-p", "queries=points", "-p", "domain=8", "--accuracy", "1/5")
    assert main([*query, "--delta", "1e-6"]) == 2
    assert "--eps is missing: give --eps" in capsys.readouterr().err
    longer = [word.replace("threshold=1", "threshold=10^9") for word in TYPED]
    assert main(["law", NAME, *longer, "-p", "epochs=1", "--database", "0", "--root", "2"]) == 2
    capsys.readouterr()


def test_queries_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Points, ranges and literals, one query a line."""
    file = tmp_path / "queries.txt"
    file.write_text("0,2-3, 7\n\nx0 & ~x2\n~x1\n", "utf-8")
    words = ("-p", f"queries={file}", "-p", "domain=8", "--eps", "100", "--delta", "1e-6")
    rows = ",".join(map(str, [0, 1, 1, 5, 7] * 40))
    assert main(["sample", NAME, *words, "--database", rows, "--json"]) == 0
    told = capsys.readouterr()
    assert "answers: for each of 3 queries, from 0,2-3, 7 to ~x1" in told.err
    exact = [2 / 5, 2 / 5, 4 / 5]
    for answer, right in zip(in_exact_numbers(told.out)["values"][0], exact, strict=True):
        assert type(answer["asked"]) is bool
        assert abs(float(Fraction(answer["value"])) - right) < 1 / 4


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("0\n1,8\n", "line 2: '8': points from 0 to 7"),
        ("0\n\n5-2\n", "line 3: '5-2': points from 0 to 7, the lower one first"),
        ("first\n", "line 1: 'first': a query is a list of points"),
        ("0,,1\n", "line 1: '': a query is"),
        ("x0 & y1\n", "line 1: 'y1': a query is"),
        ("x3\n", "line 1: 'x3': 8 points have 3 bits"),
        ("x0 & ~x0\n", "line 1: '~x0': with its opposite"),
        ("\n", "0 queries, from 1 to 10000"),
        ("1\n" * 10_001, "10001 queries"),
        (None, "No such file"),
    ],
)
def test_bad_lines_of_queries(
    content: str | None, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file, the line and what is allowed."""
    file = tmp_path / "queries.txt"
    if content is not None:
        file.write_text(content, "utf-8")
    words = ("-p", f"queries={file}", "-p", "domain=8", "--accuracy", "1/5")
    assert main(["sample", NAME, *words, "--eps", "1", "--delta", "1e-6"]) == 2
    told = capsys.readouterr().err
    assert "queries.txt" in told
    assert reason in told
    assert told.count("\n") == 1


def test_a_large_loss_needs_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    """Without noise one row is enough; none is refused."""
    words = ("-p", "queries=points", "-p", "domain=8", "--accuracy", "1/10", "--delta", "1e-6")
    assert main(["sample", NAME, *words, "--eps", "900", "--json"]) == 0
    assert in_exact_numbers(capsys.readouterr().out)["rows_needed"] == 1
