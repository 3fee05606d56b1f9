"""Wrong switching points, and wrong intervals made from them."""

from audits.claims.prelude import *
from reference.data.concept import IntervalFunction, Values
from reference.data.switching_points import SwitchingPoint, switching_points


def inner_only(hypothesis: Values) -> tuple[SwitchingPoint, ...]:
    """The two ends are left out."""
    return switching_points(hypothesis)[1:-1]


def alike_beyond(hypothesis: Values) -> tuple[SwitchingPoint, ...]:
    """Both ends have the type of the value next to them: 1 is increasing."""
    *inner, last = switching_points(hypothesis)
    return (*inner, SwitchingPoint(last.at, not hypothesis.values[-1]))


def others(hypothesis: Values, target: int) -> tuple[IntervalFunction, ...]:
    """The interval that ends at k if j is decreasing, and at j otherwise."""
    found = {
        IntervalFunction(k.at if j.decreasing else j.at): None
        for j, k in pairwise(switching_points(hypothesis))
        if j.at <= target <= k.at
    }
    return tuple(found)


def strictly_between(hypothesis: Values, target: int) -> tuple[IntervalFunction, ...]:
    """Only pairs j < t < k."""
    found = {
        IntervalFunction(j.at if j.decreasing else k.at): None
        for j, k in pairwise(switching_points(hypothesis))
        if j.at < target < k.at
    }
    return tuple(found)
