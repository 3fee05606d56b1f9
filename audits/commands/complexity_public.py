"""`exactdp complexity public-data`: optima by private and public rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.complexity_options import (
    CELLS,
    Delta,
    ExpEps,
    MaxCells,
    Plot,
    integers_option,
    rational_option,
    target,
)
from audits.commands.interruption import killable
from audits.commands.output import collected, print_json, print_table, write_bytes
from audits.engines.optimum.basis import SearchFailedError
from audits.engines.sample_complexity.public_rows import (
    GOALS,
    Goal,
    LeastPrivate,
    PublicCell,
    least_private,
    tabulated,
)
from audits.engines.sample_complexity.tuning import Target
from audits.evidence.verdict import Json
from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.inputs.numbers import between, integers
from audits.rendering.decimals import about, short
from audits.rendering.numbers import number_json, number_or_null

MOST_ROWS = 99

ROWS = "; ".join(f"{goal.rows} for {name}" for name, goal in GOALS.items())
PUBLIC = "; ".join(f"{goal.public} for {name}" for name, goal in GOALS.items())
"""If none are given."""


@killable()
def command(
    goal: Annotated[str, typer.Option(metavar="GOAL", help=f"{', '.join(GOALS)}.")] = "mean",
    rows: Annotated[
        str | None, integers_option("Numbers of private rows.", show_default=ROWS)
    ] = None,
    public: Annotated[
        str | None, integers_option("Numbers of public rows.", show_default=PUBLIC)
    ] = None,
    exp_eps: ExpEps = "4",
    delta: Delta = "0",
    accuracy: Annotated[
        str,
        rational_option(
            "The largest error of a mean that is a success, the squared error aimed at, or the "
            "mass of a rare example."
        ),
    ] = "1/4",
    failure: Annotated[
        str | None,
        rational_option(
            "beta: least private rows to fail at most so; not of the squared error.",
            show_default="1/3",
        ),
    ] = None,
    plot: Plot = None,
    max_cells: MaxCells = CELLS,
    as_json: options.AsJson = False,
) -> None:
    """Optima of all mechanisms, by private and public rows."""
    if goal not in GOALS:
        raise InputError(f"--goal {shortened(goal)}: {' or '.join(GOALS)}")
    wanted = GOALS[goal]
    if wanted.loss and failure is not None:
        raise InputError(f"--failure: not with --goal {goal}, whose target is --accuracy")
    measured, alpha = target(exp_eps, delta), between(accuracy, "--accuracy", 0, 1)
    beta = between("1/3" if failure is None else failure, "--failure", 0, 1)
    aim = alpha if wanted.loss else 1 - beta
    counts = (
        _counts(wanted.rows if rows is None else rows, "--rows"),
        _counts(wanted.public if public is None else public, "--public"),
    )
    table = tabulated(wanted, alpha, *counts, measured.exp_eps, measured.delta, max_cells)
    try:
        cells = collected(table, len(counts[0]) * len(counts[1]), "cells")
    except (ValueError, SearchFailedError) as refusal:
        raise InputError(str(refusal)) from None
    least = list(least_private(cells, wanted, aim))
    if plot is not None:
        from audits.rendering.complexity_picture import draw_public

        with as_bad_input():
            title = _title(wanted, alpha)
            write_bytes(plot, draw_public(plot, title, cells, measured, aim, wanted))
    if as_json:
        print_json(_answer(goal, wanted, cells, least, measured, alpha, aim))
    else:
        _print(wanted, cells, least, measured, alpha, aim)


def _counts(text: str, option: str) -> list[int]:
    return sorted({*integers(text, option, 0, MOST_ROWS)})


def _title(goal: Goal, accuracy: Fraction) -> str:
    return goal.title.format(accuracy)


def _answer(
    name: str,
    goal: Goal,
    cells: Sequence[PublicCell],
    least: Sequence[LeastPrivate],
    target: Target,
    accuracy: Fraction,
    aim: Fraction,
) -> dict[str, Json]:
    return {
        "problem": "public-data",
        "goal": name,
        "exp_eps": number_json(target.exp_eps),
        "delta": number_json(target.delta),
        "accuracy": number_json(accuracy),
        "measure": goal.measure,
        "target": number_json(aim),
        "points": [
            {
                "private": cell.private,
                "public": cell.public,
                "optimum": number_json(cell.lower) if cell.lower == cell.upper else None,
                "lower": number_json(cell.lower),
                "upper": number_json(cell.upper),
                "certified": "yes" if cell.certified else "no",
            }
            for cell in cells
        ],
        "least_private_rows": [
            {
                "public": each.public,
                "private": each.private,
                "at_least": each.at_least,
                "at_most": each.at_most,
                "saved_by_a_public_row": number_or_null(each.saved),
                "saved_at_least": number_or_null(each.saved_at_least),
                "saved_at_most": number_or_null(each.saved_at_most),
            }
            for each in least
        ],
    }


def _print(
    goal: Goal,
    cells: Sequence[PublicCell],
    least: Sequence[LeastPrivate],
    target: Target,
    accuracy: Fraction,
    aim: Fraction,
) -> None:
    public = list(dict.fromkeys(cell.public for cell in cells))
    private = list(dict.fromkeys(cell.private for cell in cells))
    at = {(cell.private, cell.public): cell for cell in cells}
    print_table(
        ["private", *(f"{m} public" for m in public)],
        [[str(n), *(_short(at[n, m]) for m in public)] for n in private],
        title=f"{_title(goal, accuracy)}: best {goal.measure}, of all mechanisms, e^eps = "
        f"{target.exp_eps}, delta = {target.delta}. ~ is rounded, exact with --json; ? is not "
        "certified.",
    )
    print_table(
        ["public rows", f"least private rows, {_aimed(goal, aim)}", "saved by a public row"],
        [[str(each.public), _least(each), _saved(each)] for each in least],
    )
    say(SAVED if public[0] == 0 else NO_BASELINE)


SAVED = (
    "saved by a public row: by how many private rows fewer are needed with these public rows than "
    "without,\ndivided by the number of public rows; `or more` where no private row is left to "
    "save."
)
NO_BASELINE = "saved by a public row: not known, since --public has no 0 to compare with."
"""What the last column means."""


def _least(each: LeastPrivate) -> str:
    if each.at_most is None:
        return f"more than {each.at_least - 1}" if each.at_least else "not known"
    if each.private is not None:
        return str(each.private)
    return f"{each.at_least} to {each.at_most}" if each.at_least else f"at most {each.at_most}"


def _saved(each: LeastPrivate) -> str:
    """With no private row left public rows might have saved more."""
    low, high = each.saved_at_least, each.saved_at_most
    if each.saved is not None:
        return str(low) if each.private else f"{low} or more"
    if low is not None and high is not None:
        return f"{low} to {high}"
    if low is not None:
        return f"at least {low}"
    return "-" if high is None else f"at most {high}"


def _aimed(goal: Goal, aim: Fraction) -> str:
    return f"{goal.measure.partition(',')[0]} {'<=' if goal.loss else '>='} {aim}"


def _short(cell: PublicCell) -> str:
    """The optimum, while it is short; where it is not certified, with a question mark."""
    if cell.lower != cell.upper:
        return f"{about(cell.lower)[:6]} to {about(cell.upper)[:6]}"
    shown = short(cell.lower)
    return shown if cell.certified else f"{shown} ?"
