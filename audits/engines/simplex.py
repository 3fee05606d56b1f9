"""The simplex method on rational numbers, for small linear programs where scipy is not installed.

Two phases on a sparse tableau.  The column of the least reduced cost enters; after `GREEDY` steps
the first that improves does, and among equal rows the first variable leaves, so that no basis
comes twice (Bland's rule).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

Row = dict[int, Fraction]
"""Coefficients by variable, none of them 0."""

GREEDY = 500
RIGHT = -1
"""Where a row of the tableau has its right side."""


def minimum(cost: Row, rows: Sequence[tuple[Row, Fraction, bool]], free: set[int]) -> Row | None:
    """A solution of the least cost, without the variables that are 0.

    Args:
        cost: of each variable.
        rows: coefficients, what their sum is at least, and whether it is exactly that.
        free: the variables that may be negative.

    Returns:
        None if there is no solution, or none of the least cost.
    """
    highest = max((v for row in (cost, *(row for row, _, _ in rows)) for v in row), default=0)
    names = count(highest + 1)
    minus = {v: next(names) for v in sorted(free)}

    def split(row: Row) -> Row:
        return row | {minus[v]: -a for v, a in row.items() if v in minus}

    tableau: list[Row] = []
    for row, right, equal in rows:
        whole = split(row) | ({} if equal else {next(names): Fraction(-1)}) | {RIGHT: right}
        sign = -1 if right < 0 else 1
        tableau.append({v: sign * a for v, a in whole.items() if a})
    basis = [next(names) for _ in tableau]  # of artificial variables, whose columns are left out
    made = {*basis}
    first: Row = {}
    for row in tableau:
        _add(first, row, Fraction(-1))
    if not _descended(first, tableau, basis) or first.get(RIGHT):
        return None
    for i, variable in enumerate(basis):  # an artificial variable that is 0 leaves, if it can
        other = next((v for v in tableau[i] if v != RIGHT), None)
        if variable in made and other is not None:
            _pivot(first, tableau, basis, i, other)
    last = split(cost)
    for row, variable in zip(tableau, basis, strict=True):
        if variable in last:
            _add(last, row, -last[variable])
    if not _descended(last, tableau, basis):
        return None
    found = {v: row.get(RIGHT, Fraction(0)) for row, v in zip(tableau, basis, strict=True)}
    names_of = {v for v in range(highest + 1) if v in found or minus.get(v) in found}
    values = {v: found.get(v, Fraction(0)) - found.get(minus.get(v, RIGHT), 0) for v in names_of}
    return {v: x for v, x in values.items() if x}


def _descended(cost: Row, tableau: list[Row], basis: list[int]) -> bool:
    """Whether a basis of the least cost was reached: there is none where the cost has no end."""
    for step in count():
        better = [v for v, c in cost.items() if c < 0 and v != RIGHT]
        if not better:
            return True
        entering = min(better, key=lambda v: cost[v]) if step < GREEDY else min(better)
        ratios = [
            (row.get(RIGHT, Fraction(0)) / row[entering], basis[i], i)
            for i, row in enumerate(tableau)
            if row.get(entering, 0) > 0
        ]
        if not ratios:
            return False
        _pivot(cost, tableau, basis, min(ratios)[2], entering)
    raise AssertionError("the count has no end")


def _pivot(cost: Row, tableau: list[Row], basis: list[int], i: int, entering: int) -> None:
    divisor = tableau[i][entering]
    tableau[i] = {v: a / divisor for v, a in tableau[i].items()}
    for row in (cost, *(row for j, row in enumerate(tableau) if j != i)):
        if entering in row:
            _add(row, tableau[i], -row[entering])
    basis[i] = entering


def _add(to: Row, row: Row, times: Fraction) -> None:
    """Add a multiple of a row to another."""
    for v, a in row.items():
        if value := to.get(v, Fraction(0)) + times * a:
            to[v] = value
        else:
            to.pop(v, None)
