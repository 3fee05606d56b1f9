"""Findings: which of them make a command fail (`--fail-on`), the exit status, and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

import typer

from audits.conformance.finding import Finding, Outcome
from audits.conformance.reports import as_json
from audits.shown.numbers import number_json
from audits.verdict import Json


class FailOn(StrEnum):
    """The weakest verdict that fails; what has no verdict at all always fails."""

    REFUTED = "refuted"
    UNDECIDED = "undecided"


Option = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        help="With `refuted`, what is undecided does not fail; with `undecided`, the exit status "
        "is 3 then. A sampler that keeps its promise stays undecided.",
    ),
]


def findings_json(found: Sequence[Finding], false_alarm: Fraction) -> dict[str, Json]:
    """The findings, how many of each verdict, and the probability of any false alarm."""
    return as_json(found, false_alarm) | {"false_alarm": number_json(false_alarm)}


def status(found: Iterable[tuple[Outcome, FailOn]]) -> int:
    """The exit status: the worst of what fails, a refutation first, then what has no verdict.

    Args:
        found: verdicts, each with the weakest one that would fail in its place.

    >>> status([(Outcome.HOLDS, FailOn.UNDECIDED), (Outcome.UNDECIDED, FailOn.REFUTED)])
    0
    """
    known = set(found)
    outcomes = {outcome for outcome, _ in known}
    if Outcome.REFUTED in outcomes:
        return 1
    if Outcome.ERROR in outcomes:
        return 2
    return 3 if (Outcome.UNDECIDED, FailOn.UNDECIDED) in known else 0
