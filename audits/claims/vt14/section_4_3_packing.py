"""Section 4.3: packings, many databases that are near with answers that are far apart."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.packing import event, star
from reference.lower_bounds.query_packing import (
    Histogram,
    Queries,
    chance_kept,
    column_sum_queries,
    copies_of_sets,
    identical_rows,
    least_gap,
    most_copies,
    sign_queries,
    spread_sets,
    success_bound,
)

ROOT = RationalFunction.r()
"""E^eps."""


Star = tuple[tuple[int, ...], bool, Fraction, Fraction | None]
"""Distances of the ends of the arms, whether the centre is named, and a range of e^eps."""

STARS: tuple[Star, ...] = (
    ((1,), True, ONE, None),
    ((1, 2), True, ONE, None),
    ((2, 2), True, ONE, TWO),
    ((1, 1, 1), False, ONE, TWO),
    ((1, 1, 2), False, ONE, Fraction(3, 2)),
)
"""Where the bound is attained."""

MORE_STARS: tuple[Star, ...] = (
    ((1, 1, 2, 3), True, Fraction(3, 2), None),
    ((2, 2, 2, 2), True, TWO, Fraction(5, 2)),
    ((2, 2, 2), False, ONE, Fraction(13, 10)),
)


def at_distances(change: Callable[[Sequence[int]], Sequence[int]]) -> Build:
    """The bound for other distances."""
    return given(success_bound, distances=change)


OTHER_DISTANCES = {
    "one step more": at_distances(lambda ds: [d + 1 if d else 0 for d in ds]),
    "one step less": at_distances(lambda ds: [max(d - 1, 0) for d in ds]),
    "one database is left out": at_distances(lambda ds: sorted(ds)[:-1]),
    "privacy is nothing": given(success_bound, exp_eps=lambda r: r**0),
}
BOUNDS = Parts(kept=chance_kept, bound=success_bound)
"""What is kept of a probability, and the bound of the success."""

WRONG[BOUNDS] = {
    "half of the distances": BOUNDS.but(
        bound=at_distances(lambda ds: [d - d // 2 if d > 1 else d for d in ds])
    ),
    "twice the distances": BOUNDS.but(bound=at_distances(lambda ds: [2 * d for d in ds])),
    "the sum includes the first database twice": BOUNDS.but(
        bound=at_distances(lambda ds: [*ds, max(ds)])
    ),
    "all as near as the nearest": BOUNDS.but(
        bound=at_distances(lambda ds: [d and min(filter(None, ds)) for d in ds])
    ),
    "all as far as the farthest": BOUNDS.but(
        bound=at_distances(lambda ds: [d and max(ds) for d in ds])
    ),
    **{name: BOUNDS.but(bound=variant) for name, variant in OTHER_DISTANCES.items()},
    "a probability keeps more: one step less": BOUNDS.but(
        kept=given(chance_kept, distance=lambda d: d - 1)
    ),
    "a probability keeps more: half of the steps": BOUNDS.but(
        kept=given(chance_kept, distance=lambda d: d - d // 2 - 1)
    ),
}


@claim(
    "VT14.ALG.Packing",
    over(packing=sized(STARS, (*STARS, *MORE_STARS), (*STARS, *MORE_STARS))),
    about=BOUNDS,
)
def disjoint_good_answers(parts: Parts, packing: Star) -> Check:
    """For an eps-private mechanism M, databases x_1, ..., x_l and disjoint sets G_i of good
    answers, Pr[M(x) in G_i] >= e^(-eps d(x, x_i)) Pr[M(x_i) in G_i] for each database x, and
    so, if the probabilities on the right are at least t each, t (the sum of e^(-eps d(x,
    x_i))) <= 1.

    Cases: All mechanisms; x is x_1, or none of them, with the others on arms of these lengths
    around it.  On the ranges of e^eps the best mechanism attains the bound, so that each term
    is needed; beyond them the databases between matter.
    """
    distances, centre, low, high = packing
    named = (0, *distances) if centre else distances
    problem = star(distances, centre_named=centre)
    yield exactly_between(problem, low, high, parts.bound(ROOT, named))
    farthest = max(distances)
    for r in (Fraction(3, 2), Fraction(3)):
        kept = parts.kept(r, ONE, farthest)
        yield optimal(event(farthest, kept), r, Fraction(0))


def column_sums(columns: int) -> tuple[Queries, tuple[Histogram, ...]]:
    """The queries, and k copies of each row of k bits."""
    return column_sum_queries(columns), identical_rows(2**columns, columns)


ASKED, COPIES = "column_sum_queries(columns)", "identical_rows(2**columns, columns)"
WRONG[column_sums] = {
    "a copy less": f"{COPIES} => identical_rows(2**columns, columns - 1)",
    "a copy more": f"{COPIES} => identical_rows(2**columns, columns + 1)",
    "two copies at most": f"{COPIES} => identical_rows(2**columns, min(columns, 2))",
    "the last bit is not asked for": (
        f"{ASKED} => column_sum_queries(columns + 1)[:columns]",
        f"{COPIES} => identical_rows(2 ** (columns + 1), columns)",
    ),
    "only rows with a single bit, as printed: i in [k]": (
        f"{ASKED} => tuple(tuple(int(i == j) for j in range(columns)) for i in range(columns))",
        f"{COPIES} => identical_rows(columns, columns)",
    ),
    "the last query is asked once more for the first": f"{ASKED} => "
    f"(({ASKED}[-1], *{ASKED}[1:]) if columns > 1 else ((1, 1),))",
    "only the parity of the bits": f"{ASKED} => "
    "(tuple(j.bit_count() % 2 for j in range(2**columns)),) * columns",
    "signs for bits": f"{ASKED} => tuple(tuple(2 * bit - 1 for bit in row) for row in {ASKED})",
}


@claim(
    "VT14.ALG.ColumnSums",
    over(columns=sized(range(1, 6), range(1, 8), range(1, 9))),
    about=column_sums,
)
def copies_of_every_row(build: Build, columns: int) -> Check:
    """The universe is {0, 1}^k, N = 2^k, the queries are the k column sums, and the 2^k databases
    have k identical rows: |x_i|_1 = k, and |Q x_i - Q x_j|_inf = k for i != j.

    Cases: Answers are counted bit by bit on the rows themselves, not by the matrix.  In print
    there is a database for each i in [k] and in [N]; N is meant.
    """
    queries, databases = build(columns)
    yield eq("databases", len(set(databases)), 2**columns)
    yield eq("queries", len(queries), columns)
    rows = [format(j, f"0{columns}b")[::-1] for j in range(2**columns)]
    found = []
    for x in databases:
        yield eq("rows", sum(x), columns)
        yield eq("types of rows", sum(map(bool, x)), 1)
        sums = tuple(
            sum(times for row, times in zip(rows, x, strict=False) if row[i] == "1")
            for i in range(columns)
        )
        found.append(sums)
        products = tuple(sum(q * t for q, t in zip(query, x, strict=True)) for query in queries)
        yield true(f"answers on {x}", products == sums)
    for first, second in combinations(found, 2):
        gap = max(abs(a - b) for a, b in zip(first, second, strict=True))
        yield eq("gap", gap, columns)


GENERAL = Parts(queries=sign_queries, sets=spread_sets, most=most_copies, copies=copies_of_sets)
"""Queries, sets, the number of copies, and the histograms."""

FAMILY, MOST = "return tuple(family)", "return copies"
WRONG[GENERAL] = {
    "all sets, however much they share": GENERAL.but(
        sets=f"{FAMILY} => return tuple((*range(size - 1), j) for j in range(size - 1, points))"
    ),
    "only sets that share nothing": GENERAL.but(
        sets=f"{FAMILY} => "
        "return tuple(tuple(range(i, i + size)) for i in range(0, points - size + 1, size))"
    ),
    "half of the databases": GENERAL.but(sets=f"{FAMILY} => {FAMILY}[: points // 2]"),
    "a copy more": GENERAL.but(most=f"{MOST} => {MOST} + 1"),
    "a copy less": GENERAL.but(most=f"{MOST} => {MOST} - 1"),
    "l > e^(2 eps s)": GENERAL.but(most=given(most_copies, count=lambda count: 2 * count)),
    "l > 2 e^(eps s)": GENERAL.but(most=f"{MOST} => {MOST} * 2"),
    "one copy": GENERAL.but(copies=given(copies_of_sets, copies=1)),
    "the first point of a set is left out": GENERAL.but(
        copies=given(copies_of_sets, sets=lambda sets: [each[1:] for each in sets])
    ),
    "bits for signs": GENERAL.but(queries="1 - 2 * ((mask => 1 - ((mask"),
    "every query is the first": GENERAL.but(
        queries=given(sign_queries, masks=lambda masks: masks[:1] * len(masks))
    ),
}

General = tuple[int, tuple[int, ...], int, Fraction]
"""Levels, masks of the queries, points of a set, and eps."""

ALL = tuple(range(1, 8))
SMALL: tuple[General, ...] = (
    (3, ALL, 1, Fraction(1, 8)),
    (3, ALL, 2, Fraction(1, 10)),
    (3, ALL, 4, Fraction(1, 20)),
    (3, (1, 2, 4), 1, Fraction(1, 5)),
    (4, tuple(range(1, 16)), 4, Fraction(1, 20)),
)


def gaps(queries: Queries, databases: tuple[Histogram, ...]) -> Iterator[int]:
    """|Q x - Q x'|_inf of any two, from the differences of the histograms."""
    for first, second in combinations(databases, 2):
        z = [a - b for a, b in zip(first, second, strict=True)]
        yield max(abs(sum(q * v for q, v in zip(row, z, strict=True))) for row in queries)


