"""Laws are computed once again, and not sixteen times."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def _computed_twice(laws_computed_twice: None) -> None:
    """What is said of laws is asked here; how often they are computed, elsewhere."""
