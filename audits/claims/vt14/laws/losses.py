"""Pairs of laws whose privacy losses are compared."""

from audits.claims.prelude import *
from reference.privacy.curve import curve
from reference.privacy.divergence import Infinity
from reference.privacy.loss import loss_ratio

Law = Dist[int, Fraction]
Weights = tuple[int, ...]

PAIRS: tuple[tuple[Weights, Weights], ...] = (
    ((3, 1), (1, 1)),
    ((4, 2, 1), (1, 2, 4)),
    ((1, 1, 0, 2), (0, 1, 1, 2)),
    ((7, 3), (9, 1)),
    ((1, 2, 3, 4), (4, 3, 2, 1)),
    ((2, 1, 1), (0, 1, 1)),
    ((1, 2), (1, 2)),
)
"""Weights of the outcomes 0, 1, ..., on two neighbouring databases."""


def law_of(weights: Sequence[int | Fraction]) -> Law:
    """Outcomes of weight 0 are left out."""
    return Dist.weighted((y, Fraction(w)) for y, w in enumerate(weights) if w)


def beyond(first: Law, second: Law, reached: Callable[[Fraction], bool]) -> Fraction:
    """The probability, under the first law, of the ratios P/P' that count, infinite ones too."""
    ratios = {y: loss_ratio(first, second, y) for y in first}
    return first.probability_that(lambda y: isinstance(z := ratios[y], Infinity) or reached(z))


def mean_from_the_curve(first: Law, second: Law) -> Interval:
    """E[L] from the corners of the privacy curve: an edge has the losses of one ratio."""
    total: Interval = exact(0)
    for (q1, p1), (q2, p2) in pairwise(curve(first, second).corners):
        if p2 > p1:
            total = total + ln((p2 - p1) / (q2 - q1)) * (p2 - p1)
    return total


def least_delta_both_ways(first: Law, second: Law, exp_eps: Fraction) -> Fraction:
    """The least delta that holds from either law to the other."""
    found = curve(first, second)
    return max(found.delta_at(exp_eps), found.reversed().delta_at(exp_eps))


def through(exp_eps: Fraction, yes: Sequence[Fraction], no: Sequence[Fraction]) -> tuple[Law, Law]:
    """The pair of laws in which a randomized response to two bits is told by two laws.

    Every pair with losses of at most eps is one of these.
    """
    r = exp_eps
    first = [(r * a + b) / (1 + r) for a, b in zip(yes, no, strict=True)]
    second = [(a + r * b) / (1 + r) for a, b in zip(yes, no, strict=True)]
    return law_of(first), law_of(second)
