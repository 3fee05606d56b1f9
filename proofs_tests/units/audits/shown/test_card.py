"""A claim that is asked for by its id is told whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

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


def test_two_routes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """On the card, and in the JSON answer."""
    assert main(["claims", "BBKN13.CONV.T"]) == 0
    assert "routes          tables of values, permuted; T! and 1\n" in capsys.readouterr().out
    assert main(["claims", "BBKN13.CONV.T", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["routes"] == ["tables of values, permuted", "T! and 1"]


def test_what_was_known_to_be_broken_is_told_as_that(capsys: pytest.CaptureFixture[str]) -> None:
    """It is no error of the papers."""
    assert main(["claims", "CORE.noisy-max-4"]) == 0
    told = capsys.readouterr().out
    assert "\nknown broken    listed by Ding" in told
    assert "wrong in print" not in told


def test_the_page_has_known_mistakes_in_a_place_of_their_own(tmp_path: Path) -> None:
    """Below the errors of the papers, of which there are none here."""
    assert main(["report", "-o", str(tmp_path), "CORE.noisy-max-4"]) == 0
    text = (tmp_path / "index.html").read_text("utf-8")
    errors, _, broken = text.partition("<h2>Known broken</h2>")
    assert "Nothing among these claims." in errors
    assert "<code>CORE.noisy-max-4</code>" in broken.partition("<h2")[0]
