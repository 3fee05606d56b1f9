"""Section 6.2: interval queries, their releases and the databases of their packing."""

from audits.claims.prelude import *
from audits.claims.vt14.impostors.intervals import (
    WRONG_QUERIES,
    WRONG_SUMS,
    AllCells,
    LaterCells,
    levels,
    miscounted,
    noisier,
    rescaled,
    shared,
    silent,
)
from audits.claims.vt14.impostors.promises import WRONG_PROMISES, promise
from reference.lower_bounds.query_packing import separating_copies
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    exact_count,
)
from reference.mechanisms.release.tree_counter import TreeCounter
from reference.probability.geometric import TwoSidedGeometric

ROOT = RationalFunction.r()
UNIT = RationalFunction.of(1)
NONE = ROOT - ROOT


@claim(
    "VT14.D6.INT",
    over(multisets(4, sized(3, 4, 5), least=0)),
    about=exact_count,
    impostors=WRONG_QUERIES,
)
def intervals(count: Callable[[Rows, int], int], rows: Rows) -> Check:
    """X = {1, ..., D = 2^d}, and the interval query q_theta(x) is 1 if x >= theta, else 0: the
    query for the first point counts all rows, and the queries for theta and theta + 1 differ
    by the rows that equal theta.

    Fair: Points are 0, 1, 2, 3, and queries are counted over the rows, not divided by n.
    """
    yield eq("all rows", count(rows, 0), len(rows))
    for t in range(4):
        following = count(rows, t + 1) if t < 3 else 0
        yield eq(f"rows equal to {t}", count(rows, t) - following, rows.count(t))


def law_of_ranges(
    build: Build, size: int, ranges: tuple[range, ...], rows: Rows
) -> Iterator[Item]:
    """The counts of the ranges, each with geometric noise of ratio 1/r and tails at the ends."""
    found = law(build(Domain.of_size(size), Epsilon.indeterminate()), rows)
    noise, n = TwoSidedGeometric(ROOT**-1), len(rows)
    for values in product(range(n + 1), repeat=len(ranges)):
        mass = UNIT
        for block, value in zip(ranges, values, strict=True):
            z = value - sum(block.start <= x < block.stop for x in rows)
            at_end = noise.at_most(z) if value == 0 else noise.at_least(z)
            mass *= at_end if value in {0, n} else noise.probability(z)
        yield eq(f"{rows}: {values}", found.probability(values), mass)


NAIVE = Parts((IntervalAnswers, IntervalCells, promise, IntervalCells))
"""Answers, cells, what is declared, and the release whose sums of cells are the answers."""

WRONG_NAIVE: dict[str, Parts] = {
    "eps for each query": NAIVE.but(0, rescaled(IntervalAnswers, Fraction)),
    "eps/(D - 2) for each query": NAIVE.but(
        0, rescaled(IntervalAnswers, lambda size: Fraction(size, max(1, size - 2)))
    ),
    "two draws for each query": NAIVE.but(0, noisier(IntervalAnswers)),
    "one draw for all queries": NAIVE.but(0, shared(IntervalAnswers, lambda _: 0)),
    "no noise on the last query": NAIVE.but(
        0, silent(IntervalAnswers, lambda block: len(block) == 1)
    ),
    "queries of no row": NAIVE.but(0, blind(IntervalAnswers, lambda rows: (0,) * len(rows))),
    "queries with twice the eps": NAIVE.but(0, twice_eps(IntervalAnswers)),
    "answers from the cells after t": NAIVE.but(3, LaterCells),
    "all rows from the cells": NAIVE.but(3, AllCells),
    "cells with eps each": NAIVE.but(1, rescaled(IntervalCells, lambda _: Fraction(2))),
    "two draws for each cell": NAIVE.but(1, noisier(IntervalCells)),
    "one draw for all cells": NAIVE.but(1, shared(IntervalCells, lambda _: 0)),
    "no noise on the first cell": NAIVE.but(
        1, silent(IntervalCells, lambda block: block.start == 0)
    ),
    "cells of the rows in reverse": NAIVE.but(
        1,
        miscounted(IntervalCells, lambda rows: tuple(sorted(1 - x if x < 2 else x for x in rows))),
    ),
    **{name: NAIVE.but(2, wrong) for name, wrong in WRONG_PROMISES.items()},
}


