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
from typing import Any, TypeVar

from audits.conformance.covered import Decision, decided
from audits.conformance.exhaustion import Limits, exhaust
from audits.conformance.finding import Finding, Outcome, Strength, Subject
from audits.conformance.step_function import X as Step
from audits.conformance.step_function import step_law
from audits.conformance.tape import Tape
from audits.conformance.uniform import UNIT
from audits.engines.privacy.point import tight_delta, tight_exp_eps
from audits.evidence.labels import label
from audits.evidence.table import LawTable, from_laws
from audits.evidence.verdict import Holds, Json, Refuted
from audits.rendering.decimals import about
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

    @property
    def room(self) -> str:
        """What is added to delta, in words."""
        return f"delta may be {about(self.allowance)} more" if self.allowance else ""


class UnexploredError(ValueError):
    """A law with branches that were not followed, where an exact one is needed."""


def exact_law(program: Callable[[Tape], X], limits: Limits | None = None) -> Dist[X, Fraction]:
    """The law of a program of one random source, every branch of its tape followed.

    Raises:
        UnexploredError: if branches were left; `covered` decides from a part.
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
) -> Finding:
    """The verdict on a claim from exact laws; a refutation shows databases and event.

    Args:
        subject: what is audited.
        claimed: its guarantee.
        universe: the databases and which are neighbours.
        laws: the law on each of them; what was left out is an outcome `Rest` (module `covered`).
        started: `time.perf_counter()` when the work on this finding began.
        note: what else a reader should know.
    """
    databases = tuple(universe.databases())
    table = from_laws(universe, databases, [laws[database] for database in databases])
    x_low, x_high = exp_bounds(claimed.eps, BITS) if claimed.eps else (Fraction(1), Fraction(1))
    bound = claimed.delta + claimed.allowance
    name = f"{subject.library} {subject.version} {subject.mechanism}"
    decision = decided(table, (x_low, x_high), bound, name)
    truth = _truth(table, x_high, decision)
    verdict = decision.verdict
    reached, witness = Outcome.UNDECIDED, dict[str, Json]()
    if isinstance(verdict, Holds):
        reached = Outcome.HOLDS
    elif isinstance(verdict, Refuted):
        reached, witness = Outcome.REFUTED, verdict.witness
    seconds = time.perf_counter() - started
    note = "; ".join(filter(None, (note, claimed.room)))
    return Finding(subject, Strength.EXACT_LAW, reached, truth, seconds, witness, note)


def _truth(table: LawTable[D, X, Fraction], exp_eps: Fraction, decision: Decision) -> str:
    """The tight delta at the claimed eps, and the tight e^eps for delta = 0, as text."""
    if decision.left:
        least, greatest = map(about, decision.delta)
        return f"delta(eps) in [{least}, {greatest}] (unexplored: {about(decision.left)})"
    worst = tight_delta(table, exp_eps)
    pair, infinite = tight_exp_eps(table)
    delta = "0" if worst is None or worst.value <= 0 else about(worst.value)
    if infinite and pair is not None:
        where = f"{label(table.databases[pair.first])} / {label(table.databases[pair.second])}"
        return f"delta(eps) = {delta}; pure eps = inf ({where})"
    ratio = Fraction(1) if pair is None else pair.value
    return f"delta(eps) = {delta}; e^eps = {about(ratio)}"
