"""`exactdp conform`: another implementation against the reference."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import typer

from audits.commands import options
from audits.commands.output import print_json, write_text
from audits.conformance.adapter import Run
from audits.conformance.budget import Budget
from audits.conformance.environments import MissingLibraryError, WorkerError
from audits.conformance.exact_law import ALLOWANCE
from audits.conformance.finding import Finding, Outcome
from audits.conformance.library import MODULES, adapter
from audits.conformance.reports import as_json, as_junit, as_sarif, as_text
from audits.conformance.samplers import Command, CommandError, ExternalSampler, NoWorker, in_cells
from audits.inputs import (
    InputError,
    Loss,
    build,
    database,
    mechanism_class,
    parameters,
    parts_of,
    rational,
)
from audits.rows import law_on

REFUTED, UNDECIDED = 1, 3

CELLS_SHOWN = 64
"""Cells on either side of 0 in which real outputs are counted."""


def command(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="LIBRARY[==VERSION][:MECHANISM]",
            help=f"One of {', '.join(MODULES)}; or file.py:function(database, count).",
        ),
    ] = None,
    external: Annotated[
        str | None,
        typer.Option(
            "--command",
            metavar="COMMAND",
            help="A sampler: rows on stdin, the number of samples as last argument.",
        ),
    ] = None,
    rows: Annotated[
        str | None, typer.Option("--database", metavar="ROWS", help="What the sampler runs on.")
    ] = None,
    neighbour: Annotated[
        str | None, typer.Option("--neighbour", metavar="ROWS", help="A neighbouring database.")
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option("--reference", metavar="MECHANISM", help="The law that samples must have."),
    ] = None,
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: options.Eps = None,
    delta: options.Delta = None,
    cells: Annotated[
        str | None, typer.Option("--cells", metavar="P/Q", help="Count real outputs in cells.")
    ] = None,
    samples: Annotated[int, typer.Option("--samples", min=1000, help="At most.")] = 20_000,
    allowance: Annotated[
        str, typer.Option("--allowance", metavar="P/Q", help="Added to a claimed delta.")
    ] = str(ALLOWANCE),
    junit: Annotated[str | None, typer.Option("--junit", metavar="FILE")] = None,
    sarif: Annotated[str | None, typer.Option("--sarif", metavar="FILE")] = None,
    as_json_: options.AsJson = False,
) -> None:
    """Compare another implementation with the reference, as strongly as its interface allows."""
    if (target is None) == (external is None):
        raise InputError("give a library, file.py:function, or --command COMMAND")
    try:
        if external is None and target is not None and ".py:" not in target:
            found = list(_library(target, rational(allowance, "--allowance")))
        else:
            sampler = Command(external) if external is not None else _function(str(target))
            width = None if cells is None else rational(cells, "--cells")
            if width is not None and width <= 0:
                raise InputError(f"--cells {cells}: a width is positive")
            found = list(
                _sampler(
                    in_cells(sampler, width, CELLS_SHOWN) if width is not None else sampler,
                    external or str(target),
                    database(_needed(rows)),
                    None if neighbour is None else database(neighbour),
                    reference,
                    parameters(parameter or []),
                    (root, eps, delta),
                    samples,
                )
            )
    except (LookupError, WorkerError, CommandError, MissingLibraryError) as failure:
        raise InputError(str(failure.args[0] if failure.args else failure)) from None
    _report(found, junit, sarif, as_json_=as_json_)


def _library(target: str, allowance: Fraction) -> Iterator[Finding]:
    release, _, mechanism = target.partition(":")
    name, _, version = release.partition("==")
    chosen = adapter(name)
    if version:
        chosen = chosen.at(version)
    return chosen.findings(Budget(), mechanism or None, allowance)


def _function(target: str) -> ExternalSampler[Any, Any]:
    place, _, name = target.rpartition(":")
    spec = importlib.util.spec_from_file_location("sampler", place)
    if spec is None or spec.loader is None:
        raise InputError(f"{place}: is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (OSError, ImportError, SyntaxError) as failure:
        raise InputError(f"{place}: {failure}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise InputError(f"{place}: has no function {name}")
    sampler: ExternalSampler[Any, Any] = found
    return sampler


def _needed(rows: str | None) -> str:
    if rows is None:
        raise InputError("a sampler needs --database ROWS")
    return rows


def _sampler(
    sampler: ExternalSampler[Any, Any],
    name: str,
    first: tuple[Any, ...],
    second: tuple[Any, ...] | None,
    reference: str | None,
    given: dict[str, str],
    claim: tuple[str | None, str | None, str | None],
    samples: int,
) -> Iterator[Finding]:
    """The findings about a sampler: does it have a law, does it lose more than it says?"""
    root, eps, delta = claim
    run = Run("command", NoWorker(), Budget(shares=4))
    if reference is None and second is None:
        raise InputError("give --reference MECHANISM, or --neighbour ROWS and --eps X, or both")
    if reference is not None:
        loss = Loss.given(root, eps, all_eps=False)
        kind = mechanism_class(reference)
        law = law_on(build(kind, given, loss), first, reference)
        subject = run.subject(name, f"database {first}", f"the law of {reference}")
        looks = tuple(n for n in (samples // 100, samples // 10, samples) if n)
        exponent = loss.exponent(parts_of(kind))
        yield run.fits(subject, lambda n: sampler(first, n), law, exponent, looks=looks)
    if second is not None:
        if eps is None:
            raise InputError("--neighbour needs the claimed --eps X")
        bound, slack = rational(eps, "--eps"), rational(delta or "0", "--delta")
        subject = run.subject(name, f"{first} and {second}", f"eps = {bound}, delta = {slack}")
        draws = (lambda n: sampler(first, n), lambda n: sampler(second, n))
        pair = (str(first), str(second))
        yield run.loses(subject, draws, pair, bound, samples // 2, delta=slack)


def _report(found: list[Finding], junit: str | None, sarif: str | None, *, as_json_: bool) -> None:
    if junit is not None:
        write_text(junit, as_junit(found))
    if sarif is not None:
        write_text(sarif, as_sarif(found))
    if as_json_:
        print_json(as_json(found))
    else:
        typer.echo(as_text(found), nl=False)
    outcomes = {finding.outcome for finding in found}
    if Outcome.REFUTED in outcomes:
        raise typer.Exit(REFUTED)
    if Outcome.UNDECIDED in outcomes:
        raise typer.Exit(UNDECIDED)
