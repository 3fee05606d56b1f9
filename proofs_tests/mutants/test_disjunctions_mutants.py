"""Plausible mistakes in summaries of disjunctions, refuted on a pair of databases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.impostors.polynomial_summary import (
    LEAKING,
    WRONG_PROMISES,
    OfOneSize,
    OfTheQuery,
)
from audits.engines.privacy import audit_privacy
from audits.verdict import Refuted
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.privacy.epsilon import Epsilon

TWO = Epsilon(Fraction(2))


@pytest.mark.parametrize(
    ("build", "case"),
    [
        (OfTheQuery, (3, 2, 1)),
        (OfOneSize, (2, 2, 2)),
        *((each, (2, 2, 2)) for each in LEAKING.values()),
    ],
)
def test_leaks_are_found(build: type, case: tuple[int, int, int]) -> None:
    """On the row without attributes and the one with all of them, or next to it."""
    made = build(*case, TWO)
    found = audit_privacy(made, made.universe(1), made.guarantee)
    assert isinstance(found, Refuted)
    assert found.witness["databases"] != []


def test_wrong_promises_are_found() -> None:
    """All but the one that says more than is lost."""
    kept = [
        name
        for name, build in WRONG_PROMISES.items()
        if not isinstance(
            audit_privacy(made := build(3, 2, 2, TWO), made.universe(1), made.guarantee), Refuted
        )
    ]
    assert kept == ["twice what is lost"]


def test_the_promise_is_kept() -> None:
    """So that what is refuted above is refuted for its fault."""
    made = PolynomialSummary(2, 2, 2, TWO)
    assert not isinstance(audit_privacy(made, made.universe(1), made.guarantee), Refuted)
