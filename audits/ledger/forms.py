"""What a claim says of a case: a comparison of exact numbers, or one of three forms with laws.

A claim about the privacy or the accuracy of something that has a law says `private` or
`accurate`, and one about all mechanisms `optimal`: these leave a certificate with the laws, or
the dual, in it.  Everything else is a comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import TypeVar

from audits.engines.accuracy import audit_accuracy, failures
from audits.engines.comparisons import Comparison
from audits.engines.optimum.algebraic import AlgebraicNumber
from audits.engines.optimum.certificates import (
    mechanism_certificate,
    optimum_certificate,
    piece_certificate,
)
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.parametric import solve_for_all
from audits.engines.optimum.problem import Problem
from audits.engines.privacy.audit import audit_table
from audits.engines.privacy.pairs import Direction
from audits.engines.privacy.point import tight_delta, tight_exp_eps
from audits.engines.streams.deciding import audit_stream
from audits.evidence.certificates import EVERY_EPSILON, Range
from audits.evidence.table import LawTable, tabulate
from audits.evidence.verdict import Evidence, Holds, Json, Refuted, Scope, Undecided, Verdict
from audits.ledger import demanding
from reference.data.adjacency import Adjacency
from reference.data.domain import Domain
from reference.exact.field import R, number
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.densities import recorded
from reference.probability.dist import X
from reference.probability.tracing import trace

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


class Form(Enum):
    """Which reading of a statement is checked."""

    PRINTED = "printed"
    """The statement as the paper has it, no more and no less."""

    CONCRETE = "concrete"
    """The statement with explicit constants, where the paper is asymptotic."""

    CORRECTED = "corrected"
    """The strongest true statement found, where the printed one is false or loose."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says of a case."""

    verdict: Verdict

    used: Fraction | None
    """How much of the bound is used: the least true bound divided by the one that was asked for,
    where both are numbers."""

    idle: bool = False
    """Whether it is true of any laws: those of all databases are equal, or every outcome is
    good."""


@dataclass(frozen=True, slots=True)
class Audited:
    """What an engine is asked about a case."""

    name: str
    """What the case is told by, besides its variables."""

    answer: Callable[[str], Answer]
    """The answer, given what the certificate is to be about."""

    of_laws: bool = True
    """Whether it is asked about the laws of a mechanism, not about all mechanisms."""


@dataclass(frozen=True, slots=True)
class Step:
    """A claim that a chain uses, at an instance at which its hypothesis is to be proved."""

    id: str
    form: Form
    instance: Mapping[str, object]


def step(identifier: str, form: Form, **instance: object) -> Step:
    """The chain goes on by what another claim says of an instance.

    The hypothesis of that claim becomes comparisons of the chain, and a chain is decided only if
    all the claims that it goes through hold.

    Args:
        identifier: of a claim with a declared hypothesis (`given`).
        form: which reading of it.
        instance: a value for each variable of the hypothesis.
    """
    return Step(identifier, form, instance)


Item = Comparison | Audited | Step


def private(
    mechanism: Mechanism[D, X, R],
    universe: Adjacency[D],
    guarantee: Guarantee[R],
    *,
    name: str = "",
    over: Range = EVERY_EPSILON,
    direction: Direction = Direction.BOTH,
) -> Audited:
    """The mechanism keeps the guarantee on every database of the universe.

    Args:
        mechanism: what is audited.
        universe: the databases and which are neighbours.
        guarantee: e^eps and delta; functions of r are meant for all r of the range.
        name: what tells it from others of the same case.
        over: the range of r.
        direction: which ordered pairs of neighbours are meant.
    """

    def answer(subject: str) -> Answer:
        table = tabulate(recorded(mechanism), universe)
        found = audit_table(table, guarantee, subject, over, direction)
        asked = demanding.private(found, table, guarantee, over, direction)
        alike = len(table.distinct()[1]) == 1
        return Answer(_scoped(asked, mechanism, table), _used(table, guarantee), alike)

    return Audited(name, answer)


def stream_private(
    stream: object,
    loss: Fraction | int,
    *,
    adjacency: str = "all",
    sensitivity: Fraction | int = 1,
    integers: bool = False,
    name: str = "",
) -> Audited:
    """The stream loses at most so many eps, for every number of real answers and every eps.

    Args:
        stream: what is traced.
        loss: in units of eps.
        adjacency: "all", "one" or "monotone".
        sensitivity: by how much answers move.
        integers: whether the same is said of integer answers and geometric noise.
        name: what tells it from others of the same case.
    """

    def answer(subject: str) -> Answer:
        automaton, most, size = trace(stream), Fraction(loss), Fraction(sensitivity)
        found = audit_stream(automaton, subject, most, adjacency, size)
        asked = demanding.Streamed(automaton, adjacency, size)
        verdict = asked.private(found.verdict, most, integers=integers)
        attained = isinstance(found.attained, Holds) and found.loss is not None and most
        return Answer(verdict, found.loss / most if attained and found.loss else None)

    return Audited(name, answer, of_laws=False)


