"""`exactdp sample` with derived parameters: how many rows are needed, and outputs on so many."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, refusal

TARGET = "--eps 4 --delta 1e-4 --failure 1/5"
REC_PREFIX = f"sample rec-prefix -p domain=256 {TARGET}"
THRESHOLDS = f"sample thresholds -p domain=256 --accuracy 1/2 {TARGET}"


def needed(line: str, folder: Path) -> tuple[int, str]:
    """How many rows a line needs, and a database of so many rows from 100 to 131."""
    rows = exactdp(f"{line} --json", status=0).json["rows_needed"]
    assert isinstance(rows, int)
    file = folder / "rows.txt"
    file.write_text("\n".join(str(100 + i % 32) for i in range(rows)), encoding="utf-8")
    return rows, f"--database {file}"


def test_so_many_rows_as_are_needed_suffice(tmp_path: Path) -> None:
    """On them the same parameters are derived, and the answer lies between the rows."""
    rows, database = needed(REC_PREFIX, tmp_path)
    printed = exactdp(f"{REC_PREFIX} {database} --seed 1", status=0)
    assert f"{rows} rows (enough)" in printed.stderr
    assert 100 <= int(printed.stdout) <= 131


def test_thresholds_answer_within_the_error(tmp_path: Path) -> None:
    """Each count is off by at most half of the rows, at seed 1."""
    rows, database = needed(THRESHOLDS, tmp_path)
    printed = exactdp(f"{THRESHOLDS} {database} --seed 1", status=0)
    assert "construction=tree counter" in printed.stderr
    assert "declared guarantee, of each output: eps = 3.9" in printed.stderr
    assert "delta = 0 (replace-one)" in printed.stderr
    counts = json.loads(f"[{printed.stdout.strip()[1:-1]}]")
    assert len(counts) == 256
    for threshold, answer in enumerate(counts):
        assert abs(answer - sum(100 + i % 32 <= threshold for i in range(rows))) <= rows / 2


def test_thresholds_of_a_large_domain_are_steps(tmp_path: Path) -> None:
    """There the release by blocks of rows is taken; its output is an object in JSON."""
    line = f"{THRESHOLDS.replace('256', '2097152')} --json"
    _, database = needed(line, tmp_path)
    assert exactdp(line).json["construction"] == "release by noisy blocks of rows"
    found = exactdp(f"{line} {database} --seed 1", status=0).exact
    (text,), (value,) = found["outputs"], found["values"]
    assert re.fullmatch(r"Steps\(points=\(.*\),counts=\(.*\)\)", text)
    assert len(value["counts"]) == len(value["points"]) + 1
    promised = {"exp_eps": None, "delta": "1/10000", "eps": "4", "adjacency": "replace-one"}
    assert found["guarantee"] == promised


def test_long_powers_are_not_computed() -> None:
    """The exact delta of this release has a thousand million digits."""
    line = THRESHOLDS.replace("256", "2^40").replace("1/2", "1e-3")
    said = exactdp(f"{line} --timeout 60", status=0).stdout
    assert "guarantee asked for, of each output: eps = 4, delta = 0.0001" in said


def test_one_point_needs_one_row() -> None:
    """And no noise."""
    line = f"{THRESHOLDS.replace('256', '1')} --database 0 --json"
    assert exactdp(line, status=0).exact["values"] == [[1]]


def test_the_guarantee_of_what_was_run_is_printed() -> None:
    """--eps is that of a node of the counter here: a row changes 2 * 10 - 1 of them."""
    line = "sample tree-counter -p domain=1024 --eps 1 --database 1,2"
    said = exactdp(line, status=0).stderr
    assert "declared guarantee, of each output: eps = 19.00000" in said
    assert said.count("\n") == 1
    assert exactdp(f"{line} --json", status=0).exact["guarantee"]["delta"] == "0"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("1\n2\n\nx\n", "rows.txt, line 4: 'x'"),
        ("1\n3.0\n", "rows.txt, line 2: 3.0: rows are integers"),
        ("1\n--5\n", "rows.txt, line 2: '--5'"),
        ("1\n\u00b2\n", "rows.txt, line 2: '\u00b2'"),
        ("", "a file without rows"),
        ("\n\n  \n", "a file without rows"),
    ],
)
def test_a_bad_row_of_a_file_is_named(content: str, words: str, tmp_path: Path) -> None:
    """By its file, its line and its value; a file without rows may be the wrong one."""
    file = tmp_path / "rows.txt"
    file.write_text(content, encoding="utf-8")
    assert words in refusal(f"sample tree-counter -p domain=8 --eps 1 --database {file}")


def test_the_empty_database_is_typed() -> None:
    """It is no mistake."""
    exactdp("sample tree-counter -p domain=2 --eps 1 --database ''", status=0)
