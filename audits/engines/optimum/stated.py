"""The linear program as it is usually written: every constraint, slack variables for delta > 0.

Its size is what the engine is compared with; its floating-point optimum decides nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum.problem import Problem
from audits.engines.solvers import Sparse, linear_minimum
from audits.extras import need

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a linear program."""

    rows: int
    columns: int
    nonzeros: int


def stated_size(problem: Problem[D, Y], delta: Fraction) -> Size:
    """The size of the program as stated."""
    n, k = problem.universe.database_count, len(problem.outcomes)
    pairs = problem.universe.pair_count
    scores = sum(len(score.weights()) + 1 for score in problem.scores)
    if delta == 0:
        return Size(n + len(problem.scores) + pairs * k, n * k + 1, n * k + scores + 2 * pairs * k)
    return Size(
        n + len(problem.scores) + pairs * (k + 1),
        n * k + 1 + pairs * k,
        n * k + scores + 4 * pairs * k,
    )


def solve_as_stated(
    problem: Problem[D, Y], exp_eps: Fraction, delta: Fraction, patience: float
) -> float | None:
    """An approximate optimum of the program as stated, by HiGHS.

    Args:
        problem: at least one pair of neighbours.
        exp_eps: e^eps.
        delta: delta.
        patience: seconds.

    Returns:
        None if there is no answer within `patience`.
    """
    need("optimum", "the program as it is stated")
    import numpy as np

    n, k = problem.universe.database_count, len(problem.outcomes)
    unordered = np.array(list(problem.universe.index_pairs()), dtype=np.int64)
    pairs = np.concatenate([unordered, unordered[:, ::-1]])
    m, cells = len(pairs), n * k
    columns = cells + 1 + (m * k if delta else 0)
    flow = np.arange(m * k)
    here = (pairs[:, :1] * k + np.arange(k)).ravel()
    there = (pairs[:, 1:] * k + np.arange(k)).ravel()
    entries = [(flow, here, 1.0), (flow, there, -float(exp_eps))]
    if delta:
        entries += [(flow, cells + flow, -1.0), (m * k + flow // k, cells + flow, 1.0)]
    height = m * k + (m if delta else 0)
    for row, score in enumerate(problem.scores, start=height):
        entries.append((np.array([row]), np.array([columns - 1]), 1.0))
        for (i, y), weight in score.weights().items():
            entries.append((np.array([row]), np.array([i * k + y]), -float(weight)))
    right = np.zeros(height + len(problem.scores))
    right[m * k : height] = float(delta)
    values = np.concatenate([np.full(len(rows), v) for rows, _, v in entries])
    rows = np.concatenate([rows for rows, _, _ in entries])
    places = np.concatenate([columns for _, columns, _ in entries])
    upper = Sparse(values, rows, places, (len(right), columns))
    cell = np.arange(cells)
    equal = Sparse(np.ones(cells), cell // k, cell, (n, columns))
    objective = np.zeros(columns)
    objective[-1] = -1.0
    bounds = np.tile([0.0, np.inf], (columns, 1))
    bounds[-1, 0] = -np.inf
    found = linear_minimum(
        objective, (upper, right), (equal, np.ones(n)), bounds, method="highs", patience=patience
    )
    if found is None:
        return None
    return found[0] if problem.loss else -found[0]
