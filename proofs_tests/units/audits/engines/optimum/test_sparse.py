"""Sparse linear equations: the same as dense ones, solved without elimination before."""

from itertools import islice, product

from flint import fmpz_mat

from audits.engines.optimum.basis import solved
from audits.engines.optimum.sparse import solved_sparsely


def dense(table: list[list[int]], right: list[int]) -> tuple[list[int], int] | None:
    """The solution and its denominator by flint alone; None for a singular matrix."""
    try:
        numerators, total = solved(fmpz_mat(table), fmpz_mat(len(table), 1, right))
    except ZeroDivisionError:
        return None
    return [int(value) for value in numerators.entries()], total


def sparse(table: list[list[int]], right: list[int]) -> tuple[list[int], int] | None:
    """The same by the sparse way."""
    rows = [{j: value for j, value in enumerate(row) if value} for row in table]
    try:
        return solved_sparsely(rows, right)
    except ZeroDivisionError:
        return None


def test_solves_what_the_dense_way_solves() -> None:
    """A seventh of the systems of three equations with coefficients 0, 1 and -2."""
    right = [1, 2, -3]
    found = []
    for entries in islice(product((0, 1, -2), repeat=9), None, None, 7):
        table = [list(entries[i : i + 3]) for i in (0, 3, 6)]
        found.append(sparse(table, right))
        assert found[-1] == dense(table, right)
    assert 0 < found.count(None) < len(found)


def test_leaves_a_dense_core_between_triangles() -> None:
    """Six equations: one before the core, two in it, and three solved backwards."""
    table = [
        [3, 0, 0, 0, 0, 0],
        [1, 1, 2, 0, 0, 0],
        [0, 2, 1, 0, 0, 0],
        [0, 1, 0, 2, 0, 0],
        [1, 0, 0, 1, 5, 0],
        [0, 0, 1, 1, 1, -7],
    ]
    right = [1, 1, 0, 2, 0, 1]
    assert sparse(table, right) == dense(table, right) is not None
