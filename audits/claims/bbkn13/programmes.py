"""The best private learner and the best private sanitiser, as exact linear programmes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import TypeVar

from audits.claims.vocabulary import (
    decide,
    eq,
    le,
)
from audits.engines.optimum.certificates import (
    mechanism_certificate,
    mechanism_facts,
    optimum_certificate,
    optimum_facts,
)
from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.problem import (
    Problem,
    Score,
    Symmetry,
    generators,
    over_distributions,
)
from audits.ledger import Form, Size, claim
from audits.verdict import Evidence, Holds, Refuted, Scope, Undecided, Verdict
from reference.data.adjacency import ListedAdjacency, replace_one
from reference.data.concept import (
    Hypothesis,
    LabelledExample,
    Masses,
    all_functions,
    error,
    grid_distributions,
    intervals,
    labelled_examples,
    points,
)
from reference.data.database import Database
from reference.data.matrix_game import column_guarantee, row_guarantee
from reference.data.representation import losses, representation_game
from reference.lower_bounds.learning_packing import (
    averaged_bound,
    hard_distribution,
    interval_packing,
    packing_bound,
    point_packing,
)

H = TypeVar("H", bound=Hypothesis)
D = TypeVar("D", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

Examples = Database[LabelledExample]

Orbit = tuple[int, int]
"""A rare point and how many examples have it; (0, 0) if none has."""


def recovering(
    hypotheses: Sequence[H], databases: Sequence[Examples], size: int, *, ordered: bool = False
) -> Problem[Examples, H]:
    """Output hypothesis i on database i, for each i.

    Args:
        hypotheses: distinct; also the outcomes.
        databases: one for each, of one length.
        size: the number of points.
        ordered: sequences of examples, or multisets.
    """
    universe = replace_one(labelled_examples(size), len(databases[0]), ordered=ordered)
    place = {d: i for i, d in enumerate(universe.databases())}
    wanted = {place[tuple(sorted(d))]: h for d, h in zip(databases, hypotheses, strict=True)}
    listed = list(universe.databases())

    def target(i: int, h: H) -> tuple[str, _Prior, _Good]:
        return f"{h}", _Prior({listed[i]: Fraction(1)}), _Good(frozenset((h,)))

    return over_distributions(
        f"recover {len(hypotheses)} hypotheses from {len(databases[0])} rows on {size} points",
        universe,
        hypotheses,
        [target(i, h) for i, h in wanted.items()],
    )


def learning(
    hypotheses: Sequence[H],
    targets: Sequence[tuple[Hypothesis, Masses]],
    size: int,
    rows: int,
    alpha: Fraction,
) -> Problem[Examples, H]:
    """Output a hypothesis of error at most alpha on independent examples of each target."""
    universe = replace_one(labelled_examples(size), rows)

    def family(c: Hypothesis, masses: Masses) -> tuple[str, _Prior, _Good]:
        chances: dict[Examples, Fraction] = {}
        for sample in product([x for x in range(size) if masses[x]], repeat=rows):
            d = tuple(sorted((x, c(x)) for x in sample))
            weight = prod((masses[x] for x in sample), start=Fraction(1))
            chances[d] = chances.get(d, Fraction(0)) + weight
        good = frozenset(h for h in hypotheses if error(c, h, masses) <= alpha)
        return f"{c} under {tuple(map(str, masses))}", _Prior(chances), _Good(good)

    return over_distributions(
        f"learn on {size} points from {rows} rows, alpha = {alpha}",
        universe,
        hypotheses,
        [family(c, masses) for c, masses in targets],
    )


class _Prior:
    """A distribution on databases."""

    def __init__(self, chances: dict[Examples, Fraction]) -> None:
        self._chances = chances

    def __call__(self, database: Examples, /) -> Fraction:
        return self._chances.get(database, Fraction(0))


class _Good:
    """Whether an output is one of the good ones."""

    def __init__(self, good: frozenset[Hypothesis]) -> None:
        self._good = good

    def __call__(self, database: Examples, output: Hypothesis, /) -> bool:
        return output in self._good


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


def point_targets(size: int, rows: int) -> Problem[Examples, Hypothesis]:
    """Recover each point from copies of its positive example."""
    chosen: list[Hypothesis] = list(points(size))
    return recovering(chosen, [point_packing(j, rows) for j in range(size)], size)


def interval_targets(size: int, rows: int) -> Problem[Examples, Hypothesis]:
    """Recover each interval from examples at its end."""
    chosen: list[Hypothesis] = list(intervals(size))
    databases = [interval_packing(size, e, rows) for e in range(size + 1)]
    return recovering(chosen, databases, size)


def hard_points(size: int, rows: int, mass: Fraction) -> Problem[Examples, Hypothesis]:
    """Learn the rare point of the hard distributions, alpha just below its mass."""
    chosen: list[Hypothesis] = list(points(size))
    targets = [(chosen[i], hard_distribution(size, i, mass)) for i in range(1, size)]
    return learning(chosen, targets, size, rows, mass - Fraction(1, 10**6))


@claim("BBKN13.LP.LEARN", Form.CONCRETE)
def best_learner_on_a_grid(size: Size) -> Verdict:
    """No private proper learner of POINT succeeds on all distributions of the grid 1/2 with more
    than r^m/(r^m + T - 1), since point masses are among them.

    Fair: All proper learners, multisets of labelled examples.
    """
    t, m = size.pick((2, 3), (3, 2), (4, 3))
    chosen: list[Hypothesis] = list(points(t))
    targets = [(c, masses) for c in chosen for masses in grid_distributions(t, 2)]
    problem = learning(chosen, targets, t, m, Fraction(1, 4))
    return at_most(problem, Fraction(2), packing_bound(Fraction(2), m, t))


@claim("BBKN13.LP.PACK", Form.CONCRETE)
def best_learner_on_interval_packing(size: Size) -> Verdict:
    """The best success on the packing databases of INTERVAL is <= r^m/(r^m + T).

    Fair: All mechanisms on all multisets of labelled examples.
    """
    t, m = size.pick((2, 2), (3, 3), (4, 2))
    problem = interval_targets(t, m)
    return at_most(problem, Fraction(2), packing_bound(Fraction(2), m, t + 1))


def orbit_problem(size: int, rows: int, mass: Fraction) -> Problem[Orbit, str]:
    """The relaxation of the learner of the hard family to the databases that occur in it.

    Database (i, s): s examples (i, 1), the others (0, 0); for s = 0 it is the same for all i.
    Neighbours: one copy more or less of i, and one copy of i for one of j.  The private learners
    of all databases are private here, so the optimum is no smaller than theirs.
    """
    rare = range(1, size)
    places: list[Orbit] = [(0, 0), *((i, s) for i in rare for s in range(1, rows + 1))]
    at_place = {place: k for k, place in enumerate(places)}
    links = [((i, s - 1) if s > 1 else (0, 0), (i, s)) for i, s in places if s]
    links += [((i, 1), (j, 1)) for i, j in combinations(rare, 2)]
    universe = ListedAdjacency(
        tuple(places), tuple((at_place[a], at_place[b]) for a, b in links), "hard family"
    )

    def relabelled(to: tuple[int, ...]) -> Symmetry[Orbit, str]:
        names = {"another": "another"} | {f"c{i}": f"c{to[i - 1] + 1}" for i in rare}
        return Symmetry(
            "rare points",
            lambda place: (to[place[0] - 1] + 1, place[1]) if place[1] else place,
            names.__getitem__,
        )

    chances = [comb(rows, s) * mass**s * (1 - mass) ** (rows - s) for s in range(rows + 1)]
    scores = (
        Score(
            f"c{i}",
            tuple(
                (at_place[(i, s) if s else (0, 0)], (i - 1,), chance)
                for s, chance in enumerate(chances)
            ),
        )
        for i in rare
    )
    return Problem(
        f"orbit relaxation, {size} points, {rows} rows, mass {mass}",
        universe,
        (*(f"c{i}" for i in rare), "another"),
        tuple(scores),
        tuple(relabelled(to) for _, to in generators(size - 1, "rare points")),
    )


@claim("BBKN13.LP.L39ORB", Form.CONCRETE)
def orbit_relaxation_stays_below_the_bound(size: Size) -> Verdict:
    """The optimum over all mechanisms that are private on the databases of the hard family alone
    (T = 4, mass 1/4) is at most E[min(1, r^S/(T-1))], S ~ Bin(m, 1/4).

    Fair: The optimum is exact, a mechanism and multipliers that agree; it is no smaller than the
    optimum over private learners on all databases, as fewer are constrained.
    """
    t, m, a, r = 4, size.pick(4, 12, 30), Fraction(1, 4), Fraction(2)
    return at_most(orbit_problem(t, m, a), r, averaged_bound(r, m, a, t))


@claim("BBKN13.LP.GAME", Form.CONCRETE)
def game_values_are_certified(size: Size) -> Verdict:
    """value(H, c): a distribution and a mixture of hypotheses that guarantee the same.

    Fair: All classes of 2 or 3 functions on 3 points; values 0 < v < 1 occur.
    """
    t, items = 3, []
    functions = list(all_functions(t))
    for k in range(2, size.pick(3, 4, 4)):
        for chosen in combinations(functions, k):
            for c in points(t):
                loss = losses(chosen, c, t)
                game = representation_game(chosen, c, t)
                items += [
                    eq("mixture of hypotheses", row_guarantee(loss, game.rows), game.value),
                    eq("distribution", column_guarantee(loss, game.columns), game.value),
                    eq("probabilities", sum(game.rows) + sum(game.columns), 2),
                    le("non-negative", 0, min(*game.rows, *game.columns)),
                ]
    return decide("matrix games", f"T={t}", items)
