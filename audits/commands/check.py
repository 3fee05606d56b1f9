"""`exactdp check`: the kernel on certificate files, or on a run of the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from audits.asked.files import regular
from audits.asked.literals import InputError
from audits.commands import options
from audits.commands.answer import say
from audits.commands.output import print_json
from audits.kernel import Refused, check
from audits.kernel.manifest import BadManifest, check_manifest
from audits.kernel.reading import NO_CERTIFICATE
from audits.verdict import Json

STATUS = {"accepted": 0, "refused": 1, "unreadable": 2}
"""Exit status for what is found of a file; of several, the greatest."""


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Certificate files. Exit status: 0 accepted, 1 refused, 2 unreadable or no "
            "certificate at all (no JSON object that begins with our format)."
        ),
    ] = None,
    manifest: Annotated[
        str | None,
        typer.Option(
            "--manifest", metavar="FILE", help="A run's manifest: check exactly its claims."
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Re-check certificates with the trusted kernel."""
    if (manifest is None) == (not files):
        raise InputError("check: give FILE... or --manifest FILE, and not both")
    if manifest is not None:
        _check_run(manifest, as_json=as_json)
    found: list[Json] = []
    status = 0
    for file in files or ():
        verdict, shown = _checked(file)
        status = max(status, STATUS[verdict])
        found.append({"file": file, "verdict": verdict, "shown": shown})
        if verdict == "unreadable":
            typer.echo(f"exactdp: {visible(file)}: {shown}", err=True)
        elif not as_json:
            say(f"{verdict} {visible(file)}  {shown}")
    if as_json:
        print_json({"certificates": found})
    raise typer.Exit(status)


def visible(name: str) -> str:
    """The name of a file, quoted and escaped if it has blanks, controls or more than ASCII."""
    return name if all("!" <= character <= "~" for character in name) else ascii(name)


def _checked(file: str) -> tuple[str, str]:
    try:
        text = regular(Path(file)).read_text("utf-8")
    except OSError as failure:
        return "unreadable", f"cannot be read: {failure.strerror or type(failure).__name__}"
    except (ValueError, MemoryError) as failure:  # no UTF-8, no such name, too long for us
        return "unreadable", f"cannot be read: {type(failure).__name__}"
    try:
        return "accepted", str(check(text))
    except Refused as refusal:
        none = refusal.reason in NO_CERTIFICATE
        return ("unreadable", f"no certificate: {refusal}") if none else ("refused", str(refusal))


def _check_run(manifest: str, *, as_json: bool) -> None:
    """Print what is refused, and which run it is.

    Raises:
        InputError: if the manifest cannot be read, or is none.
    """
    try:
        run, findings = check_manifest(Path(manifest))
    except BadManifest as failure:
        raise InputError(f"--manifest {visible(manifest)}: {failure}") from None
    found: list[Json] = []
    refused = 0
    for claim, accepted, shown in findings:
        verdict = "accepted" if accepted else "refused"
        found.append({"claim": claim, "verdict": verdict, "shown": shown})
        refused += not accepted
        if not (as_json or accepted):
            say(f"refused {claim}  {shown}")
    verdict = "refused" if refused else "accepted"
    if as_json:
        print_json({"run": run, "verdict": verdict, "certificates": found})
    else:
        say(f"{verdict} {run}; certificates: {len(found) - refused} accepted, {refused} refused")
    raise typer.Exit(STATUS[verdict])
