"""Section 2.2: local sensitivity, the median, and noise by the local sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from audits.claims.vocabulary import eq, le, lt
from audits.claims.vt14.impostors.sensitivities import (
    WRONG_LOCAL,
    WRONG_MEDIANS,
    Build,
    by_scale,
)
from audits.claims.vt14.laws.sensitivities import (
    GRIDS,
    MORE_GRIDS,
    Grid,
    Listed,
    Query,
    Rows,
    fewest,
    hamming,
    listed_queries,
    local,
    middle,
    ordered,
)
from audits.engines.comparisons import Comparison
from audits.ledger import Form, claim, over, private, sized, twice_eps
from audits.ledger.forms import Item
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.sensitivity import global_sensitivity, local_sensitivities
from reference.mechanisms.sensitivity.local_sensitivity_noise import LocalSensitivityNoise
from reference.mechanisms.sensitivity.median import Median
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import law

QUERIES: tuple[tuple[Query, Grid], ...] = (
    *((query, (1, 2)) for query in listed_queries(2, 3)),
    (middle, (3, 3)),
    (max, (2, 3)),
)


@claim(
    "VT14.D2.LS",
    Form.PRINTED,
    over(case=QUERIES),
    about=local_sensitivities,
    impostors=WRONG_LOCAL,
)
def definition_of_local_sensitivity(
    build: Callable[..., dict[Rows, Fraction]], case: tuple[Query, Grid]
) -> Iterator[Comparison]:
    """LS_q(x) = max |q(x) - q(x')| over the neighbours x' of x.

    Fair: All queries of two bits with answers 0, 1, 2; the median and the maximum of three rows.
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


@claim(
    "VT14.ALG.Median",
    Form.PRINTED,
    over(grid=sized(((4, 1), (3, 3), (2, 5)), MORE_GRIDS, MORE_GRIDS)),
    about=Median,
    impostors=WRONG_MEDIANS,
)
def median_of_rows(build: Callable[[], Query], grid: Grid) -> Iterator[Comparison]:
    """For n odd the median is the ((n+1)/2)-th of the rows in increasing order.

    Fair: Every tuple of a grid, against the row with at most (n-1)/2 rows below it and at most
    (n-1)/2 above it, found without sorting.
    """
    median = build()
    for x in ordered(grid).databases():
        yield eq(f"{x}", median(x), middle(x))


@claim(
    "VT14.TXT.median-gs",
    Form.PRINTED,
    over(grid=sized(GRIDS, MORE_GRIDS, MORE_GRIDS)),
    about=Median,
    impostors={name: WRONG_MEDIANS[name] for name in WRONG_MEDIANS if name != "rows not sorted"},
)
def sensitivities_of_the_median(build: Callable[[], Query], grid: Grid) -> Iterator[Comparison]:
    """The global sensitivity of the median of n points of [0, 1] is 1: (n+1)/2 ones and (n-1)/2
    zeros have the median 1, and 0 with a one replaced by a zero.  If many points lie near the
    median then LS is small, even around x: with the rows of the ranks m-k-1, ..., m+k+1 within an
    interval of length w, no x' with k rows replaced has LS > w, and k <= m-2 suffices.

    Fair: Rows on the grid 0, 1/G, ..., 1, times G, n = 2m - 1; all databases, all x' around them,
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


BOTH, ALL_THREE = Listed((0, 0, 0, 10)), Listed((0,) * 7 + (10,))
"""B = 10 if both bits, or all three, are 1, and 0 else."""

SMALLER = Listed((0, 0, 0, 2))
"""The same with B = 2."""

COUNT = Listed((0, 1, 1, 2))


def noise_by(build: Build, query: Query, shown: tuple[int, int], eps: Epsilon[Any]) -> Any:  # noqa: ANN401
    """The mechanism on two bits."""
    found = local(query, ordered((1, 2)).databases())
    return build(query, lambda database: found[database], eps, shown)


def greatest_around(query: Query, universe: RowAdjacency[int]) -> dict[Rows, int]:
    """The greatest LS of a database and its neighbours."""
    found = local(query, universe.databases())
    return {x: max(v for y, v in found.items() if hamming(x, y) <= 1) for x in found}


@claim(
    "VT14.ALG.NaiveLS",
    Form.PRINTED,
    over(),
    about=LocalSensitivityNoise,
    impostors={
        "twice the eps": twice_eps(LocalSensitivityNoise),
        "scale LS + 1": by_scale(lambda s: s + 1),
        "scale 1 where LS = 0": by_scale(lambda s: max(s, 1)),
        "half of the scale": by_scale(lambda s: s // 2 or s),
        "no noise": by_scale(lambda _: 0),
    },
)
def noise_by_local_sensitivity(build: Build) -> Iterator[Item]:
    """The answer is q(x) + noise of the scale LS_q(x)/eps, and q(x) itself where LS_q(x) = 0: that
    is eps-private if LS is the same everywhere.

    Fair: Every eps; the number of ones of two bits, where LS = 1, and the function that is 2 at
    (1, 1), with LS = 0 at (0, 0) and 2 elsewhere, whose law is compared with point masses of
    geometric noise, values below -1 and above 3 lumped.
    """
    eps = Epsilon.indeterminate(parts=6)
    counted = noise_by(build, COUNT, (0, 2), eps)
    yield private(counted, ordered((1, 2)), Guarantee.pure(eps), name="LS = 1 everywhere")
    noisy = noise_by(build, SMALLER, (-2, 4), eps)
    sensitivity = local(SMALLER, ordered((1, 2)).databases())
    for x in ordered((1, 2)).databases():
        found = law(noisy, x)
        if not sensitivity[x]:
            yield eq(f"{x}", found.probability(SMALLER(x)), 1)
            continue
        noise = TwoSidedGeometric(eps.exp(Fraction(-1, sensitivity[x])))
        for y in range(-1, 4):
            yield eq(f"{x}: {y}", found.probability(y), noise.probability(y - SMALLER(x)))


SCALES: dict[str, Callable[[int], int]] = {
    "LS": lambda s: s,
    "LS + 1": lambda s: s + 1,
    "at least 1": lambda s: max(s, 1),
}
ROOTS = tuple(map(Fraction, ("101/100",)))


@claim(
    "VT14.TXT.ls-insecure",
    Form.PRINTED,
    over(scale=tuple(SCALES), root=ROOTS, power=(1, 2)),
    about=by_scale,
    impostors={
        "the global sensitivity": lambda _: by_scale(lambda __: 10),
        "half of it": lambda _: by_scale(lambda __: 5),
        "never below 10": lambda scale: by_scale(lambda s: max(scale(s), 10)),
        "no noise at all": lambda _: by_scale(lambda __: 0),
    },
)
def local_sensitivity_is_not_private(
    build: Callable[[Callable[[int], int]], Build], scale: str, root: Fraction, power: int
) -> Iterator[Item]:
    """With noise of the scale LS_q(x)/eps the amount of noise tells neighbours apart: if q = 0
    around x, but B at a neighbour of a neighbour x_1, no noise is added at x, and much at x_1. Nor
    does it help to add LS + 1, or a scale of 1 where LS = 0, or the greatest LS of x and its
    neighbours, for then x, x_1 can be a step further away.

    Fair: q = 10 at (1, 1) and 0 else, x = (0, 0), x_1 = (0, 1), where both answers are 0 without
    noise; r = e^eps = root^110. For the privacy R = r, r^2 the least delta is at least
    Pr[M(x) = 0] - R Pr[M(x_1) = 0], and more than 1/10 for R = r; answers above 30 are more than
    R times as likely at x_1 as at x. By LS, Pr[M(x_1) = 0] = (1 - 1/s)/(1 + 1/s), s = r^(1/10).
    The scale is what is wrong: with 10 everywhere, which is GS, it is eps-private.  The greatest
    LS around is 10 everywhere on two bits; on three, with 10 at (1, 1, 1), it is 0 at (0, 0, 0)
    and 10 at (0, 0, 1).
    """
    eps = Epsilon(root, 110)
    made = noise_by(build(SCALES[scale]), BOTH, (-2, 31), eps)
    at_x, at_neighbour = law(made, (0, 0)), law(made, (0, 1))
    exp_eps = eps.exp(power)
    if power == 1:
        lost = at_x.probability(0) - exp_eps * at_neighbour.probability(0)
        yield lt("delta", Fraction(1, 10), lost)
    yield lt("far", exp_eps * at_x.probability(31), at_neighbour.probability(31))
    if scale == "LS":
        s = root**11
        yield eq("no noise", at_neighbour.probability(0), (1 - 1 / s) / (1 + 1 / s))
    if scale == "LS" and power == 1:
        short = Epsilon(Fraction(6, 5), 10)
        right = noise_by(build(lambda _: 10), BOTH, (0, 10), short)
        yield private(right, ordered((1, 2)), Guarantee.pure(short), name="by GS")
        around = greatest_around(ALL_THREE, ordered((1, 3)))
        made = build(SCALES[scale])(ALL_THREE, around.__getitem__, eps, (-2, 31))
        here, there = law(made, (0, 0, 0)), law(made, (0, 0, 1))
        lost = here.probability(0) - exp_eps * there.probability(0)
        yield lt("the greatest LS around: delta", Fraction(1, 10), lost)
