"""`exactdp sample` and `law` with the smooth median, and with triangles of a file of edges."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audits.cli import main
from proofs_tests.command_line import in_exact_numbers
from reference.exact.exponential import exp_bounds
from reference.mechanisms.sensitivity.noisy_bound import TriangleCount
from reference.privacy.epsilon import Epsilon
from reference.probability.geometric import TwoSidedGeometric

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


WHOLE = ("sample", "triangle-count", "-p", "vertices=12")


def test_triangles_for_a_loss_of_the_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """What is run declares at most eps and delta, nearly all of eps, and needs its shift."""
    assert main([*WHOLE, "--eps", "1", "--delta", "1e-6", "--json"]) == 0
    told = in_exact_numbers(capsys.readouterr().out)
    root, shift = Fraction(told["root"]), told["shift"]
    loss = TriangleCount(shift, told["most"], told["highest"], Epsilon(root)).guarantee
    assert exp_bounds(Fraction(99, 100))[1] <= loss.exp_eps <= exp_bounds(Fraction(1))[0]
    assert loss.delta <= Fraction(1, 10**6)
    assert TriangleCount(shift - 1, 1, 1, Epsilon(root)).guarantee.delta > Fraction(1, 10**6)
    assert (told["most"], told["highest"]) == (12 - 2 + 2 * shift, 220)
    above = told["most"] + 1 - (12 - 2) - shift
    assert TwoSidedGeometric(1 / root).at_least(above) <= Fraction(1, 10**6)  # bottom
    assert told["guarantee"] == {
        "exp_eps": None,
        "delta": "1/1000000",
        "eps": "1",
        "adjacency": "edge",
    }


def test_triangles_of_a_file_for_a_loss(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """All 220 of twelve vertices, at a loss that leaves little noise."""
    file = tmp_path / "graph.txt"
    pairs = [(u, v) for u in range(12) for v in range(u + 1, 12)]
    file.write_text("\n".join(f"{u} {v}" for u, v in pairs), encoding="utf-8")
    target = ("--eps", "50", "--delta", "1e-6", "--database", str(file), "--seed", "1")
    assert main([*WHOLE, *target]) == 0
    printed = capsys.readouterr()
    assert 150 <= int(printed.out) <= 220
    assert "66 edges (no accuracy is promised): root=" in printed.err
    assert "guarantee asked for, of each output: eps = 50, delta = 0.000001 (edge)" in printed.err
    assert "answers: the number of triangles, from 0 to 220" in printed.err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--eps", "1e-4"), "--eps 1e-4: too small for triangle-count here: its shift is 2"),
        (("--eps", "1", "-p", "shift=3"), "-p shift is not read here: give --eps --delta, and"),
        (("--eps", "1", "--failure", "1/2"), "--failure is not read here"),
        ((), "--eps is missing"),
    ],
)
def test_bad_targets(
    words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, exit status 2."""
    assert main([*WHOLE, "--delta", "1e-6", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert reason in printed.err


@pytest.mark.parametrize("edge", ["0 9", "(0,9)", "9 0", "3 4"])
def test_an_edge_of_no_vertex_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, edge: str
) -> None:
    """Four vertices are 0 to 3, however few of them have an edge."""
    (tmp_path / "edges.txt").write_text(f"0 1\n{edge}\n", "utf-8")
    words = ("--eps", "1", "--delta", "1e-6", "--database", str(tmp_path / "edges.txt"))
    assert main(["sample", "triangle-count", "-p", "vertices=4", *words]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "the vertices are 0, ..., 3" in printed.err


def test_a_public_number_of_vertices(capsys: pytest.CaptureFixture[str]) -> None:
    """More edges than it allows are refused; so is a number too small for a triangle."""
    target = ("--eps", "1", "--delta", "1e-6", "--database", "(0,1),(0,2),(1,2),(3,4)")
    assert main(["sample", "triangle-count", "-p", "vertices=3", *target]) == 2
    assert "-p vertices=3: at most 3 rows, and there are 4" in capsys.readouterr().err
    assert main(["sample", "triangle-count", "-p", "vertices=2", *target]) == 2
    assert "-p vertices=2: from 3 to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        (("-p", "most=10^9", "-p", "highest=10^9", "-p", "shift=1", "--root", "2"), 3000),
        (("-p", "most=1", "-p", "highest=2^400", "-p", "shift=1", "--eps", "1"), 500),
        (("-p", "most=1", "-p", "highest=1", "-p", "shift=500", "--all-eps"), 500),
    ],
)
def test_a_law_that_is_too_long_is_refused(
    words: tuple[str, ...], limit: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its size, before a value is listed."""
    assert main(["law", "triangle-count", *words, "--database", "(0,1)"]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert f"shift + most * highest is at most {limit}" in printed.err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--delta", "1e-6", "-p", "vertices=3"), "edge (0, 3): the vertices are 0, ..., 2"),
        (("-p", "vertices=9"), "-p vertices goes with --eps and --delta; without --delta, give"),
    ],
)
def test_a_bound_on_the_vertices(
    words: tuple[str, ...], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is kept by the edges, and read with --delta only."""
    call = ("sample", "triangle-count", "--eps", "1", *words, "--database", "(0,1),(1,2),(0,3)")
    assert main([*call]) == 2
    told = capsys.readouterr().err
    assert error in told
    assert told.count("\n") == 1


def test_no_parameters_to_derive(capsys: pytest.CaptureFixture[str]) -> None:
    """A mechanism without a derivation takes no --delta."""
    call = ("sample", "smooth-median", "-p", "domain=9", "--eps", "1", "--delta", "1e-6")
    assert main([*call, "--database", "1"]) == 2
    assert "--delta: smooth-median has no parameters to derive" in capsys.readouterr().err


def test_a_directory_is_no_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose name has no suffix."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows").mkdir()
    call = ("sample", "smooth-median", "-p", "domain=9", "--eps", "1", "--database", "rows")
    assert main([*call]) == 2
    assert "rows: a directory, give a file of rows" in capsys.readouterr().err
