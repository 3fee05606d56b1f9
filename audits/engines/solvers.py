"""The floating-point solvers of linear programs: all calls of them, and not a word of theirs.

A release may print its name while it starts, before it can be told not to, and from C.  Inside
`silent`, that goes nowhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from audits.descriptors import output_led_to
from audits.extras import need

if TYPE_CHECKING:
    import highspy
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import coo_array

    Numbers: TypeAlias = Sequence[float] | NDArray[np.float64]
    Bounds: TypeAlias = Sequence[tuple[float | None, float | None]] | NDArray[np.float64]
    Inequalities: TypeAlias = tuple[coo_array | None, Numbers | None]

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
) -> tuple[float, NDArray[np.float64]] | None:
    """The least cost and where it is attained, approximately.

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
        MissingExtraError: without scipy.
    """
    need("optimum", "the search by linear programming")
    from scipy.optimize import linprog

    with silent():
        found = linprog(  # type: ignore[call-overload, misc]  # its stubs do not know sparse matrices
            cost,
            A_ub=at_most[0],
            b_ub=at_most[1],
            A_eq=equal[0],
            b_eq=equal[1],
            bounds=bounds,
            method=method,
            options={} if patience is None else {"time_limit": patience},
        )
    if found.status != 0 or found.x is None or found.fun is None:
        return None
    return float(found.fun), found.x
