"""Every statement of the paper, decided at size tiny and accepted by the kernel."""

from collections import Counter

import pytest

from audits.ledger import Claim, Found, NotFinitelyCheckable, Size, claims, run_claim

DECIDED = [c for c in claims(["KLMNS20"]) if not isinstance(c.check, NotFinitelyCheckable)]


@pytest.mark.paper("KLMNS20")
@pytest.mark.parametrize("item", DECIDED, ids=lambda c: f"{c.id}-{c.form.value}")
def test_the_verdict_is_the_expected_one(item: Claim) -> None:
    """An engine finds it, and the kernel accepts its certificate."""
    result = run_claim(item, Size.TINY)
    assert result.found is item.expected


@pytest.mark.paper("KLMNS20")
def test_most_statements_are_decided() -> None:
    """What is not finitely checkable is listed, with reasons, and is a small part."""
    found = Counter(item.expected for item in claims(["KLMNS20"]))
    assert found[Found.NOT_CHECKABLE] < 25 < found[Found.HOLDS]
    assert found[Found.REFUTED] >= 15
