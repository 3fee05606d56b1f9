"""Problems about the order of a domain {0, ..., domain-1}: which point lies where."""

from __future__ import annotations

from fractions import Fraction

from audits.engines.optimum.problem import (
    Problem,
    Symmetry,
    over_distributions,
    relabelled,
    worst_case,
)
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.lower_bounds.hard_distribution import domain_size, hard_distribution
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.probability.dist import Dist

Points = Problem[Database[int], int]


def interior_point(domain: int, rows: int, *, ordered: bool = False) -> Points:
    """Name a point between the least and the greatest row, both included.

    Args:
        domain: the number of points, >= 1.
        rows: the number of rows, >= 1.
        ordered: whether databases are sequences; multisets give the same optimum.

    Raises:
        ValueError: for an empty domain or no rows.
    """
    universe = _points(domain, rows, least_rows=1, ordered=ordered)
    return worst_case(
        f"interior point of {domain} points, {rows} rows",
        universe,
        range(domain),
        lambda database, y: min(database) <= y <= max(database),
        [_reversal(universe, domain), *_permutations(universe, rows)],
    )


def interior_point_of_prior(
    name: str, databases: Dist[Database[int], Fraction], domain: int, *, ordered: bool = False
) -> Points:
    """Name an interior point of a random database, as often as possible.

    Args:
        name: the distribution in words.
        databases: of one number of rows over {0, ..., domain - 1}.
        domain: the number of points.
        ordered: whether the mechanism sees the order of the rows.
    """
    chances: dict[Database[int], Fraction] = {}
    for rows in databases:
        seen = rows if ordered else tuple(sorted(rows))
        chances[seen] = chances.get(seen, Fraction(0)) + databases.probability(rows)
    universe = _points(domain, len(next(iter(chances))), least_rows=1, ordered=ordered)
    return over_distributions(
        name,
        universe,
        range(domain),
        [("average", lambda d: chances.get(d, Fraction(0)), is_interior_point)],
    )


MOST_BASE = 8
"""A larger base makes a linear program that is not solved."""


def interior_point_average(base: int = 2, rows: int = 2) -> Points:
    """Name an interior point of the hard databases of BNSV15, section 3.2, as often as possible.

    Args:
        base: of the digits of two rows, from 2 to 8: there are base^2 points.
        rows: 1 or 2; one row is 0 or 1, whatever the base.  Two are exchangeable, so that no
            mechanism gains by their order.

    Raises:
        ValueError: for another base or number of rows.
    """
    if rows not in {1, 2}:
        raise ValueError(f"rows {rows}: 1 or 2, three rows have too many databases")
    if not 2 <= base <= MOST_BASE:
        raise ValueError(f"base {base}: from 2 to {MOST_BASE}")
    bases = (base,) * (rows - 1)
    domain = domain_size(bases)
    words = f"interior point of {domain} points, {rows} rows, average over hard databases"
    return interior_point_of_prior(words, hard_distribution(bases), domain)


def undominated_point(domain: int, rows: int, reach: int = 1) -> Points:
    """Name a point that is at least the least row, and at most the greatest plus `reach`.

    Without the second condition the greatest point of a finite domain would always do; a
    mechanism that keeps it is called bounded in BNSV15, section 7.1.

    Raises:
        ValueError: for an empty domain, no rows, or a negative reach.
    """
    if reach < 0:
        raise ValueError(f"reach {reach}: at least 0")
    universe = _points(domain, rows, least_rows=1)
    return worst_case(
        f"undominated point of {domain} points, {rows} rows, reach {reach}",
        universe,
        range(domain),
        lambda database, y: min(database) <= y <= max(database) + reach,
    )


def quantile(domain: int, rows: int, q: Fraction = Fraction(1, 2), within: int = 0) -> Points:
    """Name a point whose rank is within `within` rows of q * rows.

    The ranks of y are #{rows < y} to #{rows <= y}; y is good if an integer or rational in that
    range is at most `within` away from q * rows.

    Raises:
        ValueError: for an empty domain, no rows, q outside [0, 1], or within < 0.
    """
    if not 0 <= q <= 1:
        raise ValueError(f"q {q}: a quantile lies in [0, 1]")
    if within < 0:
        raise ValueError(f"within {within}: at least 0 rows")
    universe = _points(domain, rows, least_rows=1)

    def is_good(database: Database[int], y: int) -> bool:
        below, up_to = sum(row < y for row in database), sum(row <= y for row in database)
        return below - within <= q * rows <= up_to + within

    return worst_case(
        f"{q}-quantile of {domain} points, {rows} rows, within {within} rows",
        universe,
        range(domain),
        is_good,
        [_reversal(universe, domain)] if 2 * q == 1 else [],
    )


def median(domain: int, rows: int, within: int = 0) -> Points:
    """Name a point whose rank is within `within` rows of half the rows."""
    return quantile(domain, rows, Fraction(1, 2), within)


def _points(
    domain: int, rows: int, *, least_rows: int, ordered: bool = False
) -> RowAdjacency[int]:
    if domain < 1:
        raise ValueError(f"domain {domain}: at least 1 point")
    if rows < least_rows:
        raise ValueError(f"rows {rows}: at least {least_rows}, an empty database has no points")
    return replace_one(range(domain), rows, ordered=ordered)


def _reversal(universe: RowAdjacency[int], domain: int) -> Symmetry[Database[int], int]:
    return Symmetry(
        "reversal of the order",
        relabelled(universe, lambda v: domain - 1 - v),
        lambda y: domain - 1 - y,
    )


def _permutations(universe: RowAdjacency[int], rows: int) -> list[Symmetry[Database[int], int]]:
    if not universe.ordered or rows < 2:
        return []
    return [
        Symmetry("exchange of two rows", lambda d: (d[1], d[0], *d[2:]), lambda y: y),
        Symmetry("rotation of the rows", lambda d: (*d[1:], d[0]), lambda y: y),
    ]
