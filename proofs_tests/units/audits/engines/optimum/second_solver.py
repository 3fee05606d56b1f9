"""A second route to optima: the simplex method on rationals, on the program as stated.

It has nothing in common with the engine but the problem: no floating point, no symmetries, all
constraints, slack variables for delta > 0, Bland's rule.

The constant mechanism that always gives outcome 0 is feasible, so with
Pr[M(D) = 0] = 1 - sum of the others, and t = s - M for a bound M on all scores, the program is
maximise s subject to A v <= b, v >= 0 with b >= 0, and v = 0 is where the method starts.
"""

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum import Problem
from audits.inputs.problems import build

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Row = dict[int, Fraction]


def posed(words: str) -> Problem[Hashable, Hashable]:
    """A problem of the command line, such as `median domain=3 rows=2`."""
    name, *given = words.split()
    return build(name, dict(each.split("=", 1) for each in given))


def optimum(problem: Problem[D, Y], exp_eps: Fraction, delta: Fraction = Fraction(0)) -> Fraction:
    """The largest least score (for losses, the least largest loss)."""
    n, k = problem.universe.database_count, len(problem.outcomes)
    directed = [(i, j) for a, b in problem.universe.index_pairs() for i, j in ((a, b), (b, a))]
    columns = n * (k - 1) + (len(directed) * k if delta else 0) + 1
    s = columns - 1
    rows: list[tuple[Row, Fraction]] = [
        ({i * (k - 1) + y - 1: Fraction(1) for y in range(1, k)}, Fraction(1)) for i in range(n)
    ]
    far = 1 + sum((abs(w) * len(e) for c in problem.scores for _, e, w in c.terms), Fraction(0))
    for score in problem.scores:
        row: Row = {s: Fraction(1)}
        right = far
        for i, event, weight in score.terms:
            for y in event:
                right += _add(row, i, y, k, -weight)
        rows.append((row, right))
    for number, (here, there) in enumerate(directed):
        for y in range(k):
            row = {}
            right = _add(row, here, y, k, Fraction(1)) + _add(row, there, y, k, -exp_eps)
            if delta:
                row[n * (k - 1) + number * k + y] = Fraction(-1)
            rows.append((row, right))
        if delta:
            slack = {n * (k - 1) + number * k + y: Fraction(1) for y in range(k)}
            rows.append((slack, delta))
    best = _simplex(rows, s) - far
    return -best if problem.loss else best


def _add(row: Row, database: int, y: int, k: int, factor: Fraction) -> Fraction:
    """Add factor * Pr[M(D) = y] to a row; return what goes to the right-hand side."""
    if y:
        column = database * (k - 1) + y - 1
        row[column] = row.get(column, Fraction(0)) + factor
        return Fraction(0)
    for other in range(1, k):
        _add(row, database, other, k, -factor)
    return -factor


def _simplex(rows: list[tuple[Row, Fraction]], objective: int) -> Fraction:
    """The maximum of one variable, all being >= 0, from the vertex 0."""
    table = [dict(row) for row, _ in rows]
    right = [b for _, b in rows]
    assert min(right) >= 0
    first_slack = 1 + max(j for row in table for j in row)
    basis = [first_slack + i for i in range(len(rows))]
    for i, row in enumerate(table):
        row[basis[i]] = Fraction(1)
    costs: Row = {objective: Fraction(1)}
    value = Fraction(0)
    while entering := [j for j, c in costs.items() if c > 0]:
        j = min(entering)
        ratios = [
            (right[i] / row[j], basis[i], i) for i, row in enumerate(table) if row.get(j, 0) > 0
        ]
        _, _, pivot = min(ratios)
        scale = table[pivot][j]
        table[pivot] = {c: v / scale for c, v in table[pivot].items()}
        right[pivot] /= scale
        basis[pivot] = j
        for i, row in enumerate(table):
            if i != pivot and j in row:
                right[i] -= row[j] * right[pivot]
                _subtract(row, table[pivot], row[j])
        value += costs[j] * right[pivot]
        _subtract(costs, table[pivot], costs[j])
    return value


def _subtract(row: Row, other: Row, factor: Fraction) -> None:
    for column, v in other.items():
        left = row.get(column, Fraction(0)) - factor * v
        if left:
            row[column] = left
        else:
            row.pop(column, None)
