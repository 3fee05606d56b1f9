"""Definitions of privacy and of distance that are other ones."""

from audits.claims.prelude import *
from reference.privacy.divergence import Infinity, hockey_stick, max_divergence

Law = Dist[int, Fraction]
Pure = Callable[[Law, Law, Fraction], bool]
Approximate = Callable[[Law, Law, Fraction, Fraction], bool]
Distance = Callable[[Law, Law], Fraction]

OUTCOMES = (0, 1, 2)


def excess(p: Law, q: Law, x: Fraction) -> list[Fraction]:
    """Pr[y] - x Pr'[y]."""
    return [p.probability(y) - x * q.probability(y) for y in OUTCOMES]


def pointwise(p: Law, q: Law, exp_eps: Fraction) -> bool:
    """The least x with Pr[y] <= x Pr'[y] for every outcome is at most e^eps, both ways."""
    both = max_divergence(p, q), max_divergence(q, p)
    return all(not isinstance(x, Infinity) and x <= exp_eps for x in both)


WRONG_PURE: dict[str, Pure] = {
    "one way only": lambda p, q, x: all(
        p.probability(y) <= x * q.probability(y) for y in OUTCOMES
    ),
    "where both are positive": lambda p, q, x: all(
        p.probability(y) <= x * q.probability(y) and q.probability(y) <= x * p.probability(y)
        for y in OUTCOMES
        if p.probability(y) and q.probability(y)
    ),
    "some outcome": lambda p, q, x: any(
        p.probability(y) <= x * q.probability(y) and q.probability(y) <= x * p.probability(y)
        for y in OUTCOMES
    ),
    "strictly": lambda p, q, x: all(
        p.probability(y) < x * q.probability(y) and q.probability(y) < x * p.probability(y)
        for y in OUTCOMES
    ),
    "distance below e^eps - 1": lambda p, q, x: p.total_variation(q) <= x - 1,
    "e^(2 eps)": lambda p, q, x: pointwise(p, q, x * x),
    "ratios on average": lambda p, q, x: (
        hockey_stick(p, q, x) + hockey_stick(q, p, x) <= x - 1 and p.support == q.support
    ),
}


def by_hockey_sticks(p: Law, q: Law, exp_eps: Fraction, delta: Fraction) -> bool:
    """The sum of max(Pr[y] - e^eps Pr'[y], 0) is at most delta, both ways."""
    return hockey_stick(p, q, exp_eps) <= delta and hockey_stick(q, p, exp_eps) <= delta


WRONG_APPROXIMATE: dict[str, Approximate] = {
    "one way only": lambda p, q, x, delta: hockey_stick(p, q, x) <= delta,
    "every outcome by itself": lambda p, q, x, delta: (
        max(excess(p, q, x)) <= delta and max(excess(q, p, x)) <= delta
    ),
    "strictly": lambda p, q, x, delta: (
        hockey_stick(p, q, x) < delta and hockey_stick(q, p, x) < delta
    ),
    "delta on the other side, times e^eps": lambda p, q, x, delta: by_hockey_sticks(
        p, q, x, x * delta
    ),
    "the statistical distance": lambda p, q, _, delta: p.total_variation(q) <= delta,
    "all excesses, negative ones too": lambda p, q, x, delta: (
        sum(excess(p, q, x)) <= delta and sum(excess(q, p, x)) <= delta
    ),
    "both together": lambda p, q, x, delta: hockey_stick(p, q, x) + hockey_stick(q, p, x) <= delta,
}

WRONG_DISTANCES: dict[str, Distance] = {
    "the l_1 distance": lambda p, q: 2 * p.total_variation(q),
    "of one outcome": lambda p, q: max(abs(p.probability(y) - q.probability(y)) for y in {*p, *q}),
    "half of it": lambda p, q: p.total_variation(q) / 2,
    "the squares": lambda p, q: sum(
        ((p.probability(y) - q.probability(y)) ** 2 for y in {*p, *q}), Fraction(0)
    ),
    "of the supports": lambda p, q: Fraction(int(p.support != q.support)),
}

Conversion = Callable[[Fraction], Fraction]
"""From e^eps to the eps' of the version with 1 + eps'."""

WRONG_CONVERSIONS: dict[str, Conversion] = {
    "e^eps": lambda x: x,
    "(e^eps - 1)/2": lambda x: (x - 1) / 2,
    "1 - e^-eps": lambda x: 1 - 1 / x,
    "e^(2 eps) - 1": lambda x: x * x - 1,
    "e^eps - e^-eps": lambda x: x - 1 / x,
}