@claim(
    "VT14.ALG.IntervalNaive",
    over(size=sized((2, 3), (2, 3, 4), (2, 3, 4, 5)), rows=(1, 2)),
    about=NAIVE,
    impostors=WRONG_NAIVE,
)
def independent_noise(parts: Parts, size: int, rows: int) -> Check:
    """Noise of a loss of eps/D on each of the D queries; or noise of a loss of eps/2 on the
    count of each of the D points, of which the answers are sums: both are eps-private.

    Fair: Every eps, geometric noise, all databases, what is declared.  The query that counts all
    rows has no noise, so that (D - 1)/D of eps are lost, and all of eps by the cells: both are
    attained.
    """
    domain, each = Domain.of_size(size), Epsilon.indeterminate()
    answers, cells = parts(0, domain, each), parts(1, domain, each)
    universe = replace_one(domain, rows)
    for name, made, right, loss in (
        ("queries", answers, IntervalAnswers(domain, each), size - 1),
        ("cells", cells, IntervalCells(domain, each), 2),
    ):
        promised = parts(2, right)
        yield eq(f"{name}: e^eps", promised.exp_eps, ROOT**loss)
        yield private(made, universe, promised, name=name)
    suffixes = tuple(range(t, size) for t in range(1, size))
    points = tuple(range(x, x + 1) for x in range(size))
    answer = parts(3, domain, each).answer
    for t, x in product(range(size), repeat=2):
        exact = tuple(7 * int(x in point) for point in points)
        yield eq(f"7 rows, {x}, at least {t}", answer(exact, t, 7), 7 * int(x >= t))
    yield eq("all of 7 rows", answer((9,) * size, 0, 7), 7)
    if rows == 2 and size == 3:
        for database in ((0, 1), (1, 2), (2, 2)):
            yield from law_of_ranges(partial(parts, 0), size, suffixes, database)
            yield from law_of_ranges(partial(parts, 1), size, points, database)
    if rows == 1:
        yield from attained(answers, size - 1, suffixes, (0, size - 1))
        yield from attained(cells, 2, points, (0, size - 1))


def attained(
    mechanism: Mechanism[Rows, Rows, RationalFunction],
    loss: int,
    ranges: tuple[range, ...],
    pair: tuple[int, int],
) -> Iterator[Item]:
    """The counts of the second of two rows are r^loss times as likely on it as on the first."""
    first, second = (law(mechanism, (x,)) for x in pair)
    most = tuple(int(pair[1] in block) for block in ranges)
    yield true("the outcome is possible", bool(second.probability(most)))
    yield eq("attained", second.probability(most), ROOT**loss * first.probability(most))


