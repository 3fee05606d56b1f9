"""Fixtures for pytest: `assert_private`, `assert_mechanism_private`, `assert_conforms`.

Installed with the project, they are there in every test session; each is the function of the
same name in `audits.conformance.assertions`, imported when a test asks for it.

    def test_flip_is_private(assert_private):
        assert_private(flip, [(0, 1)], eps="1.1")
"""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def assert_private() -> Callable[..., None]:
    """Fail unless a Python function of a database and a random source is private."""
    from audits.conformance import assertions

    return assertions.assert_private


@pytest.fixture(scope="session")
def assert_mechanism_private() -> Callable[..., None]:
    """Fail unless a mechanism of the reference is private."""
    from audits.conformance import assertions

    return assertions.assert_mechanism_private


@pytest.fixture(scope="session")
def assert_conforms() -> Callable[..., object]:
    """Fail if samples do not have the law of the reference."""
    from audits.conformance import assertions

    return assertions.assert_conforms
