"""Laws that are enclosed from a grid: orders of Gaussian, Laplace, and exponential noise.

A draw is replaced by the cell that it is in, [c, c + 1] times the step.  x + k < y is sure if
c(x) + k + 1 <= c(y), and possible if c(x) + k <= c(y), for k in steps.  Weights below and above
the probabilities of cells give those of an order, by elimination in integers.  FORMAT.md has it.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, pairwise, product, repeat
from math import isqrt
from operator import mul, sub

from audits.kernel.polynomial import CELLS, PAIRS, STEP
from audits.kernel.reading import Facts, Fields, Node, within
from audits.kernel.table import Database, Universe, Where, read_universe

Cells = tuple[int, list[int]]  # the number of the first cell, and the weights from there on
Order = tuple[int, int, int]  # low, high, k: the cell of low, plus k, is at most that of high
Ends = tuple[int, int]  # of a number times 2^BITS
Law = tuple[int, tuple[Ends, ...]]  # the number of its branches, and outcomes and what is not said
Laws = dict[Database, Law]

BITS = 60  # of probabilities and factors; cells have 48
FINE, MOST_CELLS, MOST_REACH, MOST_DEEP = 48, 2**14, 30, 100
PI = 31415926535897932384626433832795028841971693993751, 10**49  # rounded down


def enclosed_private(fields: Fields, scope: Where) -> Facts:
    """P(E) <= x P'(E) + delta for all adjacent databases and all events E."""
    universe, laws = _table(fields, scope, complete=True)
    (x, _), delta, known, pairs = _factor(fields["exp_eps"]), _delta(fields), set[Ends](), 0
    way = fields["direction"].of(str, "both", "forward", "backward")
    for one in laws:
        scope.spend(PAIRS, universe.work())
        for other in universe.later(one):
            both = [(one, other)] * (way != "backward") + [(other, one)] * (way != "forward")
            pairs += len(both)
            for (i, p), (j, q) in ((laws[a], laws[b]) for a, b in both):
                scope.spend(PAIRS, STEP * len(p))
                same = i == j and p[-1] == (0, 0)  # equal enclosures are not enough
                if not same and (i, j) not in known:
                    ends = zip(p, q, strict=True)
                    gain = sum(max((a << BITS) - x * b, 0) for (_, a), (b, _) in ends)
                    fields["delta"].require(gain <= delta * 4**BITS, "PrivacyNotShown")
                    known.add((i, j))
    fields["universe"].require(pairs > 0, "Trivial")
    return {"databases": len(laws), "pairs": pairs, "direction": way}


def enclosed_refutation(fields: Fields, scope: Where) -> Facts:
    """P(E) > x P'(E) + delta for two neighbours and one event E."""
    universe, laws = _table(fields, scope, complete=False)
    fields["laws"].require(len(laws) == 2, "WrongLength")
    ((one, (_, p)), (other, (_, q))), (_, x) = laws.items(), _factor(fields["exp_eps"])
    fields["laws"].require(universe.adjacent(one, other, scope), "NotAdjacent")
    event = fields["event"].indices(len(p) - 1)
    excess = sum((p[y][0] << BITS) - x * q[y][1] for y in event) - x * q[-1][1]
    fields["event"].require(excess > _delta(fields) * 4**BITS, "ViolationNotShown")
    return {"direction": "forward" if (len(one), one) < (len(other), other) else "backward"}


def _delta(fields: Fields) -> Fraction:
    delta = fields["delta"].rational()
    fields["delta"].require(0 <= delta < 1, "Trivial")
    return delta


