"""The best (eps, delta)-private mechanism for a problem, and the proof that it is the best.

Pseudo-code:
    1  reduce the linear program by the symmetries of the problem, each confirmed
    2  repeat: solve in floating point, add the privacy cuts that the solution breaks
    3  solve the final basis, and its transpose, over the rationals
       (where the basis turns out not to be optimal, refine it: magnify what it leaves)
    4  add the cuts that the exact mechanism breaks; if there are any, go to 2
    5  spread the multipliers over the problem as it was stated, and compute the bound they prove
    6  the optimum is exact if the mechanism's least score is the bound; otherwise both are
       stated, the mechanism repaired so that it is private

Floating point only proposes: both ends of the answer are computed, and checked, exactly.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING, Generic, TypeVar

from audits.engines.optimum.basis import (
    Basis,
    ExactSolution,
    SearchFailedError,
    Solution,
    residual,
    solve_exactly,
)
from audits.engines.optimum.pivot import improved
from audits.engines.optimum.problem import Problem
from audits.engines.optimum.programme import Programme, programme, violated, violated_roughly
from audits.engines.optimum.solution import Bound, Table, bound, least_score, repaired, table
from audits.engines.optimum.stated import Size, stated_size
from audits.extras import need
from reference.override import override

if TYPE_CHECKING:
    from audits.engines.optimum.reduction import Reduction
    from audits.engines.optimum.search import Search

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

TOLERANCE = 1e-9
"""A cut is made if floating point breaks it by more."""

MOST_VARIABLES = 6_000
"""A basis of so many is solved, dense, in 2 GB."""

REFINEMENTS = 8
"""How often a basis that is not exactly optimal is refined."""


@dataclass(frozen=True, slots=True)
class Optimum(Generic[D, Y]):
    """What the best private mechanism achieves, exactly or between two exact ends."""

    problem: Problem[D, Y] = field(repr=False)
    exp_eps: Fraction
    delta: Fraction
    lower: Fraction
    """What `mechanism` achieves (for a loss: what no mechanism can go below)."""

    upper: Fraction
    """What no private mechanism exceeds (for a loss: what `mechanism` achieves)."""

    mechanism: Table = field(repr=False)
    bound: Bound = field(repr=False)
    stated: Size
    """The program as usually written: all constraints, slack variables where delta > 0."""

    solved: Size
    """The program whose basis was solved exactly."""

    symmetries: tuple[str, ...]
    seconds: float

    @property
    def value(self) -> Fraction | None:
        """The optimum, None if it is only known to lie between `lower` and `upper`."""
        return self.lower if self.lower == self.upper else None

    @property
    def gap(self) -> Fraction:
        """Upper - lower: 0 if the optimum is exact."""
        return self.upper - self.lower

    @override
    def __str__(self) -> str:
        ends = f"{self.lower} to {self.upper}" if self.value is None else str(self.value)
        return in_lines(self.problem, ("e^eps", self.exp_eps), self.delta, ends)


def in_lines(
    problem: Problem[D, Y], loss: tuple[str, Fraction], delta: Fraction, ends: str
) -> str:
    """The problem, and a line for each of the loss with its name, delta and the optimum."""
    known = [loss, ("delta", delta), (problem.goal, ends)]
    width = max(len(name) for name, _ in known)
    return "\n".join([problem.name, *(f"  {name:{width}}  {value}" for name, value in known)])


def solve(
    problem: Problem[D, Y],
    exp_eps: Fraction,
    delta: Fraction = Fraction(0),
    *,
    symmetric: bool = True,
) -> Optimum[D, Y]:
    """The optimum over all (eps, delta)-private mechanisms.

    Args:
        problem: databases, outcomes and scores.
        exp_eps: e^eps >= 1.
        delta: in [0, 1].
        symmetric: whether to use the problem's symmetries.

    Raises:
        ValueError: for e^eps < 1, delta outside [0, 1], or a declared symmetry that is none.
        SearchFailedError: if floating point finds no basis at all.
    """
    refuse(exp_eps, delta)
    start = perf_counter()
    found = propose(problem, reduced(problem, symmetric=symmetric), exp_eps, delta)  # 1 to 4
    lp, best = found.lp, found.approximate
    if found.exact is not None:
        best = found.exact.solution()
        mechanism = table(problem, lp, found.exact.values, found.exact.total)
    else:
        mechanism = table(problem, lp, *repaired(problem, lp, best.values, exp_eps, delta))
    proved = bound(problem, lp, _multipliers(lp, exp_eps, best), exp_eps, delta)  # 5
    assert proved is not None, "the multipliers of the scores add up to 1"
    ends = (least_score(problem, mechanism), proved.value)  # 6
    return Optimum(
        problem,
        exp_eps,
        delta,
        *((-ends[1], -ends[0]) if problem.loss else ends),
        mechanism,
        proved,
        stated_size(problem, delta),
        Size(len(lp.rows), lp.variables, sum(len(row.terms) for row in lp.rows)),
        lp.reduction.symmetries,
        perf_counter() - start,
    )


def reduced(problem: Problem[D, Y], *, symmetric: bool) -> Reduction:
    """Step 1 of `solve`, refused if the basis would be too large.

    Raises:
        ValueError: for too many variables, or a declared symmetry that is none.
        MissingExtraError: without what searches in floating point.
    """
    need("optimum", "the search for the best mechanism")
    from audits.engines.optimum.reduction import reduce

    found = reduce(problem, symmetric=symmetric)
    if (variables := len(found.cells.sizes)) > MOST_VARIABLES:
        raise ValueError(
            f"{problem.name}: {variables} probabilities that no symmetry makes equal, at most "
            f"{MOST_VARIABLES}"
        )
    return found


@dataclass(frozen=True, slots=True)
class Proposal:
    """Where the search ended: the cuts that mattered, a basis, and its exact solution."""

    lp: Programme
    basis: Basis
    approximate: Solution
    """What floating point found, refined if there was need."""

    exact: ExactSolution | None
    """The solution of the basis; None if it is not optimal."""


def propose(
    problem: Problem[D, Y], reduction: Reduction, exp_eps: Fraction, delta: Fraction
) -> Proposal:
    """Steps 2 to 4 of `solve`.

    Raises:
        SearchFailedError: if floating point finds no basis.
    """
    from audits.engines.optimum.search import Search

    lp = programme(problem, reduction)
    search = Search(lp, exp_eps)
    while True:
        rough = search.solve()  # 2
        if lp.add(violated_roughly(lp, rough, exp_eps, delta, TOLERANCE), delta):
            search.extend()
            continue
        basis, approximate, exact = _exact_basis(lp, exp_eps, search)  # 3
        if exact is not None and lp.add(
            violated(lp, exact.values, exact.total, exp_eps, delta),
            delta,  # 4
        ):
            search.extend()
            continue
        return Proposal(lp, basis, approximate, exact)


def _exact_basis(
    lp: Programme, x: Fraction, search: Search
) -> tuple[Basis, Solution, ExactSolution | None]:
    """The basis that was found, refined until it is exactly optimal for the rows there are."""
    basis, approximate = search.basis(), search.solution()
    for _ in range(REFINEMENTS):
        exact = solve_exactly(lp, x, basis)
        if exact is not None:
            left = residual(lp, x, exact.solution())
            if left.primal == left.dual == 0:
                return basis, approximate, exact
            if left.primal == 0 and (better := improved(lp, x, basis)) is not None:
                return better[0], approximate, better[1]
        try:
            basis, approximate = search.refine(approximate)
        except SearchFailedError:
            break
    return basis, approximate, None


def _multipliers(lp: Programme, x: Fraction, found: Solution) -> list[Fraction]:
    """The multipliers of the rows as the program states them."""
    return [
        m * x.denominator * row.right.denominator
        for row, m in zip(lp.rows, found.multipliers, strict=True)
    ]


def refuse(exp_eps: Fraction, delta: Fraction) -> None:
    """Refuse parameters that no notion of privacy has.

    Raises:
        ValueError: naming the value and what is allowed.
    """
    if exp_eps < 1:
        raise ValueError(f"e^eps = {exp_eps}: it is at least 1, for eps >= 0")
    if not 0 <= delta <= 1:
        raise ValueError(f"delta = {delta}: it lies in [0, 1]")
