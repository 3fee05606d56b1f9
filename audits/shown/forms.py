"""What is found of one form of a claim, in the words and in the order in which it is read.

The terminal and the page print the same: the statement, the line that says what was decided, and
then headings with texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audits.ledger import Cases, Found, Grade
from audits.shown.digits import beside, decimal, folded
from audits.shown.meanings import EVIDENCE, FORMS, FOUND
from audits.shown.records import Record
from audits.shown.witnesses import sentences
from audits.verdict import Evidence

COMPARED = re.compile("([0-9]+) cases, ([0-9]+) distinct")

VARIANTS = "wrong variants refuted by the same check"


@dataclass(frozen=True, slots=True)
class Variant:
    """A wrong variant of what a claim is about, and what the same check finds of it."""

    name: str
    found: str
    refuted: bool
    why: str


@dataclass(frozen=True, slots=True)
class FormView:
    """One form of a claim, for a reader."""

    record: Record
    heading: str
    statement: str
    line: str
    """What was decided."""

    found: str
    """The verdict in a word or two."""

    details: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings, each with its texts."""

    variants: tuple[Variant, ...]

    @property
    def anchor(self) -> str:
        """The name of the form: `printed`, `corrected` or `concrete`."""
        return self.record.claim.form.value


def forms(records: Sequence[Record]) -> list[FormView]:
    """The views of all forms of one claim, in the order in which they stand side by side."""
    order = list(FORMS)
    return [_view(each) for each in sorted(records, key=lambda each: order.index(each.claim.form))]


def _view(record: Record) -> FormView:
    return FormView(
        record,
        FORMS[record.claim.form],
        record.claim.statement,
        record.reading,
        FOUND[record.found],
        tuple(_details(record)),
        tuple(
            Variant(
                each.name,
                FOUND[each.found],
                each.found is Found.REFUTED,
                " ".join(sentences(each.witness)),
            )
            for each in record.impostors
        ),
    )


def _details(record: Record) -> Iterator[tuple[str, tuple[str, ...]]]:
    item = record.claim
    if item.erratum and record.found is Found.REFUTED:
        elsewhere = item.erratum.grade in {Grade.CITED, Grade.KNOWN_BROKEN}
        heading = "where it is known from" if elsewhere else "what is wrong in print"
        words = "" if elsewhere else f"{item.erratum.grade.value}: "
        yield heading, (words + item.erratum.place,)
    if record.witness:
        yield "counterexample", tuple(sentences(record.witness))
    if record.reason:
        yield "reason", (record.reason,)
    if record.cases is None:
        return
    if record.evidence:
        yield "evidence", (f"{record.evidence}: {EVIDENCE[Evidence(record.evidence)]}",)
    if item.routes:
        yield "found in two ways", item.routes
    yield "cases", (cases_words(record.cases),)
    if item.fair:
        yield "why these cases", (beside(item.fair),)
    if scopes := _scopes(record):
        yield "decided for", scopes


def cases_words(cases: Cases) -> str:
    """How many cases could have come out otherwise, and how much room the bounds leave."""
    words = [f"{cases.live} could have come out otherwise"]
    if cases.idle:
        words.append(f"{cases.idle} could not")
    if cases.skipped:
        words.append(f"{cases.skipped} skipped, as the hypothesis is false there")
    if cases.slack:
        part = decimal(100 * cases.slack)
        words.append(f"every bound would still be true if it were smaller by {part}%")
    elif cases.slack is not None:
        words.append("some bound is attained exactly")
    return "; ".join(words)


def _scopes(record: Record) -> tuple[str, ...]:
    """The values of the variables, then part by part; equal comparisons count once."""
    scope = COMPARED.sub(r"\1 comparisons of numbers, \2 of them different", record.scope)
    values = record.claim.scope.text(record.size)
    first = [folded(values)] if values and values not in scope else []
    return (*first, *map(folded, scope.split("; ")))
