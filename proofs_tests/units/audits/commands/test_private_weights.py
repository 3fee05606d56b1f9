"""`private-multiplicative-weights` on the command line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, refusal

NAME = "private-multiplicative-weights"
TYPED = f"law {NAME} -p queries=thresholds -p domain=2 -p threshold=1 -p rate=1/2"
TARGET = f"sample {NAME} -p queries=marginals-2 -p domain=16 --eps 1 --delta 1e-6"


def test_its_law() -> None:
    """Exactly, on one database."""
    found = exactdp(f"{TYPED} -p epochs=1 --database 0,1 --root 2 --json", status=0).exact
    assert "1534/8505" in found["law"].values()


def test_a_target_and_a_ledger(tmp_path: Path) -> None:
    """Rows of a file, parameters from eps and delta; the updates are told."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(i * i % 16) for i in range(20_000)), "utf-8")
    told = exactdp(f"{TARGET} --database {file} --seed 1", status=0)
    assert told.stdout.count("Answer(") == 24
    rows = "20000 rows (enough): queries=24"
    for words in (rows, "at most 24 epochs", "updates", "update 1 at"):
        assert words in told.stderr


def test_an_accuracy_without_rows() -> None:
    """The parameters, and how many rows they need; at a large loss, without noise, one."""
    told = exactdp(f"{TARGET} --accuracy 1/5 --failure 1/10 --json", status=0).exact
    assert told["epochs"] == 24
    assert told["rows_needed"] > 10_000
    words = "-p queries=points -p domain=8 --accuracy 1/10 --delta 1e-6 --eps 900 --json"
    assert exactdp(f"sample {NAME} {words}", status=0).exact["rows_needed"] == 1


def test_queries_of_a_file(tmp_path: Path) -> None:
    """Points, ranges and literals, one query a line."""
    file = tmp_path / "queries.txt"
    file.write_text("0,2-3, 7\n\nx0 & ~x2\n~x1\n", "utf-8")
    rows = ",".join(map(str, [0, 1, 1, 5, 7] * 40))
    words = f"-p queries={file} -p domain=8 --eps 100 --delta 1e-6 --database {rows} --json"
    told = exactdp(f"sample {NAME} {words}", status=0)
    assert "answers: for each of 3 queries, from 0,2-3, 7 to ~x1" in told.stderr
    exact = [2 / 5, 2 / 5, 4 / 5]
    for answer, right in zip(told.exact["values"][0], exact, strict=True):
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
def test_bad_lines_of_queries(content: str | None, reason: str, tmp_path: Path) -> None:
    """The file, the line and what is allowed."""
    file = tmp_path / "queries.txt"
    if content is not None:
        file.write_text(content, "utf-8")
    words = f"-p queries={file} -p domain=8 --accuracy 1/5 --eps 1 --delta 1e-6"
    said = refusal(f"sample {NAME} {words}")
    assert "queries.txt" in said
    assert reason in said
