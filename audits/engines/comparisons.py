"""Lemmas about numbers: finitely many comparisons, each between exact values.

Values are integers, rationals, or functions of r compared for every r in a range.  Comparisons
that say the same are certified once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from audits.certificates import EVERY_EPSILON, Range, certificate, entry_json, negated_json, stated
from audits.engines.positivity import Fails, decide_nonnegative
from audits.verdict import (
    Certificate,
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
)
from reference.exact.polynomial import evaluate
from reference.exact.rational_function import RationalFunction

Value = int | Fraction | RationalFunction

FACT = (1, "=", 1)
"""The comparison that states a fact; one that fails is 0 = 1."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """left <= right, left < right, or left = right."""

    name: str
    """The instance, in words; part of the witness if it fails."""

    left: Value
    relation: Literal["<=", "<", "="]
    right: Value
    most: int | None = None
    """What the left side can never exceed, such as 1 for a probability."""


def audit_comparisons(
    comparisons: Iterable[Comparison],
    subject: str,
    scope: Scope,
    evidence: Evidence = Evidence.EXHAUSTIVE,
    over: Range = EVERY_EPSILON,
) -> Verdict:
    """Whether every comparison is true (for functions of r: at every r in the range).

    Facts alone (`1 = 1`) are evidence of the kind `ENUMERATED`, whatever is asked for.

    Args:
        comparisons: at least one.
        subject: what they show together, in words.
        scope: what the instances range over.
        evidence: how the instances were obtained.
        over: the range of r.

    Raises:
        ValueError: if there is no comparison: nothing would be shown.
    """
    entries: dict[tuple[Value, str, Value], Json] = {}
    symbolic, cases = False, 0
    for item in comparisons:
        cases += 1
        key = (item.left, item.relation, item.right)
        if key in entries:
            continue
        symbolic = symbolic or any(isinstance(v, RationalFunction) for v in key)
        found = _entry(item, over, len(entries))
        if isinstance(found, str):
            return Undecided(scope, found)
        if isinstance(found, Fraction):
            return _refuted(item, found, subject, scope)
        entries[key] = found
    if not entries:
        raise ValueError(f"{subject}: no comparison was made, so nothing is shown")
    counts = f"{cases} cases, {len(entries)} distinct"
    if set(entries) == {FACT}:
        counts, evidence = f"{cases} cases", Evidence.ENUMERATED
    counted = replace(scope, text=f"{scope.text}; {counts}" if scope.text else counts)
    spoken = over.json() if symbolic else None
    proof, asked = _certificate(subject, spoken, list(entries.values()))
    return Holds(counted, evidence, proof, asked)


def _certificate(subject: str, over: Json, entries: list[Json]) -> tuple[Certificate, Facts]:
    """The certificate of the entries, and what it must prove."""
    fields: Facts = {"range": over, "entries": entries}
    asked: Facts = {"kind": "comparisons", "comparisons": len(entries), **stated(fields)}
    return certificate("comparisons", subject, fields), asked


def _entry(item: Comparison, over: Range, index: int) -> Json | Fraction:
    """The entry of the certificate, or an r at which the comparison fails, or why undecided."""
    left, right = RationalFunction.of(item.left), RationalFunction.of(item.right)
    gap = right.numerator * left.denominator - left.numerator * right.denominator
    entry = entry_json(index, item.name, item.left, item.relation, item.right)
    if item.relation == "=":
        if not gap:
            return entry
        return next(point for point in _points(over) if evaluate(gap, point))
    decided = decide_nonnegative(gap, over.low, over.high)
    if decided is None:
        return f"{item.name}: no sufficient test succeeded"
    if isinstance(decided, Fails):
        return decided.at
    if item.relation == "<":
        for point in (over.low, *decided.splits, over.high):
            if point is not None and not evaluate(gap, point):
                return point
    return entry


def _points(over: Range) -> Iterable[Fraction]:
    """Infinitely many points of the range."""
    point, step = over.low, Fraction(1)
    if over.high is not None:
        step = (over.high - over.low) / 2
    while True:
        yield point
        point += step
        step = step if over.high is None else step / 2


def _refuted(item: Comparison, at: Fraction, subject: str, scope: Scope) -> Refuted:
    left, right = (RationalFunction.of(v).at(at) for v in (item.left, item.right))
    witness: dict[str, Json] = {
        "instance": item.name,
        "left": str(left),
        "relation": item.relation,
        "right": str(right),
    }
    if any(isinstance(v, RationalFunction) for v in (item.left, item.right)):
        witness["root"] = str(at)
    entry = negated_json(item.name, left, item.relation, right)
    proof, asked = _certificate(subject, None, [entry])
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, asked, witness)
