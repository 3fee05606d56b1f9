"""Options of the problems of `exactdp complexity`, and how those that several have are read."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from audits.commands.output import refuse_undrawn
from audits.engines.sample_complexity.table import Limits
from audits.engines.sample_complexity.tuning import Target
from audits.inputs.numbers import between


def integers_option(words: str, **more: Any) -> Any:
    """An option that is a list of integers."""
    return typer.Option(metavar="N,N,...", help=words, **more)


def rational_option(words: str, **more: Any) -> Any:
    """An option that is a rational number."""
    return typer.Option(metavar="P/Q", help=words, **more)


ExpEps = Annotated[str, rational_option("e^eps of the measured privacy.")]
Delta = Annotated[str, rational_option("delta of the measured privacy.")]
Plot = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Draw it (.png, .svg, .pdf).", callback=refuse_undrawn),
]

CELLS, MOST_CELLS = Limits().cells, 20_000
"""Probabilities of a linear program: by default, and at most; larger ones have no end in sight."""

MaxCells = Annotated[
    int,
    typer.Option(min=1, max=MOST_CELLS, help="Refuse linear programs with more probabilities."),
]

LARGEST_EXP_EPS = 64
"""The grids of roots grow with e^eps."""


def target(exp_eps: str, delta: str) -> Target:
    """The privacy that is measured.

    Raises:
        InputError: unless e^eps is from 1 to `LARGEST_EXP_EPS`, and delta from 0 to 1.
    """
    x = between(exp_eps, "--exp-eps", 1, LARGEST_EXP_EPS)
    return Target(x, between(delta, "--delta", 0, 1))
