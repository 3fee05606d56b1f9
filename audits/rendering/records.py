"""What a run found of one form of a claim: as `exactdp claims --json` writes it and pages read it.

The pages need no more than stands in it, so that they can be written from a run that is finished.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from audits.evidence.verdict import Json
from audits.ledger import NOT_RUN, Cases, Claim, Decided, Found, Impostor, Result, Size
from audits.rendering.meanings import AS_READ_HERE, FOUND
from audits.rendering.reading import reading
from audits.rendering.witnesses import Witness


@dataclass(frozen=True, slots=True)
class Record:
    """A claim, and what was found of it at a size."""

    claim: Claim
    size: Size
    found: Found
    reading: str
    """The line that says what was decided."""

    scope: str
    evidence: str
    """The grade; empty where nothing was decided."""

    witness: Witness
    reason: str
    """Why nothing was decided, if nothing was."""

    refuted_at: str
    """The case of the first counterexample; empty if there is none, or it has no name."""

    cases: Cases | None
    """None if there was no check, or it failed."""

    impostors: tuple[Impostor, ...]
    rests_on: tuple[str, ...]
    """Claims that a chain of steps goes through."""

    seconds: str

    @property
    def is_not_run(self) -> bool:
        """Whether only a library of an extra is missing, which the reading says."""
        return self.found is Found.ERROR and self.reason.startswith(NOT_RUN)

    @property
    def verdict(self) -> str:
        """What was found, in a word or two."""
        if self.is_not_run:
            return NOT_RUN.rstrip(": ")
        as_read = self.found is Found.REFUTED and self.claim.read_in
        return FOUND[self.found] + (AS_READ_HERE if as_read else "")

    @property
    def json(self) -> dict[str, Json]:
        """As `exactdp claims --json` writes it."""
        claim = self.claim
        answer: dict[str, Json] = {
            "id": claim.id,
            "form": claim.form.value,
            "kind": claim.entry.kind,
            "verdict": self.found.value,
            "expected": claim.expected.value,
            "scope": self.scope,
            "evidence": self.evidence,
            "reading": self.reading,
            "teeth": self._teeth(),
            "seconds": self.seconds,
        }
        if claim.erratum is not None:
            answer["grade"] = claim.erratum.grade.value
        if self.witness:
            answer["witness"] = dict(self.witness)
        if self.refuted_at:
            answer["refuted_at"] = self.refuted_at
        if claim.routes:
            answer["routes"] = list(claim.routes)
        if self.reason:
            answer["reason"] = self.reason
        if self.rests_on:
            answer["rests_on"] = list(self.rests_on)
        return answer

    def _teeth(self) -> dict[str, Json]:
        """Wrong variants, cases and slack: how the verdict could have come out otherwise."""
        impostors: list[Json] = [
            {"name": each.name, "verdict": each.found.value, "witness": each.witness}
            for each in self.impostors
        ]
        teeth: dict[str, Json] = {"impostors": impostors}
        if (cases := self.cases) is not None:
            teeth |= {"live": cases.live, "idle": cases.idle, "skipped": cases.skipped}
            if cases.slack is not None:
                teeth["slack"] = str(cases.slack)
        return teeth


def record(result: Result, others: Sequence[Result] = ()) -> Record:
    """What was found; the others are the results of the other forms of the claim."""
    decided = result.decided
    lemmas = decided.lemmas if isinstance(decided, Decided) else ()
    return Record(
        result.claim,
        result.size,
        result.found,
        reading(result, others),
        result.scope,
        result.evidence,
        result.witness,
        decided.reason,
        decided.refuted_at if isinstance(decided, Decided) else "",
        result.cases,
        result.impostors,
        tuple(dict.fromkeys(lemma.claim for lemma in lemmas)),
        f"{result.seconds:.3f}",
    )


def records(results: Sequence[Result]) -> list[Record]:
    """What was found, in the same order."""
    forms: dict[str, list[Result]] = {}
    for result in results:
        forms.setdefault(result.claim.id, []).append(result)
    return [
        record(result, [each for each in forms[result.claim.id] if each is not result])
        for result in results
    ]


def as_written(claim: Claim, size: Size, answer: Mapping[str, Any]) -> Record:
    """What was found of a claim, from its JSON.

    Raises:
        LookupError, TypeError, ValueError: if it is no such JSON, or of another form.
    """
    teeth, slack = answer["teeth"], answer["teeth"].get("slack")
    cases = None
    if "live" in teeth:
        used = None if slack is None else 1 - Fraction(slack)
        cases = Cases(int(teeth["live"]), int(teeth["idle"]), int(teeth["skipped"]), used)
    return Record(
        claim,
        size,
        Found(answer["verdict"]),
        str(answer["reading"]),
        str(answer["scope"]),
        str(answer["evidence"]),
        dict(answer.get("witness", {})),
        str(answer.get("reason", "")),
        str(answer.get("refuted_at", "")),
        cases,
        tuple(
            Impostor(str(each["name"]), Found(each["verdict"]), dict(each["witness"]))
            for each in teeth["impostors"]
        ),
        tuple(map(str, answer.get("rests_on", ()))),
        str(answer["seconds"]),
    )
