"""The command `exactdp` (also `python -m audits`).

Every command takes `--json` (one JSON object on stdout; progress and messages on stderr).  Exit
status: 0 as expected, 1 a refutation or a claim whose verdict is not the expected one, 2 bad
input or a refused size (one line, no traceback), 3 undecided.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from audits.commands import check, claims, law, listing, optimum, privacy, report, sample, table
from audits.inputs import InputError

BAD_INPUT, INTERRUPTED = 2, 130

app = typer.Typer(
    name="exactdp",
    help="Exact laws of differentially private mechanisms, decided with certificates.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("list")(listing.command)
app.command("law")(law.command)
app.command("privacy")(privacy.command)
app.command("table")(table.command)
app.command("claims")(claims.command)
app.command("report")(report.command)
app.command("sample")(sample.command)
app.command("optimum")(optimum.command)
app.command("check")(check.command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    try:
        status = app(args=arguments, prog_name="exactdp", standalone_mode=False)
    except InputError as refusal:
        return _refuse(str(refusal))
    except typer.TyperException as refusal:
        return _refuse(str(refusal) or "see `exactdp --help`")
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("exactdp: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def _refuse(message: str) -> int:
    sys.stderr.write(f"exactdp: {' '.join(message.split())}\n")
    return BAD_INPUT
