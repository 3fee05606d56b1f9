"""`exactdp privacy`: audit one mechanism on all neighbours of a universe."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from audits.commands import options
from audits.commands.audit import report
from audits.commands.output import progress
from audits.inputs import (
    InputError,
    Loss,
    build,
    code_of,
    guarantee_of,
    mechanism_class,
    parameters,
    parts_of,
    rational,
    universe,
)
from audits.table import LawTable, TooManyDatabasesError, refuse_large, tabulate
from audits.workers import workers
from reference.data.adjacency import Adjacency
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism


def command(
    mechanism: options.Mechanism,
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="Rows of a database.")],
    parameter: options.Parameters = None,
    root: options.Root = None,
    eps: options.Eps = None,
    all_eps: options.AllEps = False,
    exp_eps: options.ExpEps = None,
    delta: options.Delta = None,
    adjacency: options.Adjacency = None,
    certificate: options.CertificateFile = None,
    jobs: options.Jobs = 1,
    max_databases: options.MaxDatabases = 2_000_000,
    as_json: options.AsJson = False,
) -> None:
    """Decide whether a mechanism keeps its guarantee, or the one given, on all neighbours."""
    loss = Loss.given(root, eps, all_eps=all_eps)
    kind = mechanism_class(mechanism)
    built = build(kind, parameters(parameter or []), loss)
    databases = universe(built, rows, adjacency)
    promised = promise(built, exp_eps, delta, symbolic=loss.root is None)
    table = tabulated(built, databases, mechanism, jobs, max_databases)
    report(
        table,
        promised,
        f"{mechanism} {' '.join(parameter or [])}".strip(),
        loss.exponent(parts_of(kind)),
        certificate,
        as_json=as_json,
    )


def promise(
    mechanism: object, exp_eps: str | None, delta: str | None, *, symbolic: bool
) -> Guarantee[Any]:
    """The guarantee to audit: what the options say, the rest from the mechanism itself.

    Raises:
        InputError: if the mechanism states none and --exp-eps is not given, or one is out of
            range.
    """
    x: Any = None if exp_eps is None else rational(exp_eps, "--exp-eps")
    d: Any = None if delta is None else rational(delta, "--delta")
    try:
        Guarantee(Fraction(1) if x is None else x, Fraction(0) if d is None else d)
    except ValueError as refusal:
        raise InputError(f"--exp-eps, --delta: {refusal}") from None
    if x is None:
        own = guarantee_of(mechanism)
        if own is None:
            raise InputError(
                f"{type(mechanism).__name__} states no guarantee: give --exp-eps P/Q "
                "[--delta P/Q], or the class a property `guarantee`"
            )
        x, d = own.exp_eps, own.delta if d is None else d
    d = Fraction(0) if d is None else d
    return (
        Guarantee(RationalFunction.of(x), RationalFunction.of(d)) if symbolic else Guarantee(x, d)
    )


def tabulated(
    mechanism: Mechanism[Any, Any, Any],
    databases: Adjacency[Any],
    name: str,
    jobs: int,
    max_databases: int,
) -> LawTable[Any, Any, Any]:
    """The laws on all databases, with a progress bar on a terminal.

    Raises:
        InputError: if there are too many databases, or the mechanism fails on one.
    """
    try:
        refuse_large(databases, max_databases)
    except TooManyDatabasesError as refusal:
        raise InputError(str(refusal)) from None
    with progress(databases.database_count, "laws") as done, code_of(name):
        if jobs == 1:
            return tabulate(mechanism, databases, at_most=max_databases, done=done)
        with workers(jobs, mechanism_class, name) as executor:
            return tabulate(
                mechanism, databases, at_most=max_databases, executor=executor, done=done
            )
