"""What is wrong in print: the worst first, and an error that shows at several places once.

Two kinds of mistakes are no errors of the papers and stand apart: statements of works that the
papers cite, and published mistakes that others have found and which the ledger refutes on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from audits.ledger import Claim, Erratum, Form, Grade

GRADES = list(Grade)


@dataclass(frozen=True, slots=True)
class Listed:
    """An error of a paper, or a known mistake."""

    claim: Claim
    erratum: Erratum
    also: tuple[str, ...]
    """Ids of other claims that are refuted by the same error."""


def errata(refuted: Iterable[Claim]) -> list[Listed]:
    """The errors behind claims that were refuted as printed, by grade, then in paper order."""
    elsewhere = {Grade.CITED, Grade.KNOWN_BROKEN}
    return [each for each in _listed(refuted) if each.erratum.grade not in elsewhere]


def cited(refuted: Iterable[Claim]) -> list[Listed]:
    """The statements of cited works that were refuted, by id."""
    return _of_grade(refuted, Grade.CITED)


def known_broken(refuted: Iterable[Claim]) -> list[Listed]:
    """The known mistakes among claims that were refuted as printed, by id."""
    return _of_grade(refuted, Grade.KNOWN_BROKEN)


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
