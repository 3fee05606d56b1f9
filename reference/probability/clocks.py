"""Exponential clocks: the probability that independent ones ring in a partial order.

Clock i rings at a time of the density w_i e^(-w_i t), t >= 0.  Of some clocks, i is the first one
to ring with probability w_i / (the sum of their w); as clocks have no memory, what happens then
is as if the others began anew.  So the probability that all pairs ring in order is the sum, over
the clocks that may ring first, of that of the pairs that are left.

Gumbel noise is G = -b ln E, E an exponential number, b = 1/(a u) the scale.  So G + q, larger than
another G' + q', is a clock E r^(-a q), of weight r^(a q), that rings before another one.

>>> r = ExponentialFunction.r()
>>> probability({0: r, 1: r**2, 2: r**0}, {(1, 0)})
ExponentialFunction('r / (r + 1)')
>>> probability({0: r, 1: r**2, 2: r**0}, {(1, 0), (1, 2)})
ExponentialFunction('r^2 / (r^2 + r + 1)')
>>> shifts([(0, 1, 2), (1, 2, -1)])
{0: 0, 1: -2, 2: -1}
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from math import lcm
from typing import TypeAlias

from reference.exact.exponential_function import ExponentialFunction
from reference.probability.differences import Number

Pairs: TypeAlias = AbstractSet[tuple[int, int]]
"""Numbers of clocks: the first one rings before the second one."""


class ShiftsError(ValueError):
    """Draws of Gumbel noise that are not shifted by one number each."""


def probability(weights: Mapping[int, ExponentialFunction], pairs: Pairs) -> ExponentialFunction:
    """The probability that all pairs of clocks ring in order.

    Args:
        weights: of each clock, by number; functions that are above 0 for u > 0.
        pairs: of these numbers.
    """
    known: dict[frozenset[tuple[int, int]], ExponentialFunction] = {
        frozenset(): ExponentialFunction(1)
    }

    def value(left: frozenset[tuple[int, int]]) -> ExponentialFunction:
        if left not in known:
            clocks = sorted({clock for pair in left for clock in pair})
            first = [clock for clock in clocks if all(clock != late for _, late in left)]
            total = sum((weights[clock] for clock in clocks), ExponentialFunction(0))
            known[left] = sum(
                (
                    weights[clock] / total * value(frozenset(p for p in left if p[0] != clock))
                    for clock in first
                ),
                ExponentialFunction(0),
            )
        return known[left]

    return value(frozenset(pairs))


def order_probability(
    rates: Mapping[int, int], orders: Collection[tuple[int, int, Number]]
) -> ExponentialFunction:
    """The probability that draws of Gumbel noise keep an order.

    Args:
        rates: a of each draw, by number; a draw is compared with draws of its rate only.
        orders: x + k < x', as numbers of two draws, and k.

    Raises:
        ShiftsError: if a draw is compared with two different shifts.
        ValueError: if r has a power in the probability that is no integer.
    """
    powers = {x: q * rates[x] for x, q in shifts(orders).items()}
    check_powers(powers.values())
    weights = {x: ExponentialFunction.r(int(power)) for x, power in powers.items()}
    return probability(weights, {(high, low) for low, high, _ in orders})


def check_powers(powers: Iterable[Number]) -> None:
    """Refuse powers of r that are no integers.

    Raises:
        ValueError: saying which `parts` are needed.
    """
    parts = lcm(*(power.denominator for power in powers))
    if parts > 1:
        raise ValueError(
            f"draws are compared with parts of a unit: parts must be {parts} times as many"
        )


def shifts(orders: Iterable[tuple[int, int, Number]]) -> dict[int, Number]:
    """Numbers q such that x + k < x' says x + q < x' + q', for each order.

    Args:
        orders: numbers of two draws, and k.

    Raises:
        ShiftsError: if there are none: a draw is compared with two different shifts.
    """
    near: dict[int, list[tuple[int, Number]]] = {}
    for low, high, k in orders:
        near.setdefault(low, []).append((high, -k))
        near.setdefault(high, []).append((low, k))
    found: dict[int, Number] = {}
    for start in near:
        found.setdefault(start, 0)
        pending = [start]
        while pending:
            x = pending.pop()
            for y, k in near[x]:
                if y not in found:
                    found[y] = found[x] + k
                    pending.append(y)
                elif found[y] != found[x] + k:
                    raise ShiftsError(
                        "a draw of Gumbel noise is compared with two different shifts: "
                        "each has one, such as its quality"
                    )
    return found
