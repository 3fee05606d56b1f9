"""The least loss that is shown: each way to move runs is tried until a run needs as much.

One row for each node is found for automata of any size, and work functions, joined, for those with
few registers.  Work functions of each history then say whether shifts of the grid do better: they
are a better proof, or a run that needs what was found, or too many.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from audits.engines.streams.moving import Run, Shifts
from audits.engines.streams.one_row import one_row
from audits.engines.streams.work_functions import CAP, WorkFunctions
from audits.engines.streams.writing import Moved


class Least(NamedTuple):
    """The best proof that was found."""

    moved: Moved

    dear: Run | None
    """A shortest run that no shift of the grid moves for less."""

    reason: str
    """Why the search was given up; or nothing."""


def shown(shifts: Shifts, size: Fraction) -> Moved | None:
    """A proof that is found soon, if there is one."""
    found = one_row(shifts, size)
    if found is None:
        work = WorkFunctions(shifts, CAP, joined=True)
        found = work.moved(size) if work.complete else None
    return found


def least(shifts: Shifts, size: Fraction, found: Moved) -> Least:
    """The least loss of all ways to move runs, given what was shown."""
    while found.loss > 0:
        below = (ceil(found.loss / size / shifts.unit) - 1) * shifts.unit  # on the grid
        work = WorkFunctions(shifts, below)
        if not work.complete:
            return Least(found, work.dear, work.reason)
        found = work.moved(size)
    return Least(found, None, "")
