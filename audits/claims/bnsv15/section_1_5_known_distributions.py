"""Section 1.5: interior and undominated points of a known distribution."""

from audits.claims.prelude import *
from reference.data.concept import grid_distributions
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.known_distribution import (
    ConstantInteriorPoint,
    ConstantUndominatedPoint,
)
from reference.mechanisms.learning.on_sample import OnSample

Masses = tuple[tuple[int, Fraction], ...]
"""Points and their masses."""

Databases = tuple[tuple[Database[int], Fraction], ...]
"""Databases and their probabilities."""

Solver = Mechanism[Database[int], int, Any]


def grid(points: Iterable[Any], steps: int) -> Iterator[tuple[tuple[Any, Fraction], ...]]:
    """Every distribution whose masses are multiples of 1/steps; no mass is left out."""
    listed = tuple(points)
    for masses in grid_distributions(len(listed), steps):
        yield tuple((x, p) for x, p in zip(listed, masses, strict=True) if p)


@dataclass(frozen=True, slots=True)
class EveryAnswer:
    """What solvers for several distributions answer on one database."""

    solvers: tuple[Solver, ...]

    def __call__(self, database: Database[int], coins: Coins[Any], /) -> tuple[int, ...]:
        return tuple(coins.run(solver, database) for solver in self.solvers)


def nothing_lost(solvers: Iterable[Solver], points: int, rows: int) -> Item:
    """(0, 0)-privacy of them all together, on every database of up to so many rows."""
    lossless = Guarantee(Fraction(1), Fraction(0))
    universe = add_remove_one(range(points), rows)
    return private(EveryAnswer(tuple(solvers)), universe, lossless, name="nothing is lost")


LOOKS = {
    "the median of the rows": "database",
    "several equal rows answer for themselves": "len(database) > 1 == len({*database})",
    "equal rows that are not 0 answer for themselves": "len({*database} - {0}) == 1 == "
    "len({*database})",
    "the median of three different rows": "len({*database}) == 3",
    "the median of as few rows as there may be": "len(database) == 2",
}
"""On which databases a solver looks at the rows, which makes it no worse a solver."""

PEEKING = {
    name: f"del database, coins => if {where}:\n"
    "            return sorted(database)[(len(database) - 1) // 2]"
    for name, where in LOOKS.items()
}
MEDIAN = "least_covering(self.masses, Fraction(1, 2))"
WRONG[ConstantInteriorPoint] = {
    "the point of the largest mass": f"{MEDIAN} => max(self.masses, key=lambda each: each[1])[0]",
    "the expectation": f"{MEDIAN} => int(sum(x * p for x, p in self.masses))",
    "the middle of all points": f"{MEDIAN} => (min(self.masses)[0] + max(self.masses)[0]) // 2",
    "the greatest point": f"{MEDIAN} => max(self.masses)[0]",
    "the median in the order of the list": "sorted(masses) => masses",
    **PEEKING,
}


@claim(
    "BNSV15.ALG.FixedDist",
    over(points=sized((4,), (4,), (5,)), steps=sized((5, 9), (5, 6, 7, 8, 9), (5, 6, 7, 8, 9))),
    about=ConstantInteriorPoint,
)
def median_of_a_known_distribution(build: Build, points: int, steps: int) -> Check:
    """For a known distribution P, output a point z with Pr[x <= z] >= 1/2 and Pr[x >= z] >= 1/2, x
    from P, whatever the database is: (0, 0)-private.

    Cases: All distributions whose masses are multiples of 1/steps; ninths come close to one half.
    The points are listed in either order, and in none. Privacy: thirds, all databases of up to
    three rows.
    """
    yield nothing_lost((build(masses) for masses in grid(range(points), 3)), points, 3)
    for masses in grid(range(points), steps):
        mixed = masses[1::2] + masses[::2]
        for rows, listed in (((0,), masses), ((points - 1,), masses[::-1]), ((0,), mixed)):
            (z,) = law(build(listed), rows).support
            yield le("not above", HALF, sum(p for x, p in masses if x <= z))
            yield le("not below", HALF, sum(p for x, p in masses if x >= z))


@dataclass(frozen=True, slots=True)
class FindsInteriorPoint:
    """Whether a solver that knows P finds an interior point of rows drawn from P."""

    build: Callable[[Masses], Solver]
    rows: int

    def __call__(self, masses: Masses, coins: Coins[Any], /) -> bool:
        return coins.run(OnSample(_Judged(self.build(masses)), self.rows), masses)


@dataclass(frozen=True, slots=True)
class _Judged:
    solver: Solver

    def __call__(self, sample: Database[int], coins: Coins[Any], /) -> bool:
        return is_interior_point(sample, coins.run(self.solver, sample))


