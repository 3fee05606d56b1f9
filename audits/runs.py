"""A run of the ledger on disk: a directory of its own, and a manifest that binds it together.

A run writes `unfinished` first, then a certificate for each claim that holds or is refuted, and
last `manifest.json`, in one step.  A directory without it is a run that goes on or was cut short,
and shows nothing.  `audits/kernel/manifest.py` reads the manifest, one object, in lines of text:

    format              `exactdp-manifest 1`
    run                 the name of the directory
    exactdp             the version; without a checkout `VERSION, sources SHA-256`
    commit, tree        of the checkout, `clean` or `changed`; null where there is none
    size, selection     of the scopes; the words that selected the claims, none: all of them
    started, finished   UTC
    count, digest       of the claims: how many, and the SHA-256 of their sorted lines
                        `id form part`
    claims              a list of objects: id, form, part; verdict, expected; the reason for a
                        verdict without certificate, or null; the certificate's file, its SHA-256
                        and the statement that the kernel proves from it, or three times null

A claim that is decided in several parts, each with a certificate, has an object for each; one that
is refuted, for each refutation.  A run with a verdict that was not expected is not accepted when
it is checked, and one of no claims is no run.

`exactdp audit` writes the same of promises, with the form and the size `promised`: mechanisms and
functions are expected to hold, and samplers, of which no number of samples proves anything, to be
undecided.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from audits.evidence.verdict import Certificate, Holds, Json, Refuted, Undecided
from audits.ledger import Decided, Found, Result
from audits.ledger.running import HOME
from audits.version import our_version, sources
from audits.writing import write

FORMAT = "exactdp-manifest 1"
MANIFEST, UNFINISHED = "manifest.json", "unfinished"


class DirectoryInUseError(ValueError):
    """The directory has files already: of another run, finished or not, or of something else."""


class Part(NamedTuple):
    """What was found of a part of a claim, or of a promise."""

    id: str
    form: str
    number: int
    verdict: str
    expected: str
    reason: str | None = None
    """Why there is no certificate."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run that goes on: `begin` it, `add` each result, then `finish`."""

    directory: Path
    head: dict[str, Json]
    claims: dict[str, dict[str, Json]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Write the certificate of a result, if it has one, and note what it proves.

        Raises:
            OSError: if it cannot be written.
        """
        decided = result.decided
        if not isinstance(decided, Decided):
            self._note(result, 1, result.found, decided.reason)
            return
        for number, part in enumerate(decided.parts, start=1):
            match part.verdict:
                case Undecided(reason=reason):
                    self._note(result, number, Found.UNDECIDED, reason)
                case Holds(certificate=proof):
                    self._note(result, number, Found.HOLDS, None, proof, part.statement)
                case Refuted(certificate=proof):
                    self._note(result, number, Found.REFUTED, None, proof, part.statement)

    def _note(
        self,
        result: Result,
        number: int,
        found: Found,
        reason: str | None,
        proof: Certificate | None = None,
        statement: str = "",
    ) -> None:
        """Write a certificate, if there is one, and note what was found of a part of a claim."""
        claim = result.claim
        premise = found is Found.HOLDS and result.found is Found.REFUTED
        expected = Found.HOLDS if premise else claim.expected
        name = f"{claim.id} {claim.form.value} {number}"
        part = Part(claim.id, claim.form.value, number, found.value, expected.value, reason)
        file = f"{name.replace(' ', '.').replace('/', '_')}.json"
        self.note(part, file, None if proof is None else f"{json.dumps(proof)}\n", statement)

    def note(self, part: Part, file: str, proof: str | None = None, statement: str = "") -> None:
        """Write a certificate, if there is one, and note what was found.

        Args:
            part: what was found, and of what.
            file: the name of the certificate's file.
            proof: the certificate.
            statement: what it proves.

        Raises:
            OSError: if it cannot be written.
        """
        entry: dict[str, Json] = {
            "id": _line(part.id),
            "form": part.form,
            "part": str(part.number),
            "verdict": part.verdict,
            "expected": part.expected,
            "reason": None if part.reason is None else _line(part.reason),
            "file": None,
            "sha256": None,
            "statement": None,
        }
        if proof is not None:
            certificate = proof.encode()
            write(self.directory / file, certificate)
            digest = sha256(certificate).hexdigest()
            entry |= {"file": file, "sha256": digest, "statement": _line(statement)}
        self.claims[f"{entry['id']} {part.form} {part.number}"] = entry

    def claims_of(self, identifier: str) -> list[dict[str, Json]]:
        """What is noted of the parts of a claim so far, in their order."""
        return [entry for entry in self.claims.values() if entry["id"] == identifier]

    def finish(self) -> Path:
        """Write the manifest, and say where.

        Raises:
            OSError: if it cannot be written.
        """
        names = sorted(self.claims)
        manifest: dict[str, Json] = {
            **self.head,
            "finished": _now(),
            "count": len(names),
            "digest": sha256("\n".join(names).encode()).hexdigest(),
            "claims": [self.claims[name] for name in names],
        }
        path = self.directory / MANIFEST
        write(self.directory / UNFINISHED, json.dumps(manifest, indent=1) + "\n")
        (self.directory / UNFINISHED).replace(path)
        return path


def begin(directory: Path, size: str, selection: Sequence[str]) -> Run:
    """Take a directory, new or empty, for a run of its own.

    Args:
        directory: where it is.
        size: of the scopes, in a word.
        selection: what was selected.

    Raises:
        DirectoryInUseError: if anything is in it.
        OSError: if it cannot be made or written to.
    """
    directory.mkdir(parents=True, exist_ok=True)
    mark = directory / UNFINISHED
    _refuse_others(directory, set())
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        raise DirectoryInUseError(f"{directory}: another run has begun there") from None
    _refuse_others(directory, {UNFINISHED})
    return Run(
        directory,
        {
            "format": FORMAT,
            "run": _line(directory.resolve().name),
            **origin(size),
            "selection": [*selection],
            "started": _now(),
        },
    )


def origin(size: str) -> dict[str, Json]:
    """What decides: the version, the commit and whether files differ from it, and the size."""
    commit, tree = _checkout()
    ours = our_version() if commit else f"{our_version()}, sources {sources()}"
    return {"exactdp": ours, "commit": commit, "tree": tree, "size": size}


def _refuse_others(directory: Path, known: set[str]) -> None:
    if others := sorted({file.name for file in directory.iterdir()} - known):
        raise DirectoryInUseError(
            f"{directory} is not empty (it has {others[0]!a}): a run needs a new directory"
        )


def _line(text: str) -> str:
    return text if text.isprintable() else ascii(text)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _checkout() -> tuple[str | None, str | None]:
    """The commit that our own code lies in, and whether a file differs from it."""
    if _git("rev-parse", "--show-prefix") != "" or not _git("ls-files", "audits/runs.py"):
        return None, None
    changes = _git("status", "--porcelain")
    return _git("rev-parse", "HEAD"), "clean" if changes == "" else "changed"


def _git(*words: str) -> str | None:
    """What git answers on the place of our own code, or None if it does not."""
    git = shutil.which("git")
    if git is None:
        return None
    elsewhere = {key: text for key, text in os.environ.items() if not key.startswith("GIT_")}
    command = [git, "--no-optional-locks", "-C", str(HOME), *words]
    try:
        done = subprocess.run(  # noqa: S603 - git, with words of our own
            command, env=elsewhere, capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
