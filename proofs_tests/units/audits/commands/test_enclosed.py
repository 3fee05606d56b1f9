"""`exactdp privacy` and `law` for mechanisms that draw Gaussian noise."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp

pytestmark = pytest.mark.usefixtures("at_home")

ABOVE = "privacy answers.py:NormalAbove --rows 3 --eps 1/2"


@pytest.mark.parametrize(
    ("claim", "status", "word"),
    [
        ("--claim-eps 62/25 --delta 1/100", 0, "holds"),
        ("--exp-eps 2 --delta 1/100", 0, "holds"),
        ("--claim-eps 1/5 --delta 1/100", 1, "refuted"),
    ],
)
def test_privacy_is_decided_with_an_interval(
    tmp_path: Path, claim: str, status: int, word: str
) -> None:
    """And with a certificate that the kernel accepts."""
    file = tmp_path / "certificate.json"
    answer = exactdp(f"{ABOVE} {claim} --json --certificate {file}", status=status).json
    assert (answer["verdict"], answer["evidence"]) == (word, "enclosed")
    least = answer["least_delta"]["delta"]
    low, high = Fraction(least["low"]), Fraction(least["high"])
    assert low <= high <= low + Fraction(1, 500)
    assert (high <= Fraction(1, 100)) == (status == 0)
    exactdp("check", file, status=0)


def test_the_interval_is_shown_to_a_person() -> None:
    """As a number, rounded."""
    said = exactdp(f"{ABOVE} --claim-eps 62/25 --delta 1/100", status=0).stdout
    (least,) = (line.split() for line in said.splitlines() if "least delta" in line)
    assert least == ["least", "delta", "0"]


def test_a_delta_inside_the_interval_is_undecided() -> None:
    """With status 3, and the interval: a noisy count at delta 0 loses more than any loss."""
    line = "privacy answers.py:NormalCount --rows 1 --eps 1 --exp-eps 1000000000000"
    said = exactdp(line, status=3).stdout
    assert "delta is inside what is known of the least one" in said


@pytest.mark.slow
def test_laws_are_printed_as_intervals() -> None:
    """A person's and a program's; that of one draw alike to another is a half."""
    line = "law answers.py:NormalAbove --database 0 --eps 1/2"
    ends = exactdp(f"{line} --json", status=0).json["law"]["None"]
    assert Fraction(ends["low"]) < Fraction(1, 2) < Fraction(ends["high"])
    assert "from 0.499" in exactdp(line).stdout
