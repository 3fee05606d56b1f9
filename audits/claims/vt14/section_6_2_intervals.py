"""Section 6.2: interval queries, their releases and the databases of their packing."""

from audits.claims.prelude import *
from reference.lower_bounds.query_packing import separating_copies
from reference.lower_bounds.sanitiser_packing import packing_database
from reference.mechanisms.release.interval_release import (
    IntervalAnswers,
    IntervalCells,
    IntervalTree,
    exact_count,
)
from reference.mechanisms.release.tree_counter import TreeCounter

ROOT = RationalFunction.r()
NOISY = "coins.run(noisy, count) for count in counts"


def exact_on(blocks: str) -> str:
    """No noise on some ranges."""
    counted = f"count if {blocks} else coins.run(noisy, count)"
    return f"{NOISY} => {counted} for count, block in zip(counts, ranges, strict=True)"


def one_draw(kind: str) -> str:
    """One draw for all ranges of a kind."""
    return (
        f"return tuple({NOISY}) => noise = NoisyInteger(ratio, (-len(database), len(database)))\n"
        f"    kinds = [{kind} for block in ranges]\n"
        "    drawn = {kind: coins.run(noise, 0) for kind in dict.fromkeys(kinds)}\n"
        "    return tuple(c + drawn[kind] for c, kind in zip(counts, kinds, strict=True))"
    )


def with_loss(factor: str) -> str:
    """Noise of so many times the loss."""
    return f"self.eps.exp(-1) => self.eps.exp(-{factor})"


def promising(count: str, promised: str) -> str:
    """A guarantee of another number of counts."""
    return f"Guarantee.pure(self.eps, {count}) => Guarantee.pure(self.eps, {promised})"


def promises(count: str) -> dict[str, str]:
    """Wrong guarantees."""
    return {
        "promises twice the eps": promising(count, f"2 * ({count})"),
        "promises to tell nothing": promising(count, "0"),
        "promises the eps of one count": promising(count, "1"),
        "promises one count less": promising(count, f"({count}) - 1"),
    }


TWO_DRAWS = (
    f"return tuple({NOISY}) => noise = NoisyInteger(ratio, (-len(database), len(database)))\n"
    "    return tuple(count + coins.run(noise, 0) + coins.run(noise, 0) for count in counts)"
)
BLIND = "sum(row in block => sum(0 in block"
WRONG[exact_count] = {
    "above t": "row >= query => row > query",
    "at most t": "row >= query => row <= query",
    "below t": "row >= query => row < query",
    "equal to t": "row >= query => row == query",
    "each point once": "in database => in set(database)",
    "at least t - 1": "row >= query => row >= query - 1",
}


@claim("VT14.D6.INT", over(multisets(4, sized(3, 4, 5), least=0)), about=exact_count)
def interval_queries(count: Callable[[Rows, int], int], rows: Rows) -> Check:
    """X = {1, ..., D = 2^d}, and the interval query q_theta(x) is 1 if x >= theta, else 0: the
    query for the first point counts all rows, and the queries for theta and theta + 1 differ
    by the rows that equal theta.

    Cases: Points are 0, 1, 2, 3, and queries are counted over the rows, not divided by n.
    """
    yield eq("all rows", count(rows, 0), len(rows))
    for t in range(4):
        following = count(rows, t + 1) if t < 3 else 0
        yield eq(f"rows equal to {t}", count(rows, t) - following, rows.count(t))


def law_of_ranges(made: Any, ranges: tuple[range, ...], rows: Rows) -> Check:
    """The counts of the ranges, each with geometric noise of ratio 1/r and tails at the ends."""
    found = law(made, rows)
    noise, n = TwoSidedGeometric(ROOT**-1), len(rows)
    for values in product(range(n + 1), repeat=len(ranges)):
        mass = ROOT**0
        for block, value in zip(ranges, values, strict=True):
            z = value - sum(block.start <= x < block.stop for x in rows)
            at_end = noise.at_most(z) if value == 0 else noise.at_least(z)
            mass *= at_end if value in {0, n} else noise.probability(z)
        yield eq(f"{rows}: {values}", found.probability(values), mass)


NAIVE = Parts(answers=IntervalAnswers, cells=IntervalCells)
ANSWERS = {
    "eps for each query": with_loss("self.domain.size"),
    "eps/(D - 2) for each query": with_loss(
        "Fraction(self.domain.size, max(1, self.domain.size - 2))"
    ),
    "two draws for each query": TWO_DRAWS,
    "one draw for all queries": one_draw("0"),
    "no noise on the last query": exact_on("len(block) == 1"),
    "queries of no row": BLIND,
    "queries with twice the eps": with_loss("2"),
}
CELLS = {
    "answers from the cells after t": "released[query:] => released[query + 1 :]",
    "all rows from the cells": "sum(released[query:]) if query else rows => sum(released[query:])",
    "cells with eps each": with_loss("2"),
    "two draws for each cell": TWO_DRAWS,
    "one draw for all cells": one_draw("0"),
    "no noise on the first cell": exact_on("0 in block"),
    "cells of the rows in reverse": "row in block => (1 - row if row < 2 else row) in block",
}
WRONG[NAIVE] = {
    **{name: NAIVE.but(answers=edit) for name, edit in ANSWERS.items()},
    **{name: NAIVE.but(cells=edit) for name, edit in CELLS.items()},
    **{
        name: NAIVE.but(answers=edit, cells=promises("2")[name])
        for name, edit in promises("self.domain.size - 1").items()
    },
}


