"""The mechanisms that the pages of a report show: those that its claims are about."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from audits.commands.listing import place
from audits.commands.output import progress
from audits.evidence.certificates import named
from audits.evidence.labels import label
from audits.evidence.table import tabulate
from audits.extras import is_installed
from audits.inputs.mechanisms import is_continuous
from audits.inputs.registry import ALIASES, mechanisms
from audits.ledger import Found, inventory
from audits.rendering.digits import decimal, folded
from audits.rendering.mechanism_view import Chance, MechanismView, named_claims
from audits.rendering.records import Record
from reference.exact.field import of_r
from reference.probability.law import law
from reference.source import Source

if TYPE_CHECKING:
    from audits.claims.standard_mechanisms.declared.declared import Declared

MOST_OUTPUTS, LONGEST_FORMULA = 12, 120
"""Outputs of a law, and characters of a probability, that a page shows."""


def mechanism_views(records: Sequence[Record]) -> list[MechanismView]:
    """A view of each mechanism that one of the claims is about, in alphabetical order."""
    there = {each.claim.id for each in records}
    chosen: list[tuple[str, type, str, tuple[str, ...], list[Record]]] = []
    for name, kind in mechanisms().items():
        own = [each for each in records if each.claim.about is kind]
        docstring = sys.modules[kind.__module__].__doc__ or ""
        named_there = [each for each in named_claims(docstring) if each in inventory()]
        ids = tuple(dict.fromkeys([*named_there, *(each.claim.id for each in own)]))
        if name not in ALIASES and there.intersection(ids):
            chosen.append((name, kind, docstring, ids, own))
    found = []
    with progress(len(chosen), "mechanisms") as done:
        for each in chosen:
            found.append(_view(*each))
            done(1)
    return found


def _view(
    name: str, kind: type, docstring: str, ids: tuple[str, ...], own: Sequence[Record]
) -> MechanismView:
    source: object = getattr(kind, "source", None)
    variants = {
        impostor.name: each.claim.id
        for each in reversed(own)
        for impostor in each.impostors
        if impostor.found is Found.REFUTED
    }
    declared = _declared(kind)
    database, chances = _law(declared)
    return MechanismView(
        name,
        f"{kind.__module__}.{kind.__name__}",
        place(source) if isinstance(source, Source) else "",
        docstring.strip(),
        database,
        chances,
        _curve(declared),
        ids,
        sorted(variants.items()),
    )


def _declared(kind: type) -> Declared | None:
    """A small instance that promises privacy, without continuous noise."""
    from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES

    found = (each for each in INSTANCES.values() if type(each.mechanism) is kind and each.audited)
    return None if is_continuous(kind) else next(found, None)


def _law(declared: Declared | None) -> tuple[str, list[Chance]]:
    """A law on a small database; nothing where none is declared or it is too long to read."""
    if declared is None:
        return "", []
    databases = list(declared.audited[0].databases())
    chosen = max(databases, key=lambda each: len(set(each)) if isinstance(each, tuple) else 0)
    dist: Any = law(declared.mechanism, chosen)
    if len(dist) > MOST_OUTPUTS:
        return "", []
    at_two = dist.at(Fraction(2)) if dist.field.symbolic else dist
    chances = [
        Chance(
            label(output),
            folded(str(dist.probability(output))),
            decimal(at_two.probability(output)),
        )
        for output in sorted(dist, key=label)
    ]
    short = all(len(each.formula) <= LONGEST_FORMULA for each in chances)
    return (label(chosen), chances) if short else ("", [])


def _curve(declared: Declared | None) -> bytes:
    """The privacy curve at r = 2 with the promise in it; nothing without what draws it."""
    if declared is None or not is_installed("matplotlib"):
        return b""
    from audits.engines.privacy.curve import curve
    from audits.rendering.curve_picture import draw

    universe, two = declared.audited[0], Fraction(2)
    table: Any = tabulate(declared.mechanism, universe, deterministic=True)
    table = table.at(two) if table.field.symbolic else table
    promise = declared.promise
    claim = of_r(promise.exp_eps).at(two), of_r(promise.delta).at(two)
    return draw("curve.svg", curve(table).curve, claim, f"{named(universe)}, r = 2")
