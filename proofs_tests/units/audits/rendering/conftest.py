"""One small report for all tests of the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_tests.command_line import exactdp

CLAIMS = (
    *("KLMNS20.TXT.THIRD", "KLMNS20.T4.2-every-n", "KLMNS20.TXT.EFFICIENT", "BBKN13.CONV.T"),
    *("CORE.noisy-max-4", "KLMNS20.ALG.AT.D", "BNSV15.O3.9"),
    *("BBKN13.CONV.acc", "KLMNS20.TXT.FREEPATH"),
)
"""True and false, corrected and undecided, with huge numbers, of one stream and one law; with
fractions and nodes of a tree in witnesses."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory with the pages."""
    place = tmp_path_factory.mktemp("report") / "site"
    exactdp(f"report -o {place} {' '.join(CLAIMS)}", status=0)
    return place
