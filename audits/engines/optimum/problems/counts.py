"""Problems about counts: how many rows have a property."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product

from audits.engines.optimum.problem import (
    Problem,
    Symmetry,
    expected_loss,
    generators,
    relabelled,
    worst_case,
)
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database

Vector = tuple[int, ...]
Answers = tuple[Fraction, ...]

MOST_COLUMNS = 8
"""Of rows that are listed."""


def counting_query(rows: int, within: int = 0) -> Problem[Database[int], int]:
    """Say how many of the rows, each 0 or 1, are 1, with an error of at most `within`.

    Raises:
        ValueError: for a negative number.
    """
    universe = _bits(rows)
    _refuse_negative(within)
    return worst_case(
        f"counting query on {rows} rows, error at most {within}",
        universe,
        range(rows + 1),
        lambda database, y: abs(sum(database) - y) <= within,
        [Symmetry("exchange of 0 and 1", relabelled(universe, _flip), lambda y: rows - y)],
    )


def counting_loss(
    rows: int, exponent: int = 1, *, uniform: bool = False
) -> Problem[Database[int], int]:
    """Say how many of the rows are 1, with the least expected |error|^exponent.

    Args:
        rows: the number of rows, each 0 or 1.
        exponent: 1 for the absolute, 2 for the squared error.
        uniform: whether the count is uniform in 0..rows; otherwise the worst case counts.

    Raises:
        ValueError: for rows < 0 or exponent < 1.
    """
    universe = _bits(rows)
    if exponent < 1:
        raise ValueError(f"exponent {exponent}: at least 1")

    def prior(_database: Database[int]) -> Fraction:
        return Fraction(1, rows + 1)

    return expected_loss(
        f"counting query on {rows} rows, {'average' if uniform else 'worst'} |error|^{exponent}",
        universe,
        range(rows + 1),
        lambda database, y: Fraction(abs(sum(database) - y) ** exponent),
        prior if uniform else None,
        [Symmetry("exchange of 0 and 1", relabelled(universe, _flip), lambda y: rows - y)],
    )


def one_way_marginals(
    columns: int, rows: int, within: int = 0
) -> Problem[Database[Vector], Vector]:
    """Say for each column how many of the rows are 1, every error at most `within`.

    Raises:
        ValueError: for no columns or a negative number.
    """
    if not 1 <= columns <= MOST_COLUMNS:
        raise ValueError(f"columns {columns}: from 1 to {MOST_COLUMNS}")
    _refuse_negative(within)
    if rows < 0:
        raise ValueError(f"rows {rows}: at least 0")
    universe = replace_one(product((0, 1), repeat=columns), rows)

    def is_good(database: Database[Vector], y: Vector) -> bool:
        return all(abs(sum(row[j] for row in database) - y[j]) <= within for j in range(columns))

    def first_flipped(row: Vector) -> Vector:
        return (1 - row[0], *row[1:])

    def first_complemented(y: Vector) -> Vector:
        return (rows - y[0], *y[1:])

    symmetries = [
        Symmetry("flip of a column", relabelled(universe, first_flipped), first_complemented)
    ]
    for name, order in generators(columns, "columns"):
        move = _columns_moved(order)
        symmetries.append(Symmetry(name, relabelled(universe, move), move))
    return worst_case(
        f"one-way marginals of {columns} columns, {rows} rows, error at most {within}",
        universe,
        product(range(rows + 1), repeat=columns),
        is_good,
        symmetries,
    )


def feasible_rounding(columns: int, rows: int) -> Problem[Database[Vector], Vector]:
    """Give for each column a bit that stands in it in some row.

    Means of the columns with errors below 1/2 give such bits, rounded; and where all rows agree
    nothing else is asked for.

    Raises:
        ValueError: for no columns or no rows.
    """
    if columns < 1 or rows < 1:
        raise ValueError(f"columns {columns}, rows {rows}: both are at least 1")
    words = [*product((0, 1), repeat=columns)]
    universe = replace_one(words, rows)

    def first_flipped(row: Vector) -> Vector:
        return (1 - row[0], *row[1:])

    symmetries = [Symmetry("flip of a column", relabelled(universe, first_flipped), first_flipped)]
    for name, order in generators(columns, "columns"):
        move = _columns_moved(order)
        symmetries.append(Symmetry(name, relabelled(universe, move), move))
    return worst_case(
        f"feasible rounding of the means of {columns} columns, {rows} rows",
        universe,
        words,
        lambda database, w: all(bit in column for bit, *column in zip(w, *database, strict=True)),
        symmetries,
    )


def point_sanitisation(
    domain: int, rows: int, accuracy: Fraction, synthetic: int | None = None
) -> Problem[Database[int], Database[int]]:
    """Give a synthetic database on which every point is almost as frequent as in the real one.

    Args:
        domain: the number of points, >= 1.
        rows: the number of rows of the real database, >= 1.
        accuracy: how far the two frequencies of a point may be apart.
        synthetic: the number of rows of the synthetic database; None: as many.

    Raises:
        ValueError: for an empty domain, no rows, or an accuracy outside [0, 1].
    """
    if domain < 1 or rows < 1:
        raise ValueError(f"domain {domain}, rows {rows}: both are at least 1")
    if not 0 <= accuracy <= 1:
        raise ValueError(f"accuracy {accuracy}: it lies in [0, 1]")
    size = rows if synthetic is None else synthetic
    if size < 1:
        raise ValueError(f"synthetic {size}: at least 1 row")
    universe = replace_one(range(domain), rows)
    published = replace_one(range(domain), size)

    def is_good(database: Database[int], y: Database[int]) -> bool:
        return all(
            abs(Fraction(database.count(v), rows) - Fraction(y.count(v), size)) <= accuracy
            for v in range(domain)
        )

    symmetries = [
        Symmetry(
            name, relabelled(universe, order.__getitem__), relabelled(published, order.__getitem__)
        )
        for name, order in generators(domain, "points")
    ]
    return worst_case(
        f"sanitisation of point functions on {domain} points, {rows} rows, accuracy {accuracy}",
        universe,
        combinations_with_replacement(range(domain), size),
        is_good,
        symmetries,
    )


def threshold_release(
    domain: int, rows: int, accuracy: Fraction
) -> Problem[Database[int], Answers]:
    """Say for each point but the last how many rows are at most that point.

    All answers must be within accuracy * rows of the truth.  They never decrease, and each is a
    number of `count_grid`.  Mechanisms whose answers are any numbers do no better: let L =
    floor(2 accuracy rows).  The counts within accuracy * rows of one number are among L + 1
    integers that follow each other, l_t, ..., l_t + L for the point t, and those of an answer of
    the grid are such.  The counts of a database never decrease and lie in 0, ..., rows; so
    max_{s <= t} l_s, moved into 0, ..., rows - L, is good wherever l_t is, at all points t.

    Args:
        domain: the number of points, >= 1.
        rows: the number of rows, >= 1.
        accuracy: how far a fraction of the rows may be from the truth.

    Raises:
        ValueError: for an empty domain, no rows, or an accuracy outside [0, 1].
    """
    if domain < 1 or rows < 1:
        raise ValueError(f"domain {domain}, rows {rows}: both are at least 1")
    if not 0 <= accuracy <= 1:
        raise ValueError(f"accuracy {accuracy}: it lies in [0, 1]")
    universe = replace_one(range(domain), rows)

    def is_good(database: Database[int], y: Answers) -> bool:
        counts = (sum(row <= t for row in database) for t in range(domain - 1))
        return all(abs(c - a) <= accuracy * rows for c, a in zip(counts, y, strict=True))

    return worst_case(
        f"release of the thresholds of {domain} points, {rows} rows, accuracy {accuracy}",
        universe,
        combinations_with_replacement(count_grid(rows, accuracy), domain - 1),
        is_good,
        [
            Symmetry(
                "reversal of the order",
                relabelled(universe, lambda v: domain - 1 - v),
                lambda y: tuple(rows - a for a in reversed(y)),
            )
        ],
    )


def count_grid(rows: int, accuracy: Fraction) -> list[Fraction]:
    """L/2, L/2 + 1, ..., rows - L/2, with L = floor(2 accuracy rows), or rows if that is less."""
    width = min(int(2 * accuracy * rows), rows)
    return [Fraction(width, 2) + k for k in range(rows - width + 1)]


def _bits(rows: int) -> RowAdjacency[int]:
    if rows < 0:
        raise ValueError(f"rows {rows}: at least 0")
    return replace_one((0, 1), rows)


def _refuse_negative(within: int) -> None:
    if within < 0:
        raise ValueError(f"within {within}: an error is at least 0")


def _columns_moved(order: tuple[int, ...]) -> Callable[[Vector], Vector]:
    return lambda row: tuple(row[j] for j in order)


def _flip(bit: int) -> int:
    return 1 - bit
