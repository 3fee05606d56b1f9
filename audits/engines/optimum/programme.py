"""The linear program of a problem, reduced by its symmetries, with constraints made as needed.

Variables: p_o for each orbit o of cells (D, y), and the least score t.  With x = e^eps:

    maximise t  subject to
    (total)  sum_y p(D, y) = 1                                   for each orbit of databases
    (score)  t - sum of weight * p(D, E) <= 0                    for each orbit of scores
    (cut)    sum_{y in E} (p(D, y) - x p(D', y)) <= delta        for neighbours D, D', events E
    p >= 0

There are exponentially many cuts, and none of the usual slack variables: `violated` finds, for
a given mechanism, the event E = {y : p(D, y) > x p(D', y)} of every pair that breaks the bound
(for delta = 0, every single outcome that does), and only such cuts enter the program.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, TypeVar

from audits.engines.optimum.problem import Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from audits.engines.optimum.reduction import Reduction

D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Cut = tuple[int, tuple[int, ...]]
"""A link (ordered pair of neighbours, by number) and an event."""


@dataclass(frozen=True, slots=True)
class Row:
    """A constraint sum of (a + b x) * variable <= right (or = right), a and b integers."""

    terms: dict[int, tuple[int, int]]
    right: Fraction
    equality: bool = False

    def at(self, x: Fraction) -> tuple[dict[int, int], int]:
        """The constraint at a number x, with integer coefficients."""
        scale = x.denominator * self.right.denominator
        terms = {
            j: value
            for j, (a, b) in self.terms.items()
            if (value := (a * x.denominator + b * x.numerator) * self.right.denominator)
        }
        return terms, int(self.right * scale)


@dataclass(slots=True)
class Programme:
    """The constraints so far; the last variable is t."""

    reduction: Reduction
    outcomes: int
    variables: int
    """The number of variables, t included."""

    rows: list[Row]
    fixed: int
    """The number of rows that are not cuts: totals first, then scores."""

    totals: int
    cuts: dict[Cut, int] = field(default_factory=dict)
    """The row of each cut."""

    @property
    def least_score(self) -> int:
        """The variable t."""
        return self.variables - 1

    def add(self, cuts: Iterable[Cut], delta: Fraction) -> list[int]:
        """Add the cuts that are not there yet; return their rows."""
        added: list[int] = []
        for link, event in cuts:
            if (link, event) in self.cuts:
                continue
            here, there = (self.reduction.pairs[link] * self.outcomes).tolist()
            terms: dict[int, tuple[int, int]] = {}
            for y in event:
                for cell, (a, b) in ((here + y, (1, 0)), (there + y, (0, -1))):
                    variable = int(self.reduction.cells.of[cell])
                    old = terms.get(variable, (0, 0))
                    terms[variable] = (old[0] + a, old[1] + b)
            self.cuts[link, event] = len(self.rows)
            added.append(len(self.rows))
            self.rows.append(Row(terms, delta))
        return added

    def cells_of_links(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Representative links, and for each the variables of D and of D' by outcome."""
        links = self.reduction.links.first
        table = self.reduction.cells.of.reshape(-1, self.outcomes)
        pairs = self.reduction.pairs[links]
        return links, table[pairs[:, 0]], table[pairs[:, 1]]


def programme(problem: Problem[D, Y], reduction: Reduction) -> Programme:
    """The program without any cut."""
    k = len(problem.outcomes)
    cells = reduction.cells
    t = len(cells.sizes)
    rows: list[Row] = []
    for database in reduction.databases.first.tolist():
        terms: dict[int, tuple[int, int]] = {}
        for variable in cells.of[database * k : (database + 1) * k].tolist():
            terms[variable] = (terms.get(variable, (0, 0))[0] + 1, 0)
        rows.append(Row(terms, Fraction(1), equality=True))
    totals = len(rows)
    for score in reduction.scores.first.tolist():
        weights: dict[int, Fraction] = {}
        for (database, y), weight in problem.scores[score].weights().items():
            variable = int(cells.of[database * k + y])
            weights[variable] = weights.get(variable, Fraction(0)) + weight
        scale = lcm(*(w.denominator for w in weights.values()))
        terms = {variable: (-int(w * scale), 0) for variable, w in weights.items()}
        rows.append(Row({**terms, t: (scale, 0)}, Fraction(0)))
    return Programme(reduction, k, t + 1, rows, len(rows), totals)


def violated_roughly(
    lp: Programme, values: NDArray[np.float64], x: Fraction, delta: Fraction, tolerance: float
) -> list[Cut]:
    """The cuts that floating-point values of the variables break by more than the tolerance."""
    import numpy as np

    links, first, second = lp.cells_of_links()
    excess = values[first] - float(x) * values[second]
    if delta == 0:
        return [(int(links[i]), (int(y),)) for i, y in np.argwhere(excess > tolerance)]
    over = np.flatnonzero(np.maximum(excess, 0).sum(axis=1) > float(delta) + tolerance)
    return [(int(links[i]), tuple(np.flatnonzero(excess[i] > 0).tolist())) for i in over]


def violated(
    lp: Programme, values: Sequence[int], total: int, x: Fraction, delta: Fraction
) -> list[Cut]:
    """The cuts that the exact values / total of the variables break."""
    links, first, second = lp.cells_of_links()
    numerators = [v * x.denominator for v in values]
    multiples = [v * x.numerator for v in values]
    bound = delta * total * x.denominator
    found: list[Cut] = []
    for link, here, there in zip(links.tolist(), first.tolist(), second.tolist(), strict=True):
        excess = [numerators[a] - multiples[b] for a, b in zip(here, there, strict=True)]
        event = tuple(y for y, e in enumerate(excess) if e > 0)
        if event and sum(excess[y] for y in event) > bound:
            found.extend([(link, event)] if delta else [(link, (y,)) for y in event])
    return found
