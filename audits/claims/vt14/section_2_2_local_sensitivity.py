"""Section 2.2: local sensitivity, and that of the median."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.sensitivities import (
    GRIDS,
    MORE_GRIDS,
    Grid,
    Listed,
    Query,
    fewest,
    listed_queries,
    local,
    middle,
    ordered,
)
from reference.data.sensitivity import global_sensitivity, local_sensitivities
from reference.mechanisms.sensitivity.median import Median

QUERIES: tuple[tuple[Query, Grid], ...] = (
    *((query, (1, 2)) for query in listed_queries(2, 3)),
    (middle, (3, 3)),
    (max, (2, 3)),
)


FOUND = "dict(zip(databases, largest, strict=True))"
LARGER = "max(largest[i], gap), max(largest[j], gap)"
WRONG[local_sensitivities] = {
    "the global sensitivity": f"{FOUND} => dict.fromkeys(databases, max(largest))",
    "the least change": (
        "[Fraction(0)] => [Fraction(10**9)]",
        f"{LARGER} => min(largest[i], gap), min(largest[j], gap)",
    ),
    "the sum of the changes": f"{LARGER} => largest[i] + gap, largest[j] + gap",
    "increases only": f"{LARGER} => max(largest[i], gap * (answers[j] > answers[i])), "
    "max(largest[j], gap * (answers[i] > answers[j]))",
    "decreases only": f"{LARGER} => max(largest[i], gap * (answers[j] < answers[i])), "
    "max(largest[j], gap * (answers[i] < answers[j]))",
    "at least 1": "[Fraction(0)] => [Fraction(1)]",
    "one more": f"{FOUND} => {{d: v + 1 for d, v in zip(databases, largest, strict=True)}}",
    "squared": f"{FOUND} => {{d: v * v for d, v in zip(databases, largest, strict=True)}}",
    "always 0": f"{FOUND} => dict.fromkeys(databases, Fraction(0))",
    "the component that changes most": "sum((abs(a - b) for a, b in components), Fraction(0)) => "
    "max(abs(a - b) for a, b in components)",
}


@claim("VT14.D2.LS", over(case=QUERIES), about=local_sensitivities)
def definition_of_local_sensitivity(build: Build, case: tuple[Query, Grid]) -> Check:
    """LS_q(x) = max |q(x) - q(x')| over the neighbours x' of x.

    Cases: All queries of two bits with answers 0, 1, 2; the median and the maximum of three rows.
    The definition over all tuples that differ in one place; by pairs of neighbours, over tuples
    and over multisets.  Two numbers at once, of two rows 0, 1, 2, change by the sum of their
    changes.
    """
    query, grid = case
    universe = ordered(grid)
    expected = local(query, universe.databases())
    found = build(query, universe)
    for x, value in expected.items():
        yield eq(f"{x}", found[x], value)
    if not isinstance(query, Listed):
        for x, other in build(query, replace_one(range(grid[0] + 1), grid[1])).items():
            yield eq(f"{x}, a multiset", other, expected[x])
    if query is middle:
        for x, other in build(lambda x: (x[0], sum(x)), ordered((2, 2))).items():
            yield eq(f"the first of {x}, and the sum", other, 2 * max(x[0], 2 - x[0]))


MIDDLE = "sorted(database)[len(database) // 2]"
WRONG[Median] = {
    "one place too low": "[len(database) // 2] => [len(database) // 2 - 1]",
    "one place too high": "[len(database) // 2] => [(len(database) // 2 + 1) % len(database)]",
    "rows not sorted": "sorted(database) => database",
    "the largest row": f"{MIDDLE} => max(database)",
    "the least row": f"{MIDDLE} => min(database)",
    "the mean, rounded down": f"{MIDDLE} => sum(database) // len(database)",
    "between the extremes": f"{MIDDLE} => (min(database) + max(database)) // 2",
    "always 0": f"{MIDDLE} => 0",
}


@claim(
    "VT14.ALG.Median",
    over(grid=sized(((4, 1), (3, 3), (2, 5)), MORE_GRIDS, MORE_GRIDS)),
    about=Median,
)
def median_of_rows(build: Build, grid: Grid) -> Check:
    """For n odd the median is the ((n+1)/2)-th of the rows in increasing order.

    Cases: Every tuple of a grid, against the row with at most (n-1)/2 rows below it and at most
    (n-1)/2 above it, found without sorting.
    """
    median = build()
    for x in ordered(grid).databases():
        yield eq(f"{x}", median(x), middle(x))


@claim("VT14.TXT.median-gs", over(grid=sized(GRIDS, MORE_GRIDS, MORE_GRIDS)), about=Median)
def sensitivities_of_the_median(build: Build, grid: Grid) -> Check:
    """The global sensitivity of the median of n points of [0, 1] is 1: (n+1)/2 ones and (n-1)/2
    zeros have the median 1, and 0 with a one replaced by a zero.  If many points lie near the
    median then LS is small, even around x: with the rows of the ranks m-k-1, ..., m+k+1 within an
    interval of length w, no x' with k rows replaced has LS > w, and k <= m-2 suffices.

    Cases: Rows on the grid 0, 1/G, ..., 1, times G, n = 2m - 1; all databases, all x' around them,
    the distance as what one multiset has more than the other; w the length of the interval.
    """
    median, (top, n) = build(), grid
    universe = replace_one(range(top + 1), n)
    found = local_sensitivities(median, universe)
    yield eq("global", global_sensitivity(median, universe), top)
    m = (n + 1) // 2
    ones = (0,) * (m - 1) + (top,) * m
    yield eq("witness", median(ones) - median((0, *ones[:-1])), top)
    for x in universe.databases():
        yield eq(f"{x}: LS", found[x], max(x[m] - x[m - 1], x[m - 1] - x[m - 2]))
        for k in range(m - 1):
            width = x[m + k] - x[m - k - 2]
            around = [v for y, v in found.items() if fewest(x, y) <= k]
            yield le(f"{x}: {k} rows replaced", max(around), width)
