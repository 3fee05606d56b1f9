"""What is refused by its numbers: laws that are no functions of eps, or that are too large."""

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


def parameters(text: str) -> list[str]:
    """Words that give parameters."""
    return [word for each in text.split() for word in ("-p", each)]


WEIGHTS = "queries=thresholds domain=7 threshold=1 rate=1/2"


@pytest.mark.parametrize(
    ("command", "given", "rows", "words"),
    [
        ("law smooth-median", "domain=2^200", "0,0,3", "at most 3000 points in an exact law"),
        ("law private-parity-learner", "bits=15", "(1,1)", "a law of 2^15 outcomes or more"),
        ("law private-parity-learner", "bits=1", "(1,1)" + ",(1,1)" * 16, "17 rows: at most 16"),
        ("law private-multiplicative-weights", f"{WEIGHTS} epochs=8", "0,2", "-p epochs=8: "),
        ("law truncated-gaussian-projection", "bits=3 rows=2 width=3 spread=4", "0", "at most 3"),
        (
            "sample truncated-gaussian-projection",
            "bits=60 rows=2 width=1 spread=4",
            "0",
            "at most 3 bits",
        ),
        (
            "sample truncated-gaussian-projection",
            "bits=1 rows=2 width=900 spread=4",
            "0",
            "most 14",
        ),
        (
            "law polynomial-summary",
            "attributes=4 most=4 degree=4",
            "0,1",
            "on 2 rows: a law of 2^",
        ),
        ("sample polynomial-summary", "attributes=10^9 most=2 degree=1", "0,1", "the limit is"),
        ("sample polynomial-summary", "attributes=13 most=13 degree=10", "0,1", "units apart"),
        (
            "sample polynomial-summary",
            "attributes=12 most=9 degree=9",
            "1" + ",1" * 9999,
            "times rows",
        ),
    ],
)
def test_what_lists_too_much(
    command: str, given: str, rows: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line with the limit, before any work."""
    call = (*command.split(), *parameters(given), "--root", "2", "--database", rows)
    assert main([*call]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("vertices", ["7", "30", "1000000000"])
def test_too_many_graphs(vertices: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They are counted, not listed."""
    graph = ("triangle-count", *parameters("shift=1 most=2 highest=4"), "--root", "2")
    assert main(["privacy", *graph, "--rows", vertices]) == 2
    told = capsys.readouterr().err
    assert "graphs on so many vertices, the limit is 2000000" in told
    assert told.count("\n") == 1


def test_what_is_small_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """Just within the limits."""
    for call, given, rows in (
        ("law smooth-median", "domain=50", "0,0,3"),
        ("law private-multiplicative-weights", f"{WEIGHTS} epochs=1", "0"),
        ("law polynomial-summary", "attributes=3 most=3 degree=3", "0"),
        ("sample polynomial-summary", "attributes=100 most=50 degree=2", "0,1"),
        ("sample truncated-gaussian-projection", "bits=1 rows=2 width=70 spread=1", "0,1"),
    ):
        words = (*call.split(), *parameters(given), "--root", "2", "--database", rows)
        assert main([*words]) == 0
    capsys.readouterr()


def test_an_exponent_that_is_not_exact(capsys: pytest.CaptureFixture[str]) -> None:
    """In words, without the name of a class of exceptions."""
    given = parameters("bits=1 rows=2 width=2 spread=3")
    call = ("sample", "truncated-gaussian-projection", *given, "--root", "2", "--database", "0")
    assert main([*call]) == 2
    told = capsys.readouterr().err
    assert "e^(1/3 eps) is no power of e^(eps/4)" in told
    assert "Error" not in told.split(":", 1)[1].replace("exactdp", "")
