"""What is found of one form of a claim, in the words and in the order in which it is read.

The terminal and the page print the same: the statement, the line that says what was decided, and
then headings with texts.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from audits.evidence.verdict import Evidence
from audits.ledger import (
    Cases,
    Claim,
    ClaimId,
    Form,
    Found,
    NotFinitelyCheckable,
    claims,
    is_its_own,
)
from audits.rendering.digits import beside, decimal, folded
from audits.rendering.errata import ELSEWHERE, listed_about
from audits.rendering.meanings import (
    EVIDENCE,
    FORMS,
    FOUND,
    REFUTATION,
    read_in,
    said_of,
    text_note,
)
from audits.rendering.records import Record
from audits.rendering.witnesses import kind_of, sentences

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
    note: str
    """What a reader has to know of the text in which it was read."""

    @property
    def anchor(self) -> str:
        """The name of the form: `printed`, `corrected` or `concrete`."""
        return self.record.claim.form.value


def forms(records: Sequence[Record]) -> list[FormView]:
    """The views of all forms of one claim, in the order in which they stand side by side."""
    order = list(FORMS)
    return [_view(each) for each in sorted(records, key=lambda each: order.index(each.claim.form))]


def _view(record: Record) -> FormView:
    item = record.claim
    said = partial(said_of, item)
    return FormView(
        record,
        said(FORMS[item.form]),
        said(f"{item.statement} {read_in(item)}".rstrip()),
        record.reading + said(_errors(record)),
        record.verdict,
        tuple((said(heading), tuple(map(said, texts))) for heading, texts in _details(record)),
        tuple(
            Variant(
                said(each.name),
                FOUND[each.found],
                each.found is Found.REFUTED,
                " ".join(sentences(each.witness)),
            )
            for each in record.impostors
        ),
        text_note(item.id.partition(".")[0], item.text),
    )


def titled(item: Claim) -> str:
    """The label and the title; what a theorem uses does not go under the name of the theorem.

    >>> from audits.ledger import ClaimId, claim_of
    >>> titled(claim_of(ClaimId("VT14.ALG.BoostQ"), Form.PRINTED))
    'Mechanism of Theorem 7.0.1: boosting for queries'
    """
    entry = item.entry
    label = f"{entry.label[0].upper()}{entry.label[1:]}"
    if entry.label.partition(" ")[0] in STATEMENTS and not is_its_own(item.id):
        # what has a number of its own is not what the statement says
        label = f"{entry.kind[0].upper()}{entry.kind[1:]} of {entry.label}"
    return f"{label}: {entry.title}"


def related(name: ClaimId) -> list[ClaimId]:
    """The claims that repair, extend or are part of one, whose ids begin with its own; and back.

    >>> related(ClaimId("KLMNS20.T4.2")), related(ClaimId("KLMNS20.T4.2-every-n"))
    (['KLMNS20.T4.2-every-n'], ['KLMNS20.T4.2'])
    """
    others = dict.fromkeys(item.id for item in claims())
    found = [other for other in others if _extends(other, name) or _extends(name, other)]
    return sorted(found, key=lambda other: not other.endswith(("R", "-every-n")))


def _extends(longer: str, shorter: str) -> bool:
    rest = longer.removeprefix(shorter)
    return rest != longer and re.match(r"R$|[-.][a-z]", rest) is not None


STATEMENTS = {"Theorem", "Lemma", "Claim", "Observation", "Proposition", "Corollary", "Fact"}
"""Labels of what is true or false."""


def _errors(record: Record) -> str:
    """That errors are listed which name what is found true."""
    if record.found is not Found.HOLDS or record.claim.form is Form.CONCRETE:
        return ""
    listed = listed_about(record.claim)
    whole = f"proof of {record.claim.entry.label},"
    proof = [each.id for each in listed if f"{each.entry.label},".startswith(whole)]
    others = [each.id for each in listed if each.id not in proof]
    words = f" Its printed proof has errors: {', '.join(proof)}." if proof else ""
    return words + (f" Other errors name it: {', '.join(others)}." if others else "")


def _details(record: Record) -> Iterator[tuple[str, tuple[str, ...]]]:
    item = record.claim
    if item.erratum and record.found is Found.REFUTED:
        elsewhere = item.erratum.grade in ELSEWHERE
        heading = "where it is known from" if elsewhere else "what is wrong as printed"
        words = "" if elsewhere else f"{item.erratum.grade.value}: "
        yield heading, (words + item.erratum.place,)
    if record.witness:
        yield "counterexample", tuple(sentences(record.witness))
    if record.reason and not record.is_not_run:
        yield "reason", (record.reason,)
    if others := listed_about(item):
        yield "other errors as printed that name it", tuple(map(_error_words, others))
    if record.cases is None:
        return
    if item.about is not None and (words := run_words(item.about)):
        yield "what is run", (words,)
    if words := _evidence(record):
        yield "evidence", (words,)
    if item.routes:
        yield "found in two ways", item.routes
    yield "cases", (cases_words(record.cases),)
    yield from _why(item)
    if record.refuted_at:
        yield "refuted at", (folded(record.refuted_at),)
    if scopes := _scopes(record):
        refuted = record.found is Found.REFUTED
        yield "listed; decided up to the counterexample" if refuted else "decided for", scopes


def _why(item: Claim) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Why its cases are what they are; and which check has letters that are not explained."""
    letters = ", ".join(dict.fromkeys(item.unexplained))
    if letters and not isinstance(item.check, NotFinitelyCheckable):
        check = inspect.unwrap(item.check)
        place = f"{check.__module__.replace('.', '/')}.py:{inspect.getsourcelines(check)[1]}"
        yield "letters of the cases", (f"{letters}: as in the check at {place}",)
    if item.representative:
        yield "why these cases", (beside(item.representative),)


def _error_words(item: Claim) -> str:
    """Which error, where and how wrong it is; the ledger lists it, a run decides it."""
    grade = item.erratum.grade.value if item.erratum else ""
    return f"{item.id}, {item.entry.label}: {item.entry.title} ({grade})"


def run_words(about: object) -> str:
    """The mechanism or construction of the reference that is run; empty if it is no such thing.

    >>> from reference.mechanisms.stream.above_threshold import AboveThreshold
    >>> run_words(AboveThreshold)
    'AboveThreshold: the first query whose noisy answer reaches a noisy threshold.'
    """
    told = inspect.getmodule(about) if inspect.isclass(about) else about
    first = " ".join((inspect.getdoc(told) or "").partition("\n\n")[0].split())
    if not about.__module__.startswith("reference.") or not first:
        return ""
    name = str(getattr(about, "__qualname__", type(about).__qualname__))
    return first if first.startswith(name) else f"{name}: {first}"


def _evidence(record: Record) -> str:
    """How it was found, what the kernel re-checks and what it takes from the auditor."""
    if record.found is Found.REFUTED:
        return REFUTATION.get(kind_of(record.witness), "")
    decided = record.found is Found.HOLDS and record.evidence
    return f"{record.evidence}: {EVIDENCE[Evidence(record.evidence)]}" if decided else ""


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
    return (*first, *(folded(part) for part in scope.split("; ") if part))
