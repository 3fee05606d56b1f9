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
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from audits.certificates import named
from audits.conformance.exhaustion import Exhausted, Limits, exhaust
from audits.conformance.finding import Finding, Outcome, Strength, Subject
from audits.conformance.step_function import X as Step
from audits.conformance.step_function import step_law
from audits.conformance.tape import Tape
from audits.conformance.uniform import UNIT
from audits.engines.point import audit_point, tight_delta, tight_exp_eps
from audits.labels import label
from audits.shown.decimals import about
from audits.table import LawTable, from_laws
from audits.verdict import Holds, Json, Refuted, Scope, Undecided, Verdict, confirmed
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.exact.exponential import exp_bounds
from reference.override import override
from reference.probability.dist import Dist, X
from reference.probability.outcome import outcome

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
    """A law with branches that were not followed, where an exact one is needed."""


class Rest(Enum):
    """The outcome that stands for all that was not explored."""

    UNEXPLORED = "unexplored"

    @override
    def __str__(self) -> str:
        return self.value


def exact_law(program: Callable[[Tape], X], limits: Limits | None = None) -> Dist[X, Fraction]:
    """The law of a program of one random source, every branch of its tape followed.

    Raises:
        UnexploredError: if branches were left; `lumped` keeps them as one outcome.
    """
    __tracebackhide__ = True
    found = exhaust(program, limits)
    if found.unexplored:
        raise UnexploredError(not_followed(found.unexplored, found.stopped))
    return Dist.weighted(found.pairs())


def not_followed(unexplored: Fraction, stopped: str) -> str:
    """What was left, and why."""
    why = f", stopped {stopped}" if stopped else ""
    return f"branches of probability {about(unexplored)} were not followed{why}"


def step_dist(
    evaluate: Callable[[Sequence[int]], Sequence[Step]],
    pieces: Sequence[tuple[int, int]] = ((0, UNIT),),
) -> Dist[Any, Fraction]:
    """The law of a step function of one uniform k / 2^53."""
    counts = step_law(evaluate, pieces)
    return Dist.weighted([(outcome(known), Fraction(n)) for known, n in counts.items()])


def lumped(found: Exhausted[X]) -> Dist[X | Rest, Fraction]:
    """The law with everything unexplored as one more outcome, `Rest.UNEXPLORED`.

    If there is such a rest, probabilities are rounded down to multiples of a 2^-b that is less
    than 2^-64 times as much, and it is so much larger: laws of loops have long denominators.
    """
    masses = found.pairs()
    if not found.unexplored:
        return Dist.weighted(masses)
    grains = 2 ** (64 + int(1 / found.unexplored).bit_length() + len(masses).bit_length())
    counts: list[tuple[Any, Fraction]] = [
        (x, Fraction(int(p * grains), grains)) for x, p in masses
    ]
    rest = 1 - sum((p for _, p in counts), Fraction(0))
    return Dist.weighted([*counts, (Rest.UNEXPLORED, rest)])


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
        unexplored: the largest probability of what was left out of any law, see `judged`.
    """
    databases = tuple(universe.databases())
    table = from_laws(universe, databases, [laws[database] for database in databases])
    x_low, x_high = exp_bounds(claimed.eps, BITS) if claimed.eps else (Fraction(1), Fraction(1))
    bound = claimed.delta + claimed.allowance
    name = f"{subject.library} {subject.version} {subject.mechanism}"
    truth = _truth(table, x_high, unexplored)
    verdict = judged(table, (x_low, x_high), bound, name, unexplored)
    reached, witness = Outcome.UNDECIDED, dict[str, Json]()
    if isinstance(verdict, Holds):
        reached = Outcome.HOLDS
    elif isinstance(verdict, Refuted):
        reached, witness = Outcome.REFUTED, verdict.witness
    seconds = time.perf_counter() - started
    return Finding(subject, Strength.EXACT_LAW, reached, truth, seconds, witness, note)


def judged(
    table: LawTable[D, X, Fraction],
    exp_eps: tuple[Fraction, Fraction],
    delta: Fraction,
    name: str,
    unexplored: Fraction = Fraction(0),
) -> Verdict:
    """Whether P(E) <= e^eps Q(E) + delta, of laws of which a part is unexplored.

    Whatever outcomes an unexplored part of probability u goes to, it adds at most u to P(E) and
    to Q(E).  So the statement holds if the explored laws satisfy it with delta - u, and is refuted
    if they violate it with delta + (1 + e^eps) u (in which the outcome "unexplored" of the table
    counts at most u).

    Args:
        table: the laws, the unexplored part as one more outcome.
        exp_eps: rationals between which e^eps lies.
        delta: at least 0.
        name: what is audited.
        unexplored: u, the largest probability of what was left out of any law.
    """
    low, high = exp_eps
    beyond = delta + (1 + high) * unexplored
    verdict: Verdict | None = None
    if unexplored <= delta:
        verdict = confirmed(audit_point(table, low, min(delta - unexplored, Fraction(1)), name))
        if isinstance(verdict, Holds):
            return verdict
    if beyond <= 1:
        verdict = confirmed(audit_point(table, high, beyond, name))
        if isinstance(verdict, Refuted):
            return verdict
    if isinstance(verdict, Undecided):
        return verdict
    scope = Scope(named(table.universe), len(table.databases), table.universe.pair_count)
    if unexplored:
        return Undecided(scope, "what was not followed could decide it either way")
    return Undecided(scope, "e^eps is too close to the tight e^eps")


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
