"""The number of triangles of a graph, for a privacy loss of the whole; neighbours: one edge.

The noise of the bound of the local sensitivity and that of the answer have half of eps each.  A
graph on N vertices has a local sensitivity of at most N - 2 and at most N (N-1) (N-2) / 6
triangles.  Noise beyond the shift T has a probability of at most delta, so that a largest bound of
N - 2 + 2T is exceeded, and the answer is bottom, with probability at most delta.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from audits.inputs.literals import InputError
from audits.inputs.plans import Derivation, Plan, Request, Supply, listed
from reference.exact.exponential import root_below
from reference.exact.interval import exact
from reference.mechanisms.sensitivity.noisy_bound import MOST_SHIFT, TriangleCount, least_shift
from reference.privacy.epsilon import Epsilon

ROOT_DIGITS = 12
"""Binary digits of root - 1 that are kept when the root is rounded down."""

MOST_VERTICES = 10**9


def planned_triangles(request: Request) -> Plan:
    """The shift for eps/2 and delta, and bounds that a graph on so many vertices keeps."""
    eps, delta = request.target("eps"), request.target("delta")
    vertices = request.integer("vertices", 3, MOST_VERTICES)
    request.refuse_more_rows(comb(vertices, 2), "vertices")
    root = root_below(exact(eps) / 2, ROOT_DIGITS)
    shift = least_shift(root, delta)
    if shift > MOST_SHIFT:
        words = f"too small for {request.mechanism} here: its shift is {shift} then"
        raise request.refused("eps", f"{words}, at most {MOST_SHIFT}")
    most, highest = vertices - 2 + 2 * shift, comb(vertices, 3)
    count = TriangleCount(shift, most, highest, Epsilon(root))
    shown = {"root": str(root), **listed(count, ("shift", "most", "highest"))}
    return Plan(count, shown, (Supply(request.rows, None, "edges"),))


def refuse_more_vertices(count: TriangleCount[Fraction], rows: Sequence[Any]) -> None:
    """Refuse edges of vertices that the public bound does not allow.

    Raises:
        InputError: names the edge and the bound.
    """
    vertices = count.most - 2 * count.shift + 2
    for row in rows:
        if isinstance(row, tuple) and any(v not in range(vertices) for v in row):
            raise InputError(
                f"-p vertices={vertices}: edge {row}: the vertices are 0, ..., {vertices - 1}"
            )


def explained(count: TriangleCount[Fraction], rows: int, outputs: Sequence[Hashable]) -> list[str]:
    """What the answers are."""
    del rows, outputs
    return [
        (
            f"answers: the number of triangles, from 0 to {count.highest}, as estimated: its "
            "noise is scaled to the largest number of common neighbours of two vertices, as "
            f"estimated and raised by {count.shift}; bottom if that is above {count.most}"
        )
    ]


TRIANGLES = Derivation(
    planned_triangles,
    "--eps --delta, and -p vertices=N, a public bound on the number of vertices",
    ("eps", "delta", "vertices"),
    least_rows=0,
    explained=explained,
    refuse=refuse_more_vertices,
)
