"""The numbers of section 8.1, found another way (vt14_disjunctions.json)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from reference.data.disjunctions import best_polynomial, chebyshev_polynomial
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


class Best(TypedDict):
    """The least error of degree k, and the polynomial at 0, ..., t."""

    t: int
    k: int
    error: str
    values: list[str]


class Law(TypedDict):
    """Probabilities of summaries, in units of u/n, at e^eps = 2."""

    d: int
    t: int
    k: int
    rows: list[int]
    law: dict[str, str]


class Vectors(TypedDict):
    """What the file has."""

    route: str
    best: list[Best]
    laws: list[Law]


PATH = Path(__file__).parents[2] / "vectors" / "vt14_disjunctions.json"
VECTORS: Vectors = json.loads(PATH.read_text("utf-8"))


@pytest.mark.paper("VT14")
@pytest.mark.parametrize("case", VECTORS["best"])
def test_best_polynomials(case: Best) -> None:
    """The error is that of the linear equations; where it is attained once, so are the values."""
    g = best_polynomial(case["t"], case["k"])
    assert g.error(case["t"]) == Fraction(case["error"])
    if case["t"] == case["k"] + 1:
        assert [str(g(z)) for z in range(case["t"] + 1)] == case["values"]


@pytest.mark.paper("VT14")
@pytest.mark.parametrize("case", VECTORS["laws"])
def test_laws_of_summaries(case: Law) -> None:
    """Each outcome of the file has its probability."""
    made = PolynomialSummary(case["d"], case["t"], case["k"], Epsilon(Fraction(2)))
    found = law(made, tuple(case["rows"]))
    unit = made.unit / len(case["rows"])
    for outcome, p in case["law"].items():
        summary = tuple(int(v) * unit for v in outcome.split(","))
        assert found.probability(summary) == Fraction(p)


@pytest.mark.paper("VT14")
def test_numbers_in_words() -> None:
    """T = 4, k = 2: the error is 9/41 for Chebyshev and 1/5 at best; l_1 sensitivity 48/7."""
    assert chebyshev_polynomial(4, 2).error(4) == Fraction(9, 41)
    assert best_polynomial(4, 2).error(4) == Fraction(1, 5)
    assert chebyshev_polynomial(2, 2)(6) == 1 - 10
    made = PolynomialSummary(4, 3, 2, Epsilon(Fraction(2)))
    assert made.sensitivity * made.unit == Fraction(48, 7)
