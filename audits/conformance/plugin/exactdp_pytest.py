"""Fixtures for pytest: `assert_private`, `assert_mechanism_private`, `assert_conforms`.

Installed with the project, they are there in every test session; each is the function of the
same name in `audits.conformance.assertions`, imported when a test asks for it.

    def test_flip_is_private(assert_private):
        assert_private(flip, [(0, 1)], eps="1.1")

The module is installed under a name of its own, beside the two packages, and imports nothing of
ours by itself: in a project that has a package `audits` or `reference` of its own, which then
stands in the way of ours, every test runs as if the plugin were not there, and a test that asks
for a fixture is told why it cannot have it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def assert_private() -> Callable[..., None]:
    """Fail unless a Python function of a database and a random source is private."""
    return _assertion("assert_private")


@pytest.fixture(scope="session")
def assert_mechanism_private() -> Callable[..., None]:
    """Fail unless a mechanism of the reference is private."""
    return _assertion("assert_mechanism_private")


@pytest.fixture(scope="session")
def assert_conforms() -> Callable[..., object]:
    """Fail if samples do not have the law of the reference."""
    return _assertion("assert_conforms")


def _assertion(name: str) -> Callable[..., None]:
    """The assertion; where it cannot be imported, the test fails with one line that says why."""
    try:
        assertions = importlib.import_module("audits.conformance.assertions")
        found: Callable[..., None] = getattr(assertions, name)
    except Exception as failure:  # noqa: BLE001 - a package in the way may raise anything
        reason = " ".join(f"{type(failure).__name__}: {failure}".split())
        places = ", ".join(f"`{package}` is {_place(package)}" for package in PACKAGES)
        pytest.fail(
            f"the fixture {name} needs the packages of exactdp, but here {places} ({reason})",
            pytrace=False,
        )
    return found


PACKAGES = ("audits", "reference")
"""The packages that exactdp installs."""


def _place(package: str) -> str:
    """The file that an import of the package finds."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return "broken"
    if spec is None:
        return "missing"
    return str(spec.origin or next(iter(spec.submodule_search_locations or []), "a namespace"))
