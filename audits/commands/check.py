"""`exactdp check`: the kernel on certificate files, or on a run of the ledger."""

from __future__ import annotations

import re
from json import JSONDecodeError
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

MANIFEST = re.compile(r'\s*\{\s*"format"\s*:\s*"exactdp-manifest ')
"""How the manifest of a run begins."""

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
        if (Path(file) / "manifest.json").is_file():
            instead = f"give --manifest {visible(file)}/manifest.json"
            return "unreadable", f"it is the directory of a run: {instead}"
        text = regular(Path(file)).read_text("utf-8")
    except (OSError, ValueError, MemoryError) as failure:
        return "unreadable", f"cannot be read: {_words(failure)}"
    try:
        return "accepted", str(check(text))
    except Refused as refusal:
        if refusal.reason in NO_CERTIFICATE:
            return "unreadable", f"not a certificate: {_instead(text, refusal)}"
        return "refused", str(refusal)


def _instead(text: str, refusal: Refused) -> str:
    """What a text is that is no certificate."""
    if MANIFEST.match(text):
        return "it is the manifest of a run: give it as --manifest FILE"
    if refusal.reason == "NotJson":
        return f"it is not valid JSON{str(refusal).removeprefix(refusal.reason)}"
    return 'it is not a JSON object that begins with "format": "exactdp-certificate ..."'


def _words(failure: BaseException | None) -> str:
    """Why something cannot be read, for a person."""
    match failure:
        case OSError():
            return failure.strerror or "an error of the system"
        case UnicodeError():
            return "it is not UTF-8 text"
        case JSONDecodeError():
            return f"it is not valid JSON: {failure}"
        case MemoryError() | RecursionError():
            return "it is too large, or nested too deeply"
        case RuntimeError():
            return "its links lead back to it"
        case ValueError():
            return str(failure)
        case _:
            return "it is not the manifest of a run, or part of it is missing"


def _check_run(manifest: str, *, as_json: bool) -> None:
    """Print what is refused, and which run it is.

    Raises:
        InputError: if the manifest cannot be read, or is none.
    """
    try:
        run, findings = check_manifest(Path(manifest))
    except BadManifest as failure:
        raise InputError(
            f"--manifest {visible(manifest)}: {_words(failure.__context__)}"
        ) from None
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
