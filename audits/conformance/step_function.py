"""The law of a step function of one uniform integer, by bisection of every step.

A sampler that turns one uniform k / 2^53 into an outcome is a function of an integer
0 <= k < 2^53.  On an interval on which it is monotone, equal values at both ends are equal in
between; so halving every interval with different ends finds all steps, with 53 evaluations for
each, and the probabilities of the outcomes are counts of k over 2^53.

Monotonicity is the one assumption.  It is confirmed at every point that is evaluated and at
further random points, and reported as what it is.  This module needs the standard library only:
it also runs inside the environment of another library.

Notation: k integer, [low, high) an interval of integers.

>>> rolls = step_law(lambda ks: [6 * k // 2**53 for k in ks], [(0, 2**53)])
>>> rolls[0], sum(rolls.values()) == 2**53
(1501199875790166, True)
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from audits.conformance.uniform import UNIT
from reference.override import override
from reference.probability.outcome import key

PROBES = 1000
"""Random points at which the steps found are confirmed."""


class Ordered(Protocol):
    """What a monotone function may return."""

    def __lt__(self, other: Any, /) -> bool: ...
    @override
    def __hash__(self) -> int: ...


X = TypeVar("X", bound=Ordered)


class NotMonotoneError(ValueError):
    """The function is no step function of the promised form."""


def step_law(
    evaluate: Callable[[Sequence[int]], Sequence[X]],
    pieces: Iterable[tuple[int, int]] = ((0, UNIT),),
    *,
    most_steps: int = 20_000,
) -> dict[Hashable, int]:
    """For each outcome, by its key, the number of integers k of the pieces that give it.

    Args:
        evaluate: the outcomes at many k at once.
        pieces: intervals [low, high) of k on each of which the function is monotone.
        most_steps: the number of steps of one piece after which it is refused.

    Raises:
        NotMonotoneError: if an evaluated point contradicts monotonicity, or there are too many
            steps.
    """
    counts: dict[Hashable, int] = {}
    for low, high in pieces:
        if low < high:
            starts, values = _steps(evaluate, low, high, most_steps)
            _confirm(evaluate, starts, values, high)
            for (start, end), value in zip(pairwise([*starts, high]), values, strict=True):
                counts[key(value)] = counts.get(key(value), 0) + end - start
    return counts


def _steps(
    evaluate: Callable[[Sequence[int]], Sequence[X]], low: int, high: int, most_steps: int
) -> tuple[list[int], list[X]]:
    """Where each step of [low, high) begins, in order, and its value."""
    known = dict(zip((low, high - 1), evaluate([low, high - 1]), strict=True))
    open_intervals = [(low, high - 1)]
    while open_intervals:
        if len(open_intervals) > most_steps:
            raise NotMonotoneError(f"more than {most_steps} steps")
        halved = [
            (a, (a + b) // 2, b)
            for a, b in open_intervals
            if b - a > 1 and key(known[a]) != key(known[b])
        ]
        middles = [m for _, m, _ in halved]
        known.update(zip(middles, evaluate(middles) if middles else [], strict=True))
        open_intervals = [part for a, m, b in halved for part in ((a, m), (m, b))]
    places = sorted(known)
    starts = places[:1] + [b for a, b in pairwise(places) if key(known[a]) != key(known[b])]
    values = [known[start] for start in starts]
    rising = [a < b for a, b in pairwise(values) if a != b]
    if len(set(rising)) > 1:
        raise NotMonotoneError(f"the function rises and falls on [{low}, {high})")
    return starts, values


def _confirm(
    evaluate: Callable[[Sequence[int]], Sequence[X]], starts: list[int], values: list[X], high: int
) -> None:
    """Compare the steps with the function at random points, the same in every run."""
    generator = random.Random(starts[0])
    places = [generator.randrange(starts[0], high) for _ in range(PROBES)]
    for place, found in zip(places, evaluate(places), strict=True):
        expected = values[bisect_right(starts, place) - 1]
        if key(found) != key(expected):
            raise NotMonotoneError(f"at k = {place} the outcome is {found!r}, not {expected!r}")
