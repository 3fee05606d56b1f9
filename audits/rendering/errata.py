"""What is wrong in print: the worst first, and an error that shows at several places once.

Two kinds of mistakes are no errors of the papers and stand apart: statements of works that the
papers cite, and published mistakes that others have found and which the ledger refutes on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from audits.ledger import Claim, ClaimId, Erratum, Form, Grade, claims
from audits.rendering.meanings import read_in, said_of

GRADES = list(Grade)

ELSEWHERE = {Grade.CITED, Grade.KNOWN_BROKEN}
"""Grades of what is no error of the papers."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An error of a paper, or a known mistake."""

    claim: Claim
    erratum: Erratum
    also: tuple[str, ...]
    """Ids of other claims that are refuted by the same error."""

    @property
    def statement(self) -> str:
        """What is wrong; what is not known to be printed is not called so."""
        return said_of(self.claim, f"{self.claim.statement} {read_in(self.claim)}".rstrip())

    @property
    def place(self) -> str:
        """Where it stands; and that it is false only as it is read here."""
        as_read = "as read here: " if self.claim.read_in else ""
        return said_of(self.claim, f"{as_read}{self.erratum.place}")


def errata(refuted: Iterable[Claim]) -> list[Listed]:
    """The errors behind claims that were refuted as printed, by grade, then in paper order."""
    return [each for each in _listed(refuted) if each.erratum.grade not in ELSEWHERE]


def cited(refuted: Iterable[Claim]) -> list[Listed]:
    """The statements of cited works that were refuted, by id."""
    return _of_grade(refuted, Grade.CITED)


def known_broken(refuted: Iterable[Claim]) -> list[Listed]:
    """The known mistakes among claims that were refuted as printed, by id."""
    return _of_grade(refuted, Grade.KNOWN_BROKEN)


def wrong_in_print() -> dict[ClaimId, Claim]:
    """The printed claims that the ledger lists as refuted, by id; a run decides them again."""
    return {item.id: item for item in claims() if item.form is Form.PRINTED and item.erratum}


def listed_about(item: Claim) -> list[Claim]:
    """The listed errors of the same paper that name the label of a claim, such as in its proof."""
    label, paper = item.entry.label, item.id.partition(".")[0]
    if not NUMBERED.fullmatch(label):
        return []
    named = re.compile(rf"{re.escape(label)}(?![.]?\w)")
    return [
        other
        for other in wrong_in_print().values()
        if other.id != item.id
        and other.id.partition(".")[0] == paper
        and other.erratum
        and (named.search(other.entry.label) or named.search(other.erratum.place))
    ]


NUMBERED = re.compile(r"[A-Z]\w+ [A-Z]?[.\d]*\d")
"""Labels that name one statement."""


def _of_grade(refuted: Iterable[Claim], grade: Grade) -> list[Listed]:
    chosen = [each for each in _listed(refuted) if each.erratum.grade is grade]
    return sorted(chosen, key=lambda each: each.claim.id)


def _listed(refuted: Iterable[Claim]) -> list[Listed]:
    wrong = [
        (item, item.erratum) for item in refuted if item.form is Form.PRINTED and item.erratum
    ]
    names = {item.id for item, _ in wrong}
    listed = [
        Listed(item, erratum, tuple(other.id for other, e in wrong if e.same_as == item.id))
        for item, erratum in wrong
        if erratum.same_as not in names
    ]
    return sorted(listed, key=lambda each: GRADES.index(each.erratum.grade))
