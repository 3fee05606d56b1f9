"""The solution of a basis for every x = e^eps: polynomials in x, by Cramer's rule.

Every entry of the basis is a + b x.  So the determinant, and the determinant times any value or
multiplier, are polynomials of a degree that is at most the number of rows, or of columns, in
which x occurs; they are interpolated from exact solutions at that many integers, and one more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpz_mat, fmpz_poly

from audits.engines.optimum.basis import Basis, solved
from audits.engines.optimum.programme import Programme


@dataclass(frozen=True, slots=True)
class SymbolicSolution:
    """Values of variables and multipliers of rows as polynomials over a common one."""

    values: list[fmpz_poly]
    total: fmpz_poly
    multipliers: list[fmpz_poly]
    multiplier_total: fmpz_poly


def interpolated(lp: Programme, basis: Basis) -> SymbolicSolution | None:
    """The solution of a basis as polynomials in x; None if it is singular for all x."""
    size = len(basis.variables)
    column = {variable: c for c, variable in enumerate(basis.variables)}
    right = [0] * size
    fixed, moving = [[0] * size for _ in range(size)], [[0] * size for _ in range(size)]
    for r, i in enumerate(basis.rows):
        row = lp.rows[i]
        scale = row.right.denominator
        right[r] = int(row.right * scale)
        for j, (a, b) in row.terms.items():
            if j in column:
                fixed[r][column[j]], moving[r][column[j]] = a * scale, b * scale
    degree = min(sum(map(any, moving)), sum(map(any, zip(*moving, strict=True))))
    constant, linear = fmpz_mat(fixed), fmpz_mat(moving)
    objective = [int(variable == lp.least_score) for variable in basis.variables]
    points: list[int] = []
    primal: list[list[int]] = []
    dual: list[list[int]] = []
    x = 1
    while len(points) <= degree:
        x += 1
        if x > 3 * degree + 10:
            return None
        matrix = constant + linear * x
        determinant = matrix.det()
        if determinant == 0:
            continue
        points.append(x)
        for answers, system, known in (
            (primal, matrix, right),
            (dual, matrix.transpose(), objective),
        ):
            numerators, denominator = solved(system, fmpz_mat(size, 1, known))
            factor = determinant / denominator
            answers.append([*(int(v * factor) for v in numerators.entries()), int(determinant)])
    powers = fmpz_mat([[z**k for k in range(degree + 1)] for z in points])
    values, total = _polynomials(powers, primal)
    multipliers, multiplier_total = _polynomials(powers, dual)
    all_values = [fmpz_poly([])] * lp.variables
    for variable, polynomial in zip(basis.variables, values, strict=True):
        all_values[variable] = polynomial
    all_multipliers = [fmpz_poly([])] * len(lp.rows)
    for i, polynomial in zip(basis.rows, multipliers, strict=True):
        all_multipliers[i] = polynomial * lp.rows[i].right.denominator
    return SymbolicSolution(all_values, total, all_multipliers, multiplier_total)


def _polynomials(
    powers: fmpz_mat, values: Sequence[Sequence[int]]
) -> tuple[list[fmpz_poly], fmpz_poly]:
    """The polynomials with these values, divided by what they have in common; the last apart."""
    table, denominator = solved(powers, fmpz_mat([list(row) for row in values]))
    columns = table.transpose().tolist()
    found = [fmpz_poly([c / denominator for c in column]) for column in columns]
    common = fmpz_poly([])
    for polynomial in found:
        common = common.gcd(polynomial)
    found = [polynomial / common for polynomial in found]
    return found[:-1], found[-1]
