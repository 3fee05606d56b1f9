"""A mechanism and a bound, on the problem as it was stated, in exact numbers.

A bound comes from weights on the scores (non-negative, total 1) and flows mu(D, D', y) >= 0
between neighbours.  Let

    price(D)    = max_y  sum_s weight(s) score_s(D, y) - sum_D' mu(D, D', y) + x mu(D', D, y)
    rent(D, D') = max_y  mu(D, D', y)                  (for delta = 0 it does not matter)

Then no (eps, delta)-private mechanism has a least score above sum_D price(D) + delta
sum rent(D, D'): multiply each constraint by its weight and add.  So every choice of weights and
flows proves a bound, and rounding errors in them cost tightness, never truth.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import TypeVar

from audits.engines.optimum.problem import Problem
from audits.engines.optimum.programme import Programme, violated

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Table:
    """A mechanism: on database i, outcome y has probability weights[i][y] / totals[i]."""

    weights: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """Weights on scores and flows between neighbours, and what follows from them.

    All numbers are integers over the common denominator `total`.
    """

    total: int
    scores: tuple[int, ...]
    flows: dict[tuple[int, int], dict[int, int]]
    """mu(D, D', y) by ordered pair of neighbours and outcome, where positive."""

    prices: tuple[int, ...]
    rents: dict[tuple[int, int], int]
    value: Fraction
    """What no private mechanism exceeds."""


def table(problem: Problem[D, Y], lp: Programme, values: Sequence[int], total: int) -> Table:
    """The mechanism that the variables values / total describe."""
    k = len(problem.outcomes)
    of = lp.reduction.cells.of.tolist()
    weights: list[tuple[int, ...]] = []
    totals: list[int] = []
    for i in range(problem.universe.database_count):
        row = [values[v] for v in of[i * k : (i + 1) * k]]
        divisor = gcd(total, *row)
        weights.append(tuple(w // divisor for w in row))
        totals.append(total // divisor)
    return Table(tuple(weights), tuple(totals))


def least_score(problem: Problem[D, Y], mechanism: Table) -> Fraction:
    """The least score of a mechanism."""
    return min(
        sum(
            (
                weight * Fraction(sum(mechanism.weights[i][y] for y in event), mechanism.totals[i])
                for i, event, weight in score.terms
            ),
            Fraction(0),
        )
        for score in problem.scores
    )


def bound(
    problem: Problem[D, Y],
    lp: Programme,
    multipliers: Sequence[Fraction],
    x: Fraction,
    delta: Fraction,
) -> Bound | None:
    """The bound that multipliers of the rows of the reduced program prove.

    Negative multipliers count as zero.

    Returns:
        None if no score has a positive multiplier.
    """
    reduction = lp.reduction
    totals = lp.totals
    scores = _spread_scores(lp, multipliers[totals : lp.fixed])
    weight = sum(scores)
    if weight <= 0:
        return None
    flows: dict[int, Fraction] = {}
    k = len(problem.outcomes)
    for (link, event), row in lp.cuts.items():
        if multipliers[row] > 0:
            for y in event:
                orbit = int(reduction.flows.of[link * k + y])
                flows[orbit] = flows.get(orbit, Fraction(0)) + multipliers[row] / weight
    shares = {o: flow / int(reduction.flows.sizes[o]) for o, flow in flows.items()}
    total = lcm(
        *(s.denominator for s in shares.values()), *((s / weight).denominator for s in scores)
    )
    integral = {o: int(s * total) for o, s in shares.items()}
    flow_of: dict[tuple[int, int], dict[int, int]] = {}
    pairs = reduction.pairs.tolist()
    for position, orbit in enumerate(reduction.flows.of.tolist()):
        if orbit in integral:
            link, y = divmod(position, k)
            here, there = pairs[link]
            flow_of.setdefault((here, there), {})[y] = integral[orbit]
    weights = tuple(int(s / weight * total) for s in scores)
    return _priced(problem, weights, flow_of, total, x, delta)


def _spread_scores(lp: Programme, multipliers: Sequence[Fraction]) -> list[Fraction]:
    """The weight of each score: what its orbit has, evenly divided."""
    orbits = lp.reduction.scores
    shares = [
        max(multiplier, Fraction(0))
        * lp.rows[lp.totals + o].terms[lp.least_score][0]
        / int(orbits.sizes[o])
        for o, multiplier in enumerate(multipliers)
    ]
    return [shares[o] for o in orbits.of.tolist()]


def _priced(
    problem: Problem[D, Y],
    scores: tuple[int, ...],
    flows: dict[tuple[int, int], dict[int, int]],
    total: int,
    x: Fraction,
    delta: Fraction,
) -> Bound:
    k = len(problem.outcomes)
    gains: list[list[Fraction]] = [
        [Fraction(0)] * k for _ in range(problem.universe.database_count)
    ]
    for score, weight in zip(problem.scores, scores, strict=True):
        if weight:
            for i, event, w in score.terms:
                for y in event:
                    gains[i][y] += w * weight
    for (here, there), flow in flows.items():
        for y, mu in flow.items():
            gains[here][y] -= mu
            gains[there][y] += x * mu
    prices = [max(row) for row in gains]
    rents = {pair: max(flow.values()) for pair, flow in flows.items()} if delta else {}
    scale = lcm(*(price.denominator for price in prices))
    value = (sum(prices) + delta * sum(rents.values())) / total
    return Bound(
        total * scale,
        tuple(s * scale for s in scores),
        {pair: {y: mu * scale for y, mu in flow.items()} for pair, flow in flows.items()},
        tuple(int(price * scale) for price in prices),
        {pair: rent * scale for pair, rent in rents.items()},
        value,
    )


def repaired(
    problem: Problem[D, Y],
    lp: Programme,
    approximate: Sequence[Fraction],
    x: Fraction,
    delta: Fraction,
) -> tuple[list[int], int]:
    """Exact values of the variables near approximate ones, that are private.

    The approximate mechanism is rounded, normalised, and mixed with as little of the uniform
    distribution as makes it private.
    """
    k = len(problem.outcomes)
    cells, scale = lp.reduction.cells.of.tolist(), 1 << 200
    rounded = [max(0, round(v * scale)) for v in approximate]
    exact = [Fraction(0)] * lp.variables
    for database in lp.reduction.databases.first.tolist():
        row = cells[database * k : (database + 1) * k]
        mass = sum(rounded[v] for v in row)
        for v in row:
            exact[v] = Fraction(rounded[v], mass) if mass else Fraction(1, k)
    mixed = Fraction(0)
    total = lcm(*(v.denominator for v in exact))
    for link, event in violated(lp, [int(v * total) for v in exact], total, x, delta):
        here, there = (lp.reduction.pairs[link] * k).tolist()
        excess = sum(exact[cells[here + y]] - x * exact[cells[there + y]] for y in event)
        uniform = len(event) * (1 - x) / k
        mixed = max(mixed, min(Fraction(1), (excess - delta) / (excess - min(uniform, delta))))
    if mixed == 1 or (mixed and delta):
        mixed = min(Fraction(1), mixed * 2)
    values = [(1 - mixed) * v + mixed / k for v in exact]
    total = lcm(*(v.denominator for v in values))
    return [int(v * total) for v in values], total