TREES: dict[str, Build] = {
    "eps/d for each block": rescaled(IntervalTree, lambda _: Fraction(2)),
    "eps/(2d - 1) for each block": rescaled(
        IntervalTree, lambda size: Fraction(2 * levels(size), max(1, 2 * levels(size) - 1))
    ),
    "two draws for each block": noisier(IntervalTree),
    "one draw for each level": shared(IntervalTree, len),
    "one draw for the two halves of a block": shared(
        IntervalTree, lambda block: (len(block), block.start // (2 * len(block)))
    ),
    "no noise on leaves": silent(IntervalTree, lambda block: len(block) == 1),
    "no noise on the last leaf": silent(
        IntervalTree, lambda block: len(block) == 1 and block.start % 2 == 1
    ),
    "twice the eps": twice_eps(IntervalTree),
    "sees no row": blind(IntervalTree, lambda rows: (0,) * len(rows)),
}
TREE = Parts((IntervalTree, promise, IntervalTree))
"""The counts, what is declared, and the release whose sums of blocks are the answers."""


@claim(
    "VT14.ALG.IntervalTree",
    over(levels=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))),
    form=Form.CONCRETE,
    about=TREE,
    impostors={
        **{name: TREE.but(0, wrong) for name, wrong in TREES.items()},
        **{name: TREE.but(1, wrong) for name, wrong in WRONG_PROMISES.items()},
        **{name: TREE.but(2, wrong) for name, wrong in WRONG_SUMS.items()},
    },
)
def counts_of_dyadic_blocks(parts: Parts, levels: int) -> Check:
    """Over D = 2^d points, the counts of all blocks of 2^j points, j < d, each with noise of
    ratio e^(-eps/(2d)), are eps-private, and no less will do; the rows that are at least t, t
    > 0, are in the leaf t and the right siblings along its path: at most d blocks, and d for t
    = 1.

    Fair: Every eps; all blocks for d = 1 and 2, those that hold one of the ends for d = 3 and
    more, all databases of one row (two for d = 1).  The blocks come from halving, their law
    from the tails of the noise.  Answers are summed from exact counts of seven equal rows.
    Answers alone need no more than the 2d - 1 blocks of the tree counter: its loss is attained,
    too.
    """
    d, size, build = levels, 2**levels, partial(parts, 0)
    domain, eps = Domain.of_size(size), Epsilon.indeterminate()
    tree: Any = build(domain, eps)
    blocks = tuple(
        range(start, start + size // 2**j)
        for j in range(1, d + 1)
        for start in range(0, size, size // 2**j)
    )
    ends = tuple(block for block in blocks if 0 in block or size - 1 in block)
    shown = blocks if d <= 2 else ends
    made = tree if d <= 2 else build(domain, eps, 0, ends)
    promised = parts(1, IntervalTree(domain, eps))
    yield eq("e^eps", promised.exp_eps, ROOT ** (2 * d))
    for rows in (1, 2) if d == 1 else (1,):
        yield private(made, replace_one(domain, rows), promised, name=f"{rows} rows")
    yield from attained(made, 2 * d, shown, (0, size - 1))
    if d <= 2:
        for database in ((0,), (size - 1,), (0, 1))[: 4 - d]:
            yield from law_of_ranges(build, size, blocks, database)
        counter = TreeCounter(domain, Epsilon.indeterminate())
        one_less = Guarantee(ROOT ** (2 * d - 1), NONE)
        yield private(counter, replace_one(domain, 1), one_less, name="the tree counter")
    answer = parts(2, domain, eps).answer
    for t in range(size):
        for x in range(size):
            exact = tuple(7 * int(x in block) for block in blocks)
            yield eq(f"7 rows, {x}, at least {t}", answer(exact, t, 7), 7 * int(x >= t))
        if t:
            used = answer((1,) * len(blocks), t, 1)
            yield eq("blocks used", used, 1 + f"{t:0{d}b}".count("0"))
            yield le("at most d", used, d)


PACKING = Parts((separating_copies, packing_database))


@claim(
    "VT14.ALG.IntervalPack",
    over(
        points=(2, 4),
        rows=sized((2, 4), range(1, 6), range(1, 8)),
        accuracy=(Fraction(0), Fraction(1, 8), Fraction(1, 6), Fraction(1, 4)),
    ),
    form=Form.CONCRETE,
    about=PACKING,
    impostors={
        "a copy less": PACKING.but(0, lambda a, n: separating_copies(a, n) - 1),
        "a copy more": PACKING.but(0, lambda a, n: separating_copies(a, n) + 1),
        "alpha n copies": PACKING.but(0, lambda a, n: int(a * n) + 1),
        "2 alpha n rounded up": PACKING.but(0, lambda a, n: max(1, -int(-2 * a * n // 1))),
        "the others are the last point": PACKING.but(
            1, lambda v, n, m: tuple(sorted((*(v,) * m, *(3,) * (n - m))))
        ),
        "copies of v alone": PACKING.but(1, lambda v, _n, m: (v,) * m),
        "v and the points before it": PACKING.but(
            1, lambda v, n, m: tuple(sorted((*(0,) * (n - m), *(max(0, v - i) for i in range(m)))))
        ),
        "a row too many": PACKING.but(1, lambda v, n, m: packing_database(v, n + 1, m)),
    },
)
def copies_of_one_point(parts: Parts, points: int, rows: int, accuracy: Fraction) -> Check:
    """With m = floor(2 alpha n) + 1 <= n, the databases x_v of n - m copies of the first point
    and m copies of v, v = 1, ..., D, differ in m rows from each other, and some query tells
    each two of them apart by m > 2 alpha n: no answers are within alpha n of both.

    Fair: All pairs; a copy less would not do.
    """
    m = parts(0, accuracy, rows)
    if m > rows:
        return
    yield lt("2 alpha n < m", 2 * accuracy * rows, m)
    yield le("m - 1 <= 2 alpha n", m - 1, 2 * accuracy * rows)
    family = [parts(1, v, rows, m) for v in range(points)]
    for v, first in enumerate(family):
        yield eq("rows", len(first), rows)
        yield le("the first point", rows - m, first.count(0))
        for second in family[:v]:
            other = sum(max(0, first.count(x) - second.count(x)) for x in range(points))
            yield eq("rows replaced", other, m)
            gaps = (
                sum(x >= t for x in first) - sum(x >= t for x in second) for t in range(points)
            )
            yield eq("apart", max(map(abs, gaps)), m)
