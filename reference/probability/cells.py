"""The weight of all choices of cells that keep given differences, in integers.

Each draw is in one of many cells, numbered by integers, and has a weight in each.  An order says
that the number of one cell, plus k, is at most that of another; `CONSTANT` stands for the number
0.  The weight of a choice of cells is the product of the weights; `weigh` adds up those of all
choices that keep the orders.

It eliminates one draw after the other, as `reference.probability.differences` does: sums up to a
number are in the place of running integrals, and of several bounds on one side the first of the
tightest is the tightest.  Nothing is rounded, so that differences cancel.

Notation: c number of a cell.

>>> even = Cells(0, (1, 1, 1))
>>> weigh({0: even, 1: even}, [Order(0, 1, 1)])  # the first below the second: 3 of 9
3
>>> weigh({0: even, 1: even, 2: even}, [Order(0, 1, 0), Order(0, 2, 0)])
14
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, repeat
from operator import mul, sub
from typing import NamedTuple

from reference.probability.differences import CONSTANT


class Cells(NamedTuple):
    """Weights of the cells of a draw, in order; all others have none."""

    first: int
    """The number of the first of them."""

    weights: Sequence[int]


class Order(NamedTuple):
    """The number of the cell of one draw, plus k, is at most that of another."""

    low: int
    high: int
    k: int


def weigh(draws: Mapping[int, Cells], orders: Iterable[Order]) -> int:
    """The weight of all choices of cells that keep the orders.

    Args:
        draws: the weights of each draw, by number.
        orders: between these and `CONSTANT`.
    """
    kept = _reduced(orders)
    if kept is None:
        return 0
    left = dict(draws)
    for low, high, k in kept:
        if low == CONSTANT:
            first, weights = left[high]
            start = max(k - first, 0)
            left[high] = Cells(first + start, weights[start:])
        elif high == CONSTANT:
            first, weights = left[low]
            left[low] = Cells(first, weights[: max(1 - k - first, 0)])
    return _eliminated(left, [order for order in kept if CONSTANT not in order[:2]])


def _eliminated(draws: Mapping[int, Cells], orders: Sequence[Order] | None) -> int:
    """Of draws between which orders are reduced; 0 if there are none."""
    if orders is None:
        return 0
    if not draws:
        return 1
    lows = {x: [order for order in orders if order.high == x] for x in draws}
    highs = {x: [order for order in orders if order.low == x] for x in draws}

    def effort(x: int) -> tuple[bool, int]:
        here, there = len(lows[x]), len(highs[x])
        return max(here, there) > 1, here + there

    x = min(draws, key=effort)
    cells, left = draws[x], {y: other for y, other in draws.items() if y != x}
    rest = [order for order in orders if x not in order[:2]]

    def times(y: int, factors: Iterable[int]) -> Mapping[int, Cells]:
        return left | {y: Cells(left[y].first, [*map(mul, left[y].weights, factors)])}

    cases: list[list[Order]] = []
    match lows[x], highs[x]:
        case [], []:
            whole = sum(cells.weights)
            return whole and whole * _eliminated(left, rest)
        case [], [(_, y, k)]:
            return _eliminated(times(y, _up_to(cells, left[y], -k)), rest)
        case [(y, _, k)], []:
            whole = sum(cells.weights)
            return _eliminated(
                times(y, map(sub, repeat(whole), _up_to(cells, left[y], k - 1))), rest
            )
        case [(y, _, j)], [(_, z, k)]:
            above, below = _up_to(cells, left[z], -k), _up_to(cells, left[y], j - 1)
            if y == z:  # between two numbers that depend on the same draw
                return _eliminated(times(y, map(sub, above, below)), rest)
            order = _reduced([*rest, Order(y, z, j + k)])
            return _eliminated(times(z, above), order) - _eliminated(times(y, below), order)
        case [_, _, *_] as bounds, _:
            lower = [(order.low, order.k) for order in bounds]
            cases = [[Order(b, a, k) for a, b, k in case] for case in _tightest(lower)]
        case _, bounds:
            upper = [(order.high, order.k) for order in bounds]
            cases = [[Order(*order) for order in case] for case in _tightest(upper)]
    return sum(_eliminated(draws, _reduced([*orders, *more])) for more in cases)


def _tightest(bounds: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    """For each of several bounds (a, j), what says that it is the tightest, the first of such.

    Of upper bounds a - j: triples (a, b, k - j + 0 or 1) for the others (b, k).
    """
    for i, (a, j) in enumerate(bounds):
        yield [(a, b, k - j + (n < i)) for n, (b, k) in enumerate(bounds) if n != i]


def _up_to(cells: Cells, other: Cells, k: int) -> Iterable[int]:
    """For each cell c of another draw the weight of the cells up to c + k."""
    sums = list(accumulate(cells.weights))
    start = other.first + k - cells.first
    end = start + len(other.weights)
    none, all_of_them = max(0, min(0, end) - start), max(0, end - max(start, len(sums)))
    some = sums[max(start, 0) : max(end, 0)]
    return chain(repeat(0, none), some, repeat(sums[-1] if sums else 0, all_of_them))


def _reduced(orders: Iterable[Order]) -> list[Order] | None:
    """Those that the others do not imply, found one after the other; None if no cells keep all."""
    tight: dict[tuple[int, int], int] = {}
    for low, high, k in orders:
        tight[low, high] = max(k, tight.get((low, high), k))
    far = _farthest(tight)
    if far is None:
        return None
    kept = {pair: k for pair, k in tight.items() if pair[0] != pair[1]}
    for (low, high), k in [*kept.items()]:
        if any(low == x and (y, high) in far and y != high for x, y in kept):
            others = {pair: j for pair, j in kept.items() if pair != (low, high)}
            found = _farthest(others)
            if found is not None and found.get((low, high), k - 1) >= k:
                kept = others
    return [Order(low, high, k) for (low, high), k in kept.items()]


def _farthest(orders: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int] | None:
    """The greatest sum of k on a path from each draw to each other; None if a circle's is > 0."""
    far = dict(orders)
    for via in {x for pair in orders for x in pair}:
        before = [(x, k) for (x, y), k in far.items() if y == via]
        after = [(y, k) for (x, y), k in far.items() if x == via]
        for x, j in before:
            for y, k in after:
                far[x, y] = max(j + k, far.get((x, y), j + k))
    return None if any(x == y and k > 0 for (x, y), k in far.items()) else far
