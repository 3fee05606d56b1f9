"""Section 2.2.1: smooth sensitivity, and that of the median."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.sensitivities import (
    GRIDS,
    MORE_GRIDS,
    Grid,
    Listed,
    Query,
    local,
    middle,
    ordered,
    smooth,
    smooth_of_multisets,
)
from reference.data.local_sensitivity import smooth_sensitivities
from reference.data.sensitivity import local_sensitivities
from reference.mechanisms.sensitivity.median import Median, median_smooth_sensitivity

BASES = tuple(map(Fraction, ("6/5", "3/2", "2")))

SPIKE = Listed((0, 0, 0, 0, 0, 0, 0, 5))
"""5 at (1, 1, 1): LS = 0 around (0, 0, 0)."""

STEPS = Listed((0, 1, 2, 0, 1, 1, 0, 2))
QUERIES: tuple[tuple[Query, Grid], ...] = ((SPIKE, (1, 3)), (STEPS, (1, 3)), (middle, (3, 3)))


WIDEST, FOUND = "map(sub, window[moves + 1 :], window)", "max(best / base**at, least)"
WRONG[median_smooth_sensitivity] = {
    "t stops at k": f"{WIDEST} => map(sub, window[moves + 1 : -1], window)",
    "t starts at 1": f"{WIDEST} => map(sub, window[moves + 2 :], window[1:])",
    "extreme rows outside": ("[0] * -below => [rows[0]] * -below", "[largest] * => [rows[-1]] *"),
    "exponent k + 1": f"{FOUND} => max(best / base ** (at + 1), least)",
    "exponent k - 1": f"{FOUND} => max(best / base ** (at - 1), least)",
    "m = (n - 1)/2": "m = len(rows) // 2 => m = len(rows) // 2 - 1",
    "m = (n + 3)/2": "m = len(rows) // 2 => m = len(rows) // 2 + 1",
    "k up to 1": "tuple(sorted(database)), len(database) => tuple(sorted(database)), 1",
    "base b^2": given(median_smooth_sensitivity, base=lambda b: b * b),
    "the local sensitivity": "while here < largest: => while False:",
    "the global sensitivity": f"{FOUND} => Fraction(largest)",
    "rows not sorted": "tuple(sorted(database)) => tuple(database)",
}


def of_median(formula: Build) -> Build:
    """The smooth sensitivities, those of the median by a formula."""

    def build(query: Query, universe: Any, base: Fraction) -> Mapping[Rows, Fraction]:
        if query is not middle:
            return smooth_sensitivities(query, universe, base)
        return {x: formula(x, max(universe.values), base) for x in universe.databases()}

    return build


SMOOTHED, START = (
    "dict(zip(universe.databases(), found, strict=True))",
    "list(local_sensitivities(query, universe).values())",
)
WRONG[smooth_sensitivities] = {
    "databases at distance one only": (
        "changed = before != tuple(found) => changed = False",
        "max(found[i], found[j] / base) => max(found[i], before[j] / base)",
        "max(found[j], found[i] / base) => max(found[j], before[i] / base)",
    ),
    "the local sensitivity": "while changed: => while False:",
    "the global sensitivity": f"{SMOOTHED} => dict.fromkeys(universe.databases(), max(found))",
    "base b^2": given(smooth_sensitivities, base=lambda b: b * b),
    "base (1 + b)/2": given(smooth_sensitivities, base=lambda b: (1 + b) / 2),
    "one distance too many": f"return {SMOOTHED} => return "
    "{d: v / base for d, v in zip(universe.databases(), found, strict=True)}",
    "twice as much": f"{START} => [2 * v for v in local_sensitivities(query, universe).values()]",
    "always 0": f"{SMOOTHED} => dict.fromkeys(universe.databases(), Fraction(0))",
    **{
        f"median: {name}": of_median(formula)
        for name, formula in WRONG[median_smooth_sensitivity].items()
    },
}


@claim("VT14.D2.SS", over(case=QUERIES, base=BASES), about=smooth_sensitivities)
def definition_of_smooth_sensitivity(
    build: Build, case: tuple[Query, Grid], base: Fraction
) -> Check:
    """SS_q(x) = max LS_q(x') b^(-d(x, x')) over all databases x', d the number of rows in which
    they differ; b = e^eps, eps a parameter.

    Cases: Two queries of three bits, one of which is 0 but at one database, and the median; the
    definition over all pairs of tuples; the code goes from neighbour to neighbour.
    """
    query, grid = case
    universe = ordered(grid)
    expected = smooth(local(query, universe.databases()), base)
    found = build(query, universe, base)
    for x, value in expected.items():
        yield eq(f"{x}", found[x], value)


def closure(lower: dict[Rows, int], base: Fraction) -> dict[Rows, Fraction]:
    """The least function above the given one that is smooth: what each database forces on others.

    From the largest value on, each is spread to all databases, a smaller one b to the distance.
    """
    least = {x: Fraction(0) for x in lower}
    for x, value in sorted(lower.items(), key=lambda item: -item[1]):
        if value > least[x]:
            least = {y: max(v, value / base ** differing(x, y)) for y, v in least.items()}
    return least


@claim("VT14.TXT.ss-basic", over(case=QUERIES, base=BASES), about=smooth_sensitivities)
def smooth_and_least(build: Build, case: tuple[Query, Grid], base: Fraction) -> Check:
    """SS is at least LS and at most the global sensitivity, changes by a factor of b at most from
    a database to its neighbour, and is the least function that is at least LS and does so.

    Cases: The queries of D2.SS. The first three as inequalities; the last by the equation f(x) =
    max(LS(x), max f(x') / b over the neighbours), which no smaller function satisfies with the
    inequalities, and against the values that each LS forces on all databases.
    """
    query, grid = case
    universe = ordered(grid)
    lower = local(query, universe.databases())
    found = build(query, universe, base)
    least = closure(lower, base)
    for x, value in found.items():
        yield le(f"{x}: LS", lower[x], value)
        yield le(f"{x}: GS", value, max(lower.values()))
        near = [found[y] for y in universe.neighbours(x)]
        yield le(f"{x}: smooth", max(near), base * value)
        yield eq(f"{x}: equation", value, max(lower[x], max(near) / base))
        yield eq(f"{x}: forced", value, least[x])


def by_windows(database: Rows, largest: int, base: Fraction) -> Fraction:
    """The maximum over all k and t."""
    rows, n, m = sorted(database), len(database), (len(database) + 1) // 2

    def x(i: int) -> int:
        return 0 if i < 1 else largest if i > n else rows[i - 1]

    widest = [max(x(m + t) - x(m + t - k - 1) for t in range(k + 2)) for k in range(n + 1)]
    return max(width / base**k for k, width in enumerate(widest))


@claim(
    "VT14.ALG.SmoothMedian",
    over(grid=sized(((6, 21), (20, 9), (5, 1)), ((9, 27), (20, 9), (5, 1)), ((9, 11), (50, 25)))),
    about=median_smooth_sensitivity,
)
def formula_of_the_smooth_median(build: Build, grid: Grid) -> Check:
    """The smooth sensitivity of the median is the max over k = 0, ..., n and t = 0, ..., k+1 of
    b^(-k) (x_(m+t) - x_(m+t-k-1)), m = (n+1)/2, with 0 below the rows and 1 above: O(n^2) steps.

    Cases: Sixty databases of a grid times G, spread, equal and with gaps, not sorted, of up to 21
    rows, which no enumeration reaches; the formula as it stands against the code, which leaves
    out all k that cannot matter. With a least value L the code gives the larger of both.
    """
    top, n = grid
    for seed in range(20):
        rows = tuple((seed * seed + seed * i * (i + 3)) % (top + 1) for i in range(n))
        flat = tuple(top // 2 if i % 4 else row for i, row in enumerate(rows))
        for shown in (rows, flat, (seed % (top + 1),) * n):
            for base in BASES:
                expected = by_windows(shown, top, base)
                yield eq(f"{shown}, b = {base}", build(shown, top, base), expected)
    least = Fraction(top, 3)
    found = median_smooth_sensitivity((0,) * n, top, BASES[0], least)
    yield eq("a least value", found, max(by_windows((0,) * n, top, BASES[0]), least))


@claim(
    "VT14.TXT.ss-median",
    over(grid=sized(GRIDS, MORE_GRIDS, MORE_GRIDS), base=BASES),
    about=median_smooth_sensitivity,
)
def smooth_sensitivity_of_the_median(build: Build, grid: Grid, base: Fraction) -> Check:
    """SS_q can be computed efficiently if q is the median: the formula over windows of rows
    equals the definition.

    Cases: All databases of the grid 0, 1/G, ..., 1, times G, in both orders; the definition over
    all pairs of multisets, with the local sensitivity by enumeration of the neighbours.
    """
    top, n = grid
    expected = smooth_of_multisets(
        local_sensitivities(Median(), replace_one(range(top + 1), n)), base
    )
    for x, value in expected.items():
        yield eq(f"{x}", build(x, top, base), value)
        yield eq(f"{x}, from the largest", build(x[::-1], top, base), value)