def _factor(node: Node) -> Ends:
    """A rational x >= 1, or {"exp": "p/q"} for e^(p/q)."""
    if isinstance(node.value, dict):
        (exponent,) = node.fields("exp").values()
        loss = exponent.rational()
        exponent.require(loss >= 0, "Trivial")
        within(1000, -int(-loss // 1), "as exp")
        return _exp(loss, BITS)
    x = node.rational()
    node.require(x >= 1, "Trivial")
    return int(x * 2**BITS // 1), -int(-x * 2**BITS // 1)


def _table(fields: Fields, scope: Where, *, complete: bool) -> tuple[Universe, Laws]:
    """The universe, and for each database the probabilities of the outcomes, and of all others."""
    universe, outcomes = read_universe(fields["universe"]), fields["outcomes"].labels()
    nodes, orders, laws = [*fields["laws"].items()], _orders(fields["grid"], scope), Laws()
    numbers = dict[str, int]()
    fields["laws"].require(nodes != [], "Trivial")
    fields["laws"].require(not complete or universe.has_size(len(nodes)), "MissingDatabase")
    for node in nodes:
        place, branches = node.fields("database branches").values()
        database = universe.database(place)
        place.require(database not in laws, "RepeatedDatabase")
        law = [(0, 0)] * (outcomes + 1)
        for branch in branches.items():
            outcome, order, weight = branch.items(3)
            y, (a, b) = outcome.index(outcomes + 1), orders[order.index(len(orders))]
            w = weight.rational()
            weight.require(w >= 0, "NegativeWeight")
            law[y] = law[y][0] + int(w * a // 1), law[y][1] - int(-w * b // 1)
        low, high = (sum(end) for end in zip(*law, strict=True))
        branches.require(low <= 2**BITS <= high, "NotNormalised")
        number = numbers.setdefault(repr(branches.value), len(numbers))
        laws[database] = number, (*law[:-1], (0, law[-1][1]))
    return universe, laws


def _orders(node: Node, scope: Where) -> list[Ends]:
    """The probabilities of the orders of a grid."""
    step, noises, orders = node.fields("step noises orders").values()
    step.require(step.rational() > 0, "BadGrid")
    cells = [_cells(noise, step.rational(), scope) for noise in noises.items()]
    found = list[Ends]()
    for order in orders.items():
        places, triples = order.items(2)
        used = [cells[i] for i in places.integers() if i in range(len(cells))]
        places.require(len(used) == len(places.of(list)), "BadIndices")
        given = [triple.integers(3) for triple in triples.items()]
        named = {-1, *range(len(used))}
        triples.require(all(x != y and {x, y} <= named for x, y, _ in given), "BadIndices")
        sure = [(low, high, k + (low >= 0)) for low, high, k in given]
        possible = [(low, high, k + (high < 0)) for low, high, k in given]
        scope.spend(CELLS, 2 * STEP * len(used) ** 2)
        one = 2 ** (FINE * len(used))
        zero: dict[int, Cells] = {-1: (0, [1])}
        least = _weight(zero | {x: low for x, (low, _, _) in enumerate(used)}, sure, scope)
        most = _weight(zero | {x: high for x, (_, high, _) in enumerate(used)}, possible, scope)
        outside = sum(missing for _, _, missing in used) << BITS - FINE
        above = -((-most << BITS) // one) + outside
        found.append(((least << BITS) // one, min(above, 2**BITS)))
    return found


def _cells(node: Node, step: Fraction, scope: Where) -> tuple[Cells, Cells, int]:
    """Weights below and above the probabilities of cells, and that of no cell, times 2^FINE."""
    name, scale, reach = node.items(3)
    kind = name.of(str, "gaussian", "laplace", "exponential", "discrete-gaussian")
    cells, size, discrete = reach.of(int), scale.rational(), kind == "discrete-gaussian"
    reach.require(cells > 0, "BadGrid")
    scale.require(size > 0, "BadGrid")
    within(MOST_CELLS, cells, "cells on each side of 0")
    within(2**64, max((step / size).as_integer_ratio()), "in the quotient of step and scale")
    square = int((cells * step) ** 2 / (size if discrete else size**2))
    within(MOST_REACH**2, square, "squared scales on each side of 0")
    scope.spend(CELLS, cells * STEP * (40 + square if "gaussian" in kind else 10))
    if discrete:
        within(2**64, int(size), "as a variance")
        whole = cells // step.denominator
        reach.require(step.numerator == 1 and cells == whole * step.denominator, "BadGrid")
        right, left = (_discrete(size, whole, step.denominator, k) for k in (0, 1))
    else:
        tails = (_gaussian if kind == "gaussian" else _exponential)(step / size, cells)
        if kind == "laplace":
            tails = [(low // 2, -(-high // 2)) for low, high in tails]
        right = [(max(a - d, 0), b - c) for (a, b), (c, d) in pairwise(tails)]
        left = [] if kind == "exponential" else right
    first, low, high = -len(left), *([end[i] for end in (*left[::-1], *right)] for i in (0, 1))
    return (first, low), (first, high), 2**FINE - sum(low)


def _discrete(variance: Fraction, points: int, parts: int, start: int) -> list[Ends]:
    """Of so many z = start, start + 1, ..., the probability divided into parts, times 2^FINE.

    With w(z) = e^(-z^2 / (2 variance)), all w(z) for z > r add up to at most w(r) t / (1 - t),
    where t = e^(-r / variance).
    """
    exact = 2 * FINE
    squares = [_exp(z * z / (2 * variance), exact) for z in range(points + 1)]
    weights = [(4**exact // b, -(-(4**exact) // a)) for a, b in squares]
    t = -(-(4**exact) // _exp(points / variance, exact)[0])
    rest = -(-weights[points][1] * t // (2**exact - t))
    least, most = (2 * sum(w[i] for w in weights) - weights[0][i] for i in (0, 1))
    most += 2 * rest
    ends = [
        ((a << FINE) // (most * parts), -((-b << FINE) // (least * parts))) for a, b in weights
    ]
    return [end for end in ends[start : start + points] for _ in range(parts)]


def _exponential(each: Fraction, cells: int) -> list[Ends]:
    """e^(-c each) for c = 0, ..., cells, times 2^FINE."""
    exact = 2 * FINE
    a, b = _exp(each, exact)
    below, above = 4**exact // b, -(-(4**exact) // a)
    found = [(2**exact, 2**exact)]
    for _ in range(cells):
        low, high = found[-1]
        found.append((low * below >> exact, -(-high * above >> exact)))
    return [(low >> FINE, -(-high >> FINE)) for low, high in found]


def _gaussian(each: Fraction, cells: int) -> list[Ends]:
    """The probability of more than c each, for c = 0, ..., cells, times 2^FINE.

    It is 1/2 less I(z) / sqrt(2 pi), where I(z) = z - z^3 / (2 * 3) + z^5 / (8 * 5) - ... is the
    integral of e^(-t^2 / 2) from 0 to z: the terms z^(2n+1) / (2^n n! (2n+1)) alternate, and once
    z^2 < 2 (n + 1), what is left is less than the next of them.
    """
    exact, (digits, ten) = 2 * FINE + int((cells * each) ** 2), PI
    roots = [isqrt((2 * n << 2 * exact) // ten) for n in (digits, digits + 1)]
    found = list[Ends]()
    for c in range(cells + 1):
        z, least, most, n = c * each, 0, 0, 0
        p, q = (z * z).as_integer_ratio()
        low = (z.numerator << exact) // z.denominator
        high = low + 1
        while high > 1 or p >= 2 * (n + 1) * q:
            k = 2 * n + 1
            a, b = low // k, -(-high // k)
            least, most = (least - b, most - a) if n % 2 else (least + a, most + b)
            n += 1
            low, high = low * p // (2 * n * q), -(-high * p // (2 * n * q))
        a, b = (least - 1 << FINE) // (roots[1] + 1), -((-most - 1 << FINE) // roots[0])
        half = 1 << FINE - 1
        found.append((max(half - b, 0), half - max(a, 0)))
    return found


def _exp(x: Fraction, digits: int) -> Ends:
    """e^x times 2^digits, for x >= 0: from n + 1 >= 2 x on, terms fall by half or more."""
    (p, q), low, high, least, most, n = x.as_integer_ratio(), 1 << digits, 1 << digits, 0, 0, 0
    while high > 1 or 2 * p > (n + 1) * q:
        least, most, n = least + low, most + high, n + 1
        low, high = low * p // (n * q), -(-high * p // (n * q))
    return least, most + 2


def _weight(draws: dict[int, Cells], orders: list[Order], scope: Where, at: int = 0) -> int:
    """The sum, over all choices of cells that keep the orders, of the products of weights."""
    within(MOST_DEEP, at, "cases within cases of an elimination")
    kept, factor, at = _needed(orders, scope), 1, at + 1
    while kept is not None and draws:
        lows = {x: [(low, k) for low, high, k in kept if high == x] for x in draws}
        highs = {x: [(high, k) for low, high, k in kept if low == x] for x in draws}
        most = {x: max(len(lows[x]), len(highs[x])) for x in draws}
        x = min(draws, key=lambda y: (most[y] > 1, len(lows[y]) + len(highs[y])))
        (first, weights), left = draws[x], {y: cells for y, cells in draws.items() if y != x}
        near = [len(draws[y][1]) for y in (x, *(z for z, _ in lows[x] + highs[x]))]
        size = max(weights, default=0).bit_length()
        scope.spend(CELLS, STEP * len(draws) * len(kept) // 4 + (STEP + size) * sum(near) // 4)
        bounds, way = (lows[x], -1) if len(lows[x]) > 1 else (highs[x], 1)
        if most[x] > 1:  # by the tightest of the bounds on one side, the first of several
            whole = 0
            for i, (a, j) in enumerate(bounds):
                rest = [(b, k - j + (n < i)) for n, (b, k) in enumerate(bounds) if n != i]
                more = [(a, b, k) if way > 0 else (b, a, k) for b, k in rest]
                whole += _weight(draws, [*kept, *more], scope, at)
            return factor * whole
        sums, kept = [0, *accumulate(weights)], [order for order in kept if x not in order[:2]]
        (y, j), (z, k) = (lows[x] or highs[x] or [(x, 0)])[0], (highs[x] or lows[x] or [(x, 0)])[0]
        if x == y:
            factor, draws = factor * sums[-1], left
            continue
        upper = _up_to(left[z], first, sums, -k) if highs[x] else repeat(sums[-1])
        lower = _up_to(left[y], first, sums, j - 1) if lows[x] else repeat(0)
        if y != z:  # between two: below the one, but not below the other
            kept += [(y, z, j + k)]
            whole = _weight(left | {z: _times(left[z], upper)}, kept, scope, at)
            return factor * (whole - _weight(left | {y: _times(left[y], lower)}, kept, scope, at))
        draws = left | {y: _times(left[y], map(sub, upper, lower))}
    return 0 if kept is None else factor


def _times(cells: Cells, factors: Iterable[int]) -> Cells:
    """Each weight is multiplied by a factor."""
    return cells[0], [*map(mul, cells[1], factors)]


def _up_to(cells: Cells, first: int, sums: list[int], k: int) -> list[int]:
    """For each c the sum of weights up to c + k, given the sums of the first 0, 1, 2, ..."""
    start, count, last = cells[0] + k - first + 1, len(cells[1]), len(sums) - 1
    return [sums[min(max(i, 0), last)] for i in range(start, start + count)]


def _needed(orders: list[Order], scope: Where) -> list[Order] | None:
    """The orders that no others imply, tested one by one; None if no cells keep all of them."""
    kept = dict[tuple[int, int], int]()
    for low, high, k in orders:
        kept[low, high] = max(k, kept.get((low, high), k))
    size = len({x for pair in kept for x in pair})
    scope.spend(CELLS, STEP * size**3 // 4)
    far = _far(kept)
    scope.spend(CELLS, STEP * len(kept) * size * len(far) // 4)
    if any(x == y and k > 0 for (x, y), k in far.items()):
        return None
    for pair, k in [*kept.items()]:
        others = {other: kept[other] for other in kept if other != pair}
        kept = others if _far(others).get(pair, k - 1) >= k else kept
    return [(*pair, k) for pair, k in kept.items()]


def _far(orders: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """The greatest sum of k on the ways from one to another."""
    far = dict(orders)
    for via in {x for pair in orders for x in pair}:
        before = [(x, j) for (x, y), j in far.items() if y == via]
        after = [(y, k) for (x, y), k in far.items() if x == via]
        for (x, j), (y, k) in product(before, after):
            far[x, y] = max(j + k, far.get((x, y), j + k))
    return far
