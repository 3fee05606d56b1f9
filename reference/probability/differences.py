"""The probability that independent continuous draws keep given differences.

A constraint says that one draw, plus an integer multiple k of u, is below another: x + k u < x'.
The probability is an exponential polynomial, found by eliminating one draw after the other: the
density of a draw that it is compared with is multiplied by its running integral, shifted.  Two
bounds on one side are split by which is tighter; ties have probability 0.  Constraints that form
a tree, as those of the sparse vector technique do, cost polynomially many steps.

Notation: draws x by number; u, r = e^u as in `reference.probability.piecewise`.

>>> from reference.probability.piecewise import laplace
>>> draws = {0: laplace(1, 0), 1: laplace(1, 2), 2: laplace(1, 0)}
>>> probability(draws, [Below(1, 0, 0)])
ExponentialPolynomial('1/2 u r^-2 + 1/2 r^-2')
>>> probability({0: draws[0], 2: draws[2]}, [Below(0, 2, 0)])
ExponentialPolynomial('1/2')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.piecewise import Piecewise

NEVER, SURELY = ExponentialPolynomial.of(0), ExponentialPolynomial.of(1)


class Below(NamedTuple):
    """x_low + k u < x_high."""

    low: int
    high: int
    k: int


def probability(
    draws: Mapping[int, Piecewise], constraints: Iterable[Below]
) -> ExponentialPolynomial:
    """The probability that all constraints hold.

    Args:
        draws: the density of each draw, by number.
        constraints: between these.
    """
    tight: dict[tuple[int, int], int] = {}
    for low, high, k in constraints:
        tight[low, high] = max(k, tight.get((low, high), k))
    for (low, high), k in tight.items():
        back = 0 if low == high else tight.get((high, low))
        if back is not None and k + back >= 0:
            return NEVER
    return _eliminated(draws, [Below(a, b, k) for (a, b), k in tight.items() if a != b])


def _eliminated(
    draws: Mapping[int, Piecewise], constraints: Sequence[Below]
) -> ExponentialPolynomial:
    """With one constraint at most from each draw to each other."""
    if not draws:
        return SURELY
    lows = {x: [c for c in constraints if c.high == x] for x in draws}
    highs = {x: [c for c in constraints if c.low == x] for x in draws}

    def effort(x: int) -> tuple[bool, int]:
        here, there = len(lows[x]), len(highs[x])
        return max(here, there) > 1, here + there

    x = min(draws, key=effort)
    left = {y: density for y, density in draws.items() if y != x}
    rest = [c for c in constraints if x not in (c.low, c.high)]
    match lows[x], highs[x]:
        case [], []:
            return draws[x].total() * _eliminated(left, rest)
        case [], [high]:
            bound = draws[x].below().shifted(-high.k)
            return probability(left | {high.high: left[high.high] * bound}, rest)
        case [low], []:
            bound = draws[x].above().shifted(low.k)
            return probability(left | {low.low: left[low.low] * bound}, rest)
        case [low], [high]:
            upper, lower = (draws[x].below().shifted(k) for k in (-high.k, low.k))
            if low.low == high.high:  # between two multiples from the same draw
                return probability(left | {low.low: left[low.low] * (upper - lower)}, rest)
            rest.append(Below(low.low, high.high, low.k + high.k))
            both = probability(left | {high.high: left[high.high] * upper}, rest)
            return both - probability(left | {low.low: left[low.low] * lower}, rest)
        case [one, two, *_], _:
            return _split(draws, constraints, one, two, Below(two.low, one.low, two.k - one.k))
        case _, above:
            one, two = above[:2]
            return _split(draws, constraints, one, two, Below(one.high, two.high, two.k - one.k))


def _split(
    draws: Mapping[int, Piecewise],
    constraints: Sequence[Below],
    one: Below,
    two: Below,
    order: Below,
) -> ExponentialPolynomial:
    """Where the order holds, the first of two bounds implies the second; else the other way."""
    opposite = Below(order.high, order.low, -order.k)
    first = probability(draws, [*(c for c in constraints if c != two), order])
    return first + probability(draws, [*(c for c in constraints if c != one), opposite])
