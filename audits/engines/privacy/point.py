"""The point audit: every ordered pair of neighbours at one x = e^eps, in integers.

For laws P = p / S and Q = q / T with integral weights and x = a / b, the least delta with
P(E) <= x Q(E) + delta for all events E is the hockey-stick sum
    sum_y max(b p(y) T - a q(y) S, 0) / (b S T),
and the least x with P(E) <= x Q(E) is max_y p(y) T / (q(y) S).

Laws that occur on several databases are compared once; all weights are brought to one
common total first where that is short, so that the inner loop is one subtraction per outcome.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import lcm
from operator import sub
from typing import TypeVar

from audits.engines.privacy.pairs import (
    Direction,
    WorstPair,
    distinct_pairs,
    hockey_stick,
    integer,
    located,
)
from audits.evidence.certificates import certificate, named, stated, table_fields, universe_facts
from audits.evidence.labels import label, labels
from audits.evidence.table import LawTable
from audits.evidence.verdict import (
    Certificate,
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Verdict,
)
from audits.extras import is_installed
from reference.exact.field import R
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)

LONGEST_COMMON_TOTAL = 4096
"""Bits up to which laws are brought to one common total."""

MANY_PAIRS = 100_000
"""From so many pairs on, a filter in floats goes first."""


def audit_point(
    table: LawTable[D, X, Fraction],
    exp_eps: Fraction,
    delta: Fraction,
    subject: str,
    direction: Direction = Direction.BOTH,
) -> Verdict:
    """Whether P(E) <= exp_eps Q(E) + delta for all neighbours and all events E.

    Args:
        table: the laws on every database of the universe.
        exp_eps: x = e^eps >= 1.
        delta: in [0, 1].
        subject: what is audited, in words, for the certificate.
        direction: which ordered pairs of neighbours are meant.
    """
    scope = privacy_scope(table, f"e^eps = {exp_eps}, delta = {delta}", direction)
    worst = worst_pair(table, exp_eps, direction)
    if worst is not None and worst.value > delta:
        return refuted(table, worst, exp_eps, delta, subject, scope)
    fields: dict[str, Json] = {
        "direction": direction.value,
        "exp_eps": str(exp_eps),
        "delta": str(delta),
    }
    held = table_fields(table) | fields
    to_prove = {"kind": "point", **privacy_facts(table, scope), **stated(held)}
    proof = certificate("point", subject, held)
    return Holds(scope, Evidence.EXHAUSTIVE, proof, to_prove)


def privacy_scope(
    table: LawTable[D, X, R], bound: str, direction: Direction, over: str = ""
) -> Scope:
    """All ordered pairs of neighbours that are meant, for which eps, and the bound in words."""
    way = "" if direction is Direction.BOTH else f", {direction.value}"
    way += f", {over}" if over else ""
    count = direction.count(table.universe)
    text = f"{named(table.universe)}{way}, {bound}"
    return Scope(text, len(table.databases), count, f"{table.universe.name}{way}")


def privacy_facts(table: LawTable[D, X, R], scope: Scope) -> Facts:
    """What a certificate of privacy must say of the universe and of what was compared."""
    sizes: Facts = {"databases": scope.databases, "pairs": scope.pairs}
    return universe_facts(table.universe) | sizes


def audit_finite_loss(table: LawTable[D, X, Fraction], subject: str) -> Verdict:
    """Whether some finite e^eps bounds all likelihood ratios between neighbours.

    If so, the certificate shows the least one; else, an event that only one neighbour can have.
    """
    worst, infinite = tight_exp_eps(table)
    if worst is None or not infinite:
        return audit_point(table, worst.value if worst else Fraction(1), Fraction(0), subject)
    scope = privacy_scope(table, "some e^eps, delta = 0", Direction.BOTH)
    i, j = worst.first, worst.second
    event = sorted(set(table.rows[i]) - set(table.rows[j]))
    names = labels(table.outcomes)
    witness: dict[str, Json] = {
        "databases": [label(table.databases[i]), label(table.databases[j])],
        "event": [names[y] for y in event],
        "probabilities": [str(table.probability(i, event)), "0"],
    }
    proof, to_prove = refutation(table, (i, j), event, None, Fraction(0), subject)
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness)


def worst_pair(
    table: LawTable[D, X, Fraction], exp_eps: Fraction, direction: Direction = Direction.BOTH
) -> WorstPair | None:
    """The same as `tight_delta`; of many pairs, floats discard most first, if numpy is there."""
    if table.universe.pair_count >= MANY_PAIRS and is_installed("numpy"):
        from audits.engines.privacy import filtered

        return filtered.tight_delta(table, exp_eps, direction)
    return tight_delta(table, exp_eps, direction)


def tight_delta(
    table: LawTable[D, X, Fraction], exp_eps: Fraction, direction: Direction = Direction.BOTH
) -> WorstPair | None:
    """The pair of the largest hockey-stick sum at x = exp_eps; None without neighbours."""
    law_of, first = table.distinct()
    pairs = distinct_pairs(table, law_of, direction)
    a, b = exp_eps.numerator, exp_eps.denominator
    totals = [integer(table.totals[i]) for i in first]
    common = lcm(*totals)
    worst: tuple[int, int] | None = None
    value = Fraction(-1)
    if common.bit_length() <= LONGEST_COMMON_TOTAL:
        weights = [
            _dense(table, i, common // total) for i, total in zip(first, totals, strict=True)
        ]
        lower = [[b * w for w in row] for row in weights]
        upper = [[a * w for w in row] for row in weights]
        best = -1
        for p, q in pairs:
            gain = sum([g for g in map(sub, lower[p], upper[q]) if g > 0])
            if gain > best:
                best, worst = gain, (p, q)
        value = Fraction(best, b * common)
    else:
        for p, q in pairs:
            excess = hockey_stick(table, first[p], first[q], exp_eps)
            if excess > value:
                value, worst = excess, (p, q)
    return _located(table, law_of, worst, value, direction)


def tight_exp_eps(table: LawTable[D, X, Fraction]) -> tuple[WorstPair | None, bool]:
    """The pair of the largest likelihood ratio, and whether that ratio is infinite."""
    law_of, first = table.distinct()
    worst: tuple[int, int] | None = None
    top, bottom = 0, 1
    for p, q in distinct_pairs(table, law_of):
        row, other = table.rows[first[p]], table.rows[first[q]]
        s, t = integer(table.totals[first[p]]), integer(table.totals[first[q]])
        for y, w in row.items():
            numerator, denominator = integer(w) * t, integer(other.get(y, 0)) * s
            if not denominator:
                return _located(table, law_of, (p, q), Fraction(0)), True
            if numerator * bottom > top * denominator:
                top, bottom, worst = numerator, denominator, (p, q)
    return _located(table, law_of, worst, Fraction(top, bottom)), False


def refuted(
    table: LawTable[D, X, Fraction],
    worst: WorstPair,
    exp_eps: Fraction,
    delta: Fraction,
    subject: str,
    scope: Scope,
    root: Fraction | None = None,
) -> Refuted:
    """The refutation by the worst event of a pair, at r = root if the laws came from there."""
    i, j = worst.first, worst.second
    s, t = integer(table.totals[i]), integer(table.totals[j])
    event = [
        y
        for y, w in sorted(table.rows[i].items())
        if integer(w) * t * exp_eps.denominator
        > exp_eps.numerator * integer(table.rows[j].get(y, 0)) * s
    ]
    names = labels(table.outcomes)
    chances = [table.probability(i, event), table.probability(j, event)]
    witness: dict[str, Json] = {
        "databases": [label(table.databases[i]), label(table.databases[j])],
        "event": [names[y] for y in event],
        "probabilities": [str(p) for p in chances],
        "exp_eps": str(exp_eps),
        "delta": str(delta),
    }
    if root is not None:
        witness["root"] = str(root)
    proof, to_prove = refutation(table, (i, j), event, exp_eps, delta, subject)
    pair = chances[0], chances[1]
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness, pair, root)


def refutation(
    table: LawTable[D, X, Fraction],
    pair: tuple[int, int],
    event: Sequence[int],
    exp_eps: Fraction | None,
    delta: Fraction,
    subject: str,
) -> tuple[Certificate, Facts]:
    """The certificate that P(E) > exp_eps Q(E) + delta, and what it must prove.

    exp_eps None stands for infinity.
    """
    chances: list[Json] = [str(table.probability(i, event)) for i in pair]
    fields: dict[str, Json] = {
        "event": list[Json](event),
        "probabilities": chances,
        "range": None,
        "exp_eps": "inf" if exp_eps is None else str(exp_eps),
        "delta": str(delta),
    }
    held = table_fields(table, pair) | fields
    to_prove = {"kind": "refutation", **universe_facts(table.universe), **stated(held)}
    to_prove |= {"direction": "forward" if pair[0] < pair[1] else "backward"}
    return certificate("refutation", subject, held), to_prove


def _located(
    table: LawTable[D, X, Fraction],
    law_of: Sequence[int],
    laws: tuple[int, int] | None,
    value: Fraction,
    direction: Direction = Direction.BOTH,
) -> WorstPair | None:
    """The first pair of neighbouring databases that has the two laws."""
    return None if laws is None else WorstPair(*located(table, law_of, laws, direction), value)


def _dense(table: LawTable[D, X, Fraction], position: int, factor: int) -> list[int]:
    row = table.rows[position]
    return [integer(row.get(y, 0)) * factor for y in range(len(table.outcomes))]
