"""The longest sequences of updates."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.bcmnuw20.laws.potential import databases, most_updates
from proofs_tests.vectors.values import Case, cases
from reference.mechanisms.release.weights import corrected

pytestmark = pytest.mark.paper("BCMNUW20")


@cases("bcmnuw20_multiplicative_weights", "updates")
def test_the_longest_sequence_of_updates(case: Case) -> None:
    """Sets of states, against a recursion over all databases."""
    rows, radius = case["rows"], case["radius"]

    def answers(truth: Fraction, mean: Fraction) -> set[Fraction]:
        if abs(truth - mean) * rows < radius:
            return set()
        moved = (truth + Fraction(z, rows) for z in range(1 - radius, radius))
        return {min(max(v, Fraction(0)), Fraction(1)) for v in moved}

    longest = max(
        most_updates(corrected, x, Fraction(case["rate"]), answers, 200)
        for x in databases(case["points"], rows)
    )
    assert longest == case["longest"]
