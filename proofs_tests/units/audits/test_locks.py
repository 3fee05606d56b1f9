"""The cases in lock files are those at which wrong variants are refuted."""

from __future__ import annotations

import pytest

from audits.ledger.claiming import Found, works
from audits.ledger.deciding import decide
from audits.ledger.quantifiers import Size
from audits.ledger.running import claims
from audits.ledger.teeth import Teeth
from reference.probability.replay import remembering


@pytest.mark.slow
@pytest.mark.parametrize("tag", works())
def test_a_wrong_variant_is_refuted_at_its_case(tag: str) -> None:
    """Where it is not, `make audit` tries all others: `make teeth` mends what is listed here."""
    checks = [check for item in claims([tag]) for check in item.checks]
    locked = [
        (check, name, case)
        for check in checks
        if isinstance(check.impostors, Teeth)
        for name in check.impostors
        if (case := check.impostors.case(name)) is not None
    ]
    assert locked
    with remembering():
        stale = [
            f"{check.id}: {name} [{case}]"
            for check, name, case in locked
            if decide(check, Size.TINY, check.impostors[name], case=case).found
            is not Found.REFUTED
        ]
    assert not stale