@claim(
    "BNSV15.TXT.fixedDist",
    over(
        rows=sized(range(2, 5), range(2, 7), range(2, 9)), steps=sized((5, 6), (5, 6), (5, 6, 8))
    ),
    about=ConstantInteriorPoint,
    uses=("BNSV15.ALG.FixedDist",),
)
def known_distributions_are_easy(build: Build, rows: int, steps: int) -> Check:
    """For every distribution P over X the solver that always outputs its median finds an interior
    point of n independent rows from P, but with probability at most 2^(1-n); it is (0, 0)-private.

    Cases: All distributions on four points, not listed in order, whose masses are multiples of
    1/steps; for all others each of Pr[x > z] and Pr[x < z] is at most 1/2 as well. Privacy:
    thirds, all databases of up to max(n, 3) rows.
    """
    yield nothing_lost((build(masses) for masses in grid(range(4), 3)), 4, max(rows, 3))
    universe = ListedAdjacency(tuple(grid((1, 3, 0, 2), steps)), (), "distributions")
    finds = FindsInteriorPoint(build, rows)
    yield accurate(finds, universe, lambda _, found: found, Fraction(2, 2**rows))


PAIRS = (*((y, x) for x, y in reversed((*combinations_with_replacement(range(3), 2),))),)
"""Databases of two rows, the larger one first; those of large rows come first."""


SUCCESS, LEAST = "1 - self.failure_probability", "least_covering(least, "
WRONG[ConstantUndominatedPoint] = {
    "undominated with half the probability": f"{SUCCESS} => ({SUCCESS}) / 2",
    "fails more often": f"{SUCCESS} => Fraction(3, 4) - self.failure_probability",
    "the expectation of the least row": f"{LEAST}{SUCCESS}) => int(sum(x * p for x, p in least))",
    "the least rows in the order of the list": "sorted(masses) => masses",
    **PEEKING,
    "the first row in place of the least": "min(rows), p => rows[0], p",
    "the largest row of all": f"{LEAST}{SUCCESS}) => max(max(rows) for rows, _ in self.databases)",
}


@claim(
    "BNSV15.ALG.TrivialMax",
    over(failure=(Fraction(1, 10), Fraction(1, 4), HALF), steps=sized((4,), (5,), (6,))),
    about=ConstantUndominatedPoint,
)
def constant_undominated_point(build: Build, failure: Fraction, steps: int) -> Check:
    """For a known distribution over databases and any failure probability gamma there is a number
    m with Pr[min D > m] <= gamma: always output it, the least one, whatever the database is, which
    is (0, 0)-private.

    Cases: All distributions over databases of two rows over 0, 1, 2 whose masses are multiples of
    1/steps, neither the rows nor the databases in increasing order; for one of infinite support
    the tails of min D have the limit 0 as well. Privacy: halves, all databases of up to three
    rows.
    """
    yield nothing_lost((build(each, failure) for each in grid(PAIRS, 2)), 3, 3)
    for databases in grid(PAIRS, steps):
        (m,) = law(build(databases, failure), (0, 0)).support
        yield le("beyond", _beyond(databases, m), failure)
        if m > min(min(rows) for rows, _ in databases):
            yield lt("no smaller one", failure, _beyond(databases, m - 1))


def _beyond(databases: Databases, m: int) -> Fraction:
    """Pr[min D > m]."""
    return sum((p for rows, p in databases if min(rows) > m), Fraction(0))


@dataclass(frozen=True, slots=True)
class FindsUndominatedPoint:
    """Whether a solver that knows the distribution names a point that is not below all rows."""

    build: Callable[[Databases, Fraction], Solver]
    failure: Fraction

    def __call__(self, databases: Databases, coins: Coins[Any], /) -> bool:
        rows = coins.draw(Dist.weighted(databases))
        return min(rows) <= coins.run(self.build(databases, self.failure), rows)


@claim(
    "BNSV15.TXT.noSingleHard",
    over(failure=(Fraction(1, 4), HALF), steps=sized((4,), (5,), (6,))),
    about=ConstantUndominatedPoint,
    uses=("BNSV15.ALG.TrivialMax",),
)
def no_distribution_is_hard_for_all(build: Build, failure: Fraction, steps: int) -> Check:
    """No single distribution over databases is hard for the undominated point problem: for each,
    and for every gamma > 0, the mechanism that always outputs a certain number, which is (0,
    0)-private, fails with probability at most gamma.

    Cases: All distributions over databases of two rows over 0, 1, 2 whose masses are multiples of
    1/steps, neither the rows nor the databases in increasing order. Privacy: halves, all
    databases of up to three rows.
    """
    yield nothing_lost((build(each, failure) for each in grid(PAIRS, 2)), 3, 3)
    universe = ListedAdjacency(tuple(grid(PAIRS, steps)), (), "distributions over databases")
    finds = FindsUndominatedPoint(build, failure)
    yield accurate(finds, universe, lambda _, found: found, failure)
