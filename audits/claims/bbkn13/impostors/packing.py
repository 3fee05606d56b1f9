"""Wrong packing bounds and databases, and a learner without noise."""

from audits.claims.prelude import *
from audits.claims.bbkn13.impostors.learners import Chosen
from reference.data.concept import LabelledExample, empirical_errors, intervals
from reference.lower_bounds.learning_packing import packing_bound

TOO_SMALL = {
    "one hypothesis more": lambda r, m, n: packing_bound(r, m, n + 1),
    "distance m - 1": lambda r, m, n: packing_bound(r, m - 1, n),
}


def one_sided(kind: str, t: int, j: int, m: int) -> Database[LabelledExample]:
    """The same with the last 1 of an interval alone, or the zeros of a point."""
    if kind == "POINT":
        return (((j + 1) % t, 0),) * m
    return ((j - 1, 1),) * m if j else ((0, 0),) * m


def noiseless_intervals(t: int, eps: object) -> Chosen:
    """An interval with the fewest errors, surely."""
    del eps
    return Chosen(intervals(t), empirical_errors)
