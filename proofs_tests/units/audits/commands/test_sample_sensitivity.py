"""`exactdp sample` and `law` with the smooth median, and with triangles of a file of edges."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp, refusal
from reference.exact.exponential import exp_bounds
from reference.mechanisms.sensitivity.noisy_bound import TriangleCount
from reference.privacy.epsilon import Epsilon
from reference.probability.geometric import TwoSidedGeometric

TRIANGLES = "sample triangle-count -p shift=9 -p most=50 -p highest=1000 --root 2"
WHOLE = "sample triangle-count -p vertices=12"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A file with the 66 edges of all pairs of twelve vertices."""
    file = tmp_path / "graph.txt"
    pairs = [(u, v) for u in range(12) for v in range(u + 1, 12)]
    file.write_text("\n".join(f"{u} {v}" for u, v in pairs), encoding="utf-8")
    return file


def test_a_file_has_one_edge_a_line(graph: Path) -> None:
    """Two vertices with a blank between them; the relation is that of edges."""
    printed = exactdp(f"{TRIANGLES} --database {graph} --seed 1", status=0)
    assert 100 <= int(printed.stdout) <= 400
    assert "(edge)" in printed.stderr
    exactdp(f"{TRIANGLES} --database (0,1),(1,2),(0,2)", status=0)


@pytest.mark.parametrize("line", ["2 1", "3 3", "0 1\n0 1", "7"])
def test_what_is_no_edge_is_refused(tmp_path: Path, line: str) -> None:
    """In one line, which names it."""
    file = tmp_path / "graph.txt"
    file.write_text(f"0 5\n{line}\n", encoding="utf-8")
    assert "edge" in refusal(f"{TRIANGLES} --database {file}")


def test_the_smooth_median_of_a_file(tmp_path: Path) -> None:
    """Of a thousand and one rows that lie close together."""
    file = tmp_path / "rows.txt"
    file.write_text("\n".join(str(500 + i % 9) for i in range(1001)), encoding="utf-8")
    line = f"sample smooth-median -p domain=10001 --eps 1 --seed 4 --database {file}"
    printed = exactdp(line, status=0)
    assert 400 <= int(printed.stdout) <= 600
    assert "delta = 0 (replace-one)" in printed.stderr


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("law smooth-median -p domain=3 --root 2 --database 0,0,2", "9/11"),
        (
            (
                "law triangle-count -p shift=1 -p most=1 -p highest=1 --all-eps "
                "--database (0,1),(1,2),(0,2)"
            ),
            "bottom",
        ),
    ],
)
def test_laws_of_both(line: str, words: str) -> None:
    """On small databases, for a root and for every eps."""
    assert words in exactdp(line, status=0).stdout


def test_triangles_for_a_loss_of_the_whole() -> None:
    """What is run declares at most eps and delta, nearly all of eps, and needs its shift."""
    told = exactdp(f"{WHOLE} --eps 1 --delta 1e-6 --json", status=0).exact
    root, shift = Fraction(told["root"]), told["shift"]
    loss = TriangleCount(shift, told["most"], told["highest"], Epsilon(root)).guarantee
    assert exp_bounds(Fraction(99, 100))[1] <= loss.exp_eps <= exp_bounds(Fraction(1))[0]
    assert loss.delta <= Fraction(1, 10**6)
    assert TriangleCount(shift - 1, 1, 1, Epsilon(root)).guarantee.delta > Fraction(1, 10**6)
    assert (told["most"], told["highest"]) == (12 - 2 + 2 * shift, 220)
    above = told["most"] + 1 - (12 - 2) - shift
    assert TwoSidedGeometric(1 / root).at_least(above) <= Fraction(1, 10**6)  # bottom
    promised = {"exp_eps": None, "delta": "1/1000000", "eps": "1", "adjacency": "edge"}
    assert told["guarantee"] == promised


def test_triangles_of_a_file_for_a_loss(graph: Path) -> None:
    """All 220 of twelve vertices, at a loss that leaves little noise."""
    printed = exactdp(f"{WHOLE} --eps 50 --delta 1e-6 --database {graph} --seed 1", status=0)
    assert 150 <= int(printed.stdout) <= 220
    for words in (
        "66 edges (no accuracy is promised): root=",
        "guarantee asked for, of each output: eps = 50, delta = 0.000001 (edge)",
        "answers: the number of triangles, from 0 to 220",
    ):
        assert words in printed.stderr


@pytest.mark.parametrize("edge", ["0 9", "(0,9)", "9 0", "3 4"])
def test_an_edge_of_no_vertex_is_refused(tmp_path: Path, edge: str) -> None:
    """Four vertices are 0 to 3, however few of them have an edge."""
    file = tmp_path / "edges.txt"
    file.write_text(f"0 1\n{edge}\n", "utf-8")
    line = f"sample triangle-count -p vertices=4 --eps 1 --delta 1e-6 --database {file}"
    assert "the vertices are 0, ..., 3" in refusal(line)