def stream_loses(
    stream: object,
    loss: Fraction | int | None,
    *,
    adjacency: str = "all",
    sensitivity: Fraction | int = 1,
    name: str = "no less",
) -> Audited:
    """At no eps does the stream lose less than so many eps, if there are enough real answers.

    Args:
        stream: what is traced.
        loss: in units of eps; None: more than any number.
        adjacency: "all", "one" or "monotone".
        sensitivity: by how much answers move.
        name: what tells it from others of the same case.
    """

    def answer(subject: str) -> Answer:
        automaton, size = trace(stream), Fraction(sensitivity)
        found = audit_stream(automaton, subject, None, adjacency, size)
        asked = demanding.Streamed(automaton, adjacency, size)
        most = None if loss is None else Fraction(loss)
        return Answer(asked.loses(found.verdict, found.attained, most), None)

    return Audited(name, answer, of_laws=False)


def accurate(
    mechanism: Mechanism[D, X, R],
    universe: Adjacency[D],
    good: Callable[[D, X], bool],
    failure: R,
    *,
    name: str = "",
    over: Range = EVERY_EPSILON,
) -> Audited:
    """On every database of the universe, an outcome is not good with at most this probability.

    Args:
        mechanism: what is audited.
        universe: the databases.
        good: whether an outcome is good for a database.
        failure: the bound; a function of r is meant for all r of the range.
        name: what tells it from others of the same case.
        over: the range of r.
    """

    def answer(subject: str) -> Answer:
        table, is_good = tabulate(mechanism, universe), _once_each(good)
        said = audit_accuracy(table, is_good, failure, subject, over)
        found = demanding.accurate(said, table, is_good, failure, over)
        bound = number(failure)
        worst = max(number(each.probability) or Fraction(0) for each in failures(table, is_good))
        used = worst / bound if bound and not table.field.symbolic else None
        any_good = not worst and all(
            is_good(d, y) for d in table.databases for y in table.outcomes
        )
        return Answer(_scoped(found, mechanism, table), used, any_good)

    return Audited(name, answer)


def _once_each(good: Callable[[D, X], bool]) -> Callable[[D, X], bool]:
    """The same predicate on one table, evaluated once for each database and outcome."""
    known: dict[tuple[int, int], tuple[bool, D, X]] = {}

    def is_good(database: D, outcome: X) -> bool:
        here = id(database), id(outcome)
        if here not in known:
            known[here] = good(database, outcome), database, outcome
        return known[here][0]

    return is_good


def _scoped(verdict: Verdict, mechanism: object, table: LawTable[D, X, R]) -> Verdict:
    """The verdict; its scope says so if the rows are not all the points of the domain."""
    domain: object = getattr(mechanism, "domain", None)
    rows = {row for each in table.databases if isinstance(each, tuple) for row in each}
    if not isinstance(domain, Domain) or not all(row in domain for row in rows):
        return verdict
    if not 0 < len(rows) < domain.size:
        return verdict
    words = f"{verdict.scope.text}, rows at {len(rows)} of {domain.size} points"
    return replace(verdict, scope=replace(verdict.scope, text=words))


def optimal(
    problem: Problem[D, Y], exp_eps: Fraction, bound: Fraction, delta: Fraction = Fraction(0)
) -> Audited:
    """No (eps, delta)-private mechanism at all has a least score above the bound.

    Args:
        problem: databases, neighbours, outcomes and scores.
        exp_eps: e^eps >= 1.
        bound: on the least score.
        delta: from 0 to 1.

    Raises:
        ValueError: for a problem that is stated with losses: bound their negatives.
    """
    return _of_all_mechanisms(problem, exp_eps, delta, bound, attained=False)


def exactly(
    problem: Problem[D, Y], exp_eps: Fraction, value: Fraction, delta: Fraction = Fraction(0)
) -> Audited:
    """The best private mechanism has exactly this least score: a mechanism and a dual agree.

    Args:
        problem: databases, neighbours, outcomes and scores.
        exp_eps: e^eps >= 1.
        value: the least score.
        delta: from 0 to 1.

    Raises:
        ValueError: for a problem that is stated with losses.
    """
    return _of_all_mechanisms(problem, exp_eps, delta, value, attained=True)


