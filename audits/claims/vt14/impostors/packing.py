"""Wrong bounds and wrong databases of packings."""

from audits.claims.prelude import *
from reference.lower_bounds.query_packing import (
    Histogram,
    Queries,
    chance_kept,
    column_sum_queries,
    copies_of_sets,
    identical_rows,
    most_copies,
    sign_queries,
    spread_sets,
    success_bound,
)

NOTHING = Fraction(0)

BOUNDS = Parts((chance_kept, success_bound))
"""What is kept of a probability, and the bound of the success."""


def moved(change: Callable[[int], int]) -> Callable[..., Any]:
    """The bound with other distances."""
    return lambda r, distances, delta=NOTHING: success_bound(r, [*map(change, distances)], delta)


def _kept(change: Callable[[int], int]) -> Callable[..., Any]:
    return lambda r, p, d, delta=NOTHING: chance_kept(r, p, change(d), delta)


def _one_distance(choose: Callable[[Sequence[int]], int]) -> Callable[..., Any]:
    """The distance of one database for all that are not on the spot."""

    def bound(r: Any, distances: Sequence[int], delta: Fraction = NOTHING) -> Any:
        other = choose([d for d in distances if d])
        return success_bound(r, [other if d else 0 for d in distances], delta)

    return bound


WRONG_BOUNDS: Mapping[str, Parts] = {
    "half of the distances": BOUNDS.but(1, moved(lambda d: d - d // 2 if d > 1 else d)),
    "twice the distances": BOUNDS.but(1, moved(lambda d: 2 * d)),
    "one step more": BOUNDS.but(1, moved(lambda d: d + 1 if d else 0)),
    "one step less": BOUNDS.but(1, moved(lambda d: max(d - 1, 0))),
    "the sum includes the first database twice": BOUNDS.but(
        1, lambda r, ds, delta=NOTHING: success_bound(r, [*ds, max(ds)], delta)
    ),
    "one database is left out": BOUNDS.but(
        1, lambda r, ds, delta=NOTHING: success_bound(r, sorted(ds)[:-1], delta)
    ),
    "all as near as the nearest": BOUNDS.but(1, _one_distance(min)),
    "all as far as the farthest": BOUNDS.but(1, _one_distance(max)),
    "privacy is nothing": BOUNDS.but(
        1, lambda r, ds, delta=NOTHING: success_bound(r**0, ds, delta)
    ),
    "a probability keeps more: one step less": BOUNDS.but(0, _kept(lambda d: d - 1)),
    "a probability keeps more: half of the steps": BOUNDS.but(0, _kept(lambda d: d - d // 2 - 1)),
}


def column_sums(columns: int) -> tuple[Queries, tuple[Histogram, ...]]:
    """The queries, and k copies of each row of k bits."""
    return column_sum_queries(columns), identical_rows(2**columns, columns)


WRONG_COLUMNS: Mapping[str, Build] = {
    "a copy less": lambda k: (column_sum_queries(k), identical_rows(2**k, k - 1)),
    "a copy more": lambda k: (column_sum_queries(k), identical_rows(2**k, k + 1)),
    "two copies at most": lambda k: (column_sum_queries(k), identical_rows(2**k, min(k, 2))),
    "the last bit is not asked for": lambda k: (
        column_sum_queries(k + 1)[:k],
        identical_rows(2 ** (k + 1), k),
    ),
    "only rows with a single bit, as printed: i in [k]": lambda k: (
        tuple(tuple(int(i == j) for j in range(k)) for i in range(k)),
        identical_rows(k, k),
    ),
    "the last query is asked once more for the first": lambda k: (
        (column_sum_queries(k)[-1], *column_sum_queries(k)[1:]) if k > 1 else ((1, 1),),
        identical_rows(2**k, k),
    ),
    "only the parity of the bits": lambda k: (
        (tuple(j.bit_count() % 2 for j in range(2**k)),) * k,
        identical_rows(2**k, k),
    ),
    "signs for bits": lambda k: (
        tuple(tuple(2 * bit - 1 for bit in row) for row in column_sum_queries(k)),
        identical_rows(2**k, k),
    ),
}

GENERAL = Parts((sign_queries, spread_sets, most_copies, copies_of_sets))
"""Queries, sets, the number of copies, and the histograms."""

WRONG_GENERAL: Mapping[str, Parts] = {
    "all sets, however much they share": GENERAL.but(
        1, lambda n, m: tuple((*range(m - 1), j) for j in range(m - 1, n))
    ),
    "only sets that share nothing": GENERAL.but(
        1, lambda n, m: tuple(tuple(range(i, i + m)) for i in range(0, n - m + 1, m))
    ),
    "a copy more": GENERAL.but(2, lambda r, m, count: most_copies(r, m, count) + 1),
    "a copy less": GENERAL.but(2, lambda r, m, count: most_copies(r, m, count) - 1),
    "l > e^(2 eps s)": GENERAL.but(2, lambda r, m, count: most_copies(r, m, 2 * count)),
    "l > 2 e^(eps s)": GENERAL.but(2, lambda r, m, count: most_copies(r, m, count) * 2),
    "one copy": GENERAL.but(3, lambda sets, n, _c: copies_of_sets(sets, n, 1)),
    "the first point of a set is left out": GENERAL.but(
        3, lambda sets, n, c: copies_of_sets([each[1:] for each in sets], n, c)
    ),
    "bits for signs": GENERAL.but(
        0,
        lambda d, masks: tuple(tuple((1 + q) // 2 for q in row) for row in sign_queries(d, masks)),
    ),
    "every query is the first": GENERAL.but(
        0, lambda d, masks: (sign_queries(d, masks)[0],) * len(masks)
    ),
}

Success = Callable[..., Any]

WRONG_WITH_DELTA: Mapping[str, Success] = {
    "without delta": lambda r, ds, _delta=NOTHING: success_bound(r, ds),
    "half of delta": lambda r, ds, delta=NOTHING: success_bound(r, ds, delta / 2),
    "twice delta": lambda r, ds, delta=NOTHING: success_bound(r, ds, 2 * delta),
    "delta once, not for each database": lambda r, ds, delta=NOTHING: (
        success_bound(r, ds) + delta * success_bound(r, ds) * r ** (-max(ds))
    ),
    "delta is not divided by r^d": lambda r, ds, delta=NOTHING: (
        success_bound(r, ds) * (sum((r**i * delta for d in ds for i in range(d)), start=r**0))
    ),
    "delta for the database on the spot, too": lambda r, ds, delta=NOTHING: (
        success_bound(r, ds, delta) + delta * success_bound(r, ds)
    ),
    "one step more": moved(lambda d: d + 1 if d else 0),
    "one step less": moved(lambda d: max(d - 1, 0)),
    "one database is left out": lambda r, ds, delta=NOTHING: success_bound(
        r, sorted(ds)[:-1], delta
    ),
    "privacy is nothing": lambda r, ds, delta=NOTHING: success_bound(r**0, ds, delta),
}

WRONG_KEPT: Mapping[str, Callable[..., Any]] = {
    "kept: one step less": _kept(lambda d: d - 1),
    "kept: one step more": _kept(lambda d: d + 1),
    "kept: delta is lost once": lambda r, p, d, delta=NOTHING: (p - delta) * r ** (-d),
    "kept: delta is lost at each step": lambda r, p, d, delta=NOTHING: (
        (p - (d + 1) * delta) * r ** (-d)
    ),
    "kept: without delta": lambda r, p, d, _delta=NOTHING: chance_kept(r, p, d),
    "kept: delta after the factor": lambda r, p, d, delta=NOTHING: (
        chance_kept(r, p, d) + r**d * chance_kept(r, p - p, d, delta)
    ),
}
