"""The probability that independent continuous draws keep given differences.

A constraint says that one draw, plus an integer multiple k of u, is below another: x + k u < x'.
The number 0, called `CONSTANT`, may stand for a draw.  The probability is an exponential
polynomial, found by eliminating one draw after the other: the density of a draw that it is
compared with is multiplied by its running integral, shifted.  Ties have probability 0.

1. A constraint is left out if others imply it: if the numbers k on a path of two or more from the
   one draw to the other add to no less.  Values that keep all constraints leave less room, which
   is x' - x - k u, to each on the path than to that which they imply; so none is left out because
   of one that is left out because of it.  No values keep them all if on a circle k add to 0 or
   more.
2. A constraint between a draw and 0 restricts the density of the draw.
3. A draw with at most one bound on each side is eliminated.  Several bounds on one side are split
   by which is the tightest: the others are then implied.  The room of those that stand for these
   is less, by that of the tightest; so splitting ends.

Constraints that form a tree, as those of the sparse vector technique do, need no split, and cost
polynomially many steps.

Notation: draws x by number; u, r = e^u as in `reference.probability.piecewise`.

>>> from reference.probability.piecewise import laplace
>>> draws = {0: laplace(1, 0), 1: laplace(1, 2), 2: laplace(1, 0)}
>>> probability(draws, [Below(1, 0, 0)])
ExponentialPolynomial('1/2 u r^-2 + 1/2 r^-2')
>>> probability({0: draws[0], 2: draws[2]}, [Below(0, 2, 0)])
ExponentialPolynomial('1/2')
>>> probability({0: draws[0]}, [Below(CONSTANT, 0, 3)])  # 3 u < x
ExponentialPolynomial('1/2 r^-3')
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import NamedTuple, TypeAlias, TypeVar

from reference.exact.exponential_polynomial import ExponentialPolynomial
from reference.probability.piecewise import Piecewise

NEVER, SURELY, MINUS = map(ExponentialPolynomial.of, (0, 1, -1))

CONSTANT = -1
"""The number 0, where a constraint names a draw."""


Number: TypeAlias = Fraction | int

Sign = TypeVar("Sign", str, tuple[int, ...])


class Below(NamedTuple):
    """x_low + k u < x_high."""

    low: int
    high: int
    k: int


Key: TypeAlias = tuple[tuple[Hashable, ...], tuple[Below, ...]]
"""The densities in some order, and the constraints with draws by their places in it."""


def probability(
    draws: Mapping[int, Piecewise], constraints: Iterable[Below]
) -> ExponentialPolynomial:
    """The probability that all constraints hold.

    Args:
        draws: the density of each draw, by number, from 0 on.
        constraints: between these and `CONSTANT`.

    Raises:
        ValueError: if a draw has a negative number, or a constraint names another draw.
    """
    if draws and min(draws) < 0:
        raise ValueError(f"draw {min(draws)}: a number, at least 0")
    given = list(constraints)
    unknown = {x for low, high, _ in given for x in (low, high)} - draws.keys() - {CONSTANT}
    if unknown:
        raise ValueError(f"draw {min(unknown)}, in a constraint: one of {sorted(draws)}")
    bounded = _bounded(draws, given)
    if bounded is None:
        return NEVER
    left, between = bounded
    value = SURELY
    for part in _parts(left, between):
        here = [c for c in between if c.low in part]
        cases = _eliminated({x: left[x] for x in part}, here)
        value = value * sum((one.total() for last, _ in cases for one in last.values()), NEVER)
    return value


Case: TypeAlias = tuple[Mapping[int, Piecewise], Sequence[Below]]
"""Functions of some draws, which are multiplied where these keep the constraints, and else 0."""


def joint(
    draws: Mapping[int, Piecewise], constraints: Iterable[Below], kept: Collection[int]
) -> list[Case]:
    """The density of some draws, and that all keep the constraints: a sum of cases.

    What is connected with none of them is left out.

    Args:
        draws: the density of each draw, by number, from 0 on.
        constraints: between these and `CONSTANT`; values can keep them.
        kept: draws, at least one.
    """
    bounded = _bounded(draws, constraints)
    assert bounded is not None, "values keep the constraints"
    left, between = bounded
    found: list[Case] = [({}, ())]
    for part in _parts(left, between):
        if part.isdisjoint(kept):
            continue
        here = [c for c in between if c.low in part]
        cases = _eliminated({x: left[x] for x in part}, here, kept)
        found = [({**f, **g}, (*a, *b)) for (f, a), (g, b) in product(found, cases)]
    return found


def _bounded(
    draws: Mapping[int, Piecewise], constraints: Iterable[Below]
) -> tuple[dict[int, Piecewise], list[Below]] | None:
    """Densities within bounds by numbers, and the constraints between draws; None for never."""
    kept = _reduced(constraints)
    if kept is None:
        return None
    left = dict(draws)
    for low, high, k in kept:
        if low == CONSTANT:
            left[high] = left[high].within(k, None)
        elif high == CONSTANT:
            left[low] = left[low].within(None, -k)
    return left, [c for c in kept if CONSTANT not in (c.low, c.high)]


def _reduced(constraints: Iterable[Below]) -> list[Below] | None:
    """Those that others do not imply; None if no values keep them all."""
    tight: dict[tuple[int, int], int] = {}
    for low, high, k in constraints:
        tight[low, high] = max(k, tight.get((low, high), k))
    names = {x for pair in tight for x in pair}
    far = dict(tight)  # the greatest sum along a path, found by admitting one more draw on it
    for via in names:
        before = [x for x in names if (x, via) in far]
        after = [x for x in names if (via, x) in far]
        for low, high in product(before, after):
            k = far[low, via] + far[via, high]
            far[low, high] = max(k, far.get((low, high), k))
    if any(far.get((x, x), -1) >= 0 for x in names):
        return None

    def implied(low: int, high: int, k: int) -> bool:
        others = (x for x in names - {low, high} if (low, x) in far and (x, high) in far)
        return any(far[low, x] + far[x, high] >= k for x in others)

    return [
        Below(low, high, k)
        for (low, high), k in tight.items()
        if low != high and not implied(low, high, k)
    ]


def settled(
    constraints: Sequence[tuple[int, int, Number]], asked: tuple[int, int, Number]
) -> bool | None:
    """Whether constraints imply another one; None if neither it nor its opposite.

    Args:
        constraints: triples (low, high, k) as in `Below`, k an integer or a rational.
        asked: one more.
    """
    low, high, k = asked
    if _farthest(constraints, low).get(high, k - 1) >= k:
        return True
    return False if _farthest(constraints, high).get(low, -k - 1) >= -k else None


def _farthest(constraints: Sequence[tuple[int, int, Number]], start: int) -> dict[int, Number]:
    """The greatest sum of k along a path from a draw to each other; there is no circle above 0."""
    far: dict[int, Number] = {start: 0}
    changed = True
    while changed:
        changed = False
        for low, high, k in constraints:
            if low in far and far[low] + k > far.get(high, far[low] + k - 1):
                far[high] = far[low] + k
                changed = True
    return far


def _parts(draws: Iterable[int], constraints: Iterable[Below]) -> list[set[int]]:
    """The draws that constraints connect, together."""
    parts = [{x} for x in draws]
    for low, high, _ in constraints:
        (one, *two) = (part for part in parts if low in part or high in part)
        parts = [part for part in parts if part not in (one, *two)] + [one.union(*two)]
    return parts


def _eliminated(
    draws: Mapping[int, Piecewise], constraints: Sequence[Below], kept: Collection[int] = ()
) -> list[Case]:
    """Of draws that are connected, by constraints that values can keep, none implied by others.

    The cases add up.  What is left are the draws that are kept; or any one, if none is.
    """
    others = [x for x in draws if x not in kept]
    if not others or len(draws) == 1:
        return [(draws, constraints)]
    lows = {x: [c for c in constraints if c.high == x] for x in draws}
    highs = {x: [c for c in constraints if c.low == x] for x in draws}

    def effort(x: int) -> tuple[bool, int]:
        here, there = len(lows[x]), len(highs[x])
        return max(here, there) > 1, here + there

    x = min(others, key=effort)
    left = {y: density for y, density in draws.items() if y != x}
    rest = [c for c in constraints if x not in (c.low, c.high)]

    def times(y: int, factor: Piecewise, order: Sequence[Below] = rest) -> list[Case]:
        return _eliminated(left | {y: left[y] * factor}, order, kept)

    match lows[x], highs[x]:
        case [], [high]:
            return times(high.high, draws[x].below().shifted(-high.k))
        case [low], []:
            return times(low.low, draws[x].above().shifted(low.k))
        case [low], [high]:
            upper, lower = (draws[x].below().shifted(k) for k in (-high.k, low.k))
            if low.low == high.high:  # between two multiples from the same draw
                return times(low.low, upper - lower)
            order = _possible([*rest, Below(low.low, high.high, low.k + high.k)])
            both = times(high.high, upper, order)
            return both + times(low.low, lower.scaled(MINUS), order)
        case [_, _, *_] as bounds, _:
            orders = [[Below(b.low, a.low, b.k - a.k) for b in bounds if b != a] for a in bounds]
        case _:
            bounds = highs[x]
            orders = [[Below(a.high, b.high, b.k - a.k) for b in bounds if b != a] for a in bounds]
    cases = (_eliminated(draws, _possible([*constraints, *order]), kept) for order in orders)
    return [*chain.from_iterable(cases)]


def _possible(constraints: Iterable[Below]) -> list[Below]:
    """Those that others do not imply.  A bound that no others imply is the tightest somewhere."""
    kept = _reduced(constraints)
    assert kept is not None, "values keep the constraints in each case of a split"
    return kept


def canonical(densities: Mapping[int, Hashable], constraints: Iterable[Below]) -> Key:
    """The problem with its draws numbered anew: equal keys, equal probabilities.

    Problems that differ by the numbers of their draws mostly have the same key.  Draws are ordered
    by densities and constraints, then by the places of those that they are compared with, and so
    on; what is still alike, by number.  A draw that no constraint names is left out.

    Args:
        densities: for each draw what its density, of integral 1, is known by.
        constraints: as in `probability`.
    """
    given = set(constraints)
    near: dict[int, list[tuple[int, int, int]]] = {}
    for low, high, k in given:
        near.setdefault(low, []).append((0, k, high))
        near.setdefault(high, []).append((1, k, low))
    near.pop(CONSTANT, None)
    place = _places({x: repr(densities[x]) for x in near})
    while len({*place.values()}) < len(place):
        at = place | {CONSTANT: CONSTANT}
        seen = {x: sorted((side, k, at[y]) for side, k, y in near[x]) for x in near}
        finer = _places({x: (place[x], *chain(*seen[x])) for x in near})
        if finer == place:
            alike = next(p for p, q in pairwise(sorted(place.values())) if p == q)
            finer = _places({x: (p, x if p == alike else 0) for x, p in place.items()})
        place = finer
    order, at = sorted(place, key=place.__getitem__), place | {CONSTANT: CONSTANT}
    renamed = sorted(Below(at[low], at[high], k) for low, high, k in given)
    return tuple(densities[x] for x in order), tuple(renamed)


def _places(signs: Mapping[int, Sign]) -> dict[int, int]:
    """The place of each draw's sign among all; one place for equal signs."""
    ordered = sorted({*signs.values()})
    return {x: bisect_left(ordered, sign) for x, sign in signs.items()}
