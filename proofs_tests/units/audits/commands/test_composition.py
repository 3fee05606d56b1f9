"""`exactdp complexity composition`: statuses, lines, JSON and a picture."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from pathlib import Path

from proofs_tests.command_line import exactdp


def test_the_json_has_bounds_that_a_sum_in_floating_point_confirms() -> None:
    """For 20 rounds of 1/2 the delta at the optimal loss is 1/1000; thousands of rounds follow."""
    words = "--rounds 20,4000 --eps 1/2 --target-delta 1/1000 --json"
    answer = exactdp(f"complexity composition {words}", status=0).json
    first, last = answer["rounds"]
    assert answer["target_delta"]["exact"] == "1/1000"
    assert [first["rounds"], last["rounds"]] == [20, 4000]
    assert first["losses"]["basic"] == {"exact": None, "low": "10", "high": "10"}
    assert [first["least_but_optimal"], last["least_but_optimal"]] == ["basic", "advanced, tanh"]
    loss = float(Fraction(first["losses"]["optimal"]["high"]))
    told, ways = 0.0, 1
    for m in range(20, -1, -1):
        chance = ways * exp(m / 2) / (1 + exp(0.5)) ** 20
        told += max(0.0, chance * (1 - exp(loss - (2 * m - 20) / 2)))
        ways = ways * m // (20 - m + 1)
    assert abs(told - 1 / 1000) < 1e-9


def test_the_table_says_what_is_not_promised(tmp_path: Path) -> None:
    """8 rounds of delta 1/10 promise nothing at 1/2; the optimal loss needs 0.57."""
    file = tmp_path / "rounds.png"
    words = f"--rounds 1,8 --eps 1 --delta 1/10 --target-delta 1/2 --plot {file}"
    said = exactdp(f"complexity composition {words}", status=0).stdout
    assert "Rounds that are (1, 1/10)-private each, total delta 1/2." in said
    (last,) = (line.split() for line in said.splitlines() if line.startswith("8 "))
    assert last[1:] == ["-"] * 6
    assert file.read_bytes().startswith(b"\x89PNG")
