"""Plausible mistakes in multiplicative weights, each refuted with a pair of databases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audits.claims.bcmnuw20.impostors.multiplicative_weights import LEAKING, variant
from audits.claims.bcmnuw20.laws.multiplicative_weights import (
    letters,
    losses,
    one_row_moved,
    uniform,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted, confirmed
from reference.data.adjacency import replace_one
from reference.mechanisms.release.multiplicative_weights import MultiplicativeWeights

TWO = Fraction(2)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "word", "rows", "threshold"),
    [
        ("no noise on the threshold", "AAAAB", 6, 2),
        ("noise of the tests as small as that of the threshold", "AAAB", 4, 0),
        ("tests without noise", "AAAAB", 6, 2),
        ("answers without noise", "AAAB", 4, 0),
        ("errors twice as sensitive as the noise is made for", "AAAB", 4, 0),
        ("one correction more", "AABAAB", 4, 1),
    ],
)
def test_the_promise_is_broken(name: str, word: str, rows: int, threshold: int) -> None:
    """Eight points, one of the rows at A is moved to B; 32 are promised."""
    given: tuple[Any, ...] = (letters(word), uniform(8), Fraction(threshold), 1, *losses(TWO))
    mutant, stated = LEAKING[name](*given), MultiplicativeWeights(*given).guarantee
    verdict = confirmed(audit_privacy(mutant, one_row_moved(rows), stated))
    assert isinstance(verdict, Refuted)
    assert verdict.witness["databases"]


@pytest.mark.parametrize("wrong", [{"exact_end": True}, {"most_noise": 1}])
def test_some_output_is_impossible_for_a_neighbour(wrong: dict[str, object]) -> None:
    """Exact answers once halted; noise clamped in place of the answer, three rows."""
    given: tuple[Any, ...] = (letters("AA"), uniform(2), HALF, 1, *losses(TWO))
    stated = MultiplicativeWeights(*given).guarantee
    verdict = confirmed(audit_privacy(variant(**wrong)(*given), replace_one(range(2), 3), stated))
    assert isinstance(verdict, Refuted)
