"""The search for a basis in floating point, by HiGHS."""

from __future__ import annotations

from fractions import Fraction

import highspy
import numpy as np
from numpy.typing import NDArray

from audits.engines.optimum.basis import Basis, SearchFailedError, Solution, residual
from audits.engines.optimum.programme import Programme
from audits.engines.solvers import highs

MAGNIFICATION = Fraction(2**16)
"""The most by which errors are magnified at a time."""


class Search:
    """A floating-point solver that keeps its state while rows are added.

    Args:
        lp: the program; rows added to it later are passed on by `extend`.
        x: e^eps.
    """

    def __init__(self, lp: Programme, x: Fraction) -> None:
        self._lp, self._x = lp, x
        self._rows = 0
        self._highs = highs()
        self._highs.setOptionValue("primal_feasibility_tolerance", 1e-10)
        self._highs.setOptionValue("dual_feasibility_tolerance", 1e-10)
        t = lp.least_score
        for variable in range(lp.variables):
            self._highs.addVar(-highspy.kHighsInf if variable == t else 0.0, highspy.kHighsInf)
        self._highs.changeColCost(t, -1.0)
        self.extend()

    def extend(self) -> None:
        """Pass on the rows that are new."""
        for row in self._lp.rows[self._rows :]:
            terms, right = row.at(self._x)
            scale = max(map(abs, terms.values()), default=1)
            bound = float(Fraction(right, scale))
            self._highs.addRow(
                bound if row.equality else -highspy.kHighsInf,
                bound,
                len(terms),
                np.array(list(terms), dtype=np.int32),
                np.array([float(Fraction(v, scale)) for v in terms.values()]),
            )
        self._rows = len(self._lp.rows)

    def solve(self) -> NDArray[np.float64]:
        """Approximate values of the variables.

        Raises:
            SearchFailedError: if there is no optimal solution to be found.
        """
        self._highs.run()
        status = self._highs.getModelStatus()
        if status != highspy.HighsModelStatus.kOptimal:
            raise SearchFailedError(f"HiGHS: {self._highs.modelStatusToString(status)}")
        return np.array(self._highs.getSolution().col_value)

    def solution(self) -> Solution:
        """What floating point found, taken for exact numbers."""
        values = self._highs.getSolution().col_value
        return Solution(
            [Fraction(v) for v in values], [Fraction(m) for m in self.multipliers().tolist()]
        )

    def refine(self, found: Solution) -> tuple[Basis, Solution]:
        """A better basis and solution, from the program of what a solution leaves, magnified.

        The corrections of values and of multipliers solve a linear program again; errors that
        are below the tolerance of floating point become visible in it.

        Raises:
            SearchFailedError: if that program has no optimal solution to be found.
        """
        t, free = self._lp.least_score, highspy.kHighsInf
        left = residual(self._lp, self._x, found)
        primal = 1 / max(left.primal, 1 / MAGNIFICATION)
        dual = 1 / max(left.dual, 1 / MAGNIFICATION)
        self._update(
            [-free if j == t else -float(primal * v) for j, v in enumerate(found.values)],
            [float(dual * cost) for cost in left.reduced],
            [float(primal * slack) for slack in left.slacks],
        )
        try:
            self.solve()
            change = self.solution()
            better = Solution(
                [v + z / primal for v, z in zip(found.values, change.values, strict=True)],
                [m + z / dual for m, z in zip(found.multipliers, change.multipliers, strict=True)],
            )
            return self.basis(), better
        finally:
            self._update(
                [-free if j == t else 0.0 for j in range(self._lp.variables)],
                [-1.0 if j == t else 0.0 for j in range(self._lp.variables)],
                [float(row.at(self._x)[1]) for row in self._lp.rows],
            )

    def _update(self, lower: list[float], costs: list[float], right: list[float]) -> None:
        for j, (low, cost) in enumerate(zip(lower, costs, strict=True)):
            self._highs.changeColBounds(j, low, highspy.kHighsInf)
            self._highs.changeColCost(j, cost)
        for i, (row, bound) in enumerate(zip(self._lp.rows, right, strict=True)):
            scaled = bound / max(map(abs, row.at(self._x)[0].values()), default=1)
            self._highs.changeRowBounds(i, scaled if row.equality else -highspy.kHighsInf, scaled)

    def multipliers(self) -> NDArray[np.float64]:
        """Approximate multipliers of the rows as the program states them."""
        duals = -np.array(self._highs.getSolution().row_dual)
        for i, row in enumerate(self._lp.rows):
            terms, _ = row.at(self._x)
            duals[i] /= max(map(abs, terms.values()), default=1)
        return duals

    def basis(self) -> Basis:
        """The optimal basis that was found."""
        found = self._highs.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        return Basis(
            tuple(j for j, status in enumerate(found.col_status) if status == basic),
            tuple(i for i, status in enumerate(found.row_status) if status != basic),
        )
