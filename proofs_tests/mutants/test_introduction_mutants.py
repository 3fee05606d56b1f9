"""Plausible mistakes in randomised response and in the release of a random row."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.impostors.biased_response import LEAKING, WRONG_WARNER
from audits.claims.vt14.impostors.distances import WRONG_ROWS
from audits.engines.privacy import audit_privacy
from audits.verdict import Holds, Refuted
from reference.data.adjacency import replace_one
from reference.data.domain import Domain
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse

HALF = Fraction(1, 2)


@pytest.mark.parametrize("name", LEAKING)
def test_coins_that_leak(name: str) -> None:
    """Shared coins, a fixed number of flips, and rows that are told."""
    made = LEAKING[name](HALF)
    found = audit_privacy(made, made.universe(2), BiasedResponse(HALF).guarantee)
    assert isinstance(found, Refuted)
    kept = BiasedResponse(HALF)
    assert isinstance(audit_privacy(kept, kept.universe(2), kept.guarantee), Holds)


@pytest.mark.parametrize("name", ["always true", "1 after the first tails"])
def test_warner_with_other_rules(name: str) -> None:
    """Two fair coins can be misread."""
    made = WRONG_WARNER[name]()
    found = audit_privacy(made, made.universe(1), WarnerResponse().guarantee)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0)", "(1)"], ["(1)", "(0)"])


@pytest.mark.parametrize("name", ["the first row", "always a row", "three quarters of the time"])
def test_rows_that_are_told_too_often(name: str) -> None:
    """The distance is above 1/(2n)."""
    made = WRONG_ROWS[name](Domain.of_size(2), 2)
    universe = replace_one(range(2), 2, ordered=True)
    assert isinstance(audit_privacy(made, universe, made.guarantee), Refuted)
