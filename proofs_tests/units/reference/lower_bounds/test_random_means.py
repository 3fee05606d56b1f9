"""Rows with random means, against closed forms."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference.lower_bounds.random_means import RandomMean, product_rows

VECTORS = Path(__file__).parents[3] / "vectors" / "bcmnuw20_tracing.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["fingerprints"]

HALF = Fraction(1, 2)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_fingerprints(case: dict[str, Any]) -> None:
    """Of functions of the number of +1, for the width 1."""
    values = [*map(Fraction, case["values"])]
    f = [values[bits.bit_count()] for bits in range(1 << case["rows"])]
    assert RandomMean().fingerprint(f) == Fraction(case["fingerprint"])


@pytest.mark.parametrize("width", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)])
def test_widths_that_are_refused(width: Fraction) -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match=r"it lies in \(0, 1\]"):
        RandomMean(width)


def test_what_else_is_refused() -> None:
    """A function of three values, and a mean above 1."""
    with pytest.raises(ValueError, match="3 values"):
        RandomMean().fingerprint([HALF] * 3)
    with pytest.raises(ValueError, match="0 values"):
        RandomMean().fingerprint([])
    with pytest.raises(ValueError, match=r"each lies in \[-1, 1\]"):
        product_rows((Fraction(3, 2),))
