"""Continuous noise on the command line: a user's class, at one eps and at every eps."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path

import pytest

from audits.kernel import check
from proofs_tests.command_line import exactdp, refusal

pytestmark = pytest.mark.usefixtures("at_home")

ABOVE = "privacy answers.py:Above --rows 2"


def test_the_law_is_a_function_of_u_and_r() -> None:
    """By hand: Pr[0 on (-1)] is (4 r - 1) / (6 r^2), with r = e^(eps/4)."""
    every = exactdp("law answers.py:Above --database -1 --all-eps --json").json["law"]
    assert every["0"] == {"exact": "(4 r - 1) / (6 r^2)", "low": None, "high": None}
    lines = exactdp("law answers.py:Above --database -1 --eps 4").stdout
    assert "(4 r - 1) / (6 r^2)" in lines
    assert "0.2226970802" in lines  # (4 e - 1) / (6 e^2), by another calculator


def test_private_for_every_eps(tmp_path: Path) -> None:
    """With the loss that is claimed, and a certificate that says so."""
    file = tmp_path / "proof.json"
    line = f"{ABOVE} --claim-eps 1 --all-eps --json --certificate {file}"
    answer = exactdp(line, status=0).json
    assert (answer["verdict"], answer["evidence"]) == ("holds", "all-epsilon")
    facts = check(file.read_text("utf-8")).facts
    assert (facts["range"], facts["pairs"], facts["databases"]) == ("u > 0", 40, 9)
    assert json.loads(file.read_text("utf-8"))["exp_eps"]["num"] == [[0, 4, 1]]


def test_refuted_at_an_eps() -> None:
    """The witness names u and eps = 4 u."""
    witness = exactdp(f"{ABOVE} --claim-eps 1/4 --all-eps --json", status=1).exact["witness"]
    assert (witness["u"], witness["eps"]) == ("1/4", "1")
    said = exactdp(f"{ABOVE} --claim-eps 1/4 --all-eps", status=1).said
    assert "claimed loss 1/4 eps" in said
    assert "witness: where eps = 1" in said


@pytest.mark.parametrize(
    ("claim", "delta", "status"),
    [
        ("1/4", "1/4", 0),
        ("1/4", "1/100", 1),
        ("1/4", "1/20 e^(-2 eps)", 1),
        ("3/4", "1/2*e^(-2eps)", 0),
    ],
)
def test_one_eps(claim: str, delta: str, status: int) -> None:
    """The same laws at eps = 1, where the least delta is known."""
    exactdp(f"{ABOVE} --eps 1 --claim-eps {claim} --delta '{delta}'", status=status)


def test_a_wrong_one_is_refuted() -> None:
    """A quarter of the noise of the answers."""
    exactdp(f"{ABOVE} -p noise=1 --all-eps --claim-eps 1", status=1)
    exactdp(f"{ABOVE} -p noise=1 --all-eps --claim-eps 5/2", status=0)


@pytest.mark.parametrize("words", ["gap-noisy-max", "gap-sparse-vector -p threshold=0 -p count=1"])
def test_values_themselves_are_asked_for(words: str) -> None:
    """By `cuts=none`; cuts can be typed, too."""
    line = f"privacy {words} --rows 2 --all-eps -p"
    assert "continuous values" in exactdp(f"{line} cuts=none --json").json["scope"]
    assert "continuous values" not in exactdp(f"{line} cuts=0,2", status=0).stdout


def test_it_is_sampled() -> None:
    """From the same source."""
    line = "sample answers.py:Above --eps 1 --database 0,1 --count 20 --seed 1"
    assert set(exactdp(line).stdout.split()) == {"0", "1", "None"}


# values that are put out


def test_it_is_decided_for_every_eps(tmp_path: Path) -> None:
    """It holds for eps, with a certificate that the kernel accepts; eps/4 is refuted."""
    line, proof = "privacy answers.py:Sparse --rows 2 --all-eps --json", tmp_path / "proof.json"
    told = exactdp(f"{line} --claim-eps 1 --certificate {proof}", status=0).json
    assert told["verdict"] == "holds"
    statement = check(proof.read_text("utf-8"))
    assert (statement.kind, statement.facts["databases"]) == ("densities", 4)
    witness = exactdp(f"{line} --claim-eps 1/4", status=1).json["witness"]
    assert (witness["databases"], witness["event"]) == (["(0,0)", "(1,1)"], ["None"])


def test_the_law_is_shown_piece_by_piece() -> None:
    """Right of 0 the gap of one answer 0 has the density (2 e^(-s) - e^(-2 s)) / 3, by hand."""
    line = "law answers.py:Sparse --database 0 --all-eps"
    assert "(0,value) 0 < z (2/3) e^(-s) + (-1/3) e^(-2 s)" in exactdp(line, status=0).said
    found = exactdp(f"{line} --json", status=0).exact
    assert found["law"] == {"None": "1/2", "(0,value)": "1/2"}
    density = found["densities"]["(0,value)"]
    assert density["breaks"] == [0]
    assert sorted((term["m"], term["j"]) for term in density["pieces"][1]) == [(-2, 0), (-1, 0)]


def test_several_free_values() -> None:
    """Two answers with noise of the scale 2/eps are eps-private; their densities are shown."""
    for claim, status in (("1", 0), ("3/4", 1)):
        line = f"privacy answers.py:Noisy --all-eps --rows 2 --claim-eps {claim}"
        exactdp(line, status=status)
    law = "law answers.py:Noisy --all-eps --database 0,1"
    assert "free value 1 1 e^(-2 |s - 1 u|)" in exactdp(law, status=0).said
    found = exactdp(f"{law} --json", status=0).json["free"]
    assert found == {"(free value,free value)": [[2, 0], [2, 1]]}


@pytest.mark.parametrize(
    ("name", "least", "event"), [("Count", "1", "value, value < 0"), ("Sometimes", "2", None)]
)
def test_the_least_multiple_of_densities(name: str, least: str, event: str | None) -> None:
    """It is exact: eps for a count; for two that are told at once their sum."""
    line = f"privacy answers.py:{name} --rows 1 --all-eps --json"
    (found,) = exactdp(line, status=0).exact["least_eps"]
    assert (found["multiple_of_eps"], found["where"]) == (least, "as eps grows")
    assert event in {None, *found["event"]}


@pytest.mark.parametrize("options", ["--eps 1", "--all-eps --plot lap.svg"])
def test_there_is_a_way_to_a_picture(options: str) -> None:
    """What refuses names it, before the laws of all databases are computed; and it works."""
    refused = " ".join(refusal(f"privacy answers.py:Count --rows 12 {options}").split())
    assert "return cell(value, cuts)" in refused
    assert "from exactdp import cell" in refused
    assert "least e^eps" in exactdp("privacy answers.py:Seen --rows 1 --eps 1", status=0).stdout


def test_decimals_of_a_cell_are_at_its_own_r() -> None:
    """A cell with an end of 3/4 is in a finer unit; its r is e^(1/4), and 0.216 was that at e."""
    line = "privacy answers.py:Sometimes --rows 1 --all-eps --claim-eps 3/2 --json"
    witness = exactdp(line, status=1).json["witness"]
    low, high = (exp(-end * 2) / 2 for end in (0, 1 / 4))
    assert witness["event"] == ["value, 3/4 <= value < 1"]
    assert float(witness["probabilities"][0]["low"]) == pytest.approx((low - high) / 2)
