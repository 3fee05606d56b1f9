"""Interior point fingerprinting codes, against numbers found another way."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    best_pirate,
)

VECTORS = Path(__file__).parents[3] / "vectors" / "bnsv15_fingerprinting.json"
KNOWN: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))


@pytest.mark.parametrize("case", KNOWN["errors"])
def test_best_pirates_are_the_known_ones(case: dict[str, Any]) -> None:
    """For each goal."""
    code = FingerprintingCode(tuple(case["bases"]), case["by_chance"])
    for goal in Goal:
        pirate = best_pirate(code, tuple(case["coalition"]), goal)
        assert pirate.chance == Fraction(case[goal.name.lower()])


@pytest.mark.parametrize("case", KNOWN["three_users"])
def test_three_users(case: dict[str, Any]) -> None:
    """The smallest code for three users that is sound at all."""
    code = FingerprintingCode(tuple(case["bases"]))
    pirate = best_pirate(code, tuple(case["coalition"]), Goal.FRAME)
    assert pirate.chance == Fraction(case["frame"])


@pytest.mark.parametrize("bases", [(), (0,), (2, 1)])
def test_bad_bases_are_refused(bases: tuple[int, ...]) -> None:
    """With what is allowed."""
    with pytest.raises(ValueError, match=r"b\(0\) >= 1"):
        FingerprintingCode(bases)


def test_unknown_users_are_refused() -> None:
    """They are numbered from 1."""
    with pytest.raises(ValueError, match="user 0: from 1 to 2"):
        best_pirate(FingerprintingCode((2, 2)), (0,), Goal.FRAME)
