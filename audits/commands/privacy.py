"""`exactdp privacy`: audit one mechanism on all neighbours of a universe."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer

from audits.asked.at_a_number import refuse_other_at_a_number
from audits.asked.limits import limit_from_now_on
from audits.asked.literals import InputError, as_bad_input, shortened
from audits.asked.loading import code_of, in_time
from audits.asked.mechanisms import (
    build,
    guarantee_of,
    is_continuous,
    loss_of,
    mechanism_class,
    parameters,
    parts_of,
)
from audits.asked.numbers import AnyEpsilon, Loss, rational
from audits.asked.registry import spoken_name
from audits.asked.relations import ADJACENCIES, refuse_large_domain, universe
from audits.asked.rows import refuse_chance, refuse_strange_universe
from audits.asked.sizes import LONGEST_EXACT, refuse_by_size
from audits.asked.streams import ADJACENCIES as STREAM_ADJACENCIES
from audits.asked.streams import streamed
from audits.commands import options, stream_report, streams
from audits.commands.enclosed import delta_of as rational_delta
from audits.commands.enclosed import factor_of
from audits.commands.enclosed import report as report_enclosed
from audits.commands.interruption import killable
from audits.commands.output import progress
from audits.commands.table_report import report
from audits.enclosed_table import EnclosedTable, enclosed_table
from audits.table import AT_WORK, LawTable, refuse_large, tabulate
from reference.data.adjacency import Adjacency
from reference.exact.field import of_r, of_u_and_r
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.continuous import NoExactLawError
from reference.probability.densities import recorded
from reference.probability.provenance import ours
from reference.probability.replay import MOST_DRAWS

LARGEST_CLAIM = 100
"""Of --claim-eps: laws as functions of r have powers of so many parts of eps."""


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
    jobs: options.Jobs = 1,
    max_databases: options.MaxDatabases = 2_000_000,
    timeout: options.Timeout = None,
    max_draws: options.MaxDraws = MOST_DRAWS,
    deterministic: options.Deterministic = False,
    as_json: options.AsJson = False,
) -> None:
    """Decide whether a mechanism keeps its guarantee, or the one given, on all neighbours."""
    subject = f"{mechanism} {' '.join(parameter or [])}".strip()
    if all_n:
        options.refuse_others(context, streams.OPTIONS, "--all-n")
        with killable(), in_time(mechanism, timeout):
            stream = streamed(mechanism, parameters(parameter or []))
            question = streams.asked(stream, claim_eps, adjacency, sensitivity)
            audit = streams.audited(question, subject)
        return stream_report.report(question, audit, subject, certificate, as_json=as_json)
    if rows is None:
        raise InputError("privacy needs --rows N, the rows of a database; or --all-n, for streams")
    if sensitivity is not None:
        raise InputError("--sensitivity: only with --all-n; else databases are rows")
    if adjacency in STREAM_ADJACENCIES:
        named = ", ".join(ADJACENCIES)
        raise InputError(f"--adjacency {adjacency}: only with --all-n; with --rows {named}")
    work = Work(jobs, max_databases, timeout, max_draws, deterministic)
    limit = in_time(mechanism, None if timeout is None else timeout + (jobs > 1))
    with killable() if jobs == 1 else nullcontext(), limit:
        kind = mechanism_class(mechanism)
        loss = loss_of(kind, root, eps, all_eps=all_eps)
        built = build(kind, parameters(parameter or []), loss)
        refuse_by_size(built, rows, LONGEST_EXACT)
        refuse_large_domain(built, rows, max_databases)
        databases = universe(built, rows, adjacency)
        refuse_strange_universe(built, databases)
        asked = Asked(exp_eps, claim_eps, delta)
        unit = loss.exponent(parts_of(kind)) if is_continuous(kind) else None
        promised = promise(built, asked, loss) if unit is None else None
        table = tabulated(built, databases, mechanism, work, unit)
        if isinstance(table, LawTable) and table.field.symbolic and not ours(built):
            given = parameters(parameter or [])
            make = partial(build, kind, given, loss, None)
            refuse_other_at_a_number(make, table, loss, parts_of(kind), mechanism, max_draws)
    if isinstance(table, EnclosedTable):
        factor = factor_of(exp_eps, claim_eps, loss.eps or Fraction(0))
        found = rational_delta(delta)
        return report_enclosed(table, factor, found, subject, certificate, as_json=as_json)
    if deterministic:
        refuse_chance(built, table.rows)
    return report(
        table,
        promise(built, asked, loss) if promised is None else promised,
        subject,
        loss.exponent(parts_of(kind)),
        certificate,
        as_json=as_json,
        parts=parts_of(kind),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """The guarantee that the options state."""

    exp_eps: str | None = None
    claim_eps: str | None = None
    delta: str | None = None


def promise(mechanism: object, asked: Asked, loss: Loss) -> Guarantee[Any]:
    """The guarantee to audit: what the options say, the rest from the mechanism itself.

    Raises:
        InputError: if the mechanism states none and none is given, or one is out of range.
    """
    eps = loss.epsilon(parts_of(type(mechanism)), continuous=is_continuous(type(mechanism)))
    x, d = _factor(asked, eps), None if asked.delta is None else delta_of(asked.delta, eps)
    with as_bad_input("--exp-eps, --delta: "):
        Guarantee(Fraction(1) if x is None else x, Fraction(0) if d is None else d)
    if d == 1:
        raise InputError("--delta 1: everything is private with delta 1; it is less than 1")
    if x is None:
        own = guarantee_of(mechanism)
        if own is None:
            raise InputError(
                f"{spoken_name(type(mechanism))} states no guarantee: give --claim-eps K or "
                "--exp-eps P/Q [--delta P/Q], or the class a property `guarantee`"
            )
        x, d = own.exp_eps, own.delta if d is None else d
    d = Fraction(0) if d is None else d
    lifted: Any = {"Q": lambda value: value, "Q(r)": of_r, "Q(u, r)": of_u_and_r}[eps.field.name]
    return Guarantee(lifted(x), lifted(d))


def _factor(asked: Asked, eps: AnyEpsilon) -> Any:
    """e^eps as --exp-eps or --claim-eps state it."""
    if asked.exp_eps is not None and asked.claim_eps is not None:
        raise InputError("--exp-eps and --claim-eps: give one of them")
    if asked.exp_eps is not None:
        return rational(asked.exp_eps, "--exp-eps")
    if asked.claim_eps is None:
        return None
    multiple = rational(asked.claim_eps, "--claim-eps")
    if not 0 <= multiple <= LARGEST_CLAIM:
        text = shortened(asked.claim_eps)
        raise InputError(f"--claim-eps {text}: a multiple of eps from 0 to {LARGEST_CLAIM}")
    with as_bad_input("--claim-eps: "):
        return eps.exp(multiple)


def delta_of(text: str, eps: AnyEpsilon) -> Any:
    """A rational, or a rational >= 0 times e^(-K eps), K from 0 to `LARGEST_CLAIM`.

    Raises:
        InputError: for anything else.
    """
    if "eps" not in text:
        return rational(text, "--delta")
    found = re.fullmatch(r"(.*?) *\*? *e\^(\()? *-(.*?) *\*? *eps *(?(2)\))", text)
    with as_bad_input("--delta: "):
        if found is not None:
            share, multiple = (rational(part or "1", "--delta") for part in found.group(1, 3))
            if share >= 0 and 0 <= multiple <= LARGEST_CLAIM:
                return eps.exp(-multiple) * share
    raise InputError(
        f"--delta {shortened(text)!r}: give P/Q, or P/Q times a power such as 'e^(-2 eps)', with "
        f"P/Q at least 0 and a multiple of eps from 0 to {LARGEST_CLAIM}"
    )


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
            from audits.workers import workers

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
