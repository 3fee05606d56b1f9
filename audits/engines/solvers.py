"""The floating-point solvers of linear programs: all calls of them, and not a word of theirs.

A release may print its name while it starts, before it can be told not to, and from C.  Inside
`silent`, that goes nowhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from audits.descriptors import output_led_to
from audits.extras import is_installed, need

if TYPE_CHECKING:
    import highspy
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import coo_array

    Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]
    Bounds: TypeAlias = Sequence[tuple[float | None, float | None]] | NDArray[np.float64]


class Sparse(NamedTuple):
    """A matrix by its entries."""

    values: Numbers
    rows: Sequence[int] | NDArray[np.intp]
    columns: Sequence[int] | NDArray[np.intp]
    shape: tuple[int, int]


Inequalities: TypeAlias = tuple[Sparse | None, "Numbers | None"]

MOST_ENTRIES = 40_000
"""Columns times rows of a program that is solved where scipy is not installed."""

NEAR = 10**12
"""The largest denominator of a number there."""

_LOCK = Lock()
"""A process has one standard output: threads wait for each other."""


@contextmanager
def silent() -> Iterator[None]:
    """Inside, nothing that this process writes to file descriptor 1 is seen."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        with _LOCK, output_led_to(nowhere):
            yield
    finally:
        os.close(nowhere)


def highs() -> highspy.Highs:
    """A solver that keeps its state; it prints nothing, and has one thread."""
    import highspy

    with silent():
        solver = highspy.Highs()  # type: ignore[no-untyped-call]  # highspy leaves it bare
        solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    return solver


def linear_minimum(
    cost: Numbers,
    at_most: Inequalities,
    equal: Inequalities,
    bounds: Bounds,
    *,
    method: str = "highs-ds",
    patience: float | None = None,
) -> tuple[float, Numbers] | None:
    """The least cost and where it is attained, approximately.

    Where scipy is not installed, a small program is solved by `audits.engines.simplex`.

    Args:
        cost: of each variable.
        at_most: a matrix, and what its product with the variables is at most; or None twice.
        equal: a matrix, and what that product is; or None twice.
        bounds: the least and the greatest value of each variable.
        method: of `scipy.optimize.linprog`.
        patience: seconds.

    Returns:
        None if no optimal solution was found.

    Raises:
        MissingExtraError: without scipy, for a large program.
    """
    if not is_installed("scipy"):  # which brings a solver of its own: nothing else is needed
        if _entries(at_most, equal) <= MOST_ENTRIES:
            return _small_minimum(cost, at_most, equal, bounds)
        need("optimum", "the search by a large linear program")
    from scipy.optimize import linprog

    with silent():
        found = linprog(  # type: ignore[call-overload, misc]  # its stubs do not know sparse matrices
            cost,
            A_ub=_array(at_most[0]),
            b_ub=at_most[1],
            A_eq=_array(equal[0]),
            b_eq=equal[1],
            bounds=bounds,
            method=method,
            options={} if patience is None else {"time_limit": patience},
        )
    if found.status != 0 or found.x is None or found.fun is None:
        return None
    return float(found.fun), found.x


def _array(matrix: Sparse | None) -> coo_array | None:
    from scipy.sparse import coo_array

    if matrix is None:
        return None
    return coo_array((matrix.values, (matrix.rows, matrix.columns)), shape=matrix.shape)


def _entries(*sides: Inequalities) -> int:
    return sum(matrix.shape[0] * matrix.shape[1] for matrix, _ in sides if matrix is not None)


def _small_minimum(
    cost: Numbers, at_most: Inequalities, equal: Inequalities, bounds: Bounds
) -> tuple[float, Numbers] | None:
    """The same, exactly for numbers that are near those of the program."""
    from audits.engines import simplex

    rows: list[tuple[simplex.Row, Fraction, bool]] = []
    for (matrix, right), sign in ((at_most, -1), (equal, 1)):
        if matrix is None or right is None:
            continue
        lines: list[simplex.Row] = [{} for _ in range(matrix.shape[0])]
        for value, i, j in zip(matrix.values, matrix.rows, matrix.columns, strict=True):
            lines[i][j] = lines[i].get(j, Fraction(0)) + sign * _near(value)
        rows += [(a, sign * _near(b), sign == 1) for a, b in zip(lines, right, strict=True)]
    free = set[int]()
    for j, (low, high) in enumerate(bounds):
        if low is None or low < 0:
            free.add(j)
        if low:
            rows.append(({j: Fraction(1)}, _near(low), False))
        if high is not None:
            rows.append(({j: Fraction(-1)}, -_near(high), False))
    weights = {j: _near(c) for j, c in enumerate(cost) if c}
    found = simplex.minimum(weights, rows, free)
    if found is None:
        return None
    solution = [float(found.get(j, 0)) for j in range(len(cost))]
    return float(sum(c * found.get(j, 0) for j, c in weights.items())), solution


def _near(number: float) -> Fraction:
    """A rational number of few digits."""
    return Fraction(number).limit_denominator(NEAR)
