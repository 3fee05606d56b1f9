"""`exactdp sample` with derived parameters: how many rows are needed, and outputs on so many."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers

REC_PREFIX = ("sample", "rec-prefix", "-p", "domain=256")
TARGET = ("--eps", "4", "--delta", "1e-4", "--failure", "1/5")
THRESHOLDS = ("sample", "thresholds", "-p", "domain=256", "--accuracy", "1/2", *TARGET)


def parameters(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    """What a call without a database answers."""
    assert main([*words, "--json"]) == 0
    answer: dict[str, object] = in_exact_numbers(capsys.readouterr().out)
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
    printed = capsys.readouterr()
    assert "construction=tree counter" in printed.err
    assert "declared guarantee, of each output: eps = 3.9" in printed.err
    assert "delta = 0 (replace-one)" in printed.err
    counts = json.loads(f"[{printed.out.strip()[1:-1]}]")
    assert len(counts) == 256
    for threshold, answer in enumerate(counts):
        assert abs(answer - sum(100 + i % 32 <= threshold for i in range(needed))) <= needed / 2


def test_thresholds_of_a_large_domain_are_steps(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """There the release by blocks of rows is taken; its output is an object in JSON."""
    words = [word.replace("256", "2097152") for word in THRESHOLDS]
    answer = parameters(capsys, *words)
    assert answer["construction"] == "release by noisy blocks of rows"
    needed = answer["rows_needed"]
    assert isinstance(needed, int)
    rows = database(tmp_path, needed)
    assert main([*words, "--database", rows, "--seed", "1", "--json"]) == 0
    found = in_exact_numbers(capsys.readouterr().out)
    (text,), (value,) = found["outputs"], found["values"]
    assert re.fullmatch(r"Steps\(points=\(.*\),counts=\(.*\)\)", text)
    assert len(value["counts"]) == len(value["points"]) + 1
    assert found["guarantee"] == {
        "exp_eps": None,
        "delta": "1/10000",
        "eps": "4",
        "adjacency": "replace-one",
    }


def test_long_powers_are_not_computed(capsys: pytest.CaptureFixture[str]) -> None:
    """The exact delta of this release has a thousand million digits."""
    words = [word.replace("256", "2^40").replace("1/2", "1e-3") for word in THRESHOLDS]
    assert main([*words, "--timeout", "60"]) == 0
    assert (
        "guarantee asked for, of each output: eps = 4, delta = 0.0001" in capsys.readouterr().out
    )


def test_one_point_needs_one_row(capsys: pytest.CaptureFixture[str]) -> None:
    """And no noise."""
    words = [word.replace("256", "1") for word in THRESHOLDS]
    assert main([*words, "--database", "0", "--json"]) == 0
    assert in_exact_numbers(capsys.readouterr().out)["values"] == [[1]]


def test_the_guarantee_of_what_was_run_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """--eps is that of a node of the counter here: a row changes 2 * 10 - 1 of them."""
    words = ("sample", "tree-counter", "-p", "domain=1024", "--eps", "1", "--database", "1,2")
    assert main([*words]) == 0
    printed = capsys.readouterr()
    assert "declared guarantee, of each output: eps = 19.00000" in printed.err
    assert printed.err.count("\n") == 1
    assert main([*words, "--json"]) == 0
    assert in_exact_numbers(capsys.readouterr().out)["guarantee"]["delta"] == "0"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("1\n2\n\nx\n", "rows.txt, line 4: 'x'"),
        ("1\n3.0\n", "rows.txt, line 2: 3.0: rows are integers"),
        ("1\n--5\n", "rows.txt, line 2: '--5'"),
        ("1\n\u00b2\n", "rows.txt, line 2: '\u00b2'"),
    ],
)
def test_a_bad_row_of_a_file_is_named(
    content: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """By its file, its line and its value."""
    file = tmp_path / "rows.txt"
    file.write_text(content, encoding="utf-8")
    call = ["sample", "tree-counter", "-p", "domain=8", "--eps", "1", "--database", str(file)]
    assert main(call) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert words in printed.err


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ((*REC_PREFIX, *TARGET, "--seed", "3"), "--seed: not with parameters alone"),
        ((*REC_PREFIX, *TARGET, "--count", "3"), "--count: not with parameters alone"),
        ((*REC_PREFIX, *TARGET, "--root", "2"), "--root: not with derived parameters"),
        ((*REC_PREFIX, "--eps", "1"), "give --database"),
        ((*REC_PREFIX, "--eps", "1", "--delta", "2"), "--failure is missing: give --eps"),
        ((*THRESHOLDS, "--database", "1,2"), "as calibrated here (tree counter)"),
        ((*THRESHOLDS, "--database", ""), "--database: 0 rows, thresholds takes 1 or more"),
        ((*REC_PREFIX, *TARGET, "--database", "1,2"), "2 rows are too few"),
        (
            ("sample", "thresholds", "--database", "1,2", "--eps", "1"),
            "give --eps --delta --accuracy --failure and -p domain=SIZE",
        ),
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
