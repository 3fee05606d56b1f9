"""A claim that is asked for by its id is told whole."""

from __future__ import annotations

import re

import pytest

from audits.cli import main


def test_a_claim_is_told_with_its_teeth(capsys: pytest.CaptureFixture[str]) -> None:
    """Statement, scope, cases, impostors with what refutes them, and what the kernel proved."""
    assert main(["claims", "KLMNS20.DER.J"]) == 0
    told = capsys.readouterr().out
    for words in (
        r"KLMNS20.DER.J \(concrete\): ",
        "verdict         holds, as expected",
        r"cases           \d+ live, 0 idle, 0 skipped",
        r"impostor        every step counts: refuted; \d+ = \d+ is false; gap = ",
        "the kernel      ",
    ):
        assert re.search(words, told)


def test_an_error_in_print_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """What was compared with what, and where the paper says it."""
    assert main(["claims", "KLMNS20.TXT.THIRD"]) == 0
    told = capsys.readouterr().out
    assert "wrong in print  proof step; Section 3.1, proof of Claim 3.5, on balanced steps" in told
    assert re.search(r"witness +a third of the weight \(= \S+\) <= what the step loses", told)
