"""The certificates of `exactdp audit --certificates`: each is what a command wrote of an entry."""

from __future__ import annotations

from pathlib import Path

from audits.commands.kept import Kept
from audits.conformance.finding import Finding, Outcome
from audits.kernel import Refused, check
from audits.runs import Part

SIZE, FORM = "promised", "promised"

EXPECTED = {
    "mechanism": Outcome.HOLDS.value,
    "sampler": Outcome.UNDECIDED.value,
    "function": Outcome.HOLDS.value,
}
"""What becomes of a promise that is kept: no number of samples proves one."""

PROVED = (Outcome.HOLDS, Outcome.REFUTED)


def keep(kept: Kept, number: int, kind: str, finding: Finding, folder: Path) -> None:
    """Write the certificates of an entry, and note what they prove.

    Args:
        kept: where they go.
        number: of the entry.
        kind: `mechanism`, `sampler` or `function`.
        finding: what was found.
        folder: where the command wrote its certificates: first that of the verdict.
    """
    name, outcome = finding.subject.mechanism, finding.outcome
    files = sorted(folder.iterdir(), key=lambda file: (len(file.name), file.name))
    proofs = files if outcome in PROVED else []
    verdict = outcome.value
    if outcome is Outcome.UNFINISHED:
        verdict = Outcome.UNDECIDED.value
    for i, file in enumerate(proofs or [None], start=1):
        why = finding.note or finding.truth or outcome.value
        proof, statement, reason = (None, "", why) if file is None else _proved(file)
        part = Part(name, FORM, i, verdict, EXPECTED[kind], reason)
        kept.note(part, f"{number}.{i}.json", proof, statement)


def _proved(file: Path) -> tuple[str | None, str, str | None]:
    """A certificate and what the kernel proves from it; or why it is none."""
    try:
        proof = file.read_text("utf-8")
        return proof, str(check(proof)), None
    except (OSError, ValueError, Refused) as failure:
        return None, "", f"its certificate is refused: {failure}"
