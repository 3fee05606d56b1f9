"""`exactdp check`: the kernel on certificate files (as `python -m audits.kernel`)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.output import print_json
from audits.kernel import Refused, check
from audits.literals import InputError
from audits.verdict import Json


def command(
    files: Annotated[list[str], typer.Argument(help="Certificate files.")],
    as_json: options.AsJson = False,
) -> None:
    """Re-check certificates with the trusted kernel."""
    found: list[Json] = []
    refused = False
    for file in files:
        try:
            shown, verdict = check(Path(file).read_text(encoding="utf-8")), "accepted"
        except Refused as refusal:
            shown, verdict = f"{type(refusal).__name__}: {refusal}", "refused"
            refused = True
        except (OSError, UnicodeDecodeError) as failure:
            raise InputError(f"{file}: cannot be read: {failure}") from None
        found.append({"file": file, "verdict": verdict, "shown": shown})
        if not as_json:
            typer.echo(f"{verdict} {file}  {shown}")
    if as_json:
        print_json({"certificates": found})
    raise typer.Exit(1 if refused else 0)
