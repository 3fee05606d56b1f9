"""Mutants are judged by their verdicts; that laws are computed again is tested with the laws."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _judged(laws_computed_twice: None) -> None:
    """See there."""
