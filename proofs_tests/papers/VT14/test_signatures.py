"""The optima of section 6.3, found another way (vt14_signatures.json), and its marginals."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from audits.claims.vt14.laws.signatures import verifying_row
from audits.engines.optimum import solve
from reference.data.marginals import marginals


class Optimum(TypedDict):
    """The best probability of a row that verifies."""

    messages: int
    signatures: int
    rows: int
    exp_eps: str
    delta: str
    optimum: str


class Vectors(TypedDict):
    """What the file has."""

    route: str
    optima: list[Optimum]


PATH = Path(__file__).parents[2] / "vectors" / "vt14_signatures.json"
VECTORS: Vectors = json.loads(PATH.read_text("utf-8"))


@pytest.mark.paper("VT14")
@pytest.mark.parametrize("case", VECTORS["optima"])
def test_rows_that_verify(case: Optimum) -> None:
    """Over all sanitisers that release one row."""
    problem = verifying_row(case["messages"], case["signatures"], case["rows"], 1)
    best = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert best.value == Fraction(case["optimum"])


@pytest.mark.paper("VT14")
def test_numbers_of_marginals() -> None:
    """2^t C(d, t): 40 of 2 literals over 5 attributes, 80 of 3."""
    assert [len(marginals(5, t)) for t in range(6)] == [1, 10, 40, 80, 80, 32]
