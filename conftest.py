"""Examples are looked for where there are any: most of a thousand files have none."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """A module without a prompt is not loaded and searched for its examples."""
    found = yield
    if not any(isinstance(each, DoctestModule) for each in found):
        return found
    if ">>>" in file_path.read_text("utf-8"):
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]
