"""The release of all two-way parities by Gaussian noise and a projection, for a target."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

from audits.engines.relaxed_hull import SHOWN, rounded_projection
from audits.inputs.plans import Derivation, Plan, Request, Supply
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.mechanisms.release.gaussian_projection import (
    GaussianProjection,
    variance_of_parities,
)

MOST_BITS, MOST_ROWS = 64, 10**9
"""Attributes of a row, and rows."""


def planned_parities(request: Request) -> Plan:
    """The release with the variance of the noise on each coordinate for a privacy loss.

    It projects on n L, n a public bound on the number of rows; the projection is searched for in
    floating point, which no privacy depends on.
    """
    eps, delta = request.target("eps"), request.target("delta")
    bits = request.integer("bits", 1, MOST_BITS)
    bound = request.integer("rows", 1, MOST_ROWS)
    request.refuse_more_rows(bound, "rows")
    variance = variance_of_parities(bits, eps, delta)
    release = GaussianProjection(bits, bound, DiscreteGaussian(variance), rounded_projection)
    shown: dict[str, str | int] = {"bits": bits, "bound": bound, "variance": str(variance)}
    return Plan(release, shown, (Supply(request.rows, None),))


def explained(
    release: GaussianProjection[Fraction], rows: int, outputs: Sequence[Hashable]
) -> list[str]:
    """What the answers are."""
    del rows, outputs
    d, n = release.bits, release.rows
    return [
        (
            f"answers: for each pair (i, j) of {d} attributes, i first, the number of rows that "
            "have equal values less the number of those that do not, as estimated: after noise, "
            f"the nearest {d} x {d} matrix of inner products of vectors of length at most "
            f"sqrt({n}), rounded to multiples of 1/{SHOWN}"
        )
    ]


PARITIES = Derivation(
    planned_parities,
    "--eps --delta, -p bits=D, and -p rows=N, a public bound on the number of rows",
    ("eps", "delta", "bits", "rows"),
    least_rows=0,
    explained=explained,
)
