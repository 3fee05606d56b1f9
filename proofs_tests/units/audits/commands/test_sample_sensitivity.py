"""`exactdp sample` and `law` with the smooth median, and with triangles of a file of edges."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.cli import main

TRIANGLES = ("sample", "triangle-count", "-p", "shift=9", "-p", "most=50", "-p", "highest=1000")


def test_a_file_has_one_edge_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two vertices with a blank between them; the relation is that of edges."""
    file = tmp_path / "graph.txt"
    pairs = [(u, v) for u in range(12) for v in range(u + 1, 12)]
    file.write_text("\n".join(f"{u} {v}" for u, v in pairs), encoding="utf-8")
    call = (*TRIANGLES, "--root", "2", "--database", str(file), "--seed", "1")
    assert main([*call]) == 0
    printed = capsys.readouterr()
    assert 100 <= int(printed.out) <= 400
    assert "(edge)" in printed.err
    assert main([*TRIANGLES, "--root", "2", "--database", "(0,1),(1,2),(0,2)"]) == 0


@pytest.mark.parametrize("line", ["2 1", "3 3", "0 1\n0 1", "7"])
def test_what_is_no_edge_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str
) -> None:
    """In one line, which names it."""
    file = tmp_path / "graph.txt"
    file.write_text(f"0 5\n{line}\n", encoding="utf-8")
    assert main([*TRIANGLES, "--root", "2", "--database", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "edge" in printed.err
    assert len(printed.err.splitlines()) == 1


def test_the_smooth_median_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of a thousand and one rows that lie close together."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(500 + i % 9) for i in range(1001)), encoding="utf-8")
    call = ("sample", "smooth-median", "-p", "domain=10001", "--eps", "1", "--seed", "4")
    assert main([*call, "--database", str(file)]) == 0
    printed = capsys.readouterr()
    assert 400 <= int(printed.out) <= 600
    assert "delta = 0 (replace-one)" in printed.err


@pytest.mark.parametrize(
    ("database", "words"), [("1,2", "odd number"), ("1,2,77", "row 77"), ("1,-2,7", "row -2")]
)
def test_other_rows_are_refused(
    capsys: pytest.CaptureFixture[str], database: str, words: str
) -> None:
    """In one line."""
    call = ("sample", "smooth-median", "-p", "domain=9", "--eps", "1", "--database", database)
    assert main([*call]) == 2
    assert words in capsys.readouterr().err


def test_laws_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    """On small databases, for a root and for every eps."""
    assert (
        main(["law", "smooth-median", "-p", "domain=3", "--root", "2", "--database", "0,0,2"]) == 0
    )
    assert "9/11" in capsys.readouterr().out
    call = ["law", "triangle-count", "-p", "shift=1", "-p", "most=1", "-p", "highest=1"]
    assert main([*call, "--all-eps", "--database", "(0,1),(1,2),(0,2)"]) == 0
    assert "bottom" in capsys.readouterr().out
