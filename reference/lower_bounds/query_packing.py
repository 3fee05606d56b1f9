"""Packings against pure privacy: many databases that are near, with answers that are far apart.

Databases are histograms x, vectors of counts; queries are the rows of a matrix Q, answered by
Q x; neighbours differ by one in one count, so that |x - x'|_1 is their distance.  If

    |Q x_i - Q x_j|_inf >= R  for all i != j,

then answers that are all off by less than R/2 name the database.  With r = e^eps, a private
mechanism that names each of x_1, ..., x_l with probability t names x_i on x with probability

    at least  r^(-d) (t - delta (1 + r + ... + r^(d-1))),  d = |x - x_i|_1,

and these probabilities add up to at most 1.  For delta = 0 this is t sum r^(-d) <= 1.  In print
x = x_1: if all |x_i|_1 <= s and l > 2 e^(2 eps s) then t < 1/2.  On x = 0 the distances are s, so
that l > 2 e^(eps s) is enough.

Packings: s copies of each point, against the bits of the points (column sums); or c copies of the
points of a set, for sets of m points any two of which have at most m/2 in common, against signs.
For thresholds, m copies of one point and n - m of the first (`sanitiser_packing`).

Notation: Q matrix, x histogram, R gap, r = e^eps, d distance, t success, l number of databases,
s most rows, k number of queries, c copies, m points of a set.
Source: VT14, Lemma 4.3.1 and what follows it, section 4.3; intervals, section 6.2.
Deviations: a general form of the bound, with distances one by one and with delta; sets of points
and random queries are not in print (explicit signs take their place).

>>> [success_bound(Fraction(2), (0, 2, 2, 2), delta) for delta in (Fraction(0), Fraction(1, 100))]
[Fraction(4, 7), Fraction(409, 700)]
>>> column_sum_queries(2), identical_rows(2, 1)
(((0, 1, 0, 1), (0, 0, 1, 1)), ((1, 0), (0, 1)))
>>> spread_sets(4, 2), most_copies(Fraction(9, 8), 1, 8)
(((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)), 5)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from reference.exact.field import R

Histogram = tuple[int, ...]
"""How many rows there are of each point."""

Queries = tuple[tuple[int, ...], ...]
"""Rows: one for each query, with its value at each point."""


def exact_answers(queries: Queries, histogram: Histogram) -> tuple[int, ...]:
    """Q x: each query, summed over the rows, without noise."""
    return tuple(sum(q * x for q, x in zip(query, histogram, strict=True)) for query in queries)


def distance(first: Histogram, second: Histogram) -> int:
    """|x - x'|_1: how many rows to remove and add."""
    return sum(abs(a - b) for a, b in zip(first, second, strict=True))


def least_gap(queries: Queries, histograms: Sequence[Histogram]) -> int:
    """R: the least |Q x_i - Q x_j|_inf of two of the histograms.

    Raises:
        ValueError: for fewer than two.
    """
    answers = [exact_answers(queries, x) for x in histograms]
    if len(answers) < 2:
        raise ValueError(f"{len(answers)} histograms: a gap is one of two")
    return min(
        max(abs(a - b) for a, b in zip(first, second, strict=True))
        for first, second in combinations(answers, 2)
    )


def chance_kept(exp_eps: R, chance: R, distance: int, delta: R | Fraction = Fraction(0)) -> R:
    """r^(-d) (p - delta (1 + ... + r^(d-1))): what is left at a distance of a probability."""
    zero = chance - chance
    lost = sum((exp_eps**i * delta for i in range(distance)), start=zero)
    return (chance - lost) * exp_eps ** (-distance)


def success_bound(exp_eps: R, distances: Sequence[int], delta: R | Fraction = Fraction(0)) -> R:
    """The largest t so that a database at each distance is named with probability t.

    Args:
        exp_eps: r >= 1.
        distances: from one database of the universe; 0 if it is named itself.
        delta: from 0 to 1; the bound may then exceed 1.
    """
    one = exp_eps**0
    weight = sum((exp_eps ** (-d) for d in distances), start=one - one)
    lost = sum((-chance_kept(exp_eps, one - one, d, delta) for d in distances), start=one)
    return lost * weight**-1


def column_sum_queries(columns: int) -> Queries:
    """Row i has the i-th bit of 0, 1, ..., 2^k - 1: how many rows of k bits have bit i."""
    return tuple(tuple(j >> i & 1 for j in range(2**columns)) for i in range(columns))


def identical_rows(points: int, rows: int) -> tuple[Histogram, ...]:
    """For each point the histogram of so many copies of it."""
    return tuple(tuple(rows * (i == j) for i in range(points)) for j in range(points))


def sign_queries(levels: int, masks: Sequence[int]) -> Queries:
    """For each mask the signs (-1)^<a, j>, j = 0, ..., 2^levels - 1: rows of a Hadamard matrix."""
    return tuple(
        tuple(1 - 2 * ((mask & j).bit_count() % 2) for j in range(2**levels)) for mask in masks
    )


def spread_sets(points: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Sets of so many points, any two with at most half of them in common: greedily, in order."""
    family: list[tuple[int, ...]] = []
    for candidate in combinations(range(points), size):
        if all(2 * len({*candidate} & {*other}) <= size for other in family):
            family.append(candidate)
    return tuple(family)


def copies_of_sets(
    sets: Sequence[Sequence[int]], points: int, copies: int
) -> tuple[Histogram, ...]:
    """For each set the histogram with so many copies of each of its points."""
    return tuple(tuple(copies * (j in chosen) for j in range(points)) for chosen in sets)


def most_copies(exp_eps: Fraction, size: int, count: int) -> int:
    """The largest c with l > 2 e^(2 eps c m), for l sets of m points.

    Raises:
        ValueError: for e^eps <= 1, for which there is no largest, fewer than three sets or none
            of their points.
    """
    if exp_eps <= 1 or size < 1 or count < 3:
        raise ValueError(
            f"e^eps {exp_eps}, sets of {size} points, {count} of them: above 1, 1 and 3 at least"
        )
    copies = 0
    while count > 2 * exp_eps ** (2 * (copies + 1) * size):
        copies += 1
    return copies


def separating_copies(accuracy: Fraction, rows: int) -> int:
    """floor(2 alpha n) + 1: so many rows tell databases apart by answers within alpha n."""
    return int(2 * accuracy * rows) + 1
