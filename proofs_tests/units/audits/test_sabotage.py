"""Engines that say yes to everything, with a true certificate of 1 = 1, confirm no claim."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from audits.certificates import certificate, entry_json, stated
from audits.engines.comparisons import Comparison
from audits.ledger import Found, Size, claims, deciding, forms
from audits.ledger.claiming import NotFinitelyCheckable, Whole
from audits.ledger.deciding import decide
from audits.verdict import Certificate, Evidence, Facts, Holds, Scope, Verdict, confirmed

FIELDS: Facts = {"range": None, "entries": [entry_json(0, "", 1, "=", 1)]}
PROOF: Certificate = certificate("comparisons", "whatever is asked", FIELDS)
YES = Holds(
    Scope("everything"),
    Evidence.EXHAUSTIVE,
    PROOF,
    {"kind": "comparisons", "comparisons": 1, **stated(FIELDS)},
)


def yes(*_: object) -> Verdict:
    """Everything holds."""
    return YES


def yes_to_all(comparisons: Iterable[Comparison], *_: object) -> Verdict:
    """Everything holds, once it was listened to."""
    list(comparisons)
    return YES


@pytest.fixture
def sabotaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every engine that the forms of a claim call."""
    monkeypatch.setattr(forms, "audit_table", yes)
    monkeypatch.setattr(forms, "audit_accuracy", yes)
    monkeypatch.setattr(forms, "optimum_certificate", lambda _: {**PROOF, "value": "-1"})
    monkeypatch.setattr(deciding, "audit_comparisons", yes_to_all)
    monkeypatch.setattr(deciding, "_DECIDED", {})


def test_the_yes_is_confirmed_by_itself() -> None:
    """It says of itself what it proves: only who asks for more finds it out."""
    assert confirmed(YES) is YES


@pytest.mark.usefixtures("sabotaged")
@pytest.mark.parametrize("paper", sorted({item.id.split(".")[0] for item in claims()}))
def test_no_claim_is_confirmed_by_engines_that_say_yes(paper: str) -> None:
    """Of those that use an engine through a form."""
    kept = []
    for item in claims([paper]):
        if not isinstance(item.check, Whole | NotFinitelyCheckable):
            found = decide(item, Size.TINY).found
            if found in {Found.HOLDS, Found.REFUTED}:
                kept.append(item.key)
    assert kept == []
