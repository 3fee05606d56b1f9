"""The simplex method on rationals, for the few bases that floating point leaves not optimal.

From a basis whose exact solution is feasible it moves to better ones, by Bland's rule; each
step solves one linear system, so it is for small programs and few steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import fmpz_mat

from audits.engines.optimum.basis import Basis, ExactSolution, residual, solve_exactly, solved
from audits.engines.optimum.programme import Programme

MOST_STEPS = 200
MOST_COLUMNS = 400
"""Larger programs are left alone."""


def improved(lp: Programme, x: Fraction, basis: Basis) -> tuple[Basis, ExactSolution] | None:
    """An optimal basis, reached from a feasible one; None if that is not to be had."""
    for _ in range(MOST_STEPS if lp.variables <= MOST_COLUMNS else 0):
        solution = solve_exactly(lp, x, basis)
        if solution is None or lp.least_score not in basis.variables:
            return None
        found = solution.solution()
        left = residual(lp, x, found)
        if left.primal > 0:
            return None
        if left.dual == 0:
            return basis, solution
        column = next(
            (j for j, cost in enumerate(left.reduced) if cost < 0 and j != lp.least_score), None
        )
        row = None
        if column is None:
            row = next(
                i for i, m in enumerate(found.multipliers) if m < 0 and not lp.rows[i].equality
            )
        step = min(_limits(lp, x, basis, found.values, left.slacks, column, row), default=None)
        if step is None:
            return None
        basis = _exchanged(lp, basis, column, row, step[1])
    return None


def _limits(
    lp: Programme,
    x: Fraction,
    basis: Basis,
    values: list[Fraction],
    slacks: list[Fraction],
    column: int | None,
    row: int | None,
) -> Iterator[tuple[Fraction, int]]:
    """How far one may go until a basic variable, or (beyond these) the slack of a row, is 0."""
    place = {variable: c for c, variable in enumerate(basis.variables)}
    size = len(place)
    table = [[0] * size for _ in range(size)]
    right = [0] * size
    for r, i in enumerate(basis.rows):
        terms, _ = lp.rows[i].at(x)
        for j, a in terms.items():
            if j in place:
                table[r][place[j]] = a
        right[r] = -terms.get(column, 0) if column is not None else -int(i == row)
    numerators, denominator = solved(fmpz_mat(table), fmpz_mat(size, 1, right))
    change = [Fraction(int(v), denominator) for v in numerators.entries()]
    for variable, d in zip(basis.variables, change, strict=True):
        if d < 0 and variable != lp.least_score:
            yield values[variable] / -d, variable
    binding = set(basis.rows)
    for i, constraint in enumerate(lp.rows):
        if i not in binding:
            terms, _ = constraint.at(x)
            rise = sum((a * change[place[j]] for j, a in terms.items() if j in place), Fraction(0))
            rise += terms.get(column, 0) if column is not None else 0
            if rise > 0:
                yield slacks[i] / rise, lp.variables + i


def _exchanged(
    lp: Programme, basis: Basis, column: int | None, row: int | None, leaving: int
) -> Basis:
    """The basis after one step: something enters it, something leaves."""
    variables, rows = set(basis.variables), set(basis.rows)
    if column is not None:
        variables.add(column)
    if row is not None:
        rows.remove(row)
    if leaving < lp.variables:
        variables.remove(leaving)
    else:
        rows.add(leaving - lp.variables)
    return Basis(tuple(sorted(variables)), tuple(sorted(rows)))
