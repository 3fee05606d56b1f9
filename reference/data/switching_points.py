"""Switching points of a function on ordered points, and the intervals that end there.

For h on 0..T-1, with the conventional values h(-1) = 1 - h(0) and h(T) = 1 - h(T-1), the number
j in 0..T is a switching point if h(j) != h(j-1): increasing if h(j) = 1, else decreasing.  So 0
and T always are.  The interval function c_j (1 exactly below j) has one decreasing switching
point, namely j.

For a target c_t and consecutive switching points j <= t <= k, h is constant on j..k-1.  The
interval that ends at j if j is decreasing, at k otherwise, errs only where h errs.

>>> [(s.at, s.decreasing) for s in switching_points(Values((1, 1, 0)))]
[(0, False), (2, True), (3, False)]
>>> dominating_intervals(Values((1, 0, 0, 1)), 2)
(IntervalFunction(end=1),)
"""

from dataclasses import dataclass
from itertools import pairwise

from reference.data.bottom import Bottom
from reference.data.concept import IntervalFunction, Values, disagreements


@dataclass(frozen=True, slots=True)
class SwitchingPoint:
    """Where a function changes its value, and in which direction."""

    at: int
    decreasing: bool


def switching_points(hypothesis: Values) -> tuple[SwitchingPoint, ...]:
    """Every switching point, from left to right; at least 2, at most T + 1."""
    values = hypothesis.values
    extended = (1 - values[0], *values, 1 - values[-1])
    return tuple(
        SwitchingPoint(j, after == 0)
        for j, (before, after) in enumerate(pairwise(extended))
        if before != after
    )


def switching_intervals(hypothesis: Values) -> tuple[IntervalFunction, ...]:
    """The interval functions that end at a switching point."""
    return tuple(IntervalFunction(s.at) for s in switching_points(hypothesis))


def dominating_intervals(hypothesis: Values, target: int) -> tuple[IntervalFunction, ...]:
    """The intervals, one for each legal pair of consecutive switching points around the target.

    A target that is itself an inner switching point has two such pairs.
    """
    found = {
        IntervalFunction(j.at if j.decreasing else k.at): None
        for j, k in pairwise(switching_points(hypothesis))
        if j.at <= target <= k.at
    }
    return tuple(found)


def mismatches(hypothesis: Values, end: int) -> int:
    """The number of points on which the hypothesis differs from the interval that ends there."""
    return len(disagreements(hypothesis, IntervalFunction(end), len(hypothesis.values)))


def reconstructed(hypothesis: Values) -> IntervalFunction | Bottom:
    """The interval with the fewest mismatches; bottom if two have as few."""
    counts = [mismatches(hypothesis, end) for end in range(len(hypothesis.values) + 1)]
    least = min(counts)
    if counts.count(least) > 1:
        return Bottom.BOTTOM
    return IntervalFunction(counts.index(least))


def dirty_points(hypothesis: Values, target: int) -> frozenset[int]:
    """The points on which the hypothesis differs from the target interval."""
    return disagreements(hypothesis, IntervalFunction(target), len(hypothesis.values))


def bad_ends(hypothesis: Values, target: int) -> tuple[int, ...]:
    """The other ends with at most as many mismatches as the target."""
    least = mismatches(hypothesis, target)
    return tuple(
        end
        for end in range(len(hypothesis.values) + 1)
        if end != target and mismatches(hypothesis, end) <= least
    )


def noise_word(hypothesis: Values, target: int) -> tuple[int, ...]:
    """For the points from the target on, 1 if dirty and 0 if clean."""
    dirty = dirty_points(hypothesis, target)
    return tuple(int(x in dirty) for x in range(target, len(hypothesis.values)))


def is_dyck_word(word: tuple[int, ...]) -> bool:
    """Whether there are as many ones as zeros, and in no prefix more."""
    balance = 0
    for letter in word:
        balance += 1 if letter == 0 else -1
        if balance < 0:
            return False
    return balance == 0
