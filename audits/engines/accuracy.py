"""The accuracy audit: exact failure probabilities, worst case over databases.

An outcome is good for a database or not; the failure probability on a database is the
probability of the outcomes that are not good.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from audits.engines.privacy.real_epsilon import range_of_positive
from audits.engines.signs.positivity import Fails, Shown, decide_nonnegative
from audits.engines.signs.shifts import Shift, decide
from audits.evidence.certificates import (
    EVERY_EPSILON,
    EVERY_UNIT,
    Range,
    certificate,
    ratio_json,
    stated,
    table_fields,
    universe_facts,
)
from audits.evidence.labels import label
from audits.evidence.table import LawTable
from audits.evidence.verdict import (
    Evidence,
    Facts,
    Holds,
    Json,
    Refuted,
    Scope,
    Undecided,
    Verdict,
)
from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.exact.field import R, field_of, number, of_u_and_r
from reference.exact.polynomial import Weight
from reference.probability.dist import X

D = TypeVar("D", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Failure(Generic[D, R]):
    """The failure probability on a database."""

    database: D
    probability: R


def failures(table: LawTable[D, X, R], is_good: Callable[[D, X], bool]) -> list[Failure[D, R]]:
    """The failure probability on every database of the table."""
    return [
        Failure(database, table.probability(i, _bad(table, i, is_good)))
        for i, database in enumerate(table.databases)
    ]


def worst_failure(
    table: LawTable[D, X, Fraction], is_good: Callable[[D, X], bool]
) -> Failure[D, Fraction]:
    """The largest failure probability, on the first database that attains it."""
    return max(failures(table, is_good), key=lambda failure: failure.probability)


def audit_accuracy(
    table: LawTable[D, X, R],
    is_good: Callable[[D, X], bool],
    at_most: R,
    subject: str,
    over: Range = EVERY_EPSILON,
) -> Verdict:
    """Whether the failure probability is at most a bound on every database.

    Args:
        table: the laws on every database of the universe.
        is_good: whether an outcome is good for a database.
        at_most: the bound; a function of r is meant for all r in the range.
        subject: what is audited, in words, for the certificate.
        over: the range of r, for functions of r.
    """
    every = table.field.continuous
    fixed = number(at_most) is not None and not every
    words = "" if fixed else ", for all r in the range"
    scope = Scope(
        f"{table.universe.name}, failure at most {at_most}{words}", len(table.databases), 0
    )
    if every and over != EVERY_EPSILON:
        raise ValueError(f"{over}: laws with continuous noise are audited for every eps")
    top, bottom = field_of(at_most).split(at_most)
    for i, database in enumerate(table.databases):
        bad = _bad(table, i, is_good)
        slack = top * table.totals[i]
        for y in bad:
            slack = slack - bottom * table.rows[i][y]
        decided: Shift | Fraction | Shown | Fails | None
        if isinstance(slack, ExponentialPolynomial):
            decided = decide(slack)
        else:
            decided = decide_nonnegative(slack, over.low, over.high)
        if isinstance(decided, Fraction):
            there = table.at_unit(decided)
            at: Facts = {"u": str(decided)}
            excess = there.probability(i, bad) - of_u_and_r(at_most).at(decided)
            row: dict[int, Weight] = there.rows[i]
            parts: list[Weight] = [excess.numerator * excess.denominator, there.totals[i]]
            around = range_of_positive([*parts, *row.values()], decided)
            if around is None:
                return Undecided(
                    scope, f"too near to decide on {label(database)} at u = {decided}"
                )
            return _refuted(there, i, bad, at_most, at, around.json(), subject, scope)
        if decided is None:
            return Undecided(scope, f"no sufficient test succeeded on {label(database)}")
        if isinstance(decided, Fails):
            root: Facts = {} if number(at_most) is not None else {"root": str(decided.at)}
            return _refuted(table.at(decided.at), i, bad, at_most, root, None, subject, scope)
    fields: dict[str, Json] = {
        "range": None if fixed else EVERY_UNIT if every else over.json(),
        "sign": "<=",
        "failure": ratio_json(of_u_and_r(at_most) if every else at_most),
    }
    good: Json = [_good(table, i, is_good) for i in range(len(table.databases))]
    held = table_fields(table) | fields | {"good": good}
    proof = certificate("accuracy", subject, held)
    to_prove = _to_prove(table, len(table.databases), held)
    evidence = Evidence.EXHAUSTIVE if fixed else over.evidence
    return Holds(scope, evidence, proof, to_prove)


def _refuted(
    numbers: LawTable[D, X, R],
    position: int,
    bad: list[int],
    at_most: object,
    at: Facts,
    over: Json,
    subject: str,
    scope: Scope,
) -> Verdict:
    """The database on which the failure probability is larger.

    Args:
        numbers: the laws at one r, or at one u as functions of r = e^u.
        position: of the database.
        bad: its outcomes that are not good.
        at_most: the bound.
        at: at which r or u, for the witness.
        over: a range around e^u.
        subject: what is audited, in words.
        scope: of the audit.
    """
    chance = numbers.probability(position, bad)
    witness: dict[str, Json] = {
        "database": label(numbers.databases[position]),
        "failure": str(chance),
        "bound": str(at_most),
    }
    fields: dict[str, Json] = {"range": over, "sign": ">=", "failure": ratio_json(chance)}
    good: Json = [[y for y in range(len(numbers.outcomes)) if y not in bad]]
    held = table_fields(numbers, [position]) | fields | {"good": good}
    proof = certificate("accuracy", subject, held)
    to_prove = _to_prove(numbers, 1, held)
    return Refuted(scope, Evidence.EXHAUSTIVE, proof, to_prove, witness | at)


def _to_prove(table: LawTable[D, X, R], databases: int, held: Facts) -> Facts:
    """What a certificate of accuracy must prove."""
    universe = universe_facts(table.universe)
    return {"kind": "accuracy", "databases": databases, **universe, **stated(held)}


def _bad(table: LawTable[D, X, R], position: int, is_good: Callable[[D, X], bool]) -> list[int]:
    database = table.databases[position]
    return [y for y in sorted(table.rows[position]) if not is_good(database, table.outcomes[y])]


def _good(table: LawTable[D, X, R], position: int, is_good: Callable[[D, X], bool]) -> Json:
    bad = set(_bad(table, position, is_good))
    return [y for y in range(len(table.outcomes)) if y not in bad]
