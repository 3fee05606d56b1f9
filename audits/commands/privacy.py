"""`exactdp privacy`: how private one mechanism is, on all neighbours of a universe."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer

from audits.commands import options, stream_report, streams
from audits.commands.curve_plot import refuse_plot
from audits.commands.enclosed import report as report_enclosed
from audits.commands.interruption import killable
from audits.commands.output import progress, working
from audits.commands.question import Question
from audits.commands.table_report import report
from audits.evidence.enclosed_table import EnclosedTable, enclosed_table
from audits.evidence.table import AT_WORK, LawTable, refuse_large, tabulate
from audits.inputs.claimed import Promise, Stated, promise
from audits.inputs.limits import Time, limit_from_now_on
from audits.inputs.literals import InputError, as_bad_input
from audits.inputs.loading import code_of, in_time
from audits.inputs.mechanisms import (
    build,
    guarantee_of,
    is_continuous,
    loss_of,
    mechanism_class,
    parameters,
    parts_of,
    takes_eps,
)
from audits.inputs.numbers import AnyEpsilon, Loss
from audits.inputs.one_loss import refuse_another_loss
from audits.inputs.parts import with_parts
from audits.inputs.relations import ADJACENCIES, lists_its_databases, refuse_large_domain, universe
from audits.inputs.released import refuse_released
from audits.inputs.rows import refuse_chance, refuse_strange_universe
from audits.inputs.sizes import LONGEST_EXACT, refuse_by_size
from audits.inputs.stream_questions import stream_question
from audits.inputs.streams import ADJACENCIES as STREAM_ADJACENCIES
from audits.inputs.streams import streamed
from reference.data.adjacency import Adjacency
from reference.privacy.epsilon import InexactExponentError
from reference.probability.coins import Mechanism
from reference.probability.continuous import NoExactLawError
from reference.probability.densities import recorded
from reference.probability.provenance import ours
from reference.probability.replay import MOST_DRAWS


def command(
    mechanism: options.Mechanism,
    context: typer.Context,
    rows: Annotated[
        int | None, typer.Option("--rows", metavar="N", help="Rows of a database.")
    ] = None,
    parameter: options.Parameters = None,
    all_n: options.AllAnswers = False,
    sensitivity: options.Sensitivity = None,
    root: options.Root = None,
    eps: options.Eps = None,
    all_eps: options.AllEps = False,
    exp_eps: options.ExpEps = None,
    claim_eps: options.ClaimEps = None,
    delta: options.Delta = None,
    adjacency: options.Adjacency = None,
    certificate: options.CertificateFile = None,
    plot: options.CurvePlot = None,
    jobs: options.Jobs = 1,
    max_databases: options.MaxDatabases = 2_000_000,
    timeout: options.Timeout = None,
    max_draws: options.MaxDraws = MOST_DRAWS,
    deterministic: options.Deterministic = False,
    as_json: options.AsJson = False,
) -> None:
    """Decide whether a mechanism keeps its guarantee, or say how private it is."""
    subject = f"{mechanism} {' '.join(parameter or [])}".strip()
    if all_n:
        options.refuse_others(context, streams.OPTIONS, "--all-n")
        with killable(), in_time(mechanism, timeout):
            stream = streamed(mechanism, parameters(parameter or []))
            question = stream_question(stream, claim_eps, adjacency, sensitivity)
            with working("every number of answers"):
                audit = streams.audited(question, subject)
        return stream_report.report(question, audit, subject, certificate, as_json=as_json)
    refuse_plot(plot, all_eps=all_eps)
    _refuse_stream_options(sensitivity, adjacency)
    work = Work(jobs, max_databases, timeout, max_draws, deterministic)
    time = Time(timeout)
    limit = in_time(mechanism, None if timeout is None else timeout + (jobs > 1))
    with killable() if jobs == 1 else nullcontext(), limit:
        kind = mechanism_class(mechanism)
        rows = _number_of_rows(kind, rows)
        loss, given = loss_of(kind, root, eps, all_eps=all_eps), parameters(parameter or [])
        stated = Stated(exp_eps, claim_eps, delta)

        def attempt(parts: int) -> Known:
            built = build(kind, given, loss, parts)
            refuse_by_size(built, rows, LONGEST_EXACT)
            refuse_large_domain(built, rows, max_databases)
            databases = universe(built, rows, adjacency)
            refuse_strange_universe(built, databases)
            unit = loss.exponent(parts) if is_continuous(kind) else None
            if is_continuous(kind) and (unit is not None or delta is not None):
                refuse_released(built, databases, mechanism, max_draws)
            promised, refusal = None, None
            if unit is None:
                promised, refusal = _promised(built, stated, loss, parts)
            table = tabulated(built, databases, mechanism, work, unit)
            if refusal is not None:
                raise refusal
            if promised is None and isinstance(table, LawTable):
                promised = promise(built, stated, loss, parts)
            return Known(built, table, promised, parts)

        known = with_parts(parts_of(kind), attempt)
        table, parts = known.table, known.parts
        if not ours(known.built):
            _refuse_another_loss(known, given, loss, stated, mechanism, max_draws)
    if isinstance(table, EnclosedTable):
        if plot is not None:
            raise InputError("--plot: Gaussian noise has no exact privacy curve to draw")
        with in_time(mechanism, time.left()):
            return report_enclosed(
                table, stated, loss.eps or Fraction(0), subject, certificate, as_json=as_json
            )
    if deterministic:
        refuse_chance(known.built, table.rows)
    promised = known.promised
    assert promised is not None
    wanted = Question(
        subject,
        promised.claim,
        promised.exp_eps,
        promised.delta,
        loss.exponent(parts),
        parts,
        loss.root_words(parts, continuous=is_continuous(kind)) if takes_eps(kind) else None,
        promised.loss,
        promised.multiple,
    )
    return report(table, wanted, certificate, as_json=as_json, plot=plot, time=time)


def _refuse_stream_options(sensitivity: str | None, adjacency: str | None) -> None:
    """Refuse what is about every number of answers only."""
    if sensitivity is not None:
        raise InputError("--sensitivity: only with --all-n; else databases are rows")
    if adjacency in STREAM_ADJACENCIES:
        named = ", ".join(ADJACENCIES)
        raise InputError(f"--adjacency {adjacency}: only with --all-n; with --rows {named}")


def _number_of_rows(kind: type, rows: int | None) -> int:
    """The rows of a database; 0 where databases are listed.

    Raises:
        InputError: names what is missing, or too much.
    """
    if lists_its_databases(kind):
        if rows is not None:
            raise InputError(f"--rows {rows}: not for {kind.__name__}, whose universe is a list")
        rows = 0
    if rows is None:
        raise InputError("privacy needs --rows N, the rows of a database; or --all-n, for streams")
    return rows


@dataclass(frozen=True, slots=True)
class Known:
    """A mechanism with its laws and what it promises."""

    built: Mechanism[Any, Any, Any]
    table: LawTable[Any, Any, Any] | EnclosedTable[Any, Any]
    promised: Promise | None
    """None for laws that are enclosed."""

    parts: int
    """Into how many eps is divided."""


def _promised(
    built: Mechanism[Any, Any, Any], stated: Stated, loss: Loss, parts: int
) -> tuple[Promise | None, InputError | None]:
    """What is promised; or a refusal that the laws may still make needless, by more parts.

    A root is that of the parts which the mechanism needs: a claim makes no more of them.
    """
    try:
        return promise(built, stated, loss, parts), None
    except InputError as refusal:
        inexact = isinstance(refusal.__context__, InexactExponentError)
        if loss.root is None or stated == Stated() or not inexact:
            raise
        return None, InputError(str(refusal))


def _refuse_another_loss(
    known: Known, given: dict[str, str], loss: Loss, stated: Stated, name: str, most_draws: int
) -> None:
    """Refuse somebody else's mechanism that is about more than its eps.

    Raises:
        InputError: see `refuse_another_loss`.
    """
    if isinstance(known.table, LawTable) and not known.table.field.symbolic:
        return
    kind = type(known.built)

    def rebuilt(eps: AnyEpsilon) -> AbstractContextManager[Mechanism[Any, Any, Any]]:
        return nullcontext(build(kind, given, loss, None, eps))

    is_own = stated.exp_eps is stated.claim_eps is None
    own = guarantee_of(known.built) if is_own else None
    eps = loss.epsilon(known.parts, continuous=is_continuous(kind))
    exponent = loss.exponent(known.parts)
    refuse_another_loss(rebuilt, known.table, own, eps, exponent, name, most_draws)


@dataclass(frozen=True, slots=True)
class Work:
    """How the laws are computed, and how long."""

    jobs: int = 1
    """Processes."""

    max_databases: int = 2_000_000
    timeout: float | None = None
    """Seconds."""

    max_draws: int = MOST_DRAWS
    """On one branch."""

    deterministic: bool = False
    """Whether somebody else's mechanism may do without draws."""


