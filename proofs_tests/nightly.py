"""Whether the tests may take long: `HYPOTHESIS_PROFILE=nightly make tests`."""

import os

import pytest

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"


def at_night(*cases: object) -> list[object]:
    """Cases of a parameter of a test that is run with shorter ones by day."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]
