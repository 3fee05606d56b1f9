"""The best private sanitiser, as an exact linear programme."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from audits.engines.optimum.certificates import (
    mechanism_certificate,
    mechanism_facts,
    optimum_certificate,
    optimum_facts,
)
from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.problem import Problem, worst_case
from audits.ledger import Form, Size, claim
from audits.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict
from reference.data.adjacency import replace_one
from reference.data.database import Database
from reference.lower_bounds.learning_packing import packing_bound
from reference.mechanisms.release.exponential_sanitiser import is_useful

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


def at_most(problem: Problem[D, Y], exp_eps: Fraction, bound: Fraction) -> Verdict:
    """Whether no private mechanism does better than the bound."""
    scope = Scope(
        f"{problem.name}, e^eps = {exp_eps}, all mechanisms, optimum at most {bound}",
        problem.universe.database_count,
        problem.universe.pair_count,
    )
    best: Optimum[D, Y] = solve(problem, exp_eps)
    if best.upper <= bound:
        return Holds(
            replace(scope, text=f"{scope.text}, found {best.upper}"),
            Evidence.LP_CERTIFIED,
            optimum_certificate(best),
            optimum_facts(best),
        )
    if best.lower > bound:
        return Refuted(
            scope,
            Evidence.LP_CERTIFIED,
            mechanism_certificate(best),
            mechanism_facts(best),
            {"optimum": str(best.lower), "bound": str(bound)},
        )
    return Undecided(scope, f"the optimum lies between {best.lower} and {best.upper}")


def sanitising(
    size: int, rows: int, synthetic: int, alpha: Fraction
) -> Problem[Database[int], Database[int]]:
    """Release a synthetic database on which every frequency is closer than alpha."""
    return worst_case(
        f"sanitise {rows} rows over {size} points, {synthetic} synthetic rows, alpha = {alpha}",
        replace_one(range(size), rows),
        list(replace_one(range(size), synthetic).databases()),
        lambda d, e: is_useful(d, e, alpha),
    )


@claim("BBKN13.LP.SANIT", Form.CONCRETE)
def best_sanitiser(size: Size) -> Verdict:
    """The best sanitiser is useful with probability at most r^k/(r^k + T - 1), k = ceil(2 alpha
    m).

    Fair: All mechanisms whose output is a histogram of m rows.
    """
    t, m, alpha = size.pick((3, 3, Fraction(1, 3)), (3, 4, Fraction(1, 4)), (4, 4, Fraction(1, 4)))
    k = -int(-2 * alpha * m // 1)
    return at_most(sanitising(t, m, m, alpha), Fraction(2), packing_bound(Fraction(2), k, t))
