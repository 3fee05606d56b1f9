"""`exactdp table`: audit a mechanism given as a file of exact probabilities."""

from __future__ import annotations

from typing import Annotated

import typer

from audits.asked.literals import as_bad_input
from audits.asked.numbers import rational
from audits.asked.tables import law_table, read, read_pairs
from audits.commands import options
from audits.commands.table_report import report
from reference.privacy.guarantee import Guarantee


def command(
    file: Annotated[
        str, typer.Argument(help="CSV or JSON rows of database, outcome, probability.")
    ],
    exp_eps: Annotated[str, typer.Option("--exp-eps", metavar="P/Q", help="e^eps to audit.")],
    delta: Annotated[str, typer.Option("--delta", metavar="P/Q", help="delta to audit.")] = "0",
    adjacency: Annotated[
        str | None,
        typer.Option("--adjacency", metavar="NAME", help="The neighbouring relation of the rows."),
    ] = None,
    pairs: Annotated[
        str | None, typer.Option("--pairs", metavar="FILE", help="CSV of neighbouring databases.")
    ] = None,
    certificate: options.CertificateFile = None,
    as_json: options.AsJson = False,
) -> None:
    """Decide whether a table of exact probabilities is private."""
    with as_bad_input("--exp-eps, --delta: "):
        guarantee = Guarantee(rational(exp_eps, "--exp-eps"), rational(delta, "--delta"))
    found = read(file)
    listed = read_pairs(pairs) if pairs is not None else found.pairs
    if adjacency is not None and pairs is None:
        listed = None
    table = law_table(found, adjacency, listed)
    report(table, guarantee, f"table {file}", None, certificate, as_json=as_json)
