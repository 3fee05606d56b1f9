"""A claim in a terminal: what it says and what was decided, then the details."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill

from audits.ledger import ClaimId, Decided, Result, inventory
from audits.rendering.citation import cited_as
from audits.rendering.digits import folded
from audits.rendering.errata import wrong_in_print
from audits.rendering.forms import VARIANTS, FormView, forms, related, titled
from audits.rendering.meanings import said_of
from audits.rendering.records import records

WIDTH, MOST_TEXTS, MOST_PROOFS = 80, 8, 3
"""Columns; texts of a heading, and statements of certificates, that are printed."""


FALSE_AS_LISTED = "listed as false as printed"


def card(results: Sequence[Result], origin: Mapping[str, object]) -> str:
    """The forms of one claim, in lines of at most 80 columns.

    Args:
        results: what was found of the forms.
        origin: which program decided, on scopes of which size.
    """
    item = results[0].claim
    entry = item.entry
    place = f", section {entry.section}" if entry.section else ""
    paper = item.id.partition(".")[0]
    views = forms(records(results))
    lines = [
        *_wrapped(f"{paper}. {titled(item)}"),
        *_wrapped(f"{item.id}, {entry.kind}{place}"),
        *_wrapped(views[0].note),
    ]
    proved = {result.claim.form: _proved(result) for result in results}
    for view in views:
        lines += ["", f"{view.heading.upper()}: {view.found.upper()}"]
        lines += [*_wrapped(view.statement, 2), "", *_wrapped(view.line, 2)]
    if others := related(item.id):
        lines += ["", "See also"]
        for name in others[:MOST_TEXTS]:
            lines += _wrapped(f"{name}: {inventory()[name].title}", 2)
        if len(others) > MOST_TEXTS:
            lines.append(f"  and {len(others) - MOST_TEXTS} more (exactdp list claims {paper})")
    for view in views:
        lines += ["", f"Details, {view.heading[0].lower()}{view.heading[1:]}"]
        lines += _details(view, proved[view.record.claim.form])
    if not any(view.record.is_not_run for view in views):
        lines += ["", "To cite it", *_wrapped(cited_as(views, origin), 2)]
    return "\n".join(lines) + "\n"


def glance(results: Sequence[Result]) -> str:
    """What was found of each form of a claim, in a line or two."""
    item = results[0].claim
    found = ", ".join(
        f"{view.heading[0].lower()}{view.heading[1:]}: {view.found}"
        for view in forms(records(results))
    )
    return "\n".join([*_wrapped(f"{item.id}, {titled(item)}"), *_wrapped(found, 2)])


def _proved(result: Result) -> list[str]:
    """What the kernel has proved of it, sentence by sentence."""
    parts = result.decided.parts if isinstance(result.decided, Decided) else ()
    return [folded(part.statement) for part in parts if part.statement]


def _details(view: FormView, proved: Sequence[str]) -> Iterator[str]:
    for heading, texts in view.details:
        yield f"  {heading}"
        for text in texts[:MOST_TEXTS]:
            yield from _wrapped(text, 4)
        if len(texts) > MOST_TEXTS:
            yield f"    and {len(texts) - MOST_TEXTS} more (--json prints all)"
    if view.variants:
        yield f"  {VARIANTS}"
        for variant in view.variants:
            words = variant.name if variant.refuted else f"{variant.name}: {variant.found} (!)"
            yield from _wrapped(words, 4)
            yield from _wrapped(variant.why, 6)
    if proved:
        yield "  proved by the kernel from the certificates"
        for proof in proved[:MOST_PROOFS]:
            yield from _wrapped(proof, 4)
        if len(proved) > MOST_PROOFS:
            yield f"    and {len(proved) - MOST_PROOFS} more (--certificates DIR keeps all)"
    item = view.record.claim
    if below := dict.fromkeys([*item.entry.builds_on, *item.uses]):
        yield "  rests on"
        wrong = wrong_in_print()
        for name in below:
            error = wrong.get(ClaimId(name))
            said = f": {said_of(error, FALSE_AS_LISTED)}" if error else ""
            yield from _wrapped(f"{name}{said}", 4)


def _wrapped(text: str, indent: int = 0) -> list[str]:
    """Text in lines; the second and later lines of a paragraph are indented like the first."""
    space = " " * indent
    return fill(
        text, WIDTH, initial_indent=space, subsequent_indent=space, break_on_hyphens=False
    ).splitlines()
