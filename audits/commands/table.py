"""`exactdp table`: audit a mechanism given as a file of exact probabilities."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from audits.commands import completions, options
from audits.commands.question import Question
from audits.commands.table_report import report
from audits.inputs.literals import InputError, as_bad_input
from audits.inputs.numbers import LARGEST_EPS, between, logarithm, rational
from audits.inputs.tables import law_table, read, read_pairs
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee


def command(
    file: Annotated[
        str,
        typer.Argument(
            help="CSV or JSON rows of database, outcome, probability; - is standard input."
        ),
    ],
    exp_eps: options.ExpEps = None,
    eps: Annotated[
        str | None,
        typer.Option("--eps", metavar="X", help="eps to audit, in the place of e^eps: a decimal."),
    ] = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="P/Q", help="delta to audit, 0 if not given.")
    ] = None,
    adjacency: Annotated[
        str | None,
        typer.Option(
            "--adjacency",
            metavar="NAME",
            help="The neighbouring relation of the rows; replace-one if not given, and two "
            "databases are neighbours.",
            autocompletion=completions.adjacencies,
        ),
    ] = None,
    pairs: Annotated[
        str | None, typer.Option("--pairs", metavar="FILE", help="CSV of neighbouring databases.")
    ] = None,
    certificate: options.CertificateFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Decide whether a table of exact probabilities is private, or say how private it is."""
    question = _question(f"table {file}", exp_eps, eps, delta)
    found = read(file)
    listed = read_pairs(pairs) if pairs is not None else found.pairs
    if adjacency is not None and pairs is None:
        listed = None
    table = law_table(found, adjacency, listed)
    report(table, question, certificate, as_json=as_json)


def _question(subject: str, exp_eps: str | None, eps: str | None, delta: str | None) -> Question:
    """The claim that the options state, or how private the table is."""
    if exp_eps is not None and eps is not None:
        raise InputError("--exp-eps and --eps: give one of them")
    d = rational(delta or "0", "--delta")
    power = None if eps is None else logarithm(eps, "--eps")
    x = Fraction(1) if exp_eps is None else rational(exp_eps, "--exp-eps")
    x = power or x
    with as_bad_input():
        guarantee: Guarantee[Any] = Guarantee(x, d)
    exponent = None if eps is None or power else between(eps, "--eps", 0, LARGEST_EPS)
    if exponent:
        guarantee = Guarantee(RationalFunction.r(), RationalFunction.of(d))
        return Question(subject, guarantee, exponent=exponent, r=f"e^eps, with eps = {exponent}")
    if exp_eps is None and eps is None:
        return Question(subject, None, delta=None if delta is None else d)
    return Question(subject, guarantee)
