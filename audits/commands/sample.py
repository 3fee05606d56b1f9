"""`exactdp sample`: outputs of a mechanism on real data, from random bits and integers only."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Annotated

import typer

from audits.asked.calibrated import THRESHOLDS, Plan, calibrated, derived, summary
from audits.asked.files import text_of
from audits.asked.literals import InputError
from audits.asked.loading import in_time
from audits.asked.mechanisms import build, mechanism_class, parameters
from audits.asked.numbers import Loss
from audits.asked.rows import database, outputs
from audits.commands import options
from audits.commands.interruption import killable
from audits.commands.output import print_json
from audits.labels import label
from reference.probability.coins import BitSource, SeededBits, SystemBits

DERIVING = ("-p", "--eps", "--delta", "--accuracy", "--failure", "--timeout", "--json")
"""The options that are read where parameters are derived."""

DRAWING = ("--database", "--count", "--seed", "--deterministic")
"""Those that are read where outputs are drawn of derived parameters, besides."""


def command(
    context: typer.Context,
    mechanism: options.Mechanism,
    database_text: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|ROWS",
            help="A file of one row a line. With --delta it may be left out: then the derived "
            "parameters are shown, and how many rows they need.",
        ),
    ] = None,
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: options.Eps = None,
    delta: Annotated[
        str | None,
        typer.Option("--delta", metavar="X", help="With --eps: derive all parameters but domain."),
    ] = None,
    accuracy: Annotated[
        str | None,
        typer.Option("--accuracy", metavar="X", help="With --delta: alpha, the largest error."),
    ] = None,
    failure: Annotated[
        str | None,
        typer.Option("--failure", metavar="X", help="With --delta: beta, how often it may fail."),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many outputs.")] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Reproducible bits: for tests, never a release.")
    ] = None,
    timeout: options.Timeout = None,
    deterministic: options.Deterministic = False,
    as_json: options.AsJson = False,
) -> None:
    """Run a mechanism; its randomness is compared as integers, exactly."""
    if database_text is None and delta is None:
        raise InputError("give --database; it may be left out with --delta only")
    if delta is not None:
        options.refuse_others(context, (*DERIVING, *DRAWING), "derived parameters")
    if database_text is None:
        options.refuse_others(context, DERIVING, "parameters alone (no --database)")
    rows = None if database_text is None else _rows(database_text)
    given = parameters(parameter or [])
    source: BitSource = SystemBits() if seed is None else SeededBits(seed)
    if delta is None and not accuracy is failure is None:
        raise InputError("--accuracy and --failure go with --eps and --delta")
    with killable(), in_time(mechanism, timeout):
        if delta is None and mechanism == THRESHOLDS:
            raise InputError(f"{mechanism}: give --delta, too; its parameters are derived")
        if delta is None:
            loss = Loss.given(root, eps, all_eps=False).rounded_down()
            built = build(mechanism_class(mechanism), given, loss)
        else:
            targets = {"eps": eps, "delta": delta, "accuracy": accuracy, "failure": failure}
            plan = calibrated(mechanism, given, targets, None if rows is None else len(rows))
            if rows is None:
                _show(mechanism, plan, as_json=as_json)
                return
            typer.echo(summary(plan), err=True)
            built = plan.mechanism
        assert rows is not None  # without a database there is a plan, which was shown
        found = outputs(built, rows, source, count, mechanism, deterministic=deterministic)
        drawn = [label(x) for x in found]
    if as_json:
        print_json({"mechanism": mechanism, "rows": len(rows), "outputs": [*drawn]})
    else:
        typer.echo("\n".join(drawn))


def _show(mechanism: str, plan: Plan, *, as_json: bool) -> None:
    """The parameters, and how many rows are enough."""
    if as_json:
        print_json({"mechanism": mechanism, **derived(plan)})
    else:
        typer.echo(summary(plan))


def _rows(text: str) -> tuple[Hashable, ...]:
    named = Path(text).suffix[1:].isalpha() or len(Path(text).parts) > 1
    if not (named or Path(text).is_file()):
        return database(text)
    lines = [line for line in text_of(text).splitlines() if line.strip()]
    if all(line.strip().lstrip("-").isdigit() for line in lines):
        return tuple(int(line) for line in lines)
    return database(",".join(lines))
