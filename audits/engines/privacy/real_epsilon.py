"""Refutations at one eps with an irrational e^eps: r = e^u, u rational, in an interval around it.

At u, laws are functions of r.  That an event refutes privacy is a polynomial inequality; it is
certified on an interval with rational ends that encloses e^u, on which no weight is negative.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from audits.engines.signs.positivity import is_nonnegative
from audits.evidence.certificates import (
    Range,
    certificate,
    enclosures,
    ratio_json,
    stated,
    table_fields,
    universe_facts,
)
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import Evidence, Json, Refuted, Scope, Undecided, Verdict
from reference.exact.polynomial import Weight, evaluate, in_r
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


def range_of_positive(parts: Iterable[Weight], exponent: Fraction) -> Range | None:
    """The first range around r = e^exponent on which polynomials in r are seen to be positive.

    Those that are 0 do not count.  None: one is negative there, or too near to 0.
    """
    kept = [in_r(part) for part in parts if part]
    for over in enclosures(exponent):
        ends = [end for end in (over.low, over.high) if end is not None]
        if all(
            is_nonnegative(part, over.low, over.high) and all(evaluate(part, r) > 0 for r in ends)
            for part in kept
        ):
            return over
    return None


def refuted_at_real_epsilon(
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    exponent: Fraction,
    subject: str,
    scope: Scope,
    pair: tuple[int, int],
) -> Verdict:
    """The refutation at u = exponent, r = e^u, by the two databases at the given positions.

    It is undecided if they refute nothing there.
    """
    found: Verdict = Undecided(scope, "it refutes nothing there")
    for over in enclosures(exponent):
        found = refutation_at_real_epsilon(table, guarantee, subject, scope, over, pair, over.low)
        if isinstance(found, Refuted):
            return replace(found, witness=found.witness | {"u": str(exponent)})
    return found


def refutation_at_real_epsilon(
    table: LawTable[D, X, RationalFunction],
    guarantee: Guarantee[RationalFunction],
    subject: str,
    scope: Scope,
    over: Range,
    pair: tuple[int, int],
    at: Fraction,
) -> Refuted | Undecided:
    """The refutation by the two databases at the given positions, on a range that encloses e^q.

    Args:
        table: laws as functions of r.
        guarantee: e^eps and delta as functions of r.
        subject: what is audited, in words.
        scope: of the audit.
        over: the range.
        pair: positions of the databases.
        at: a number of the range; the event is that of the outcomes that favour the first there.
    """
    i, j = pair
    table = table.in_lowest_terms(pair, at)
    first, second = _row(table, i), _row(table, j)
    x, delta = guarantee.exp_eps, guarantee.delta
    gains = {
        y: x.denominator * p * table.totals[j] - x.numerator * second.get(y, 0) * table.totals[i]
        for y, p in first.items()
    }
    event = sorted(y for y, gain in gains.items() if evaluate(gain, at) > 0)
    total: Weight = 0
    for y in event:
        total = total + gains[y]
    excess = total * delta.denominator - delta.numerator * x.denominator * (
        table.totals[i] * table.totals[j]
    )
    shown = (excess, *map(in_r, (*first.values(), *second.values())))
    ends = [end for end in (over.low, over.high) if end is not None]
    if any(evaluate(excess, end) <= 0 for end in ends) or not all(
        is_nonnegative(part, over.low, over.high) for part in shown
    ):
        return Undecided(scope, f"the sign of the violation near r = {at} is not decided")
    names = labels(table.outcomes)
    chances = table.probability(i, event), table.probability(j, event)
    fields: dict[str, Json] = {
        "event": list[Json](event),
        "probabilities": [ratio_json(chance) for chance in chances],
        "range": over.json(),
        "exp_eps": ratio_json(x),
        "delta": ratio_json(delta),
    }
    held = table_fields(table, (i, j)) | fields
    proof = certificate("refutation", subject, held)
    to_prove = {"kind": "refutation", **universe_facts(table.universe), **stated(held)}
    to_prove |= {"direction": "forward" if i < j else "backward"}
    return Refuted(
        scope,
        Evidence.EXHAUSTIVE,
        proof,
        to_prove,
        {
            "databases": [label(table.databases[i]), label(table.databases[j])],
            "event": [names[y] for y in event],
            "probabilities": [str(chance) for chance in chances],
            "exp_eps": str(x),
            "delta": str(delta),
        },
        chances,
    )


def impossible_at_real_epsilon(
    table: LawTable[D, X, RationalFunction],
    exponent: Fraction,
    subject: str,
    scope: Scope,
    pair: tuple[int, int],
    outcome: int,
) -> Verdict:
    """The refutation of every e^eps at r = e^exponent, by an outcome that the second never has.

    It is undecided if the first does not have it either at this r.
    """
    i, j = pair
    chances = table.probability(i, (outcome,)), table.probability(j, (outcome,))
    parts = (*table.rows[i].values(), *table.rows[j].values(), table.totals[i], table.totals[j])
    over = range_of_positive(parts, exponent)
    if over is None or not chances[0] or chances[1]:
        return Undecided(scope, f"no probability is seen to be positive at r = e^({exponent})")
    fields: dict[str, Json] = {
        "event": [outcome],
        "probabilities": [ratio_json(chance) for chance in chances],
        "range": over.json(),
        "exp_eps": "inf",
        "delta": "0",
    }
    held = table_fields(table, pair) | fields
    proof = certificate("refutation", subject, held)
    to_prove = {"kind": "refutation", **universe_facts(table.universe), **stated(held)}
    to_prove |= {"direction": "forward" if i < j else "backward"}
    witness: dict[str, Json] = {
        "databases": [label(table.databases[k]) for k in pair],
        "event": [labels(table.outcomes)[outcome]],
        "probabilities": [str(chance) for chance in chances],
        "exp_eps": "inf",
        "delta": "0",
        "u": str(exponent),
    }
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness, chances)


def _row(table: LawTable[D, X, RationalFunction], position: int) -> dict[int, Weight]:
    return table.rows[position]
