"""What tests of the ledger share."""

from collections.abc import Iterator

import pytest

from audits.ledger import claims
from audits.ledger.claiming import REGISTERED


@pytest.fixture
def registered() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    claims()
    before = dict(REGISTERED)
    yield
    REGISTERED.clear()
    REGISTERED.update(before)
