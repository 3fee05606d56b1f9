"""`exactdp conform`: another implementation against the reference."""

from __future__ import annotations

import ast
import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from audits.asked.literals import InputError
from audits.asked.loading import code_of, user_function
from audits.asked.mechanisms import build, loss_of, mechanism_class, parameters, parts_of
from audits.asked.numbers import LARGEST_EPS, TRIVIAL, Loss, rational
from audits.asked.relations import refuse_large_domain, universe
from audits.asked.rows import law_on, refuse_strange_universe
from audits.certificates import named
from audits.commands import completions, failing, following, options
from audits.commands.output import print_json, print_table, say_folded, working, write_text
from audits.conformance.adapter import Run
from audits.conformance.budget import Budget
from audits.conformance.cells import cell, in_cells
from audits.conformance.declared import judged, loss_above
from audits.conformance.environments import MissingLibraryError, WorkerError
from audits.conformance.exact_law import ALLOWANCE
from audits.conformance.finding import COLUMNS, Finding, Outcome, Place
from audits.conformance.library import MODULES, adapter
from audits.conformance.reports import as_json, as_junit, as_sarif, printable
from audits.conformance.samplers import (
    Command,
    ExternalSampler,
    Function,
    NoWorker,
    SamplerError,
    blamed,
)
from audits.engines.point import tight_delta
from audits.labels import label
from audits.near_names import hint, same
from audits.shown.decimals import about
from audits.table import tabulate
from reference.exact.decimals import read_rational
from reference.exact.exponential import exp_bounds

MOST_SAMPLES = 100_000_000
"""They are kept until they are counted."""

CELLS_SHOWN = 64
"""Cells on either side of 0 in which real outputs are counted."""


OF_FOLLOWED = (
    *("--database", "--neighbour", "--pairs", "--eps", "--exp-eps", "--delta", "--allowance"),
    *("--timeout", "--follow", "--certificate", "--fail-on", "--junit", "--sarif", "--json"),
)
"""What is read where a function is followed."""

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
            every = _pairs(rows, neighbour, pairs, of_rows=False)
            with working(f"following {target}"):
                found = [following.finding(str(target), every, claim, timeout, certificate)]
        elif target is not None and not _is_function(target):
            slack = rational(allowance or str(ALLOWANCE), "--allowance")
            comparing = _library(target, slack, prepare=prepare)
            with working(f"comparing {target}"):
                found = list(comparing)
        else:
            with _given(target, external, timeout) as sampler, working("sampling"):
                name = external or str(target)
                promised = _promised(sampler, declared)
                found = []
                if universe_rows is not None:
                    fixed = parameters(parameter or [])
                    slack = rational(allowance or str(ALLOWANCE), "--allowance")
                    law = (reference, fixed, root, universe_rows)
                    found.append(_declared(sampler, name, promised, law, slack))
                several = pairs is not None
                if universe_rows is None or rows is not None or several:
                    first = _rows(rows, "--database") if not several or rows is not None else ()
                    found += _sampler(
                        sampler,
                        name,
                        first,
                        _pairs(rows, neighbour, pairs) if neighbour or several else (),
                        reference,
                        parameters(parameter or []),
                        (root, eps, exp_eps, delta, promised),
                        _widths(cells),
                        samples,
                    )
    except (LookupError, WorkerError, SamplerError, MissingLibraryError) as failure:
        raise InputError(str(failure.args[0] if failure.args else failure)) from None
    _report(found, junit, sarif, as_json_=as_json_)
    raise typer.Exit(failing.status((finding.outcome, fail_on) for finding in found))


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


@contextmanager
def _given(
    target: str | None, external: str | None, timeout: float | None
) -> Iterator[Command | Function]:
    """The sampler that was typed."""
    if external is not None:
        yield Command(external) if timeout is None else Command(external, seconds=timeout)
        return
    with Function(partial(user_function, str(target), draws=True), timeout) as function:
        yield function


def _rows(text: str | None, option: str) -> tuple[Hashable, ...]:
    """A database written `0,0,3`, `0.75,0.5` or `("a b",1),("c",2)`; decimals are exact.

    Raises:
        InputError: for anything else, and if there is none.
    """
    if text is None:
        raise InputError(f"a sampler needs {option} ROWS")
    source = f"({text},)" if text.strip() else "()"
    try:
        (found,) = ast.parse(source).body
        if isinstance(found, ast.Expr) and isinstance(found.value, ast.Tuple):
            return tuple(_row(node, source) for node in found.value.elts)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        pass
    raise InputError(
        f"{option} {text!r}: give rows separated by commas, such as 0,0,3 or 0.75,0.5"
    )


