"""`exactdp complexity`, problems of databases: failure against rows and domain size.

All mechanisms of a table have the same measured privacy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
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
from audits.engines.sample_complexity import contenders, releases
from audits.engines.sample_complexity.by_dimension import COLUMNS, sample_sizes
from audits.engines.sample_complexity.table import (
    GRID_WORDS,
    Cell,
    LeastRows,
    Limits,
    least_rows,
    parameters_words,
    tabulated,
)
from audits.engines.sample_complexity.task import Task
from audits.engines.sample_complexity.tuning import Target
from audits.evidence.verdict import Json
from audits.inputs.literals import as_bad_input
from audits.inputs.numbers import between, integers
from audits.rendering.decimals import short
from audits.rendering.numbers import number_json, number_or_null
from reference.exact.integers import log_star

LARGEST = 10**9 - 1
"""Of a domain size, a number of rows and a dimension."""

Domains = Annotated[str, integers_option("Domain sizes.")]
Rows = Annotated[str, integers_option("Numbers of rows.")]
Failure = Annotated[str, rational_option("beta: least rows to fail at most so.")]
Accuracy = Annotated[str, rational_option("The largest error that is no failure.")]
MaxAudits = Annotated[int, typer.Option(min=1, help="Refuse more databases times settings.")]

AUDITS = Limits().audits


@killable()
def interior_point(
    domains: Domains = "4,8,16",
    rows: Rows = "1,2,3,4",
    exp_eps: ExpEps = "4",
    delta: Delta = "1/10",
    failure: Failure = "1/3",
    lower_bounds: Annotated[
        bool,
        typer.Option(
            "--lower-bounds",
            help="Add the optimum on the hard databases, the recurrence that bounds it, log*|X|.",
        ),
    ] = False,
    plot: Plot = None,
    max_audits: MaxAudits = AUDITS,
    max_cells: MaxCells = CELLS,
    as_json: options.AsJson = False,
) -> None:
    """Failure to find an interior point, by mechanism and rows."""
    task = contenders.interior_point_with_bounds if lower_bounds else contenders.interior_point
    limits = Limits(max_audits, max_cells)
    _show(task(), domains, rows, target(exp_eps, delta), failure, limits, plot, as_json=as_json)


@killable()
def point_learning(
    context: typer.Context,
    domains: Domains = "2,3,4",
    rows: Rows = "1,2,3,4",
    exp_eps: ExpEps = "4",
    delta: Delta = "0",
    failure: Failure = "1/3",
    accuracy: Accuracy = "1/4",
    dimensions: Annotated[
        str | None,
        integers_option("Instead: what the theorems give for 2^N points, with their constants."),
    ] = None,
    plot: Plot = None,
    max_audits: MaxAudits = AUDITS,
    max_cells: MaxCells = CELLS,
    as_json: options.AsJson = False,
) -> None:
    """Failure to learn a point, by mechanism and rows."""
    if dimensions is not None:
        options.refuse_others(context, ("--dimensions", "--plot", "--json"), "--dimensions")
        _show_sizes(dimensions, plot, as_json=as_json)
        return
    task = contenders.point_learning(between(accuracy, "--accuracy", 0, 1))
    limits = Limits(max_audits, max_cells)
    _show(task, domains, rows, target(exp_eps, delta), failure, limits, plot, as_json=as_json)


@killable()
def thresholds(
    domains: Domains = "2,3,4",
    rows: Rows = "1,2,4",
    exp_eps: ExpEps = "4",
    delta: Delta = "0",
    failure: Failure = "1/3",
    accuracy: Accuracy = "1/4",
    plot: Plot = None,
    max_audits: MaxAudits = AUDITS,
    max_cells: MaxCells = CELLS,
    as_json: options.AsJson = False,
) -> None:
    """Failure to release all thresholds, by mechanism and rows."""
    task = releases.thresholds(between(accuracy, "--accuracy", 0, 1))
    limits = Limits(max_audits, max_cells)
    _show(task, domains, rows, target(exp_eps, delta), failure, limits, plot, as_json=as_json)


def _show(
    task: Task,
    domains: str,
    rows: str,
    measured: Target,
    failure: str,
    limits: Limits,
    plot: str | None,
    *,
    as_json: bool,
) -> None:
    beta = between(failure, "--failure", 0, 1)
    sizes, counts = _numbers(domains, "--domains"), _numbers(rows, "--rows")
    kinds = len(task.optima) + len(task.bounds) + len(task.contenders)
    with as_bad_input():
        table = tabulated(task, sizes, counts, measured, limits)
        cells = collected(table, len(sizes) * len(counts) * kinds, "cells")
    least = list(least_rows(task, cells, measured, beta))
    if plot is not None:
        from audits.rendering.complexity_picture import draw

        with as_bad_input():
            write_bytes(plot, draw(plot, task.title, cells, measured, beta))
    if as_json:
        print_json(_answer(task, cells, least, measured, beta))
    else:
        _print(task, cells, least, measured, beta)


def _numbers(text: str, option: str) -> list[int]:
    return sorted({*integers(text, option, 1, LARGEST)})


def _show_sizes(dimensions: str, plot: str | None, *, as_json: bool) -> None:
    """The sample sizes that the theorems on learning points give."""
    with as_bad_input():
        rows = sample_sizes(_numbers(dimensions, "--dimensions"))
    if plot is not None:
        from audits.rendering.complexity_picture import draw_sizes

        with as_bad_input():
            write_bytes(plot, draw_sizes(plot, rows))
    if as_json:
        print_json({"problem": "point-learning", "dimensions": [asdict(row) for row in rows]})
    else:
        print_table(
            ["d", *COLUMNS.values()],
            [[str(number) for number in asdict(row).values()] for row in rows],
            title="Examples for 2^d points, from the theorems with their constants: eps = 1, "
            "error <= 2/5, failure <= 1/100",
        )


def _answer(
    task: Task, cells: Sequence[Cell], least: Sequence[LeastRows], target: Target, beta: Fraction
) -> dict[str, Json]:
    return {
        "problem": task.name,
        "exp_eps": number_json(target.exp_eps),
        "delta": number_json(target.delta),
        "failure_probability": number_json(beta),
        "parameters_are": GRID_WORDS,
        "notes": list[Json](task.notes),
        "points": [_point(cell) for cell in cells],
        "sample_complexity": [
            {
                "mechanism": entry.name,
                "domain": entry.domain,
                "rows": entry.rows,
                **_log_star(task, entry.domain),
                "failure": number_or_null(entry.failure),
                "failures_never_grow": _yes_or_no(entry.decreasing),
                "evidence": list[Json](entry.evidence),
                "note": entry.note,
            }
            for entry in least
        ],
    }


def _log_star(task: Task, domain: int) -> dict[str, int]:
    """log*|X|, where the bounds of a task go with it."""
    return {"log_star": log_star(domain)} if task.bounds else {}


def _point(cell: Cell) -> Json:
    shown: dict[str, Json] = {
        "mechanism": cell.name,
        "domain": cell.domain,
        "rows": cell.rows,
        "failure": number_or_null(cell.failure),
    }
    if cell.tuned is not None:
        shown["parameters"] = {k: str(v) for k, v in cell.tuned.setting.parameters}
        shown["tight_delta"] = number_json(cell.tuned.tight_delta)
        shown["worst"] = cell.tuned.worst
    if cell.note:
        shown["note"] = cell.note
    return shown


def _yes_or_no(answer: bool | None) -> str:
    return "unknown" if answer is None else "yes" if answer else "no"


def _print(
    task: Task, cells: Sequence[Cell], least: Sequence[LeastRows], target: Target, beta: Fraction
) -> None:
    print_table(
        ["|X|", "n", "mechanism", "failure", "parameters", "tight delta", "worst input"],
        [
            [
                str(cell.domain),
                str(cell.rows),
                cell.name,
                cell.note if cell.failure is None else short(cell.failure),
                "" if cell.tuned is None else parameters_words(cell.tuned),
                "" if cell.tuned is None else short(cell.tuned.tight_delta),
                "" if cell.tuned is None else cell.tuned.worst,
            ]
            for cell in cells
        ],
        title=f"{task.title}, measured at e^eps = {target.exp_eps}, delta = {target.delta}; "
        f"{GRID_WORDS}. Exact values: --json.",
    )
    for note in task.notes:
        say(note)
    print_table(
        [
            "|X|",
            *(["log*|X|"] if task.bounds else []),
            "mechanism",
            f"least n with failure <= {beta}",
            "failures here never grow",
            "verdicts",
        ],
        [
            [
                str(entry.domain),
                *map(str, _log_star(task, entry.domain).values()),
                entry.name,
                f"- ({entry.note})" if entry.rows is None else f"{entry.rows} {entry.note}",
                _yes_or_no(entry.decreasing),
                _verdicts(entry),
            ]
            for entry in least
        ],
    )


def _verdicts(entry: LeastRows) -> str:
    """For which numbers of rows the kernel accepted certificates."""
    sure = [line.split(":")[0] for line in entry.evidence if line.endswith(", certified")]
    return f"certified at n = {', '.join(sure)}" if sure else "no certificate"
