"""The exact law of somebody else's code, decided by the point audit.

A claim (eps, delta) of a library names a real eps, for which e^eps is irrational: it is enclosed
between rationals x_low <= e^eps <= x_high, `Holds` is decided at x_low and `Refuted` at x_high.

Floating-point samplers almost never keep a pure guarantee to the last bit.  So a claim is
audited with a stated allowance, delta + allowance, and the exact tight delta at the claimed eps
is reported next to it: a reader sees both that 10^-16 is missing and that no more is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.conformance.finding import Finding, Outcome, Strength, Subject
from audits.conformance.step_function import X as Step
from audits.conformance.step_function import step_law
from audits.conformance.tape import Exhausted, Tape, exhaust
from audits.conformance.uniform import UNIT
from audits.decimals import about
from audits.engines.point import audit_point, tight_delta, tight_exp_eps
from audits.labels import label
from audits.table import LawTable, from_laws
from audits.verdict import Holds, Json, Refuted, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.exact.exponential import exp_bounds
from reference.exact.field import RATIONALS
from reference.override import override
from reference.probability.dist import Dist, X

D = TypeVar("D", bound=Hashable)

ALLOWANCE = Fraction(1, 10**12)
"""What is added to a claimed delta by default: room for rounding errors, and no more."""

BITS = 128
"""Precision of the enclosure of e^eps."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claimed guarantee with a real eps, and the allowance it is audited with."""

    eps: Fraction
    delta: Fraction = Fraction(0)
    allowance: Fraction = ALLOWANCE

    @override
    def __str__(self) -> str:
        return f"eps = {self.eps}" + (f", delta = {self.delta}" if self.delta else "")


class UnexploredError(ValueError):
    """A law with branches that were abandoned, where an exact one is needed."""


def exact_law(program: Callable[[Tape], X], *, most_branches: int = 200_000) -> Dist[X, Fraction]:
    """The law of a program of one random source, every branch of its tape followed.

    Raises:
        UnexploredError: if branches had to be abandoned; `lumped` keeps them as one outcome.
    """
    found = exhaust(program, most_branches=most_branches)
    if found.unexplored:
        raise UnexploredError(f"branches of probability {found.unexplored} were abandoned")
    return Dist.weighted(found.weights.items())


def step_dist(
    evaluate: Callable[[Sequence[int]], Sequence[Step]],
    pieces: Sequence[tuple[int, int]] = ((0, UNIT),),
) -> Dist[Step, Fraction]:
    """The law of a step function of one uniform k / 2^53."""
    return Dist(dict(step_law(evaluate, pieces)), RATIONALS)


def lumped(found: Exhausted[X], unexplored: X) -> Dist[X, Fraction]:
    """The law with everything abandoned as one more outcome."""
    weights = dict(found.weights)
    if found.unexplored:
        weights[unexplored] = weights.get(unexplored, Fraction(0)) + found.unexplored
    return Dist.weighted(weights.items())


def neighbours(*databases: D) -> ListedAdjacency[D]:
    """A universe of the listed databases, each a neighbour of the next."""
    links = tuple((i, i + 1) for i in range(len(databases) - 1))
    return ListedAdjacency(databases, links)


def decide(
    subject: Subject,
    claimed: Claimed,
    universe: Adjacency[D],
    laws: Mapping[D, Dist[X, Fraction]],
    *,
    started: float,
    note: str = "",
    unexplored: Fraction = Fraction(0),
) -> Finding:
    """The verdict on a claim from exact laws; a refutation shows databases and event.

    Args:
        subject: what is audited.
        claimed: its guarantee.
        universe: the databases and which are neighbours.
        laws: the law on each of them.
        started: `time.perf_counter()` when the work on this finding began.
        note: what else a reader should know.
        unexplored: the largest probability of what was left out of any law.  `Holds` then
            needs this much less than the allowance; a refutation is not affected as long as
            the tight delta exceeds delta + allowance by 1 + e^eps times as much.
    """
    databases = tuple(universe.databases())
    table = from_laws(universe, databases, [laws[database] for database in databases])
    x_low, x_high = exp_bounds(claimed.eps, BITS) if claimed.eps else (Fraction(1), Fraction(1))
    bound = claimed.delta + claimed.allowance
    name = f"{subject.library} {subject.version} {subject.mechanism}"
    truth = _truth(table, x_high, unexplored)
    outcome, witness = Outcome.UNDECIDED, dict[str, Json]()
    if unexplored <= bound:
        audit = confirmed(audit_point(table, x_low, bound - unexplored, name))
        outcome = Outcome.HOLDS if isinstance(audit, Holds) else outcome
    beyond = bound + (1 + x_high) * unexplored
    if outcome is Outcome.UNDECIDED and beyond <= 1:
        audit = confirmed(audit_point(table, x_high, beyond, name))
        if isinstance(audit, Refuted):
            outcome, witness = Outcome.REFUTED, audit.witness
    seconds = time.perf_counter() - started
    return Finding(subject, Strength.EXACT_LAW, outcome, truth, seconds, witness, note)


def _truth(table: LawTable[D, X, Fraction], exp_eps: Fraction, unexplored: Fraction) -> str:
    """The tight delta at the claimed eps, and the tight e^eps for delta = 0, as text."""
    worst = tight_delta(table, exp_eps)
    pair, infinite = tight_exp_eps(table)
    delta = "0" if worst is None or worst.value <= 0 else about(worst.value)
    if unexplored:
        return f"delta(eps) = {delta} (unexplored: {about(unexplored)})"
    if infinite and pair is not None:
        where = f"{label(table.databases[pair.first])} / {label(table.databases[pair.second])}"
        return f"delta(eps) = {delta}; pure eps = inf ({where})"
    ratio = Fraction(1) if pair is None else pair.value
    return f"delta(eps) = {delta}; e^eps = {about(ratio)}"