Pair = tuple[Hashable, Hashable]
"""Two neighbouring databases."""


def _pairs(
    first: str | None, second: str | None, several: str | None, *, of_rows: bool = True
) -> list[Pair]:
    """The pairs of `--database` and `--neighbour`, and of `--pairs`.

    Args:
        first: the one database.
        second: its neighbour.
        several: pairs of databases.
        of_rows: whether a database is a tuple of rows, and nothing else.

    Raises:
        InputError: for what is no pair, and for two databases that are one.
    """
    found: list[Pair] = []
    if second is not None or several is None:
        found.append((_rows(first, "--database"), _rows(second, "--neighbour")))
    for pair in _rows(several, "--pairs") if several is not None else ():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise InputError(
                f"--pairs: {label(pair)} is not a pair of databases, such as ((0,1),(0,2))"
            )
        found.append((pair[0], pair[1]))
    for one, other in found:
        if one == other:
            raise InputError(f"{label(one)} twice: neighbours are two different databases")
        if of_rows and not (isinstance(one, tuple) and isinstance(other, tuple)):
            raise InputError(
                f"--pairs: {label(one)}, {label(other)}: the database of a sampler is a tuple of "
                "rows, as in ((10,),(11,))"
            )
    return found


def _row(node: ast.expr, source: str) -> Hashable:
    match node:
        case ast.Constant(value=float()):
            return read_rational(ast.get_source_segment(source, node) or "")
        case ast.Constant(value=int() | str() | None as constant):
            return constant
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float())):
            number = _row(node.operand, source)
            assert isinstance(number, (int, Fraction))
            return -number
        case ast.Tuple(elts=nodes) | ast.List(elts=nodes):
            return tuple(_row(item, source) for item in nodes)
        case _:
            raise ValueError("no row")


def _widths(text: str | None) -> tuple[Fraction, ...]:
    """The widths of cells; none if no cells are wanted.

    Raises:
        InputError: unless all are positive.
    """
    if text is None:
        return ()
    widths = tuple(rational(part, "--cells") for part in text.split(","))
    if any(width <= 0 for width in widths):
        raise InputError(f"--cells {text}: a width is positive")
    return widths


