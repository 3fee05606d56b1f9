"""The mechanisms that the pages of a report show: those that its claims are about."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from audits.asked.mechanisms import is_continuous
from audits.asked.registry import ALIASES, mechanisms
from audits.commands.listing import place
from audits.labels import label
from audits.ledger import Found, Result, inventory
from audits.shown.digits import decimal, folded
from audits.shown.mechanism_view import Chance, MechanismView, named_claims
from reference.probability.law import law
from reference.source import Source

MOST_OUTPUTS, LONGEST_FORMULA = 12, 120
"""Outputs of a law, and characters of a probability, that a page shows."""


def mechanism_views(results: Sequence[Result]) -> list[MechanismView]:
    """A view of each mechanism that one of the claims is about, in alphabetical order."""
    there = {result.claim.id for result in results}
    found = []
    for name, kind in mechanisms().items():
        own = [result for result in results if result.claim.about is kind]
        docstring = sys.modules[kind.__module__].__doc__ or ""
        named = [each for each in named_claims(docstring) if each in inventory()]
        ids = dict.fromkeys([*named, *(result.claim.id for result in own)])
        if name not in ALIASES and there.intersection(ids):
            found.append(_view(name, kind, docstring, tuple(ids), own))
    return found


def _view(
    name: str, kind: type, docstring: str, ids: tuple[str, ...], own: Sequence[Result]
) -> MechanismView:
    source: object = getattr(kind, "source", None)
    variants = {
        impostor.name: result.claim.id
        for result in reversed(own)
        for impostor in result.impostors
        if impostor.found is Found.REFUTED
    }
    database, chances = _law(kind)
    return MechanismView(
        name,
        f"{kind.__module__}.{kind.__name__}",
        place(source) if isinstance(source, Source) else "",
        docstring.strip(),
        database,
        chances,
        ids,
        sorted(variants.items()),
    )


def _law(kind: type) -> tuple[str, list[Chance]]:
    """A law on a small database; nothing where none is declared or it is too long to read."""
    from audits.claims.standard_mechanisms.declared.all_instances import INSTANCES

    declared = next((each for each in INSTANCES.values() if type(each.mechanism) is kind), None)
    if declared is None or declared.broken or is_continuous(kind) or not declared.audited:
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
