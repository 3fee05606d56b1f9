"""Section 4.1: answers, distributions and CDFs, and when they are accurate."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.distribution_learning import on_grid, predicates, thresholds
from reference.data.concept import Values, all_functions, intervals, points
from reference.data.dimensions import vc_dimension
from reference.reductions.release_and_distribution_learning import (
    Answers,
    cumulative,
    distance,
    empirical_masses,
    exact_answers,
    expected_answers,
    is_cdf,
)

THREE = range(3)
QUARTERS = [Fraction(k, 4) for k in range(5)]


WRONG[distance] = {
    "on average": (
        "max((abs(x - y) => sum((abs(x - y)",
        "default=Fraction(0)) => start=Fraction(0)) / len(first)",
    ),
    "answers that are too large": "abs(x - y) => x - y",
}


@claim(
    "BNSV15.D4.1",
    over(multisets(3, sized(3, 4, 5)), answers=[*product(QUARTERS[::2], repeat=3)]),
    about=distance,
)
def accurate_answers(far: Build, rows: Rows, answers: Answers) -> Check:
    """Answers are alpha-accurate for D if |a_q - q(D)| <= alpha for every q in Q, q(D) the part of
    the rows that satisfy q.

    Cases: The thresholds on three points; alpha = 1/4 and 1/2, both attained.
    """
    exact = exact_answers(thresholds(3), rows)
    for alpha in QUARTERS[1:3]:
        accurate = all(
            abs(a * len(rows) - sum(x <= t for x in rows)) <= alpha * len(rows)
            for t, a in enumerate(answers)
        )
        yield eq(f"alpha = {alpha}", far(answers, exact) <= alpha, accurate)


def query_distance(queries: Sequence[Any], first: Answers, second: Answers) -> Fraction:
    """d_Q(P, P')."""
    both = (expected_answers(queries, range(len(p)), p) for p in (first, second))
    return distance(*both)


def _less(p: Answers, q: Answers) -> list[Fraction]:
    return [x - y for x, y in zip(p, q, strict=True)]


WRONG[query_distance] = {
    "the sum of the differences": "distance(*both) => "
    "sum(map(abs, _less(first, second)), Fraction(0))",
    "the largest mass that differs": "distance(*both) => max(map(abs, _less(first, second)))",
}

GRID = over(
    p=sized([*on_grid(4, 2)], [*on_grid(4, 3)], [*on_grid(4, 4)]),
    q=sized([*on_grid(4, 3)], [*on_grid(4, 4)], [*on_grid(4, 4)]),
)


@claim("BNSV15.D4.2", GRID, about=query_distance)
def distances_of_distributions(far: Build, p: Answers, q: Answers) -> Check:
    """d_Q(P, P') = max over q of |q(P) - q(P')|; for all predicates it is the total variation
    distance, half of the sum of |P(x) - P'(x)|.

    Cases: All pairs of distributions on a grid.
    """
    yield eq("", far(predicates(len(p)), p, q), sum(map(abs, _less(p, q)), Fraction(0)) / 2)


@claim("BNSV15.D4.4", GRID, about=query_distance)
def kolmogorov_distance(far: Build, p: Answers, q: Answers) -> Check:
    """For the thresholds d_Q is the Kolmogorov distance, the greatest |F(t) - F'(t)|.

    Cases: All pairs of distributions on a grid; the CDFs by sums of masses.
    """
    gaps = [abs(sum(_less(p, q)[: t + 1], Fraction(0))) for t in range(len(p))]
    yield eq("", far(thresholds(len(p)), p, q), max(gaps))


POSITIVE, AT_THE_END = "values[0] >= 0 and ", "values[-1] == 1 and "
SORTED = "[*values] == sorted(values)"
WRONG[is_cdf] = {
    "anything that increases to 1": (
        f"{POSITIVE} => ",
        f"{SORTED} => all(x < y for x, y in zip(values, values[1:]))",
    ),
    "not decreasing": f"{POSITIVE}{AT_THE_END} => ",
    "1 at the end": (f"{POSITIVE} => ", f"{SORTED} => True"),
    "negative, too": f"{POSITIVE} => ",
}


@claim(
    "BNSV15.D4.3",
    over(values=[*product((Fraction(-1, 4), *QUARTERS, Fraction(5, 4)), repeat=3)]),
    about=is_cdf,
)
def cdfs_of_distributions(rule: Build, values: Answers) -> Check:
    """F_P(t) = Pr[x <= t]; on a finite domain the functions to [0, 1] that do not decrease, with 1
    at the greatest point, are the CDFs.

    Cases: Every function to {-1/4, 0, ..., 5/4}: it is a CDF if its increments are the masses of a
    distribution.
    """
    masses = [b - a for a, b in zip((Fraction(0), *values), values, strict=False)]
    from_masses = min(masses) >= 0 and sum(masses) == 1
    yield eq("a CDF", rule(values), from_masses)
    if from_masses:
        yield true("of its increments", cumulative(masses) == values)


@claim("BNSV15.D4.5", over(size=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))), about=vc_dimension)
def vc_dimensions(rule: Build, size: int) -> Check:
    """A set of points is shattered if every subset of it is where some query is 1; VC(Q) is the
    size of a largest one: 1 for the thresholds on two points or more, |X| for all predicates.

    Cases: Thresholds c_0, ..., c_(X-1), so that one point is not shattered alone; point functions;
    intervals, which have 0 everywhere, too.
    """
    given = [Values(tuple(int(y <= x) for y in range(size))) for x in range(size)]
    yield eq("thresholds", rule(given, size), min(size - 1, 1))
    yield eq("predicates", rule([*all_functions(size)], size), size)
    yield eq("points", rule(points(size), size), min(size - 1, 1))
    yield eq("intervals", rule(intervals(size), size), 1)


SHARE = "Fraction(database.count(x), len(database))"
WRONG[empirical_masses] = {
    "uniform on the points that occur": f"{SHARE} => Fraction(x in database, len({{*database}}))",
    "one row more of each": f"{SHARE} => "
    "Fraction(database.count(x) + 1, len(database) + len([*domain]))",
}


@claim(
    "BNSV15.TXT.releaseIsDL",
    over(multisets(3, sized(4, 5, 6)), queries=("thresholds", "predicates")),
    about=empirical_masses,
)
def release_is_learning_the_rows(masses: Build, rows: Rows, queries: str) -> Check:
    """Answers for D are answers for the empirical distribution P of D: q(P) = q(D) for every q, so
    that a release learns P, and a learner of P releases.

    Cases: All D over three points, the thresholds and all predicates.
    """
    asked = thresholds(3) if queries == "thresholds" else predicates(3)
    found = expected_answers(asked, THREE, masses(rows, THREE))
    for i, (a, b) in enumerate(zip(found, exact_answers(asked, rows), strict=True)):
        yield eq(f"query {i}", a, b)
