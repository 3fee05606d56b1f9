"""`exactdp complexity composition`: statuses, lines, JSON and a picture."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import exp
from pathlib import Path

import pytest

from audits.commands.complexity_composition import command
from audits.inputs.literals import InputError
from proofs_tests.command_line import exactdp


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ({"rounds": "0"}, "--rounds 0: give integers from 1 to 100000"),
        ({"rounds": "1,,2"}, "--rounds 1,,2"),
        ({"rounds": "100001"}, "--rounds 100001"),
        ({"eps": "-1"}, "--eps -1: a number from 0"),
        ({"eps": "1001"}, "--eps 1001"),
        ({"eps": "nan"}, "--eps 'nan'"),
        ({"delta": "2"}, "--delta 2: a number from 0 to 1"),
        ({"target_delta": "1"}, "--target-delta 1: a number from 0, below 1"),
        ({"plot": "t.txt"}, "t.txt: the name of a picture"),
        ({"plot": "t.png", "eps": "0"}, "there is nothing to draw"),
    ],
)
def test_bad_input_is_named(typed: dict[str, str], names: str) -> None:
    """With what is admissible."""
    words = {"rounds": "2", "eps": "1", "target_delta": "1/10"} | typed
    with pytest.raises(InputError, match=re.escape(names)):
        command(**words, as_json=True)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("composition --rows 3", "--rows: composition has no such option; did you mean --rounds?"),
        ("interior-point --target-delta 0", "--target-delta: not with interior-point"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: str, names: str) -> None:
    """It names what was typed."""
    done = exactdp(f"complexity {words}")
    assert done.returncode == 2
    assert names in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_json_has_bounds_that_a_sum_in_floating_point_confirms() -> None:
    """For 20 rounds of 1/2 the delta at the optimal loss is 1/1000; thousands of rounds follow."""
    words = "--rounds 20,4000 --eps 1/2 --target-delta 1/1000 --json"
    done = exactdp(f"complexity composition {words}")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
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


def test_the_table_says_what_is_not_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """8 rounds of delta 1/10 promise nothing at 1/2; the optimal loss needs 0.57."""
    file = tmp_path / "rounds.png"
    command("1,8", "1", "1/10", "1/2", str(file))
    words = capsys.readouterr().out
    assert "Rounds that are (1, 1/10)-private each, total delta 1/2." in words
    (last,) = (line.split() for line in words.splitlines() if line.startswith("8 "))
    assert last[1:] == ["-"] * 6
    assert file.read_bytes().startswith(b"\x89PNG")
