"""`exactdp check`: the kernel on certificate files, or on a run of the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from json import JSONDecodeError
from pathlib import Path
from typing import Annotated

import typer

from audits.commands import options
from audits.commands.answer import say
from audits.commands.output import print_json
from audits.evidence.verdict import Json
from audits.inputs.files import regular
from audits.inputs.literals import InputError
from audits.kernel import Refused, check
from audits.kernel.manifest import BadManifest, check_manifest, outcome
from audits.kernel.reading import NO_CERTIFICATE

MANIFEST = re.compile(r'\s*\{\s*"format"\s*:\s*"exactdp-manifest ')
"""How the manifest of a run begins."""

STATUS = {"accepted": 0, "unexpected": 1, "refused": 1, "unreadable": 2}
"""Exit status for what is found of a file or of a run; of several, the greatest."""

KINDS = ("accepted", "refused", "unexpected", "uncertified")
"""What a finding about a part of a run may be; those that are accepted are not named."""


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
            "--manifest",
            metavar="FILE",
            help="A run's manifest: check exactly its claims. Exit status: 1 also for a verdict "
            "that is not expected, such as a promise that is refuted.",
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
    found: list[tuple[str, str, str]] = []
    for claim, verdict, shown in findings:
        found.append((claim, verdict, shown))
        if not as_json and verdict != "accepted":
            say(f"{verdict} {claim}  {shown}")
    verdict = outcome(each for _, each, _ in found)
    if as_json:
        keys = ("claim", "verdict", "shown")
        every: list[Json] = [dict(zip(keys, each, strict=True)) for each in found]
        print_json({"run": run, "verdict": verdict, "certificates": every})
    else:
        say(f"{verdict} {run}; certificates: {_counted(found)}")
    raise typer.Exit(STATUS[verdict])


def _counted(found: Sequence[tuple[str, str, str]]) -> str:
    """How many certificates are accepted, how many of these are of a verdict not expected, ..."""
    claims = {kind: {claim for claim, each, _ in found if each == kind} for kind in KINDS}
    against = len(claims["accepted"] & claims["unexpected"])
    said = f" ({against} of a verdict that is not expected)" if against else ""
    none = len(claims["uncertified"])
    more = f"; without a certificate: {none}" if none else ""
    return f"{len(claims['accepted'])} accepted{said}, {len(claims['refused'])} refused{more}"
