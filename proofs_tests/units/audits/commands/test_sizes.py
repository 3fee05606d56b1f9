"""What is refused by its numbers, and what is just within the limits."""

from __future__ import annotations

import pytest

from proofs_tests.command_line import exactdp, refusal

WEIGHTS = "-p queries=thresholds -p domain=7 -p threshold=1 -p rate=1/2 -p epochs=1"
SUMMARY = "sample polynomial-summary -p attributes=12 -p most=9 -p degree=9"
PROJECTION = "sample truncated-gaussian-projection -p bits=1 -p rows=2 -p width=70 -p spread=1"


@pytest.mark.parametrize(
    "line",
    [
        "law smooth-median -p domain=50 --database 0,0,3",
        f"law private-multiplicative-weights {WEIGHTS} --database 0",
        "law polynomial-summary -p attributes=3 -p most=3 -p degree=3 --database 0",
        "sample polynomial-summary -p attributes=100 -p most=50 -p degree=2 --database 0,1",
        f"{PROJECTION} --database 0,1",
    ],
)
def test_what_is_small_enough(line: str) -> None:
    """Just within the limits."""
    exactdp(f"{line} --root 2", status=0)


def test_many_rows_are_too_many() -> None:
    """Where the noise grows with them."""
    rows = ",".join(["1"] * 10_000)
    assert "times rows" in refusal(f"{SUMMARY} --root 2 --database {rows}")
