"""A claim in a terminal: what it says, what was decided, then the details."""

from __future__ import annotations

import json
import re

import pytest

from audits.cli import main


def test_what_was_decided_stands_before_the_details(capsys: pytest.CaptureFixture[str]) -> None:
    """The place, the statement, one line; then evidence, cases, wrong variants and proofs."""
    assert main(["claims", "KLMNS20.DER.J"]) == 0
    told = capsys.readouterr().out
    places = [
        re.search(words, told, re.MULTILINE)
        for words in (
            r"^KLMNS20, derived",
            r"^KLMNS20\.DER\.J, ",
            r"^WITH EXPLICIT CONSTANTS: HOLDS WHERE DECIDED$",
            r"^  True with explicit constants for gap = ",
            r"^Details, with explicit constants$",
            r"^  evidence$",
            r"^    recomputed: Two ways to the same number agree",
            r"^    \d+ could have come out otherwise",
            r"^  wrong variants refuted by the same check$",
            r"^    every step counts\n      \d+ = \d+ is false. This is the case gap = ",
            r"^  proved by the kernel from the certificates$",
        )
    ]
    starts = [place.start() for place in places if place]
    assert len(starts) == len(places)
    assert starts == sorted(starts)
    assert max(map(len, told.splitlines())) <= 80


def test_an_error_in_print_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """What was compared with what, and where the paper says it."""
    assert main(["claims", "klmns20.txt.third"]) == 0
    told = capsys.readouterr().out
    assert "AS PRINTED: FALSE" in told
    assert told.index("AS PRINTED: FALSE") < told.index("AS CORRECTED: HOLDS WHERE DECIDED")
    assert "    proof step: Section 3.1, proof of Claim 3.5, on balanced steps\n" in told
    assert "    a third of the weight (= 7/3) <= what the step loses (= 2) is false.\n" in told


def test_two_routes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """On the card, and in the JSON answer, which has the line on what was decided, too."""
    assert main(["claims", "BBKN13.CONV.T"]) == 0
    routes = "  found in two ways\n    tables of values, permuted\n    T! and 1\n"
    assert routes in capsys.readouterr().out
    assert main(["claims", "BBKN13.CONV.T", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["routes"] == ["tables of values, permuted", "T! and 1"]
    assert claim["reading"].startswith("True as printed for t = 2, 3, 4.")


def test_what_was_known_to_be_broken_is_told_as_that(capsys: pytest.CaptureFixture[str]) -> None:
    """It is no error of the papers."""
    assert main(["claims", "CORE.noisy-max-4"]) == 0
    told = capsys.readouterr().out
    assert "  where it is known from\n    listed by Ding" in told
    assert "wrong in print" not in told
