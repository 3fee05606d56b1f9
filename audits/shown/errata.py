"""What is wrong in print: the worst first, and an error that shows at several places once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from audits.ledger import Claim, Erratum, Form, Grade

GRADES = list(Grade)
STANDARD = "CORE."
"""How ids of standard mechanisms begin: what is refuted of them is no error of the papers."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An error of a paper."""

    claim: Claim
    erratum: Erratum
    also: tuple[str, ...]
    """Ids of other claims that are refuted by the same error."""


def errata(refuted: Iterable[Claim]) -> list[Listed]:
    """The errors behind claims that were refuted as printed, by grade, then in paper order."""
    wrong = [
        (item, item.erratum)
        for item in refuted
        if item.form is Form.PRINTED and item.erratum and not item.id.startswith(STANDARD)
    ]
    names = {item.id for item, _ in wrong}
    listed = [
        Listed(item, erratum, tuple(other.id for other, e in wrong if e.same_as == item.id))
        for item, erratum in wrong
        if erratum.same_as not in names
    ]
    return sorted(listed, key=lambda each: GRADES.index(each.erratum.grade))
