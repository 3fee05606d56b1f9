"""Plausible mistakes in noisy marginals and in the use of signatures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.impostors.marginals import LEAKING
from audits.claims.vt14.laws.signatures import any_signature_seen, verifying_row
from audits.engines.optimum import solve
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted
from reference.privacy.epsilon import Epsilon

TWO = Epsilon(Fraction(2))


@pytest.mark.parametrize("name", [name for name in LEAKING if "promised" not in name])
def test_leaks_are_found(name: str) -> None:
    """On two databases of one row."""
    made = LEAKING[name](1, 1, TWO)
    found = audit_privacy(made, made.universe(1), made.guarantee)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] in (["(0)", "(1)"], ["(1)", "(0)"])


def test_copied_signatures_verify_more_often() -> None:
    """If the message is not looked at: (4 + 1/2)/6 in place of 3/5."""
    assert solve(verifying_row(2, 2, 1, 1), Fraction(2)).value == Fraction(3, 5)
    assert solve(any_signature_seen(2, 2, 1, 1), Fraction(2)).value == Fraction(3, 4)
