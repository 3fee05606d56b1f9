"""What is refused by its numbers alone: laws that are no functions of eps, or that are too large."""

from __future__ import annotations

import pytest

from audits.cli import main

MEDIAN = ("smooth-median", "-p", "domain=3")
LEARNER = ("confident-point-learner", "-p", "domain=4", "-p", "alpha=1/4", "-p", "beta=1/4")


@pytest.mark.parametrize("loss", [("--eps", "1"), ("--all-eps",)])
@pytest.mark.parametrize("named", [MEDIAN, LEARNER])
@pytest.mark.parametrize("command", ["law", "privacy"])
def test_a_law_that_is_no_function_of_eps(
    command: str, named: tuple[str, ...], loss: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line that says what to give instead."""
    rows = ("--database", "0,0,2") if command == "law" else ("--rows", "3")
    assert main([command, *named, *loss, *rows]) == 2
    told = capsys.readouterr().err
    assert "give --root P/Q, not --eps or --all-eps" in told
    assert told.count("\n") == 1
