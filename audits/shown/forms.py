"""What is found of one form of a claim, in the words and in the order in which it is read.

The terminal and the page print the same: the statement, the line that says what was decided, and
then headings with texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audits.ledger import Cases, Decided, Found, Grade, Result
from audits.shown.digits import beside, decimal, folded
from audits.shown.meanings import EVIDENCE, FORMS, FOUND
from audits.shown.reading import reading
from audits.shown.witnesses import sentences

COMPARED = re.compile("([0-9]+) cases, ([0-9]+) distinct")

VARIANTS = "wrong variants refuted by the same check"
PROVED = "proved by the kernel from the certificates"


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

    result: Result
    heading: str
    statement: str
    line: str
    """What was decided."""

    found: str
    """The verdict in a word or two."""

    details: tuple[tuple[str, tuple[str, ...]], ...]
    """Headings, each with its texts."""

    variants: tuple[Variant, ...]
    proved: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The name of the form: `printed`, `corrected` or `concrete`."""
        return self.result.claim.form.value


def forms(results: Sequence[Result]) -> list[FormView]:
    """The views of all forms of one claim, in the order in which they stand side by side."""
    order = list(FORMS)
    found = sorted(results, key=lambda result: order.index(result.claim.form))
    return [_view(each, [other for other in found if other is not each]) for each in found]


def _view(result: Result, others: Sequence[Result]) -> FormView:
    decided = result.decided
    parts = decided.parts if isinstance(decided, Decided) else ()
    return FormView(
        result,
        FORMS[result.claim.form],
        result.claim.statement,
        reading(result, others),
        FOUND[result.found],
        tuple(_details(result)),
        tuple(
            Variant(
                each.name,
                FOUND[each.found],
                each.found is Found.REFUTED,
                " ".join(sentences(each.witness)),
            )
            for each in result.impostors
        ),
        tuple(folded(part.statement) for part in parts if part.statement),
    )


def _details(result: Result) -> Iterator[tuple[str, tuple[str, ...]]]:
    item, decided = result.claim, result.decided
    if item.erratum and result.found is Found.REFUTED:
        elsewhere = item.erratum.grade in {Grade.CITED, Grade.KNOWN_BROKEN}
        heading = "where it is known from" if elsewhere else "what is wrong in print"
        words = "" if elsewhere else f"{item.erratum.grade.value}: "
        yield heading, (words + item.erratum.place,)
    if result.witness:
        yield "counterexample", tuple(sentences(result.witness))
    if not isinstance(decided, Decided):
        yield "reason", (decided.reason,)
        return
    if decided.reason:
        yield "reason", (decided.reason,)
    if decided.evidence is not None:
        yield "evidence", (f"{decided.evidence.value}: {EVIDENCE[decided.evidence]}",)
    if item.routes:
        yield "found in two ways", item.routes
    yield "cases", (cases_words(decided.cases),)
    if item.fair:
        yield "why these cases", (beside(item.fair),)
    if scopes := _scopes(result, decided):
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


def _scopes(result: Result, decided: Decided) -> tuple[str, ...]:
    """The values of the variables, then part by part; equal comparisons count once."""
    told = COMPARED.sub(r"\1 comparisons of numbers, \2 of them different", decided.scope)
    values = result.claim.scope.text(result.size)
    first = [folded(values)] if values and values not in told else []
    return (*first, *map(folded, told.split("; ")))
