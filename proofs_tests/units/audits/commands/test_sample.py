"""`exactdp sample` with derived parameters: how many rows are needed, and outputs on so many."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from audits.cli import main

REC_PREFIX = ("sample", "rec-prefix", "-p", "domain=256")
TARGET = ("--eps", "4", "--delta", "1e-4", "--failure", "1/5")
THRESHOLDS = ("sample", "thresholds", "-p", "domain=256", "--accuracy", "1/2", *TARGET)


def parameters(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What a call without a database answers."""
    assert main([*words, "--json"]) == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    return answer


def database(folder: Path, rows: int) -> str:
    """So many rows from 100 to 131."""
    file = folder / "rows.txt"
    file.write_text("\n".join(str(100 + i % 32) for i in range(rows)), encoding="utf-8")
    return str(file)


def test_so_many_rows_as_are_needed_suffice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On them the same parameters are derived, and the answer lies between the rows."""
    needed = parameters(capsys, *REC_PREFIX, *TARGET)["rows_needed"]
    assert isinstance(needed, int)
    rows = database(tmp_path, needed)
    assert main([*REC_PREFIX, *TARGET, "--database", rows, "--seed", "1"]) == 0
    printed = capsys.readouterr()
    assert f"{needed} rows (enough)" in printed.err
    assert 100 <= int(printed.out) <= 131


def test_thresholds_answer_within_the_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each count is off by at most half of the rows, at seed 1."""
    needed = parameters(capsys, *THRESHOLDS)["rows_needed"]
    assert isinstance(needed, int)
    rows = database(tmp_path, needed)
    assert main([*THRESHOLDS, "--database", rows, "--seed", "1"]) == 0
    released = re.fullmatch(
        r"Steps\(points=\((.*)\), counts=\((.*)\)\)\n", capsys.readouterr().out
    )
    assert released is not None
    points, counts = ([int(n) for n in part.split(",")] for part in released.groups())
    for threshold in range(256):
        answer = counts[sum(point <= threshold for point in points)]
        assert abs(answer - sum(100 + i % 32 <= threshold for i in range(needed))) <= needed / 2


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ((*REC_PREFIX, *TARGET, "--seed", "3"), "--seed: not with parameters alone"),
        ((*REC_PREFIX, *TARGET, "--count", "3"), "--count: not with parameters alone"),
        ((*REC_PREFIX, *TARGET, "--root", "2"), "--root: not with derived parameters"),
        ((*REC_PREFIX, "--eps", "1"), "give --database"),
        ((*REC_PREFIX, "--eps", "1", "--delta", "2"), "give --eps --delta --failure"),
        ((*THRESHOLDS, "--database", "1,2"), "needs"),
        (("sample", "thresholds", "--database", "1,2", "--eps", "1"), "give --delta"),
    ],
)
def test_bad_calls_are_refused(
    words: tuple[str, ...], names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with status 2."""
    assert main([*words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert names in printed.err
