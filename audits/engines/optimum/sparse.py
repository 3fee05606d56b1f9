"""Sparse linear equations over the integers, such as those of a basis.

Bases of sparse programmes are nearly triangular: what is left for flint is what is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from flint import fmpq, fmpq_mat, fmpz_mat

Terms = dict[int, int]
"""The coefficients of a row that are not 0, by column."""


def solved_sparsely(rows: Sequence[Terms], right: Sequence[int]) -> tuple[list[int], int]:
    """The solution of rows * solution = right, times its least common denominator, and that.

    >>> solved_sparsely([{0: 2}, {0: 1, 1: 3}], [1, 1])
    ([3, 1], 6)

    Raises:
        ZeroDivisionError: if the square matrix of these rows is singular.
    """
    order = _peeled(rows)
    values: dict[int, Fraction] = {}

    def rest(row: int) -> Fraction:
        known = (a * values[j] for j, a in rows[row].items() if j in values)
        return right[row] - sum(known, Fraction(0))

    for i, j in order.before:
        values[j] = rest(i) / rows[i][j]
    if order.core_rows:
        core = [[rows[i].get(j, 0) for j in order.core_columns] for i in order.core_rows]
        found: object = fmpq_mat(fmpz_mat(core)).solve(_column(map(rest, order.core_rows)))
        assert isinstance(found, fmpq_mat), "the solution is rational"
        for j, value in zip(order.core_columns, found.entries(), strict=True):
            values[j] = Fraction(int(value.p), int(value.q))
    for i, j in reversed(order.after):
        values[j] = rest(i) / rows[i][j]
    total = lcm(*(value.denominator for value in values.values()))
    return [int(values[j] * total) for j in range(len(rows))], total


@dataclass(frozen=True, slots=True)
class _Peeled:
    """In which order the rows of a square matrix are solved."""

    before: list[tuple[int, int]]
    """Rows that name one variable besides those of the rows before them, and that variable."""

    core_rows: list[int]
    core_columns: list[int]

    after: list[tuple[int, int]]
    """Variables that no other row names but those before it in this list; solved backwards."""


def _peeled(rows: Sequence[Terms]) -> _Peeled:
    named = [set(terms) for terms in rows]
    naming: list[set[int]] = [set() for _ in rows]
    for i, variables in enumerate(named):
        for j in variables:
            naming[j].add(i)
    before: list[tuple[int, int]] = []
    after: list[tuple[int, int]] = []
    for one, other, found in ((named, naming, before), (naming, named, after)):
        todo = [i for i, each in enumerate(one) if len(each) == 1]
        while todo:
            i = todo.pop()
            if len(one[i]) != 1:  # its last one was taken by another
                continue
            (j,) = one[i]
            found.append((i, j) if one is named else (j, i))
            for k in other[j]:
                one[k].discard(j)
                todo += [k] * (len(one[k]) == 1)
            other[j].clear()
    taken = {*before, *after}
    solved_rows, solved_columns = {i for i, _ in taken}, {j for _, j in taken}
    size = range(len(rows))
    return _Peeled(
        before,
        [i for i in size if i not in solved_rows],
        [j for j in size if j not in solved_columns],
        after,
    )


def _column(values: Iterable[Fraction]) -> fmpq_mat:
    entries = [fmpq(value.numerator, value.denominator) for value in values]
    return fmpq_mat(len(entries), 1, entries)
