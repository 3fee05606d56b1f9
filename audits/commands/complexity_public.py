"""`exactdp complexity public-data`: optima by private and public rows."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import typer

from audits.asked.literals import InputError, shortened
from audits.commands.output import print_json, print_table, progress, write_bytes
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
from audits.shown.decimals import about
from audits.verdict import Json

PUBLIC_DATA = "public-data"
"""The name of the table."""

MEAN, ERROR = "mean", "squared-error"
"""Two of the goals."""

READ = (
    *("--goal", "--rows", "--public", "--exp-eps", "--delta", "--failure", "--accuracy"),
    *("--plot", "--max-cells", "--json"),
)
"""The options of the table."""

READ_OF_ERRORS = tuple(option for option in READ if option != "--failure")
"""Of the squared error there is no failure probability; the accuracy is what is aimed at."""

MOST_ROWS = 99


def show(
    name: str,
    rows: str | None,
    public: str | None,
    target: Target,
    accuracy: Fraction,
    failure: Fraction,
    plot: str | None,
    most: int,
    *,
    as_json: bool,
) -> None:
    """Print, and perhaps draw, the table.

    Raises:
        InputError: names what was typed and what is allowed.
    """
    goal = GOALS[name]
    private_rows = _counts(goal.rows if rows is None else rows, "--rows")
    public_rows = _counts(goal.public if public is None else public, "--public")
    aim = accuracy if goal.loss else 1 - failure
    cells: list[PublicCell] = []
    try:
        with progress(len(private_rows) * len(public_rows), "cells") as done:
            for cell in tabulated(
                goal, accuracy, private_rows, public_rows, target.exp_eps, target.delta, most
            ):
                cells.append(cell)
                done(1)
    except (ValueError, SearchFailedError) as refusal:
        raise InputError(str(refusal)) from None
    least = list(least_private(cells, goal, aim))
    if plot is not None:
        from audits.shown.complexity_picture import draw_public

        try:
            picture = draw_public(plot, _title(goal, accuracy), cells, target, aim, goal)
        except ValueError as refusal:
            raise InputError(str(refusal)) from None
        write_bytes(plot, picture)
    if as_json:
        print_json(_answer(name, goal, cells, least, target, accuracy, aim))
    else:
        _print(goal, cells, least, target, accuracy, aim)


def _counts(text: str, option: str) -> list[int]:
    """Numbers of rows, 0 among them."""
    parts = [part.strip() for part in text.split(",")]
    digits = len(str(MOST_ROWS))
    if not all(part.isdecimal() and part.isascii() and len(part) <= digits for part in parts):
        raise InputError(
            f"{option} {shortened(text)}: give integers from 0 to {MOST_ROWS}, such as 0,1,2"
        )
    return sorted({int(part) for part in parts})


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
        "problem": PUBLIC_DATA,
        "goal": name,
        "exp_eps": str(target.exp_eps),
        "delta": str(target.delta),
        "accuracy": str(accuracy),
        "measure": goal.measure,
        "target": str(aim),
        "points": [
            {
                "private": cell.private,
                "public": cell.public,
                "optimum": str(cell.lower) if cell.lower == cell.upper else None,
                "lower": str(cell.lower),
                "upper": str(cell.upper),
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
                "saved_by_a_public_row": _text(each.saved),
                "saved_at_least": _text(each.saved_at_least),
                "saved_at_most": _text(each.saved_at_most),
            }
            for each in least
        ],
    }


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


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
        [
            [
                str(each.public),
                _least(each),
                _saved(each),
            ]
            for each in least
        ],
    )
    typer.echo(SAVED if public[0] == 0 else NO_BASELINE)


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
    text = str(cell.lower)
    shown = text if len(text) <= 11 else f"~{about(cell.lower)[:8]}"
    return shown if cell.certified else f"{shown} ?"