PACKINGS = over(packing=sized(SMALL, (*SMALL, (4, (1, 2, 4, 8), 1, Fraction(1, 8))), SMALL))


def built(parts: Parts, packing: General) -> tuple[Any, Any, int, tuple[Histogram, ...]]:
    """Queries, sets, the number of copies and the databases."""
    levels, masks, size, eps = packing
    queries, sets = parts.queries(levels, masks), parts.sets(2**levels, size)
    copies = parts.most(exp_high(eps), size, len(sets))
    return queries, sets, copies, parts.copies(sets, 2**levels, copies)


@claim(
    "VT14.ALG.PackingGeneral", PACKINGS, form=Form.CONCRETE, about=GENERAL, clause="the databases"
)
def copies_of_spread_sets(parts: Parts, packing: General) -> Check:
    """For queries with signs as entries and a family of l sets of m of the N points, any two with
    at most m/2 in common and as many as can be added in order, the databases with c copies of each
    point of a set have s = c m rows.

    Cases: N = 8 and 16, all queries, and as many as bits for m = 1.
    """
    levels, _, size, _ = packing
    queries, sets, copies, databases = built(parts, packing)
    yield eq("entries", {abs(q) for row in queries for q in row} == {1}, 1)
    shared = [len({*a} & {*b}) for a, b in combinations(sets, 2)]
    yield le("shared", 2 * max(shared, default=0), size)
    for other in combinations(range(2**levels), size):
        near = any(other == b or 2 * len({*other} & {*b}) > size for b in sets)
        yield true(f"{other} cannot be added", near)
    for x in databases:
        yield eq("rows", sum(x), copies * size)
        yield eq("copies", max(x), copies)


