"""The values of a vector file as parameters of a test; the file says where they come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

Case = dict[str, Any]
"""Parameters and numbers by their names, as in the file."""


def listed(file: str, key: str) -> Any:  # noqa: ANN401 - JSON
    """What stands in a file under a key."""
    return json.loads((Path(__file__).parent / f"{file}.json").read_text("utf-8"))[key]


def cases(file: str, key: str) -> pytest.MarkDecorator:
    """Run a test on each value of a list."""
    return pytest.mark.parametrize("case", listed(file, key), ids=str)
