"""Options that several commands share."""

from collections.abc import Collection, Iterable
from os import cpu_count
from typing import Annotated

import typer

from audits.commands import completions
from audits.commands.output import refuse_undrawn, refuse_unwritable
from audits.inputs.literals import InputError

Mechanism = Annotated[
    str,
    typer.Argument(
        help="A name from `list mechanisms` (`list mechanisms NAME` explains its parameters), "
        "file.py:Class or package.module:Class.",
        autocompletion=completions.mechanisms,
    ),
]
SIZE = (
    "How large the scopes are. Each size has cases of its own: small and full need not have those "
    "of tiny, and a claim that is true on one is not decided on the others."
)
Selection = Annotated[
    list[str] | None,
    typer.Argument(
        help="Ids (KLMNS20.T4.2), papers (KLMNS20) or labels ('KLMNS20 Theorem 4.2'), in any "
        "case; all claims if none is given.",
        autocompletion=completions.claims,
    ),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option(
        "-p",
        metavar="KEY=VALUE",
        help="A parameter of the mechanism; repeat it.",
        autocompletion=completions.parameters,
    ),
]
Root = Annotated[
    str | None, typer.Option("--root", metavar="P/Q", help="r = e^(eps/parts), a rational >= 1.")
]
Eps = Annotated[
    str | None, typer.Option("--eps", metavar="X", help="eps itself: a decimal, read exactly.")
]
AllEps = Annotated[bool, typer.Option("--all-eps", help="Every eps >= 0 at once.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")]
Adjacency = Annotated[
    str | None,
    typer.Option(
        "--adjacency",
        metavar="NAME",
        help="The neighbouring relation, if not its own; with --all-n all, one, monotone, l1.",
        autocompletion=completions.adjacencies,
    ),
]
ExpEps = Annotated[
    str | None, typer.Option("--exp-eps", metavar="P/Q", help="e^eps to audit, a rational >= 1.")
]
ClaimEps = Annotated[
    str | None,
    typer.Option(
        "--claim-eps",
        metavar="K",
        help="Audit the loss K eps; without a claim: how private is it?",
    ),
]
Delta = Annotated[
    str | None,
    typer.Option(
        "--delta",
        metavar="P/Q",
        help="delta, from 0 to below 1, to audit, or at which the least eps is wanted; or P/Q "
        "times a power such as 'e^(-2 eps)'.",
    ),
]
AllAnswers = Annotated[
    bool,
    typer.Option(
        "--all-n",
        help="Every number of answers, every real answer and every eps at once: a stream, with "
        "begin(coins) and step(state, answer, coins).",
    ),
]
Sensitivity = Annotated[
    str | None,
    typer.Option(
        "--sensitivity", metavar="S", help="With --all-n: by how much answers move, 1 if not told."
    ),
]
CurvePlot = Annotated[
    str | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw the privacy curve (.png, .svg, .pdf).",
        callback=refuse_undrawn,
    ),
]
CertificateFile = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        help="Write the certificate here.",
        callback=refuse_unwritable,
    ),
]
MaxDatabases = Annotated[
    int, typer.Option("--max-databases", min=1, help="Refuse larger universes before any work.")
]
MOST_JOBS = 8 * (cpu_count() or 1)

Jobs = Annotated[int, typer.Option("--jobs", min=1, max=MOST_JOBS, help="Processes to work with.")]
Timeout = Annotated[
    float | None,
    typer.Option(
        "--timeout", min=0.01, max=10**7, metavar="SECONDS", help="Give up after so long (Unix)."
    ),
]
MaxDraws = Annotated[
    int, typer.Option("--max-draws", min=1, help="Give up after so many draws on one branch.")
]
Deterministic = Annotated[
    bool,
    typer.Option(
        "--deterministic", help="The mechanism is meant to draw nothing; refused if it does."
    ),
]


def refuse_others(context: typer.Context, taken: Collection[str], where: str) -> None:
    """Refuse an option that was given and that is not read there: ignoring it would mislead.

    Args:
        context: of the command that was typed.
        taken: the options that are read, such as `--json`.
        where: what reads no others, in words.

    Raises:
        InputError: names the option and those that are read.
    """
    for parameter in context.command.params:
        option, name = parameter.opts[0], parameter.name or ""
        source = context.get_parameter_source(name)
        typed = source is not None and source.name == "COMMANDLINE"
        if typed and option.startswith("-") and option not in taken:
            option = "/".join((option, *parameter.secondary_opts))
            raise InputError(not_read(option, where, taken))


def not_read(option: str, where: str, read: Iterable[str]) -> str:
    """That an option is not read there, and which are."""
    options = sorted(word for word in read if word.startswith("-"))
    return f"{option}: not with {where}, only {', '.join(options)}"