def exactly_between(
    problem: Problem[D, Y],
    low: Fraction,
    high: Fraction | None,
    value: RationalFunction,
    delta: Fraction = Fraction(0),
) -> Audited:
    """At each r = e^eps from low to high the best private mechanism has this least score.

    Args:
        problem: databases, neighbours, outcomes and scores.
        low: >= 1.
        high: above low; None for no end.
        value: the least score, a function of r.
        delta: from 0 to 1.

    Raises:
        ValueError: unless 1 <= low < high, or for a problem that is stated with losses.
    """
    if problem.loss:
        raise ValueError(f"{problem.name}: its scores are losses")
    if low < 1 or (high is not None and high <= low):
        raise ValueError(f"e^eps from {low} to {high or 'infinity'}: 1 <= low < high is wanted")

    def answer(subject: str) -> Answer:
        found = solve_for_all(problem, delta)
        start, end = AlgebraicNumber.of(low), None if high is None else AlgebraicNumber.of(high)
        for piece in found.pieces:
            reaches = piece.end is None or (end is not None and not piece.end < end)
            if not start < piece.start and reaches and piece.value == value:
                proof = piece_certificate(found, piece)
                words = (
                    f"{problem.name}, e^eps from {low} to {high or 'infinity'}, delta = {delta}"
                )
                counts = problem.universe.database_count, problem.universe.pair_count
                scope = Scope(f"{words}, all mechanisms, optimum {value}", *counts)
                asked = demanding.optimum_between(problem, delta, value, proof, Range(low, high))
                return Answer(Holds(scope, Evidence.LP_CERTIFIED, proof, asked), None)
        points = [low, low + 1 if high is None else high]
        points += [points[0] + (points[1] - points[0]) * Fraction(i, 16) for i in range(1, 16)]
        for r in points:
            if found.at(r) != value.at(r):
                return exactly(problem, r, value.at(r), delta).answer(subject)
        reason = "no single piece of the optimum has this range and this function"
        return Answer(Undecided(Scope(problem.name), reason), None)

    return Audited("the optimum", answer, of_laws=False)


def _of_all_mechanisms(
    problem: Problem[D, Y], exp_eps: Fraction, delta: Fraction, value: Fraction, *, attained: bool
) -> Audited:
    """The least score of the best mechanism is at most the value; or attains it."""
    if problem.loss:
        raise ValueError(f"{problem.name}: its scores are losses")

    def answer(subject: str) -> Answer:
        del subject  # the problem names itself
        best, grade = solve(problem, exp_eps, delta), Evidence.LP_CERTIFIED
        words = f"{problem.name}, e^eps = {exp_eps}, delta = {delta}, all mechanisms"
        if attained:
            words += f", optimum {value}"
        scope = Scope(words, problem.universe.database_count, problem.universe.pair_count)
        proof, better = optimum_certificate(best), mechanism_certificate(best)
        most, least = (Fraction(str(each["value"])) for each in (proof, better))
        asked = partial(demanding.optimum, problem, exp_eps, delta)
        told: dict[str, Json] = {"stated" if attained else "bound": str(value)}
        told["problem"] = problem.name
        if least > value:
            witness = {"optimum": str(least), **told}
            facts = asked(better, "optimum-mechanism")
            return Answer(Refuted(scope, grade, better, facts, witness), None)
        if attained and most == value:
            return Answer(Holds(scope, grade, proof, asked(proof, "optimum")), None)
        facts = asked(proof, "optimum", "optimum-bound")
        if attained and most < value:
            refuted = Refuted(scope, grade, proof, facts, {"optimum": str(most), **told})
            return Answer(refuted, None)
        if not attained and most <= value:
            return Answer(Holds(scope, grade, proof, facts), most / value if value else None)
        reason = f"the optimum lies between {least} and {most}"
        return Answer(Undecided(scope, reason), None)

    return Audited("the optimum" if attained else "", answer, of_laws=False)


def _used(table: LawTable[D, X, R], guarantee: Guarantee[R]) -> Fraction | None:
    """The part of delta, or else of e^eps - 1, that a mechanism at one eps makes use of."""
    exp_eps, delta = number(guarantee.exp_eps), number(guarantee.delta)
    if exp_eps is None or delta is None or table.field.symbolic:
        return None
    numbers = table.at(Fraction(1))
    if delta:
        worst = tight_delta(numbers, exp_eps)
        return worst.value / delta if worst else None
    worst, infinite = tight_exp_eps(numbers)
    return (worst.value - 1) / (exp_eps - 1) if worst and not infinite and exp_eps > 1 else None
