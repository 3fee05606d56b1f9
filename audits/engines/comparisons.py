"""Lemmas about numbers: finitely many comparisons, each between exact values.

Values are integers, rationals, or functions of r compared for every r in a range.  Comparisons
that say the same are certified once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Literal

from audits.engines.privacy.real_epsilon import range_of_positive
from audits.engines.signs.positivity import Fails, decide_nonnegative
from audits.engines.signs.shifts import decide
from audits.evidence.certificates import (
    EVERY_EPSILON,
    EVERY_UNIT,
    Range,
    certificate,
    entry_json,
    negated_json,
    ratio_json,
    stated,
)
from audits.evidence.verdict import (
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
from reference.exact.exponential import sign_at_exp
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Scalar, of_r, of_u_and_r
from reference.exact.polynomial import evaluate
from reference.exact.rational_function import RationalFunction

Value = Scalar

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

    @property
    def symbolic(self) -> bool:
        """Whether a side depends on r."""
        return not all(isinstance(v, int | Fraction) for v in (self.left, self.right))

    @property
    def continuous(self) -> bool:
        """Whether a side depends on u and r."""
        return any(isinstance(v, ExponentialFunction) for v in (self.left, self.right))


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
    entries: dict[tuple[Value, str, Value], Comparison] = {}
    cases = 0
    for item in comparisons:
        cases += 1
        key = (item.left, item.relation, item.right)
        if key in entries:
            continue
        if item.continuous:
            at = _unit_where_false(item)
            if isinstance(at, Fraction):
                return _refuted_at_unit(item, at, subject, scope)
        else:
            at = _root_where_false(item, over)
            if isinstance(at, Fraction):
                return _refuted(item, at, subject, scope)
        if isinstance(at, str):
            return Undecided(scope, at)
        entries[key] = item
    if not entries:
        raise ValueError(f"{subject}: no comparison was made, so nothing is shown")
    counts = f"{cases} cases, {len(entries)} distinct"
    if set(entries) == {FACT}:
        counts, evidence = f"{cases} cases", Evidence.ENUMERATED
    counted = replace(scope, text=f"{scope.text}; {counts}" if scope.text else counts)
    proof, to_prove = _certificate(subject, *written(list(entries.values()), over))
    return Holds(counted, evidence, proof, to_prove)


def _certificate(subject: str, over: Json, entries: list[Json]) -> tuple[Certificate, Facts]:
    """The certificate of the entries, and what it must prove."""
    fields: Facts = {"range": over, "entries": entries}
    to_prove: Facts = {"kind": "comparisons", "comparisons": len(entries), **stated(fields)}
    return certificate("comparisons", subject, fields), to_prove


def written(items: Sequence[Comparison], over: Range) -> tuple[Json, list[Json]]:
    """The range and the entries of the certificate of comparisons."""
    continuous = any(item.continuous for item in items)
    symbolic = any(item.symbolic for item in items)
    entries = [
        entry_json(i, item.name, *_spoken(item, continuous)) for i, item in enumerate(items)
    ]
    if continuous:
        return EVERY_UNIT, entries
    return over.json() if symbolic else None, entries


def _spoken(item: Comparison, continuous: bool) -> tuple[Value, str, Value]:
    """The comparison, in the ring of all."""
    left, right = (
        of_u_and_r(v) if continuous and isinstance(v, RationalFunction) else v
        for v in (item.left, item.right)
    )
    return left, item.relation, right


def _unit_where_false(item: Comparison) -> Fraction | str | None:
    """A u > 0 at which the comparison fails, or why it is undecided, or nothing if it is true."""
    (a, b), (c, d) = (of_u_and_r(side).polynomials for side in (item.left, item.right))
    gap = (c * b - a * d) * b * d  # of the sign of right - left, whatever the denominators' is
    if item.relation == "=" and not gap:
        return None
    if item.relation == "=" or (item.relation == "<" and not gap):
        defined = gap or b * d  # at rational u it has finitely many zeros
        return next(u for u in map(Fraction, count(1)) if defined.sign_at(u))
    found = decide(gap)
    if found is None:
        return f"{item.name}: no sufficient test succeeded"
    return found if isinstance(found, Fraction) else None


def negated_at_unit(item: Comparison, u: Fraction) -> Json:
    """The true comparison that shows a false one to be so at a rational u, where r = e^u.

    Raises:
        ValueError: if the comparison is true.
    """
    left, right = (of_u_and_r(side).at(u) for side in (item.left, item.right))
    gap = left - right
    sign = sign_at_exp(gap.numerator * gap.denominator, u)
    if {"=": sign == 0, "<": sign < 0, "<=": sign <= 0}[item.relation]:
        raise ValueError(f"{item.name}: {left} {item.relation} {right} is true at u = {u}")
    low, high = (left, right) if sign < 0 else (right, left)
    return {
        "name": f"refutes left {item.relation} right at u = {u}: {item.name}",
        "left": ratio_json(low),
        "relation": "<" if sign else "=",
        "right": ratio_json(high),
    }


def _refuted_at_unit(item: Comparison, u: Fraction, subject: str, scope: Scope) -> Verdict:
    left, right = (of_u_and_r(side).at(u) for side in (item.left, item.right))
    gap = left - right
    weight = gap.numerator * gap.denominator
    weight = weight * sign_at_exp(weight, u)
    over = range_of_positive((weight, left.denominator, right.denominator), u)
    if over is None:
        return Undecided(scope, f"{item.name}: too near to decide at u = {u}")
    witness: dict[str, Json] = {
        "instance": item.name,
        "left": str(left),
        "relation": item.relation,
        "right": str(right),
        "u": str(u),
    }
    proof, to_prove = _certificate(subject, over.json(), [negated_at_unit(item, u)])
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness)


def _root_where_false(item: Comparison, over: Range) -> Fraction | str | None:
    """An r at which the comparison fails, or why it is undecided, or nothing if it is true."""
    left, right = (of_r(side) for side in (item.left, item.right))
    gap = right.numerator * left.denominator - left.numerator * right.denominator
    if item.relation == "=":
        if not gap:
            return None
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
    return None


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
    left, right = (of_r(side).at(at) for side in (item.left, item.right))
    witness: dict[str, Json] = {
        "instance": item.name,
        "left": str(left),
        "relation": item.relation,
        "right": str(right),
    }
    if item.symbolic:
        witness["root"] = str(at)
    entry = negated_json(item.name, left, item.relation, right)
    proof, to_prove = _certificate(subject, None, [entry])
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness)
