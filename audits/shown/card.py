"""One claim, as a person reads it who asks for it by its id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill

from audits.ledger import Cases, Decided, Erratum, Found, Grade, Result
from audits.shown.decimals import about
from audits.shown.page import witness_words

WIDTH, MOST_PROOFS = 98, 3
COMPARED = re.compile("([0-9]+) cases, ([0-9]+) distinct")
LONG = re.compile("([0-9]{10})[0-9]{21,}([0-9]{10})")
"""A number with more than forty digits."""


def card(result: Result) -> str:
    """The statement, what was found of it on which scope, how it could have come out otherwise."""
    item, entry = result.claim, result.claim.entry
    place = f", section {entry.section}" if entry.section else ""
    title = f"{item.id} ({item.form.value}): {entry.title}"
    lines = [title, f"{entry.kind}, {entry.label}{place}", "", *_wrapped("", item.statement)]
    expected = "as expected" if result.as_expected else f"expected: {item.expected.value}"
    lines += ["", *_wrapped("verdict", f"{result.found.value}, {expected}")]
    for name, text in _rows(result):
        lines += _wrapped(name, text)
    return "\n".join(lines) + "\n"


def cases_words(cases: Cases) -> str:
    """Live, idle and skipped cases, and the slack."""
    slack = "" if cases.slack is None else f"; slack {about(cases.slack)}"
    return f"{cases.live} live, {cases.idle} idle, {cases.skipped} skipped{slack}"


def _rows(result: Result) -> Iterator[tuple[str, str]]:
    item = result.claim
    if item.erratum:
        yield from _wrong(item.erratum, result)
    if result.witness:
        yield "witness", witness_words(result.witness)
    decided = result.decided
    if not isinstance(decided, Decided):
        yield "reason", decided.reason
        return
    yield from (("scope", text) for text in _scopes(decided))
    if item.fair:
        yield "fair", item.fair
    yield "evidence", result.evidence or "none"
    if item.routes:
        yield "routes", "; ".join(item.routes)
    if result.cases is not None:
        yield "cases", cases_words(result.cases)
    if decided.reason:
        yield "reason", decided.reason
    for impostor in result.impostors:
        found = witness_words(impostor.witness)
        yield "impostor", f"{impostor.name}: {impostor.found.value}" + (found and f"; {found}")
    proofs = [part.statement for part in decided.parts if part.statement]
    for proof in proofs[:MOST_PROOFS]:
        yield "the kernel", proof
    if len(proofs) > MOST_PROOFS:
        yield "the kernel", f"and {len(proofs) - MOST_PROOFS} more statements"
    for used in item.uses:
        yield "uses", used


def _scopes(decided: Decided) -> list[str]:
    """Part by part; equal comparisons count once."""
    told = COMPARED.sub(r"\1 comparisons of numbers, \2 of them different", decided.scope)
    return told.split("; ")


def _wrong(erratum: Erratum, result: Result) -> Iterator[tuple[str, str]]:
    elsewhere = erratum.grade in {Grade.CITED, Grade.KNOWN_BROKEN}
    words = "" if elsewhere else f"{erratum.grade.value}; "
    if result.found is Found.REFUTED:
        yield erratum.grade.value if elsewhere else "wrong in print", words + erratum.place
    if erratum.same_as:
        yield "same error as", erratum.same_as


def _wrapped(name: str, text: str) -> list[str]:
    """Text in lines, its long numbers shortened; a name stands before the first."""
    text = LONG.sub(r"\1...\2", text)
    indent = " " * 16 if name else ""
    first = f"{name:<14}  " if name else ""
    wrapped = fill(text, WIDTH, initial_indent=first, subsequent_indent=indent)
    return wrapped.splitlines()