def _sampler(
    given: Command | Function,
    name: str,
    first: tuple[Hashable, ...],
    pairs: Sequence[Pair],
    reference: str | None,
    fixed: dict[str, str],
    claim: tuple[str | None, str | None, str | None, str | None, Promised | None],
    widths: Sequence[Fraction],
    samples: int,
) -> Iterator[Finding]:
    """The findings about a sampler: does it have a law, does it lose more than it says?"""
    root, eps, exp_eps, delta, promised = claim
    budget = Budget(shares=max(4, len(pairs) + 1))
    run = Run(_kind(given), NoWorker(), budget, place=_place(given))
    sampler: ExternalSampler[Any, Any] = given
    if widths:
        sampler = in_cells(given, widths, CELLS_SHOWN)
    if reference is None and not pairs:
        raise InputError("give --reference MECHANISM, or --neighbour ROWS and --eps X, or both")
    bound, slack = Fraction(0), Fraction(0)
    if pairs:
        bound, slack = _claimed(eps, exp_eps, delta, promised)
    claimed = f"eps = {bound}" if exp_eps is None else f"e^eps = {exp_eps}"
    if reference is not None:
        kind = mechanism_class(reference)
        loss = loss_of(kind, root, eps, all_eps=False)
        law = law_on(build(kind, fixed, loss), first, reference)
        if widths:
            law = law.map(lambda x: cell(x, widths, CELLS_SHOWN))
        subject = run.subject(name, f"database {label(first)}", f"the law of {reference}")
        looks = (samples // 100, samples // 10, samples)
        exponent, text = loss.exponent(parts_of(kind)), isinstance(given, Command)
        with blamed(given.place):
            found = run.fits(
                subject, lambda n: sampler(first, n), law, exponent, looks=looks, text=text
            )
        yield found
    for one, other in pairs:
        subject = run.subject(
            name, f"{label(one)} and {label(other)}", f"{claimed}, delta = {slack}"
        )
        draws = (partial(sampler, one), partial(sampler, other))
        names = (label(one), label(other))
        with blamed(given.place):
            found = run.loses(subject, draws, names, bound, samples // 2, delta=slack)
        yield found
        run.started = time.perf_counter()


def _kind(given: Command | Function) -> str:
    """What stands for the name of a library."""
    return "function" if isinstance(given, Function) else "command"


def _place(given: Command | Function) -> Place | None:
    """Where the code of a sampler is: the function, or the first word that is a file."""
    if isinstance(given, Function):
        return Place(given.file, given.line) if given.file else None
    return next((Place(word, 1) for word in given.words if Path(word).is_file()), None)


Promised = tuple[Fraction, Fraction]
"""The eps and delta that an implementation declares."""


def _promised(given: Command | Function, declared: str | None) -> Promised | None:
    """What was typed, or else what the function says.

    Raises:
        InputError: unless eps >= 0 and delta lies in [0, 1).
    """
    found = given.promised if isinstance(given, Function) else None
    if declared is not None:
        parts = [rational(part, "--declared") for part in declared.split(",")]
        if len(parts) > 2:
            raise InputError(f"--declared {declared}: give EPS or EPS,DELTA")
        found = (parts[0], parts[1] if len(parts) > 1 else Fraction(0))
    if found is not None and not (0 <= found[0] <= LARGEST_EPS and 0 <= found[1] < 1):
        said = f"--declared {declared}" if declared else f"{given.place} declares"
        raise InputError(
            f"{said}: eps = {found[0]}, delta = {found[1]}: eps is from 0 to {LARGEST_EPS}, "
            f"delta at least 0, and less than 1: {TRIVIAL}"
        )
    return found


def _declared(
    given: Command | Function,
    name: str,
    promised: Promised | None,
    law: tuple[str | None, dict[str, str], str | None, int],
    allowance: Fraction,
) -> Finding:
    """Whether the declared delta is at least the exact one of the reference at that eps."""
    reference, fixed, root, rows = law
    if promised is None or reference is None or root is None:
        raise InputError(
            "--rows compares a declared number with an exact one: give --declared EPS[,DELTA] (or "
            "the function attributes eps, delta), --reference MECHANISM and --root P/Q"
        )
    built = build(mechanism_class(reference), fixed, Loss.given(root, None, all_eps=False))
    refuse_large_domain(built, rows)
    databases = universe(built, rows, None)
    refuse_strange_universe(built, databases)
    with code_of(reference):
        table = tabulate(built, databases)
    eps, delta = promised
    x_low, x_high = exp_bounds(eps) if eps else (Fraction(1), Fraction(1))
    worst = [tight_delta(table, x) for x in (x_high, x_low)]
    exact = [Fraction(0) if pair is None else max(pair.value, Fraction(0)) for pair in worst]
    outcome, _ = judged(delta, (exact[0], exact[1]), allowance)
    run = Run(_kind(given), NoWorker(), Budget(shares=1), place=_place(given))
    relation = f"{named(databases)}, {rows} rows, the law of {reference}"
    witness = {}
    if outcome is Outcome.REFUTED and worst[0] is not None:
        pair = [table.databases[i] for i in (worst[0].first, worst[0].second)]
        witness = {"databases": [label(database) for database in pair]}
    subject = run.subject(name, relation, f"eps = {eps}, delta = {delta}")
    return run.declared(subject, outcome, f"delta({eps}) = {about(exact[0])}", witness)


def _claimed(
    eps: str | None, exp_eps: str | None, delta: str | None, promised: Promised | None
) -> tuple[Fraction, Fraction]:
    """The claimed eps and delta: those typed, or else those declared.

    Of a typed e^eps it is a rational number just above eps: what exceeds this, exceeds the claim.

    Raises:
        InputError: unless there is an eps >= 0, and delta lies in [0, 1).
    """
    if delta is not None and not 0 <= rational(delta, "--delta") < 1:
        raise InputError(f"--delta {delta}: at least 0, and less than 1: {TRIVIAL}")
    if exp_eps is not None:
        odds = rational(exp_eps, "--exp-eps")
        if eps is not None or odds < 1:
            raise InputError(f"--exp-eps {exp_eps}: give a number of at least 1, or --eps")
        eps = str(loss_above(odds))
    if eps is None and promised is not None:
        return promised[0], promised[1] if delta is None else rational(delta, "--delta")
    if eps is None:
        raise InputError("--neighbour needs the claimed --eps X, or a function that declares it")
    bound, slack = rational(eps, "--eps"), rational(delta or "0", "--delta")
    if not 0 <= bound <= LARGEST_EPS:
        raise InputError(
            f"--eps {eps}: a privacy loss is at least 0, and at most {LARGEST_EPS} here"
        )
    return bound, slack


def _report(found: list[Finding], junit: str | None, sarif: str | None, *, as_json_: bool) -> None:
    if junit is not None:
        write_text(junit, as_junit(found))
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