SIZES = sized((2, 3), (2, 3, 4), (2, 3, 4, 5))


@claim("VT14.ALG.IntervalNaive", over(size=SIZES, rows=(1, 2)), about=NAIVE, clause="privacy")
def independent_noise(parts: Parts, size: int, rows: int) -> Check:
    """Noise of a loss of eps/D on each of the D queries; or noise of a loss of eps/2 on the
    count of each of the D points: both are eps-private.

    Cases: Every eps, geometric noise, all databases, what is declared.  The query that counts all
    rows has no noise, so that (D - 1)/D of eps are lost, and all of eps by the cells: both are
    attained.
    """
    domain, each = Domain.of_size(size), Epsilon.indeterminate()
    answers, cells = parts.answers(domain, each), parts.cells(domain, each)
    universe = replace_one(domain, rows)
    for name, made, loss in (("queries", answers, size - 1), ("cells", cells, 2)):
        yield eq(f"{name}: e^eps", made.guarantee.exp_eps, ROOT**loss)
        yield private(made, universe, made.guarantee, name=name)
    suffixes = tuple(range(t, size) for t in range(1, size))
    points = tuple(range(x, x + 1) for x in range(size))
    if rows == 2 and size == 3:
        for database in ((0, 1), (1, 2), (2, 2)):
            yield from law_of_ranges(answers, suffixes, database)
            yield from law_of_ranges(cells, points, database)
    if rows == 1:
        yield from attained(answers, size - 1, suffixes, (0, size - 1))
        yield from attained(cells, 2, points, (0, size - 1))


@claim("VT14.ALG.IntervalNaive", over(size=SIZES), about=NAIVE, clause="sums")
def sums_of_noisy_counts(parts: Parts, size: int) -> Check:
    """The answers are sums of the noisy counts.

    Cases: Exact counts of seven equal rows; all rows are known to be seven.
    """
    cells = parts.cells(Domain.of_size(size), Epsilon.indeterminate())
    for t, x in product(range(size), repeat=2):
        exact = tuple(7 * int(x == point) for point in range(size))
        yield eq(f"7 rows, {x}, at least {t}", cells.answer(exact, t, 7), 7 * int(x >= t))
    yield eq("all of 7 rows", cells.answer((9,) * size, 0, 7), 7)


def attained(
    mechanism: Mechanism[Rows, Rows, RationalFunction],
    loss: int,
    ranges: tuple[range, ...],
    pair: tuple[int, int],
) -> Check:
    """The counts of the second of two rows are r^loss times as likely on it as on the first."""
    first, second = (law(mechanism, (x,)) for x in pair)
    most = tuple(int(pair[1] in block) for block in ranges)
    yield true("the outcome is possible", bool(second.probability(most)))
    yield eq("attained", second.probability(most), ROOT**loss * first.probability(most))


def of_blocks(used: str) -> tuple[str, str]:
    """Answers from other blocks than those of the query."""
    return (
        "counts[block] => counts.get(block, 0)",
        f"suffix_blocks(query, self.domain.size)) => {used})",
    )


OF_QUERY = "suffix_blocks(query, self.domain.size)"
FLIPPED = "range(self.domain.size - each.stop, self.domain.size - each.start)"
WRONG[IntervalTree] = {
    "eps/d for each block": with_loss("2"),
    "eps/(2d - 1) for each block": with_loss(
        "Fraction(2 * self.levels, max(1, 2 * self.levels - 1))"
    ),
    "two draws for each block": TWO_DRAWS,
    "one draw for each level": one_draw("len(block)"),
    "one draw for the two halves of a block": one_draw(
        "(len(block), block.start // (2 * len(block)))"
    ),
    "no noise on leaves": exact_on("len(block) == 1"),
    "no noise on the last leaf": exact_on("len(block) == 1 and block.start % 2 == 1"),
    "sees no row": BLIND,
    **promises("2 * self.levels"),
    "the leaf t is left out": of_blocks(f"{OF_QUERY}[1:]"),
    "the largest block is left out": of_blocks(f"({OF_QUERY}[:-1] or {OF_QUERY})"),
    "leaves only": of_blocks("(range(x, x + 1) for x in range(query, self.domain.size))"),
    "from t + 1 on": of_blocks("suffix_blocks(query + 1, self.domain.size)"),
    "the prefix": of_blocks(
        f"({FLIPPED} for each in suffix_blocks(self.domain.size - 1 - query, self.domain.size))"
    ),
}


LEVELS = over(levels=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)))


