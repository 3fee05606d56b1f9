"""Queries, sensitivities and distances that are something else."""

from collections.abc import Collection
from itertools import zip_longest

from audits.claims.prelude import *
from reference.data.adjacency import Adjacency
from reference.data.histograms import histogram, histogram_distance, rows_replaced
from reference.data.queries import CountingQuery, LinearQuery, exact_fraction
from reference.data.sensitivity import global_sensitivity, local_sensitivity

Mean = Callable[[CountingQuery[int], Rows], Fraction]

WRONG_FRACTIONS: dict[str, Mean] = {
    "the count": lambda q, x: Fraction(q(x)),
    "of the different rows": lambda q, x: Fraction(q(tuple(set(x))), len(set(x))),
    "divided by n + 1": lambda q, x: Fraction(q(x), len(x) + 1),
    "of the other rows": lambda q, x: 1 - Fraction(q(x), len(x)),
    "all or none": lambda q, x: Fraction(q(x) // len(x)),
    "of the first row": lambda q, x: Fraction(q(x[:1])),
}

Linear = Callable[[Callable[[int], Fraction]], Callable[[Rows], Fraction]]


def squares(q: Callable[[int], Fraction]) -> LinearQuery[int]:
    """The mean of q(v)^2."""

    def squared(v: int) -> Fraction:
        return q(v) ** 2

    return LinearQuery(squared)


WRONG_MEANS: dict[str, Linear] = {
    "the sum": lambda q: lambda x: sum(map(q, x), Fraction(0)),
    "the greatest value": lambda q: lambda x: max(map(q, x)),
    "the median": lambda q: lambda x: sorted(map(q, x))[len(x) // 2],
    "of the different rows": lambda q: lambda x: LinearQuery(q)(tuple(set(x))),
    "rounded": lambda q: lambda x: Fraction(round(LinearQuery(q)(x))),
    "of the squares": squares,
}

Sensitivity = Callable[[Callable[[Rows], Fraction], Adjacency[Rows]], Fraction]


def over_all_pairs(query: Callable[[Rows], Fraction], universe: Adjacency[Rows]) -> Fraction:
    """The largest change between any two databases."""
    answers = [query(x) for x in universe.databases()]
    return max(answers) - min(answers)


def at_the_first(query: Callable[[Rows], Fraction], universe: Any) -> Fraction:
    """The local sensitivity at the first database."""
    return local_sensitivity(query, universe, next(iter(universe.databases())))


def one_direction(query: Callable[[Rows], Fraction], universe: Adjacency[Rows]) -> Fraction:
    """The largest increase in the order of the listing."""
    listed = list(universe.databases())
    return max(query(listed[j]) - query(listed[i]) for i, j in universe.index_pairs())


WRONG_SENSITIVITIES: dict[str, Sensitivity] = {
    "all pairs of databases": over_all_pairs,
    "at one database": at_the_first,
    "increases only": one_direction,
    "twice as much": lambda q, u: 2 * global_sensitivity(q, u),
    "its square": lambda q, u: global_sensitivity(q, u) ** 2,
}

Fold = Callable[[Sequence[Fraction]], Fraction]

WRONG_FOLDS: dict[str, Fold] = {
    "the sum": lambda answers: sum(answers, Fraction(0)),
    "the range": lambda answers: max(answers) - min(answers) if len(answers) > 1 else answers[0],
    "twice the maximum": lambda answers: 2 * max(answers),
    "the number of the best": lambda answers: Fraction(answers.index(max(answers))),
}

ToSet = Callable[[Rows, Collection[Rows]], int]

WRONG_DISTANCES: dict[str, ToSet] = {
    "in the histogram": lambda x, h: min(histogram_distance(x, y) for y in h),
    "of the sums": lambda x, h: min(abs(sum(x) - sum(y)) for y in h) * len(x),
    "squared": lambda x, h: min(rows_replaced(x, y) for y in h) ** 2,
    "added up": lambda x, h: sum(rows_replaced(x, y) for y in h),
    "n or 0": lambda x, h: 0 if x in h else len(x),
    "to the farthest": lambda x, h: max(rows_replaced(x, y) for y in h),
}

Distance = Callable[[Rows, Rows], int]


def places(x: Rows, y: Rows) -> int:
    """The rows that differ or are missing, those that differ counted twice."""
    pairs = list(zip_longest(x, y))
    return sum((a != b) + (a != b and None not in {a, b}) for a, b in pairs)


WRONG_HISTOGRAM_DISTANCES: dict[str, Distance] = {
    "the greatest difference": lambda x, y: max(
        abs(histogram(x)[v] - histogram(y)[v]) for v in (*x, *y)
    ),
    "of the sets": lambda x, y: len(set(x) ^ set(y)),
    "half of it": lambda x, y: histogram_distance(x, y) // 2,
    "of the sorted rows": lambda x, y: places(tuple(sorted(x)), tuple(sorted(y))),
    "of the rows as they are": places,
    "rows of one only": lambda x, y: sum(
        max(histogram(x)[v] - histogram(y)[v], 0) for v in set(x)
    ),
}

Predicate = Callable[[int], bool]
Query = Callable[[Predicate], Callable[[Rows], Fraction]]


def fraction_of(predicate: Predicate) -> Callable[[Rows], Fraction]:
    """The counting query, as a fraction."""
    return lambda x: exact_fraction(CountingQuery(predicate), x)


WRONG_QUERIES: dict[str, Query] = {
    "the count": lambda p: lambda x: Fraction(CountingQuery(p)(x)),
    "of the different rows": lambda p: lambda x: fraction_of(p)(tuple(set(x))),
    "of two rows in a row": lambda p: (
        lambda x: Fraction(sum(p(a) and p(b) for a, b in pairwise(x)), len(x))
    ),
    "twice the fraction": lambda p: lambda x: 2 * fraction_of(p)(x),
    "half the fraction": lambda p: lambda x: fraction_of(p)(x) / 2,
}
