"""`exactdp sample gaussian-projection`."""

from __future__ import annotations

from pathlib import Path

from proofs_tests.command_line import exactdp

LINE = "sample gaussian-projection -p bits=3 -p rows=40 --eps 1 --delta 1e-6 --json"


def test_parities_of_a_file(tmp_path: Path) -> None:
    """Nine numbers, a symmetric matrix up to rounding in size, and the guarantee."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(k % 8) for k in range(40)), encoding="utf-8")
    printed = exactdp(f"{LINE} --database {file} --seed 3", status=0)
    answer = printed.exact
    assert answer["rows"] == 40
    assert answer["derived"] == {"bits": 3, "bound": 40, "variance": "2061/8"}
    promised = {"exp_eps": None, "delta": "1/1000000", "eps": "1", "adjacency": "add-remove-one"}
    assert answer["guarantee"] == promised
    assert "rows that have equal values less the number of those that do not" in printed.stderr
    assert len(answer["outputs"][0].split(",")) == 9


def test_parameters_alone() -> None:
    """The variance: rho = (3.84908 - 3.71692)^2 = 0.017466, 9/(2 rho) = 257.6."""
    answer = exactdp(LINE, status=0).exact
    assert answer["variance"] == "2061/8"
    assert "rows_needed" not in answer