def dyadic_blocks(levels: int) -> tuple[range, ...]:
    """By halving, all but the whole."""
    size = 2**levels
    return tuple(
        range(start, start + size // 2**j)
        for j in range(1, levels + 1)
        for start in range(0, size, size // 2**j)
    )


@claim("VT14.ALG.IntervalTree", LEVELS, form=Form.CONCRETE, about=IntervalTree, clause="privacy")
def counts_of_dyadic_blocks(build: Build, levels: int) -> Check:
    """Over D = 2^d points, the counts of all blocks of 2^j points, j < d, each with noise of
    ratio e^(-eps/(2d)), are eps-private, and no less will do.

    Cases: Every eps; all blocks for d = 1 and 2, those that hold one of the ends for d = 3 and
    more, all databases of one row (two for d = 1).  The blocks come from halving, their law from
    the tails of the noise.  Answers alone need no more than the 2d - 1 blocks of the tree counter:
    its loss is attained, too.
    """
    d, size = levels, 2**levels
    domain, eps = Domain.of_size(size), Epsilon.indeterminate()
    tree = build(domain, eps)
    blocks = dyadic_blocks(d)
    ends = tuple(block for block in blocks if 0 in block or size - 1 in block)
    shown = blocks if d <= 2 else ends
    made = tree if d <= 2 else build(domain, eps, 0, ends)
    yield eq("e^eps", tree.guarantee.exp_eps, ROOT ** (2 * d))
    for rows in (1, 2) if d == 1 else (1,):
        yield private(made, replace_one(domain, rows), tree.guarantee, name=f"{rows} rows")
    yield from attained(made, 2 * d, shown, (0, size - 1))
    if d <= 2:
        for database in ((0,), (size - 1,), (0, 1))[: 4 - d]:
            yield from law_of_ranges(tree, blocks, database)
        counter = TreeCounter(domain, eps)
        one_less = Guarantee(ROOT ** (2 * d - 1), ROOT - ROOT)
        yield private(counter, replace_one(domain, 1), one_less, name="the tree counter")


@claim("VT14.ALG.IntervalTree", LEVELS, form=Form.CONCRETE, about=IntervalTree, clause="blocks")
def blocks_of_an_answer(build: Build, levels: int) -> Check:
    """The rows that are at least t, t > 0, are in the leaf t and the right siblings along its
    path: at most d blocks, and d for t = 1.

    Cases: Answers are summed from exact counts of seven equal rows.
    """
    d, size, blocks = levels, 2**levels, dyadic_blocks(levels)
    tree = build(Domain.of_size(size), Epsilon.indeterminate())
    for t in range(size):
        for x in range(size):
            exact = tuple(7 * int(x in block) for block in blocks)
            yield eq(f"7 rows, {x}, at least {t}", tree.answer(exact, t, 7), 7 * int(x >= t))
        if t:
            used = tree.answer((1,) * len(blocks), t, 1)
            yield eq("blocks used", used, 1 + f"{t:0{d}b}".count("0"))
            yield le("at most d", used, d)


PACKING = Parts(copies=separating_copies, database=packing_database)
COPIES = "int(2 * accuracy * rows) + 1"
DATABASE = "(0,) * (rows - copies) + (point,) * copies if point else (0,) * rows"
WRONG[PACKING] = {
    "a copy less": PACKING.but(copies=f"{COPIES} => int(2 * accuracy * rows)"),
    "a copy more": PACKING.but(copies=f"{COPIES} => int(2 * accuracy * rows) + 2"),
    "alpha n copies": PACKING.but(copies=f"{COPIES} => int(accuracy * rows) + 1"),
    "2 alpha n rounded up": PACKING.but(
        copies=f"{COPIES} => max(1, -int(-2 * accuracy * rows // 1))"
    ),
    "the others are the last point": PACKING.but(
        database=f"{DATABASE} => (point,) * copies + (3,) * (rows - copies)"
    ),
    "copies of v alone": PACKING.but(database=f"{DATABASE} => (point,) * copies"),
    "v and the points before it": PACKING.but(
        database=f"{DATABASE} => (0,) * (rows - copies) + "
        "tuple(sorted(max(0, point - i) for i in range(copies)))"
    ),
    "a row too many": PACKING.but(database=given(packing_database, rows=lambda n: n + 1)),
}


@claim(
    "VT14.ALG.IntervalPack",
    over(
        points=(2, 4),
        rows=sized((2, 4), range(1, 6), range(1, 8)),
        accuracy=(Fraction(0), Fraction(1, 8), Fraction(1, 6), Fraction(1, 4)),
    ),
    form=Form.CONCRETE,
    about=PACKING,
)
def copies_of_one_point(parts: Parts, points: int, rows: int, accuracy: Fraction) -> Check:
    """With m = floor(2 alpha n) + 1 <= n, the databases x_v of n - m copies of the first point
    and m copies of v, v = 1, ..., D, differ in m rows from each other, and some query tells
    each two of them apart by m > 2 alpha n: no answers are within alpha n of both.

    Cases: All pairs; a copy less would not do.
    """
    m = parts.copies(accuracy, rows)
    if m > rows:
        return
    yield lt("2 alpha n < m", 2 * accuracy * rows, m)
    yield le("m - 1 <= 2 alpha n", m - 1, 2 * accuracy * rows)
    family = [parts.database(v, rows, m) for v in range(points)]
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
