"""What guards compile is kept from test to test: the sources of these tests do not change."""

import pytest

from reference.probability import provenance, rewritten


@pytest.fixture(autouse=True)
def _compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (provenance, rewritten):
        monkeypatch.setattr(module, "forget", lambda: None)
