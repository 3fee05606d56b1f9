"""Mutants are judged by their verdicts; that laws are computed again is tested with the laws."""

from collections.abc import Iterator

import pytest

from audits import table
from reference.probability import law


@pytest.fixture(scope="module", autouse=True)
def _computed_twice() -> Iterator[None]:
    """Laws are computed again once and by one more process, not by sixteen or more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(law, "COMPARED", 1)
        patch.setattr(table, "ENOUGH_CALLS", 0)
        yield
