"""`exactdp conform`: another implementation against the reference."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from audits.commands import completions, failing, following, options
from audits.commands.output import print_json, print_table, say_folded, working, write_text
from audits.commands.sampled import (
    declared_against,
    findings_about,
    given_sampler,
    promised_by,
    widths_of,
)
from audits.conformance.budget import Budget
from audits.conformance.environments import MissingLibraryError, WorkerError
from audits.conformance.exact_law import ALLOWANCE
from audits.conformance.finding import COLUMNS, Finding, Outcome
from audits.conformance.library import MODULES, adapter
from audits.conformance.reports import as_json, as_junit, as_sarif, printable
from audits.conformance.samplers import SamplerError
from audits.inputs.literals import InputError
from audits.inputs.mechanisms import parameters
from audits.inputs.numbers import logarithm, rational
from audits.inputs.pairs import pairs_of, rows_of
from audits.near_names import hint, same

MOST_SAMPLES = 100_000_000
"""They are kept until they are counted."""

OF_FOLLOWED = (
    *("--database", "--neighbour", "--pairs", "--eps", "--exp-eps", "--delta", "--allowance"),
    *("--timeout", "--follow", "--certificate", "--fail-on", "--junit", "--sarif", "--json"),
)
"""What is read where a function is followed."""

NO_SOURCE = "'int' object has no attribute"
"""What Python says where a number of samples is taken for a random source."""

FOLLOW = (
    "a sampler is called with a number of samples: for a function of a database and a random "
    "source, give --follow (in a table, [[tool.exactdp.function]])"
)

OF_LIBRARIES = ("--allowance", "--prepare", "--fail-on", "--junit", "--sarif", "--json")
"""What the comparison with a library reads."""


def command(
    context: typer.Context,
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="LIBRARY[==VERSION][:MECHANISM]",
            help=f"One of {', '.join(MODULES)}; or file.py:function, package.module:function of "
            "(database, count).",
            autocompletion=completions.libraries,
        ),
    ] = None,
    external: Annotated[
        str | None,
        typer.Option(
            "--command",
            metavar="COMMAND",
            help="A sampler: rows on stdin, samples on stdout, one JSON value a line; "
            "the number of samples is its last argument.",
        ),
    ] = None,
    rows: Annotated[
        str | None, typer.Option("--database", metavar="ROWS", help="What the sampler runs on.")
    ] = None,
    neighbour: Annotated[
        str | None, typer.Option("--neighbour", metavar="ROWS", help="A neighbouring database.")
    ] = None,
    pairs: Annotated[
        str | None,
        typer.Option(
            "--pairs",
            metavar="PAIRS",
            help="More than one pair of neighbours: ((0,1),(0,2)),((1,),()).",
        ),
    ] = None,
    follow: Annotated[
        bool,
        typer.Option(
            "--follow",
            help="Follow every branch of function(database, rng), in place of samples: exact.",
        ),
    ] = False,
    reference: Annotated[
        str | None,
        typer.Option("--reference", metavar="MECHANISM", help="The law that samples must have."),
    ] = None,
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: options.Eps = None,
    exp_eps: options.ExpEps = None,
    delta: options.Delta = None,
    cells: Annotated[
        str | None,
        typer.Option(
            "--cells",
            metavar="P/Q,...",
            help="Count real outputs in cells of this width, or of one width per coordinate.",
        ),
    ] = None,
    samples: Annotated[
        int, typer.Option("--samples", min=1000, max=MOST_SAMPLES, help="At most.")
    ] = 20_000,
    allowance: Annotated[
        str | None,
        typer.Option(
            "--allowance",
            metavar="P/Q",
            help=f"Added to a claimed delta; {ALLOWANCE} for libraries, else 0.",
        ),
    ] = None,
    prepare: Annotated[
        bool,
        typer.Option(
            "--prepare", help="Install the library in an environment in .venvs, if needed."
        ),
    ] = False,
    declared: Annotated[
        str | None,
        typer.Option(
            "--declared",
            metavar="EPS[,DELTA]",
            help="What the implementation promises, if its function has no attributes eps, delta.",
        ),
    ] = None,
    universe_rows: Annotated[
        int | None,
        typer.Option(
            "--rows",
            metavar="N",
            min=0,
            help="Compare what is declared with the exact curve of --reference on N rows.",
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            "--timeout",
            min=0.01,
            max=10**7,
            metavar="SECONDS",
            help="Give up when one call of the sampler takes longer (a command: 600).",
        ),
    ] = None,
    fail_on: failing.OptionOfConform = failing.FailOn.UNDECIDED,
    junit: Annotated[str | None, typer.Option("--junit", metavar="FILE")] = None,
    sarif: Annotated[str | None, typer.Option("--sarif", metavar="FILE")] = None,
    certificate: options.CertificateFile = None,
    as_json_: options.AsJson = False,
) -> None:
    """Compare another implementation with the reference, as strongly as its interface allows."""
    eps, exp_eps = _without_logarithm(eps, exp_eps)
    if (target is None) == (external is None):
        raise InputError("give a library, file.py:function, or --command COMMAND")
    if target is not None and not _is_function(target):
        options.refuse_others(context, OF_LIBRARIES, f"the library {target}")
    elif prepare:
        raise InputError("--prepare: not with a sampler, only with a library")
    elif certificate is not None and not follow:
        raise InputError("--certificate: only with --follow: samples prove nothing")
    for report in (junit, sarif):  # what an earlier run found is not left for this one's
        if report is not None and Path(report).is_file():
            Path(report).unlink()
    try:
        if follow:
            options.refuse_others(context, OF_FOLLOWED, "--follow")
            claim = following.claimed(eps, exp_eps, delta, allowance)
            every = pairs_of(rows, neighbour, pairs, of_rows=False)
            with working(f"following {target}"):
                found = [following.finding(str(target), every, claim, timeout, certificate)]
        elif target is not None and not _is_function(target):
            slack = rational(allowance or str(ALLOWANCE), "--allowance")
            comparing = _library(target, slack, prepare=prepare)
            with working(f"comparing {target}"):
                found = list(comparing)
        else:
            with given_sampler(target, external, timeout) as sampler, working("sampling"):
                name = external or str(target)
                promised = promised_by(sampler, declared)
                found = []
                if universe_rows is not None:
                    fixed = parameters(parameter or [])
                    slack = rational(allowance or str(ALLOWANCE), "--allowance")
                    law = (reference, fixed, root, universe_rows)
                    found.append(declared_against(sampler, name, promised, law, slack))
                several = pairs is not None
                if universe_rows is None or rows is not None or several:
                    first = rows_of(rows, "--database") if not several or rows is not None else ()
                    found += findings_about(
                        sampler,
                        name,
                        first,
                        pairs_of(rows, neighbour, pairs) if neighbour or several else (),
                        reference,
                        parameters(parameter or []),
                        (root, eps, exp_eps, delta, promised),
                        widths_of(cells),
                        samples,
                    )
    except (LookupError, WorkerError, SamplerError, MissingLibraryError) as failure:
        said = str(failure.args[0] if failure.args else failure)
        raise InputError(f"{said}; {FOLLOW}" if NO_SOURCE in said else said) from None
    _report(found, junit, sarif, fail_on, as_json_=as_json_)
    raise typer.Exit(failing.status((finding.outcome, fail_on) for finding in found))


def _without_logarithm(eps: str | None, exp_eps: str | None) -> tuple[str | None, str | None]:
    """The claimed eps and e^eps, the latter of `--eps ln(3)`."""
    power = None if eps is None or exp_eps is not None else logarithm(eps, "--eps")
    return (eps, exp_eps) if power is None else (None, str(power))


def _is_function(target: str) -> bool:
    """Whether it is `file.py:function` or `package.module:function`, and no library of ours."""
    place, colon, _ = target.partition(":")
    name = place.partition("==")[0]
    ours = same(name, MODULES) or ("." not in name and hint(name, MODULES))
    return bool(colon) and not ours


def _library(target: str, allowance: Fraction, *, prepare: bool) -> Iterator[Finding]:
    release, _, mechanism = target.partition(":")
    name, _, version = release.partition("==")
    chosen = adapter(name)
    if version:
        chosen = chosen.at(version)
    if prepare and not chosen.environment.is_complete:
        typer.echo(f"exactdp: installing {release} in {chosen.environment.directory}", err=True)
        with working(f"installing {release}"):
            chosen.environment.prepare()
    return chosen.findings(Budget(), mechanism or None, allowance)


def _report(
    found: list[Finding],
    junit: str | None,
    sarif: str | None,
    fail_on: failing.FailOn,
    *,
    as_json_: bool,
) -> None:
    if junit is not None:
        write_text(junit, as_junit(found, fails=lambda f: fail_on.covers(f.outcome)))
    if sarif is not None:
        write_text(sarif, as_sarif(found))
    if as_json_:
        print_json(as_json(found))
    else:
        for finding in found:
            if finding.outcome is Outcome.REFUTED:
                witness = f"refuted: {finding.subject.mechanism}: {finding.shown_witness()}"
                say_folded(printable(witness), "  ")
        print_table(COLUMNS, [[*map(printable, finding.cells())] for finding in found])
