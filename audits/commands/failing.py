"""Which findings make a command fail (`--fail-on`), and the exit status."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

from audits.conformance.finding import Outcome


class FailOn(StrEnum):
    """The weakest verdict that fails, the strictest choice last; an error always fails."""

    REFUTED = "refuted"
    UNFINISHED = "unfinished"
    UNDECIDED = "undecided"

    def covers(self, outcome: Outcome) -> bool:
        """Whether a verdict that is neither a refutation nor an error fails."""
        if outcome is Outcome.UNFINISHED:
            return self is not FailOn.REFUTED
        return outcome is Outcome.UNDECIDED and self is FailOn.UNDECIDED


def strictest(*choices: FailOn | None) -> FailOn | None:
    """The strictest of the choices that are made; None if none is.

    >>> strictest(FailOn.UNDECIDED, None, FailOn.REFUTED)
    <FailOn.UNDECIDED: 'undecided'>
    """
    return max(filter(None, choices), key=list(FailOn).index, default=None)


HELP = (
    "The weakest verdict that fails: `refuted`, `unfinished` (the time was over before there was "
    "a verdict, or samples admit no test, exit status 3) or `undecided` (3, too)."
)

OptionOfAudit = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        help=f"{HELP} Default: as the table says, or `unfinished` for samplers and "
        "`undecided` for the others. A stricter entry stays strict.",
    ),
]

OptionOfConform = Annotated[
    FailOn,
    typer.Option(
        "--fail-on",
        help=f"{HELP} A sampler that keeps its promise is undecided: give `refuted` then.",
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
    return 3 if any(least.covers(outcome) for outcome, least in known) else 0