def tabulated(
    mechanism: Mechanism[Any, Any, Any],
    databases: Adjacency[Any],
    name: str,
    work: Work,
    unit: Fraction | None,
) -> LawTable[Any, Any, Any] | EnclosedTable[Any, Any]:
    """The laws on all databases, with a progress bar on a terminal; enclosed ones if need be.

    Args:
        mechanism: what is called on each database.
        databases: the universe.
        name: of the mechanism.
        work: how the laws are computed.
        unit: u = eps/parts, where it is known and the noise is continuous.

    Raises:
        InputError: if there are too many databases, or the mechanism fails on one.
    """
    with as_bad_input():
        refuse_large(databases, work.max_databases)
    with progress(databases.database_count, "laws") as done, code_of(name):
        compute = partial(
            tabulate,
            recorded(mechanism),
            databases,
            at_most=work.max_databases,
            most_draws=work.max_draws,
            deterministic=work.deterministic,
            done=done,
        )
        try:
            if work.jobs == 1:
                return compute()
            from audits.evidence.workers import workers

            with workers(work.jobs, _begin, name, work.timeout) as executor:
                return compute(executor=executor)
        except NoExactLawError:
            if unit is None:
                raise
            return enclosed_table(mechanism, databases, unit, work.max_draws, done)


def _begin(name: str, timeout: float | None) -> None:
    """Make a worker ready: the user's module is loaded, and its time runs."""
    if timeout is not None:
        limit_from_now_on(timeout, lambda: not AT_WORK)
    mechanism_class(name)
