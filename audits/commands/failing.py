"""The option `--fail-on`: which verdicts make a command fail, and the exit status of findings."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from audits.conformance.finding import Outcome


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