@claim("VT14.ALG.PackingGeneral", PACKINGS, form=Form.CONCRETE, about=GENERAL, clause="the copies")
def most_copies_of_spread_sets(parts: Parts, packing: General) -> Check:
    """Here c is the largest number with l > 2 e^(2 eps s).

    Cases: It is 1 at least; at e^eps = 2 l may equal 2 e^(2 eps s), where c is one less.
    """
    *_, size, eps = packing
    _, _, copies, databases = built(parts, packing)
    yield le("one copy at least", 1, copies)
    rows = copies * size
    yield lt("l > 2 e^(2 eps s)", 2 * exp_high(2 * eps * rows), len(databases))
    yield lt("a copy more", len(databases), 2 * exp_low(2 * eps * (rows + size)))
    for count, most in ((8, 0), (9, 1), (32, 1), (33, 2)):
        yield eq(f"copies for {count} points, e^eps = 2", parts.most(TWO, 1, count), most)


@claim("VT14.ALG.PackingGeneral", PACKINGS, form=Form.CONCRETE, about=GENERAL, clause="the gap")
def gap_of_spread_sets(parts: Parts, packing: General) -> Check:
    """R >= c sqrt m: if all rows of the Hadamard matrix but the first are asked for, the squares
    of the differences of the answers sum up to N c^2 |B - B'|, B - B' being m points at least.

    Cases: The gap is counted for every pair, and the sum of squares against N and the distance;
    for m = 1 and as many queries as bits R = 2c, which is left out in print.
    """
    levels, masks, size, _ = packing
    queries, _, copies, databases = built(parts, packing)
    least = min(gaps(queries, databases))
    yield eq("R from the answers", least_gap(queries, databases), least)
    yield le("R^2 >= c^2 m", copies**2 * size, least**2)
    if size == 1:
        yield eq("R = 2 c", least, 2 * copies)
    if len(masks) == 2**levels - 1:
        first, second = databases[:2]
        z = [a - b for a, b in zip(first, second, strict=True)]
        squares = sum(sum(q * v for q, v in zip(row, z, strict=True)) ** 2 for row in queries)
        yield eq("sum of squares", squares, 2**levels * copies * sum(map(abs, z)))
