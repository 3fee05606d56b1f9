"""Section 1: the best pure solvers of the interior point problem."""

from audits.claims.prelude import *
from audits.engines.optimum import solve
from audits.engines.optimum.problem import worst_case
from audits.engines.optimum.problems.order import interior_point

Case = tuple[int, int, Fraction]
"""Points, rows, e^eps."""

CASES: tuple[Case, ...] = ((3, 1, TWO), (4, 1, Fraction(3, 2)), (3, 2, TWO), (4, 2, TWO))


def packing_bound(points: int, rows: int, exp_eps: Fraction) -> Fraction:
    """The most that an eps-private solver can succeed with."""
    return exp_eps**rows / (exp_eps**rows + points - 1)


WRONG[packing_bound] = {
    "one row fewer": given(packing_bound, rows=lambda n: n - 1),
    "one point more": given(packing_bound, points=lambda n: n + 1),
    "one point fewer": given(packing_bound, points=lambda n: n - 1),
}


@claim(
    "KLMNS20.DER.PURELB",
    over(
        case=sized(CASES, (*CASES, (4, 3, TWO)), (*CASES, (4, 3, TWO), (8, 2, TWO), (8, 3, TWO)))
    ),
    form=Form.CONCRETE,
    about=packing_bound,
)
def packing(bound: Build, case: Case) -> Check:
    """Every eps-private solver of the interior point problem on N points with n rows succeeds with
    probability at most r^n / (r^n + N - 1), r = e^eps; randomized response on one row attains it.

    Cases: The exact optimum over all mechanisms; it is the bound for n <= 2 here.
    """
    points, rows, r = case
    yield optimal(interior_point(points, rows), r, bound(points, rows, r))
    if rows == 1:
        response = RandomizedResponse(Domain.of_size(points), Epsilon(r))
        failure = 1 - bound(points, rows, r)
        yield accurate(response, replace_one(range(points), 1), lambda d, y: d == y, failure)


def of_rows(points: int, rows: int) -> Problem[Database[int], int]:
    """Name a row."""
    universe = replace_one(range(points), rows)
    return worst_case("a row", universe, range(points), lambda database, y: y in database)


PROGRAMS = (
    *((points, 1, TWO, Fraction(0), TWO / (points + 1)) for points in (2, 3, 4)),
    (3, 2, TWO, Fraction(0), Fraction(2, 3)),
    (4, 2, TWO, Fraction(0), Fraction(4, 7)),
    (4, 3, TWO, Fraction(0), Fraction(24, 35)),
    (4, 2, TWO, Fraction(1, 100), Fraction(163, 280)),
)
"""Points, rows, e^eps, delta and the optimum."""


WRONG[interior_point] = {
    "names a row": of_rows,
    "has one row fewer": given(interior_point, rows=lambda n: max(1, n - 1)),
    "tells rows apart by their order": given(interior_point, ordered=True),
}


@claim(
    "KLMNS20.LP.IPP",
    over(
        case=sized(
            PROGRAMS,
            (*PROGRAMS, (8, 2, TWO, Fraction(0), Fraction(4, 11))),
            (*PROGRAMS, (8, 3, TWO, Fraction(0), Fraction(45, 88))),
        )
    ),
    form=Form.CONCRETE,
    about=interior_point,
)
def linear_program(build: Build, case: tuple[int, int, Fraction, Fraction, Fraction]) -> Check:
    """The linear program of the best private solver has C(N+n-1, n) databases (over 8 points with
    3 rows, 120) and C(N+n-2, n-1) N (N-1) ordered pairs of neighbours. For (N, n, e^eps, delta)
    its value is 2/3 for (3, 2, 2, 0), 4/7 for (4, 2, 2, 0), 24/35 for (4, 3, 2, 0), 163/280 for
    (4, 2, 2, 1/100), and 2/(N + 1) for (N, 1, 2, 0).

    Cases: Values by an independent solver; from above by an exact dual, from below by an exact
    mechanism.
    """
    points, rows, r, delta, value = case
    problem = build(points, rows)
    for n, x in ((rows, points), (3, 8)):
        universe = build(x, n).universe
        yield eq(f"databases, {x}, {n}", universe.database_count, comb(x + n - 1, n))
        yield eq("pairs", universe.pair_count, comb(x + n - 2, n - 1) * x * (x - 1))
    yield eq("optimum", solve(problem, r, delta).lower, value)
    yield optimal(problem, r, value, delta)
