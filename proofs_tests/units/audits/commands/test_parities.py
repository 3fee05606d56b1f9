"""`exactdp sample gaussian-projection`."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers

RELEASE = ("sample", "gaussian-projection", "-p", "bits=3", "-p", "rows=40")
TARGET = ("--eps", "1", "--delta", "1e-6")


def test_parities_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Nine numbers, a symmetric matrix up to rounding in size, and the guarantee."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(k % 8) for k in range(40)), encoding="utf-8")
    words = [*RELEASE, *TARGET, "--database", str(file), "--seed", "3", "--json"]
    assert main(words) == 0
    printed = capsys.readouterr()
    answer = in_exact_numbers(printed.out)
    assert answer["rows"] == 40
    assert answer["derived"] == {"bits": 3, "bound": 40, "variance": "2061/8"}
    assert answer["guarantee"] == {
        "exp_eps": None,
        "delta": "1/1000000",
        "eps": "1",
        "adjacency": "add-remove-one",
    }
    assert "rows that have equal values less the number of those that do not" in printed.err
    assert len(answer["outputs"][0].split(",")) == 9


def test_parameters_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """The variance: rho = (3.84908 - 3.71692)^2 = 0.017466, 9/(2 rho) = 257.6."""
    assert main([*RELEASE, *TARGET, "--json"]) == 0
    answer = in_exact_numbers(capsys.readouterr().out)
    assert answer["variance"] == "2061/8"
    assert "rows_needed" not in answer


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((*RELEASE, "--eps", "1", "--database", "1"), "give --eps --delta, -p bits=D"),
        ((*RELEASE[:4], *TARGET, "--database", "1"), "and -p rows=N"),
        ((*RELEASE[:4], "-p", "rows=0", *TARGET, "--database", "1"), "-p rows=0: from 1 to"),
        ((*RELEASE[:2], "-p", "bits=65", "-p", "rows=1", *TARGET), "-p bits=65: from 1 to 64"),
        ((*RELEASE, *TARGET, "--database", "8"), "row 8: a row is one of"),
        (
            (*RELEASE, *TARGET, "--database", "0," * 40 + "0"),
            "-p rows=40: at most 40 rows, and there are 41",
        ),
        ((*RELEASE, *TARGET, "--accuracy", "1/2", "--failure", "1/2"), "the rest is derived"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    """One line, exit status 2."""
    assert main([*words]) == 2
    printed = capsys.readouterr().err
    assert reason in printed
    assert printed.count("\n") == 1
