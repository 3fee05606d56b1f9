"""Laws of the choosing mechanism, and its least delta."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.engines.privacy.point import tight_delta
from audits.evidence.table import tabulate
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BNSV15")


@cases("bnsv15_choosing", "deltas")
def test_the_least_delta(case: Case) -> None:
    """By the engine."""
    n, points, threshold = case["rows"], case["points"], case["threshold"]
    s = Fraction(case["s"])
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    found = tight_delta(tabulate(mechanism, replace_one(range(points), n)), s**4)
    assert found is not None
    assert found.value == Fraction(case["delta"])


@cases("bnsv15_choosing", "laws")
def test_a_law(case: Case) -> None:
    """By enumeration."""
    rows, s, threshold = tuple(case["database"]), Fraction(case["s"]), case["threshold"]
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    dist = law(mechanism, rows)
    expected = {key: Fraction(value) for key, value in case["law"].items()}
    assert {str(y): dist.probability(y) for y in dist} == expected
