"""A table of laws that are enclosed: the branches of a mechanism on every database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from audits.evidence.table import other_orders
from reference.data.adjacency import Adjacency, RowAdjacency
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.interval import Ends
from reference.probability.branches import (
    Beyond,
    Problem,
    branches,
    canonical_problem,
    denominator,
)
from reference.probability.coins import Mechanism
from reference.probability.dist import X
from reference.probability.enclosed import Grid, scale_of
from reference.probability.law import ORDERED
from reference.probability.outcome import Key, outcome
from reference.probability.provenance import ours
from reference.probability.replay import MOST_DRAWS, ImpureMechanismError, named

D = TypeVar("D", bound=Hashable)

FINENESS = (8, 32, 128, 512, 2048)
"""Of the grids that are tried: cells in the least of the scales."""

MOST_CELLS, MOST_WORK = 2**14, 10**7
"""Of one noise on each side of 0, and of all draws of all orders together."""


@dataclass(frozen=True, slots=True)
class EnclosedTable(Generic[D, X]):
    """The branches of a mechanism on all databases of a universe, with orders numbered."""

    universe: Adjacency[D]
    databases: tuple[D, ...]
    outcomes: tuple[X, ...]
    laws: tuple[tuple[tuple[int, int, Fraction], ...], ...]
    """For each database the branches: outcome, order, and the weight it is multiplied by.

    The outcome is the number of outcomes for branches that were not followed.
    """

    orders: tuple[Problem, ...]
    unit: Fraction
    """u = eps/parts."""

    def grids(self) -> Iterator[Grid]:
        """Grids that become finer."""
        sizes = [scale_of(x, self.unit) for order in self.orders for x in order.noises]
        m, draws = denominator(self.orders), sum(len(order.noises) for order in self.orders)
        for cells in FINENESS:
            per_unit = -(-cells // (m * min(sizes, default=Fraction(1))))
            grid = Grid(Fraction(1, m * per_unit), self.unit)
            most = max((grid.reach(x) for y in self.orders for x in y.noises), default=0)
            if most > MOST_CELLS or most * draws > MOST_WORK:
                return
            yield grid

    def enclosures(self, grid: Grid) -> list[tuple[Ends, ...]]:
        """For each database the probability of each outcome, and of what was not followed."""
        solved, found = (
            [grid.probability(order) for order in self.orders],
            list[tuple[Ends, ...]](),
        )
        for law in self.laws:
            sums = [(Fraction(0), Fraction(0)) for _ in (*self.outcomes, None)]
            for y, order, weight in law:
                low, high = solved[order]
                sums[y] = sums[y][0] + weight * low, sums[y][1] + weight * high
            sums[-1] = Fraction(0), sums[-1][1]
            found.append(tuple(sums))
        return found


def enclosed_table(
    mechanism: Mechanism[D, X, ExponentialFunction],
    universe: Adjacency[D],
    unit: Fraction,
    most_draws: int = MOST_DRAWS,
    done: Callable[[int], None] = lambda _: None,
) -> EnclosedTable[D, X]:
    """The branches of the mechanism on all databases.

    Args:
        mechanism: what is called on each database.
        universe: the databases.
        unit: u = eps/parts, above 0.
        most_draws: the largest number of draws and comparisons on one branch.
        done: called with the number of databases finished since the last call.

    Raises:
        NoExactLawError: if it draws noise of a kind that is not enclosed.
        ImpureMechanismError: if its branches depend on an order of rows that there is not.
        ArithmeticError: and the other errors of `branches`.
    """
    numbers: dict[Key[X], int] = {}
    orders: dict[object, int] = {}
    problems: list[Problem] = []
    laws = []
    databases = tuple(universe.databases())
    known: object = universe
    unordered = isinstance(known, RowAdjacency) and not known.ordered and not ours(mechanism)

    def followed(database: D) -> list[tuple[int | None, int, Fraction]]:
        law: list[tuple[int | None, int, Fraction]] = []
        for branch in branches(mechanism, database, most_draws):
            problem = canonical_problem(branch.order)
            name = tuple(noise.known_by for noise in problem.noises), problem.orders
            if name not in orders:
                for noise in problem.noises:
                    scale_of(noise, unit)
                orders[name] = len(problems)
                problems.append(problem)
            y = branch.outcome
            place = None if isinstance(y, Beyond) else numbers.setdefault(y, len(numbers))
            law.append((place, orders[name], branch.weight))
        return law

    for database in databases:
        law = followed(database)
        for turned in other_orders(database) if unordered else ():
            if Counter(followed(turned)) != Counter(law):
                raise ImpureMechanismError(
                    f"{named(mechanism)} on database {database!r}, written as {turned!r}, has "
                    f"other branches{ORDERED}"
                )
        laws.append(law)
        done(1)
    outcomes = tuple([outcome(each) for each in numbers])
    rest = len(outcomes)
    placed = tuple(
        tuple((rest if y is None else y, order, weight) for y, order, weight in law)
        for law in laws
    )
    return EnclosedTable(universe, databases, outcomes, placed, tuple(problems), unit)
