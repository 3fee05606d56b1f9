"""Problems about reconstruction: say what the rows are, each 0 or 1, in order."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from audits.engines.optimum.problem import Problem, Score, Symmetry, generators, worst_case
from audits.evidence.labels import label
from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database

Bits = tuple[int, ...]


def recovery(rows: int, within: int = 0) -> Problem[Database[int], Bits]:
    """Name a database that differs from the true one in at most `within` rows.

    Args:
        rows: the number of rows, in order, >= 1.
        within: >= 0.

    Raises:
        ValueError: for other numbers.
    """
    universe = _sequences(rows)
    if within < 0:
        raise ValueError(f"within {within}: at least 0")
    return worst_case(
        f"recovery of {rows} bits but {within}",
        universe,
        product((0, 1), repeat=rows),
        lambda x, guess: _wrong(x, guess) <= within,
        _symmetries(rows),
    )


def recovered_part(rows: int) -> Problem[Database[int], Bits]:
    """Name a database such that the expected part of the rows that are right is large.

    Raises:
        ValueError: for no rows.
    """
    universe = _sequences(rows)
    guesses = tuple(product((0, 1), repeat=rows))
    scores = tuple(
        Score(
            label(x),
            tuple(
                (i, (y,), 1 - Fraction(_wrong(x, guess), rows)) for y, guess in enumerate(guesses)
            ),
        )
        for i, x in enumerate(universe.databases())
    )
    name = f"expected part of {rows} bits that is recovered"
    return Problem(name, universe, guesses, scores, _symmetries(rows))


def _sequences(rows: int) -> RowAdjacency[int]:
    if rows < 1:
        raise ValueError(f"rows {rows}: at least 1")
    return replace_one((0, 1), rows, ordered=True)


def _wrong(x: Bits, guess: Bits) -> int:
    return sum(a != b for a, b in zip(x, guess, strict=True))


def _symmetries(rows: int) -> tuple[Symmetry[Database[int], Bits], ...]:
    """The first bit flipped, and all orders of the rows."""

    def flipped(x: Bits) -> Bits:
        return (1 - x[0], *x[1:])

    def moved(order: tuple[int, ...]) -> Symmetry[Database[int], Bits]:
        def move(x: Bits) -> Bits:
            return tuple(x[i] for i in order)

        return Symmetry(f"rows in the order {order}", move, move)

    orders = (moved(order) for _, order in generators(rows, "rows"))
    return (Symmetry("the first bit flipped", flipped, flipped), *orders)
