"""A run of the ledger that is finished: what it found, and its certificates, checked again."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from audits.commands.check import MANIFEST as MANIFEST_BEGINS
from audits.commands.output import progress
from audits.inputs.files import regular
from audits.inputs.literals import InputError
from audits.kernel.manifest import BadManifest, check_manifest
from audits.ledger import ClaimId, Form, Found, Size, claim_of
from audits.rendering.records import Record, as_written
from audits.runs import MANIFEST, Run

SUBJECT = re.compile(r'"(?:[^"\\]|\\.)*"$')
"""What a statement says that it is about, a JSON string."""

CLAIM = re.compile(r"([A-Z]+[0-9]*\.\S+) \((\w+)\)")
"""The claim that a subject names; those about all mechanisms name their problem instead."""

OF_THE_END = ("finished", "count", "digest", "claims")
"""What a manifest has beside what was known when the run began."""


def finished(file: str, certificates: str, made: Path) -> tuple[list[Record], Run]:
    """What a run found, and the run itself, whose certificates are copied.

    Args:
        file: what `exactdp claims --json` printed.
        certificates: the directory that the same run filled.
        made: the directory for the copies; the kernel checks each of them.

    Raises:
        InputError: if the two are not of one run, or the kernel refuses a certificate.
    """
    source = Path(certificates) / MANIFEST
    if not source.is_file():
        raise InputError(f"--certificates {certificates}: it has no {MANIFEST}: no finished run")
    shutil.copytree(certificates, made)
    try:
        _, findings = check_manifest(made / MANIFEST)
    except BadManifest as failure:
        raise InputError(f"--certificates {certificates}: {MANIFEST}: {failure}") from None
    manifest: dict[str, Any] = json.loads((made / MANIFEST).read_text("utf-8"))
    with progress(int(manifest["count"]), "certificates checked again") as done:
        for name, found, why in findings:
            if found == "refused":
                raise InputError(f"--certificates {certificates}: {name} is refused: {why}")
            done(1)
    head = {key: value for key, value in manifest.items() if key not in OF_THE_END}
    claims = {"{id} {form} {part}".format(**entry): entry for entry in manifest["claims"]}
    run = Run(made, head, claims)
    records = _records(file, Size(manifest["size"]), run)
    scopes = {(each.claim.id, each.claim.form.value): each.scope for each in records}
    for entry in manifest["claims"]:
        if entry["file"] and (other := other_subject(entry, scopes[entry["id"], entry["form"]])):
            raise InputError(
                f"--certificates {certificates}: {entry['file']} is the certificate of {other}, "
                f"and not of {entry['id']} ({entry['form']})"
            )
    return records, run


def other_subject(entry: Mapping[str, str], scope: str) -> str:
    """The other claim that a certificate is about, or the problem that is not in the scope."""
    found = SUBJECT.search(entry["statement"])
    subject = str(json.loads(found[0])) if found else ""
    about = CLAIM.match(subject)
    if about:
        same = about.groups() == (entry["id"], entry["form"])
        return "" if same else f"{about[1]} ({about[2]})"
    problem = subject.partition(": the optimum is ")[0]
    return "" if problem and problem in scope else problem or "nothing that has a name"


def _records(file: str, size: Size, run: Run) -> list[Record]:
    """The records in the file, if their verdicts are those of the run."""
    try:
        answers = json.loads(regular(Path(file)).read_text("utf-8"))["claims"]
        found = [
            as_written(claim_of(ClaimId(answer["id"]), Form(answer["form"])), size, answer)
            for answer in answers
        ]
    except OSError as failure:
        raise InputError(f"--from {file}: {failure.strerror}") from None
    except (LookupError, TypeError, ValueError, AttributeError) as failure:
        raise InputError(
            f"--from {file}: not what `exactdp claims --json` prints: {_instead(file, failure)}"
        ) from None
    verdicts: dict[tuple[str, str], set[str]] = {}
    for entry in run.claims.values():
        verdicts.setdefault((str(entry["id"]), str(entry["form"])), set()).add(
            str(entry["verdict"])
        )
    for each in found:
        if not _fits(each.found, verdicts.pop((each.claim.id, each.claim.form.value), set())):
            raise InputError(
                f"--from {file}: {each.claim.id} ({each.claim.form.value}) is "
                f"{each.found.value}, and the certificates are of another run"
            )
    if verdicts:
        missing = " ".join(min(verdicts))
        raise InputError(f"--from {file}: {missing} is missing, which has certificates")
    return found


def _instead(file: str, failure: Exception) -> str:
    """What the file is that is no answer, or what is missing or wrong in it."""
    if MANIFEST_BEGINS.match(Path(file).read_text("utf-8", errors="replace")):
        return "it is the manifest of a run, whose directory is for --certificates"
    missing = " is missing" if isinstance(failure, KeyError) else ""
    return " ".join(f"{failure}".split()) + missing


def _fits(found: Found, certified: set[str]) -> bool:
    """Whether a verdict follows from those of the parts of a claim."""
    if found is Found.VACUOUS:
        return certified <= {Found.HOLDS.value}
    if found is Found.UNDECIDED:
        return found.value in certified
    if found is Found.REFUTED:  # what a refutation assumes of a mechanism holds
        return found.value in certified <= {found.value, Found.HOLDS.value}
    return certified == {found.value}
