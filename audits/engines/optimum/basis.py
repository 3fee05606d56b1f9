"""A basis, solved by exact arithmetic (python-flint); `search` proposes it in floating point.

A basis names the variables that may be non-zero and the constraints that hold with equality;
both the solution and its multipliers follow from it by linear algebra over the rationals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq_mat, fmpz_mat

from audits.engines.optimum.programme import Programme
from audits.engines.optimum.sparse import Terms, solved_sparsely


class SearchFailedError(ArithmeticError):
    """The floating-point solver stopped without an optimal basis."""


@dataclass(frozen=True, slots=True)
class Basis:
    """As many basic variables as binding rows."""

    variables: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """Values of all variables and multipliers of all rows (as `Row.at` scales them)."""

    values: list[Fraction]
    multipliers: list[Fraction]


@dataclass(frozen=True, slots=True)
class ExactSolution:
    """Values of all variables and multipliers of all rows, each over a common denominator."""

    values: list[int]
    total: int
    multipliers: list[int]
    multiplier_total: int

    def solution(self) -> Solution:
        """The same as rational numbers."""
        return Solution(
            [Fraction(v, self.total) for v in self.values],
            [Fraction(m, self.multiplier_total) for m in self.multipliers],
        )


@dataclass(frozen=True, slots=True)
class Residual:
    """What a solution and its multipliers leave of their constraints."""

    primal: Fraction
    """The largest violation of a constraint, its largest coefficient scaled to 1."""

    dual: Fraction
    """The largest violation of a constraint of the dual."""

    slacks: list[Fraction]
    """right - left of every row, as `Row.at` scales it."""

    reduced: list[Fraction]
    """The reduced cost of every variable: left - right of its constraint in the dual."""


def residual(lp: Programme, x: Fraction, found: Solution) -> Residual:
    """How far a solution is from optimal; one of a basis is optimal if nothing is violated."""
    t = lp.least_score
    zero = Fraction(0)
    primal = [zero, *(-v for j, v in enumerate(found.values) if j != t)]
    dual = [zero]
    slacks: list[Fraction] = []
    reduced = [Fraction(-1 if j == t else 0) for j in range(lp.variables)]
    for row, multiplier in zip(lp.rows, found.multipliers, strict=True):
        terms, right = row.at(x)
        slack = right - sum((a * found.values[j] for j, a in terms.items()), Fraction(0))
        slacks.append(slack)
        scale = max(map(abs, terms.values()), default=1)
        primal.append((abs(slack) if row.equality else -slack) / scale)
        if not row.equality:
            dual.append(-multiplier * scale)
        if multiplier:
            for j, a in terms.items():
                reduced[j] += multiplier * a
    dual += [abs(cost) if j == t else -cost for j, cost in enumerate(reduced)]
    return Residual(max(primal), max(dual), slacks, reduced)


def solve_exactly(lp: Programme, x: Fraction, basis: Basis) -> ExactSolution | None:
    """The solution and the multipliers that belong to a basis; None if it is singular."""
    size = len(basis.variables)
    if size != len(basis.rows):
        return None
    column = {variable: c for c, variable in enumerate(basis.variables)}
    table: list[Terms] = [{} for _ in range(size)]
    transposed: list[Terms] = [{} for _ in range(size)]
    right = [0] * size
    for r, i in enumerate(basis.rows):
        terms, right[r] = lp.rows[i].at(x)
        for variable, value in terms.items():
            if variable in column:
                c = column[variable]
                table[r][c] = transposed[c][r] = value
    objective = [int(variable == lp.least_score) for variable in basis.variables]
    try:
        primal, total = solved_sparsely(table, right)
        dual, multiplier_total = solved_sparsely(transposed, objective)
    except ZeroDivisionError:
        return None
    values, multipliers = [0] * lp.variables, [0] * len(lp.rows)
    for variable, numerator in zip(basis.variables, primal, strict=True):
        values[variable] = numerator
    for i, numerator in zip(basis.rows, dual, strict=True):
        multipliers[i] = numerator
    return ExactSolution(values, total, multipliers, multiplier_total)


def solved(matrix: fmpz_mat, right: fmpz_mat) -> tuple[fmpz_mat, int]:
    """The solution of matrix * solution = right, times its least common denominator, and that.

    Raises:
        ZeroDivisionError: if the matrix is singular.
    """
    solution: object = matrix.solve(right)
    assert isinstance(solution, fmpq_mat), "the solution is rational"
    numerators, denominator = solution.numer_denom()
    return numerators, int(denominator)
