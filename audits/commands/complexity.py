"""`exactdp complexity`: failure against rows and domain size at equal measured privacy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Annotated

import typer

from audits.asked.literals import InputError, shortened
from audits.asked.numbers import rational
from audits.commands import complexity_composition as by_rounds
from audits.commands import complexity_public as by_public_rows
from audits.commands import complexity_reconstruction as by_error
from audits.commands import options
from audits.commands.interruption import killable
from audits.commands.output import print_json, print_table, progress, write_bytes
from audits.engines.sample_complexity.by_dimension import COLUMNS, sample_sizes
from audits.engines.sample_complexity.fingerprinting import (
    errors_by_coalition,
    fingerprinting_code,
)
from audits.engines.sample_complexity.public_rows import GOALS
from audits.engines.sample_complexity.reconstruction import FAMILIES
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
from audits.engines.sample_complexity.tasks import TASKS, WITH_ACCURACY, WITH_LOWER_BOUNDS
from audits.engines.sample_complexity.tuning import Target
from audits.shown.decimals import about
from audits.verdict import Json
from reference.exact.integers import log_star

LARGEST_EXP_EPS = 64
"""The grids of roots grow with e^eps."""

FINGERPRINTING = "fingerprinting"
PROBLEMS = (
    *TASKS,
    FINGERPRINTING,
    by_public_rows.PUBLIC_DATA,
    by_rounds.COMPOSITION,
    by_error.RECONSTRUCTION,
)
"""The last four are a table for each coalition, one of private and public rows, one of rounds of
any mechanism, and one of attacks."""

BASES, PRINTED_BASES = "2,3", "1,4"
"""Of a fingerprinting code, if none are given; as printed it begins with 1."""

OF_CODES = ("--bases", "--printed", "--json")
"""What the table of a fingerprinting code reads."""

OF_SIZES = ("--dimensions", "--plot", "--json")
"""What the table of sample sizes reads."""

OF_FAILURES = (
    *("--domains", "--rows", "--exp-eps", "--delta", "--failure", "--accuracy"),
    *("--lower-bounds", "--plot", "--max-audits", "--max-cells", "--json"),
)
"""What the table of failures reads."""

MOST_CELLS = 20_000
"""Probabilities of a linear program that may be asked for; larger ones have no end in sight."""

MOST_DIGITS = 9
"""Of a domain size, a number of rows and a dimension."""


@killable()
def command(
    context: typer.Context,
    problem: Annotated[str, typer.Argument(help=f"{' or '.join(PROBLEMS)}.")],
    domains: Annotated[
        str | None, typer.Option("--domains", metavar="N,N,...", help="Domain sizes.")
    ] = None,
    rows: Annotated[
        str | None, typer.Option("--rows", metavar="N,N,...", help="Numbers of rows.")
    ] = None,
    exp_eps: Annotated[
        str, typer.Option("--exp-eps", metavar="P/Q", help="e^eps of the measured privacy.")
    ] = "4",
    delta: Annotated[
        str | None,
        typer.Option(
            "--delta",
            metavar="P/Q",
            help="delta of the measured privacy; by default "
            f"{', '.join(f'{task().delta} for {name}' for name, task in TASKS.items())}, "
            f"0 for {by_public_rows.PUBLIC_DATA}, and for {by_rounds.COMPOSITION}, of a round.",
        ),
    ] = None,
    failure: Annotated[
        str, typer.Option("--failure", metavar="P/Q", help="beta: least rows to fail at most so.")
    ] = "1/3",
    accuracy: Annotated[
        str | None,
        typer.Option(
            "--accuracy",
            metavar="P/Q",
            help=f"alpha of {', '.join(WITH_ACCURACY)} and {by_public_rows.PUBLIC_DATA}: the "
            "largest error that is no failure, the squared error aimed at, or the mass of a rare "
            "example; by default 1/4.",
        ),
    ] = None,
    lower_bounds: Annotated[
        bool,
        typer.Option(
            "--lower-bounds",
            help=f"Of {', '.join(WITH_LOWER_BOUNDS)}: add the optimum on the hard databases, "
            "the recurrence that bounds it, and log*|X|.",
        ),
    ] = False,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw it (.png, .svg, .pdf).")
    ] = None,
    dimensions: Annotated[
        str | None,
        typer.Option(
            "--dimensions",
            metavar="D,D,...",
            help="Instead: what the theorems give for 2^D points, with their constants.",
        ),
    ] = None,
    bases: Annotated[
        str | None,
        typer.Option(
            "--bases",
            metavar="N,N,...",
            help="Of a fingerprinting code: b(0), ..., one a user; by default "
            f"{BASES}, or {PRINTED_BASES} with --printed.",
        ),
    ] = None,
    printed: Annotated[
        bool, typer.Option("--printed", help="The fingerprinting code as printed; b(0) is 1.")
    ] = False,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            metavar="GOAL",
            help=f"Of {by_public_rows.PUBLIC_DATA}: {', '.join(GOALS)}; by default the first.",
        ),
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(
            "--public",
            metavar="N,N,...",
            help=f"Of {by_public_rows.PUBLIC_DATA}: numbers of public rows; --rows are private.",
        ),
    ] = None,
    rounds: Annotated[
        str,
        typer.Option(
            "--rounds", metavar="N,N,...", help=f"Of {by_rounds.COMPOSITION}: numbers of rounds."
        ),
    ] = by_rounds.ROUNDS,
    eps: Annotated[
        str,
        typer.Option(
            "--eps", metavar="X", help=f"Of {by_rounds.COMPOSITION}: eps itself, of a round."
        ),
    ] = by_rounds.EPS,
    target_delta: Annotated[
        str,
        typer.Option(
            "--target-delta",
            metavar="P/Q",
            help=f"Of {by_rounds.COMPOSITION}: the delta of all rounds.",
        ),
    ] = by_rounds.TARGET,
    queries: Annotated[
        str,
        typer.Option(
            "--queries",
            metavar="FAMILY",
            help=f"Of {by_error.RECONSTRUCTION}: {', '.join(FAMILIES)}.",
        ),
    ] = FAMILIES[0],
    count: Annotated[
        int | None,
        typer.Option("--count", help=f"How many random queries; by default {by_error.COUNT}."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Of random queries, and of runs.")
    ] = 0,
    errors: Annotated[
        str | None,
        typer.Option(
            "--errors",
            metavar="P/Q,P/Q,...",
            help=f"Of {by_error.RECONSTRUCTION}: what errors are below; by default "
            f"{by_error.ERRORS}. --exp-eps, then, is that of one answer, by default "
            f"{by_error.EXP_EPS}, --rows by default {by_error.ROWS}.",
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", help="Of a release whose law is too large.")
    ] = 400,
    max_audits: Annotated[
        int, typer.Option("--max-audits", min=1, help="Refuse more databases times settings.")
    ] = Limits().audits,
    max_cells: Annotated[
        int,
        typer.Option(
            "--max-cells",
            min=1,
            max=MOST_CELLS,
            help="Refuse linear programs with more probabilities.",
        ),
    ] = Limits().cells,
    as_json: options.AsJson = False,
) -> None:
    """Tabulate failure probability against rows and domain size at equal measured privacy."""
    if problem not in PROBLEMS:
        raise InputError(f"problem {problem!r}: {' or '.join(PROBLEMS)}")
    if problem == by_rounds.COMPOSITION:
        options.refuse_others(context, by_rounds.READ, problem)
        each = "0" if delta is None else delta
        by_rounds.show(rounds, eps, each, target_delta, plot, as_json=as_json)
        return
    if problem == FINGERPRINTING:
        options.refuse_others(context, OF_CODES, problem)
    elif problem == by_public_rows.PUBLIC_DATA:
        wanted = _goal(context, goal, problem)
        by_public_rows.show(
            wanted,
            rows,
            public,
            _target(exp_eps, rational("0" if delta is None else delta, "--delta")),
            _probability("1/4" if accuracy is None else accuracy, "--accuracy"),
            _probability(failure, "--failure"),
            plot,
            max_cells,
            as_json=as_json,
        )
        return
    elif problem == by_error.RECONSTRUCTION:
        options.refuse_others(context, by_error.READ, problem)
        typed = context.get_parameter_source("exp_eps")
        given = typed is not None and typed.name == "COMMANDLINE"
        by_error.show(
            rows,
            queries,
            count,
            seed,
            errors,
            exp_eps if given else None,
            runs,
            plot,
            as_json=as_json,
        )
        return
    elif dimensions is not None:
        options.refuse_others(context, OF_SIZES, "--dimensions")
    else:
        options.refuse_others(context, OF_FAILURES, problem)
    if problem == FINGERPRINTING:
        _by_coalition(_bases(bases, printed=printed), printed=printed, as_json=as_json)
        return
    if dimensions is not None:
        _by_dimension(problem, dimensions, plot, as_json=as_json)
        return
    task = _task(problem, accuracy, lower_bounds=lower_bounds)
    target = _target(exp_eps, task.delta if delta is None else rational(delta, "--delta"))
    beta = _probability(failure, "--failure")
    sizes = _numbers(domains, task.domains, "--domains")
    counts = _numbers(rows, task.rows, "--rows")
    cells = _cells(task, sizes, counts, target, Limits(max_audits, max_cells))
    least = list(least_rows(task, cells, target, beta))
    if plot is not None:
        from audits.shown.complexity_picture import draw

        try:
            picture = draw(plot, task.title, cells, target, beta)
        except ValueError as refusal:
            raise InputError(str(refusal)) from None
        write_bytes(plot, picture)
    if as_json:
        print_json(_answer(task, cells, least, target, beta))
    else:
        _print(task, cells, least, target, beta)


def _goal(context: typer.Context, goal: str | None, problem: str) -> str:
    """Of the table of private and public rows, which reads no other options."""
    wanted = by_public_rows.MEAN if goal is None else goal
    if wanted not in GOALS:
        raise InputError(f"--goal {shortened(wanted)}: {' or '.join(GOALS)}")
    failing = wanted != by_public_rows.ERROR
    read = by_public_rows.READ if failing else by_public_rows.READ_OF_ERRORS
    options.refuse_others(context, read, problem if goal is None else f"--goal {goal}")
    return wanted


def _probability(text: str, option: str) -> Fraction:
    number = rational(text, option)
    if not 0 <= number <= 1:
        raise InputError(f"{option} {shortened(text)}: a number from 0 to 1")
    return number


def _task(problem: str, accuracy: str | None, *, lower_bounds: bool) -> Task:
    """The problem, with this accuracy, with lower bounds."""
    if lower_bounds and problem not in WITH_LOWER_BOUNDS:
        raise InputError(f"--lower-bounds: for {', '.join(WITH_LOWER_BOUNDS)}, not for {problem}")
    if accuracy is None:
        return (WITH_LOWER_BOUNDS if lower_bounds else TASKS)[problem]()
    if problem not in WITH_ACCURACY:
        raise InputError(f"--accuracy: for {' and '.join(WITH_ACCURACY)}, not for {problem}")
    alpha = rational(accuracy, "--accuracy")
    if not 0 <= alpha <= 1:
        raise InputError(f"--accuracy {accuracy}: a number from 0 to 1")
    return WITH_ACCURACY[problem](alpha)


def _by_dimension(problem: str, dimensions: str, plot: str | None, *, as_json: bool) -> None:
    """The sample sizes that the theorems on learning points give."""
    if problem != "point-learning":
        raise InputError(f"--dimensions: there are sizes for point-learning, not for {problem}")
    try:
        rows = sample_sizes(_numbers(dimensions, (), "--dimensions"))
    except ValueError as refusal:
        raise InputError(str(refusal)) from None
    if plot is not None:
        from audits.shown.complexity_picture import draw_sizes

        try:
            picture = draw_sizes(plot, rows)
        except ValueError as refusal:
            raise InputError(str(refusal)) from None
        write_bytes(plot, picture)
    if as_json:
        print_json({"problem": problem, "dimensions": [asdict(row) for row in rows]})
    else:
        print_table(
            ["d", *COLUMNS.values()],
            [[str(number) for number in asdict(row).values()] for row in rows],
            title="Examples for 2^d points, from the theorems with their constants: eps = 1, "
            "error <= 2/5, failure <= 1/100",
        )


def _bases(text: str | None, *, printed: bool) -> str:
    if text is None:
        return PRINTED_BASES if printed else BASES
    return text


def _by_coalition(bases: str, *, printed: bool, as_json: bool) -> None:
    """The errors of an interior point fingerprinting code against the best pirates."""
    try:
        code = fingerprinting_code(tuple(_in_order(bases, "--bases")), printed=printed)
    except ValueError as refusal:
        raise InputError(f"--bases {shortened(bases)}: {refusal}") from None
    rows = list(errors_by_coalition(code))
    if as_json:
        shown = [{key: _shown(value) for key, value in asdict(row).items()} for row in rows]
        words: dict[str, Json] = {"problem": FINGERPRINTING, "points": code.domain.size}
        print_json({**words, "bases": list(code.bases), "coalitions": list[Json](shown)})
        return
    print_table(
        ["coalition", "frames", "frames feasibly", "escapes", "bound on frames"],
        [
            [
                ", ".join(map(str, row.coalition)) or "nobody",
                *map(str, (row.soundness, row.feasible, row.completeness)),
                "-" if row.bound is None else str(row.bound),
            ]
            for row in rows
        ],
        title=f"Best pirates against {len(code.users)} users, {code.domain.size} points, bases "
        f"{', '.join(map(str, code.bases))}{', as printed' if printed else ''}: how often "
        "somebody outside of the coalition is accused, and nobody of a feasible word",
    )


def _shown(value: tuple[int, ...] | Fraction | None) -> Json:
    return list[Json](value) if isinstance(value, tuple) else _text(value)


def _target(exp_eps: str, delta: Fraction) -> Target:
    x = rational(exp_eps, "--exp-eps")
    if x > LARGEST_EXP_EPS:
        raise InputError(f"--exp-eps {exp_eps}: at most {LARGEST_EXP_EPS} here")
    try:
        return Target(x, delta)
    except ValueError as refusal:
        raise InputError(f"--exp-eps, --delta: {refusal}") from None


def _numbers(text: str | None, default: Sequence[int], option: str) -> list[int]:
    return list(default) if text is None else sorted({*_in_order(text, option)})


def _in_order(text: str, option: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) <= MOST_DIGITS and int(part) for part in parts):
        raise InputError(
            f"{option} {shortened(text)}: give positive integers such as 4,8, "
            f"of at most {MOST_DIGITS} digits"
        )
    return [int(part) for part in parts]


def _cells(
    task: Task, domains: Sequence[int], rows: Sequence[int], target: Target, limits: Limits
) -> list[Cell]:
    found: list[Cell] = []
    kinds = len(task.optima) + len(task.bounds) + len(task.contenders)
    total = len(domains) * len(rows) * kinds
    try:
        with progress(total, "cells") as done:
            for cell in tabulated(task, domains, rows, target, limits):
                found.append(cell)
                done(1)
    except ValueError as refusal:
        raise InputError(str(refusal)) from None
    return found


def _answer(
    task: Task, cells: Sequence[Cell], least: Sequence[LeastRows], target: Target, beta: Fraction
) -> dict[str, Json]:
    return {
        "problem": task.name,
        "exp_eps": str(target.exp_eps),
        "delta": str(target.delta),
        "failure_probability": str(beta),
        "parameters_are": GRID_WORDS,
        "notes": list[Json](task.notes),
        "points": [_point(cell) for cell in cells],
        "sample_complexity": [
            {
                "mechanism": entry.name,
                "domain": entry.domain,
                "rows": entry.rows,
                **_log_star(task, entry.domain),
                "failure": _text(entry.failure),
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
        "failure": _text(cell.failure),
    }
    if cell.tuned is not None:
        shown["parameters"] = {k: str(v) for k, v in cell.tuned.setting.parameters}
        shown["tight_delta"] = str(cell.tuned.tight_delta)
        shown["worst"] = cell.tuned.worst
    if cell.note:
        shown["note"] = cell.note
    return shown


def _yes_or_no(answer: bool | None) -> str:
    return "unknown" if answer is None else "yes" if answer else "no"


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


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
                cell.note if cell.failure is None else _short(cell.failure),
                "" if cell.tuned is None else parameters_words(cell.tuned),
                "" if cell.tuned is None else _short(cell.tuned.tight_delta),
                "" if cell.tuned is None else cell.tuned.worst,
            ]
            for cell in cells
        ],
        title=f"{task.title}, measured at e^eps = {target.exp_eps}, delta = {target.delta}; "
        f"{GRID_WORDS}. Exact values: --json.",
    )
    for note in task.notes:
        typer.echo(note)
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


def _short(number: Fraction) -> str:
    """The number itself while it is short, else a decimal that says it is one."""
    text = str(number)
    return text if len(text) <= 11 else f"~{about(number)[:8]}"
