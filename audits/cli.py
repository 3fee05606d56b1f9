"""The command `exactdp` (also `python -m audits`).

Every command takes `--json` (one JSON object on stdout; progress and messages on stderr).  Exit
status: 0 as expected, 1 a refutation or a claim whose verdict is not the expected one, 2 bad
input or a refused size (one line, no traceback), 3 undecided.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import typer

from audits.inputs import InputError

BAD_INPUT, INTERRUPTED = 2, 130

LONGEST_LINE = 600
"""Characters of a refusal that are shown."""

COMMANDS = (
    "list",
    "law",
    "privacy",
    "table",
    "optimum",
    "complexity",
    "claims",
    "report",
    "sample",
    "check",
    "conform",
)
"""The commands, in the order of the help text; each is a module of `audits.commands`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is returned."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    sys.set_int_max_str_digits(0)  # exact numbers are shown in full, however long
    try:
        status = _app(words)(args=words, prog_name="exactdp", standalone_mode=False)
        sys.stdout.flush()
    except InputError as refusal:
        return _refuse(str(refusal))
    except typer.TyperException as refusal:
        return _refuse(refusal.format_message() or "see `exactdp --help`")
    except (typer.Abort, KeyboardInterrupt):
        sys.stderr.write("exactdp: interrupted\n")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # typer makes the second of the first
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if status == INTERRUPTED:  # typer makes it of a KeyboardInterrupt
        sys.stderr.write("exactdp: interrupted\n")
    return status if isinstance(status, int) else 0


def _app(words: Sequence[str]) -> typer.Typer:
    """The command line; where the first word is a command, only its module is imported."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(_help)
    for name in [word for word in words[:1] if word in COMMANDS] or COMMANDS:
        module = import_module(f"audits.commands.{MODULES.get(name, name)}")
        app.command(name)(module.command)
    return app


MODULES = {"list": "listing"}
"""The module of a command whose name it cannot have."""


def _help() -> None:
    """Exact laws of differentially private mechanisms, decided with certificates."""


def _refuse(message: str) -> int:
    line = " ".join(message.split())
    if len(line) > LONGEST_LINE:
        line = f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 2 :]}"
    sys.stderr.write(f"exactdp: {line}\n")
    return BAD_INPUT
