"""The exact privacy curve: every (eps, delta) that holds, at once, as a polygon.

For laws P and Q the curve is delta(x) = max over events T of P(T) - x Q(T), as a function of
x = e^eps >= 0.  It is the upper envelope of the lines p - x q, one for each point
(q, p) = (Q(T), P(T)), hence convex, non-increasing and piecewise linear.  The lines that matter
are the corners of the upper convex hull of the points: the likelihood-ratio events, taken in
the order of falling P(y) / Q(y).  So the curve and the trade-off of error probabilities
(`reference.privacy.tradeoff`) are one polygon, seen twice.

The curve of a mechanism is the upper envelope of the curves of all ordered pairs of
neighbours: the hull of all their corners.

Notation: P, Q laws, T event, x = e^eps, (q, p) corner.

>>> flip = curve(Dist.weighted([(0, Fraction(3)), (1, Fraction(1))]), Dist.uniform((0, 1, 1, 1)))
>>> flip.corners[1]
(Fraction(1, 4), Fraction(3, 4))
>>> flip.breakpoints
((Fraction(1, 1), Fraction(1, 2)), (Fraction(3, 1), Fraction(0, 1)))
>>> flip.delta_at(Fraction(2)), flip.exp_eps_at(Fraction(0)), flip.exp_eps_at(Fraction(1, 4))
(Fraction(1, 4), Fraction(3, 1), Fraction(2, 1))
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import TypeAlias, TypeVar

from reference.privacy.divergence import Extended, Infinity, integers
from reference.probability.dist import Dist, X

Corner: TypeAlias = tuple[Fraction, Fraction]
"""(Q(T), P(T)) for an event T."""

N = TypeVar("N", int, Fraction)

_Ratios: TypeAlias = tuple[int, int, int, int]
"""b, t, a, s for the point (b / t, a / s)."""

_UNIT = 2**64

LEAST_HEAP = 2**15
"""Points that an envelope collects, at the least, before it drops those below the others."""


@dataclass(frozen=True, slots=True)
class PrivacyCurve:
    """The convex polygon delta(x) = max over the corners (q, p) of p - x q.

    Raises:
        ValueError: unless the corners lead from (0, p) to (1, 1) with strictly falling
            slopes >= 0.
    """

    corners: tuple[Corner, ...]
    """Corners of the upper hull, from q = 0 to (1, 1)."""

    def __post_init__(self) -> None:
        ends = self.corners[:1] + self.corners[-1:]
        if not ends or ends[0][0] != 0 or not 0 <= ends[0][1] <= 1 or ends[1] != _ONE:
            raise ValueError("the corners of a privacy curve lead from (0, p) to (1, 1)")
        if list(self.corners) != upper_hull(self.corners):
            raise ValueError("the corners of a privacy curve have falling slopes")

    @property
    def max_ratio(self) -> Extended:
        """The least x >= 1 with delta(x) = 0."""
        return self.exp_eps_at(Fraction(0))

    @property
    def breakpoints(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The points (x, delta(x)), x >= 1, between which delta is linear.

        The first has x = 1; from the last one on, delta is constant.
        """
        found = [(Fraction(1), self.delta_at(Fraction(1)))]
        for (q2, p2), (q1, p1) in pairwise(reversed(self.corners)):
            x = (p2 - p1) / (q2 - q1)
            if x > 1:  # both ends of the edge attain the maximum at its slope
                found.append((x, p1 - x * q1))
        return tuple(found)

    @property
    def is_symmetric(self) -> bool:
        """Whether the curve stays the same when the two laws are exchanged."""
        return self == self.reversed()

    def delta_at(self, exp_eps: Fraction) -> Fraction:
        """The least delta that holds at x = exp_eps >= 0."""
        return max(p - exp_eps * q for q, p in self.corners)

    def exp_eps_at(self, delta: Fraction) -> Extended:
        """The least x >= 1 at which delta holds; infinite if it holds at none."""
        if self.corners[0][1] > delta:
            return Infinity.INFINITE
        return max([Fraction(1), *((p - delta) / q for q, p in self.corners if q)])

    def reversed(self) -> PrivacyCurve:
        """The curve of the pair (Q, P).

        The complement of an event T with corner (q, p) has the corner (1 - p, 1 - q).
        """
        return PrivacyCurve(tuple(upper_hull([*map(_mirrored, self.corners), _ONE])))


def curve(first: Dist[X, Fraction], second: Dist[X, Fraction]) -> PrivacyCurve:
    """The privacy curve of the ordered pair (P, Q): max over events of P(T) - x Q(T).

    Args:
        first: P, a law whose probabilities are numbers.
        second: Q, likewise.

    Raises:
        TypeError: for what is no law, and for laws that depend on r.
    """
    for each in (first, second):
        given: object = each
        if not isinstance(given, Dist):
            raise TypeError(f"{given!r}: a law is a Dist, such as the law of a mechanism")
    (p, s), (q, t) = integers(first), integers(second)
    return PrivacyCurve(
        tuple((Fraction(b, t), Fraction(a, s)) for b, a in _likelihood_events(p, s, q, t))
    )


def curve_of_guarantee(exp_eps: Fraction, delta: Fraction) -> PrivacyCurve:
    """The least private curve that satisfies (eps, delta), in both directions.

    It is the upper envelope of p - x q over (0, delta), ((1-delta)/(1+x), (x+delta)/(1+x)) and
    their mirror images, x = exp_eps.
    """
    corner = ((1 - delta) / (1 + exp_eps), (exp_eps + delta) / (1 + exp_eps))
    points = [(Fraction(0), delta), corner]
    return PrivacyCurve(tuple(upper_hull([*points, *map(_mirrored, points), _ONE])))


def curve_from_breakpoints(points: Sequence[tuple[Fraction, Fraction]]) -> PrivacyCurve:
    """The curve with the given points (x, delta), x >= 1, that holds in both directions.

    Inverse of `PrivacyCurve.breakpoints` on symmetric curves.

    Raises:
        ValueError: unless the first point has x = 1 and the points are those of a convex
            falling polygon with values in [0, 1].
    """
    if not points or points[0][0] != 1:
        raise ValueError("the breakpoints of a privacy curve begin at x = 1")
    corners = [(Fraction(0), points[-1][1])]
    for (x1, d1), (x2, d2) in pairwise(points):
        q = (d1 - d2) / (x2 - x1) if x1 < x2 else Fraction(-1)
        corners.append((q, d1 + x1 * q))
    if all(0 <= q <= p <= 1 for q, p in corners):
        hull = upper_hull([*corners, *map(_mirrored, corners), _ONE])
        made = PrivacyCurve(tuple(hull))
        if made.breakpoints == tuple(points):
            return made
    raise ValueError("the breakpoints of a privacy curve form a convex falling polygon")


def upper_envelope(curves: Iterable[PrivacyCurve]) -> PrivacyCurve:
    """The least curve above all of the given ones."""
    return PrivacyCurve(tuple(upper_hull({c for one in curves for c in one.corners})))


@dataclass(frozen=True, slots=True)
class Envelope:
    """The curve of all ordered pairs of neighbours, and which pair reaches it where."""

    curve: PrivacyCurve
    """The upper envelope."""

    pairs: tuple[tuple[int, int], ...]
    """For each corner, positions of two laws P, Q that have it."""

    def worst(self, exp_eps: Fraction) -> tuple[Fraction, tuple[int, int]]:
        """The least delta that holds for all pairs at x, and positions of laws P, Q with it."""
        values = (
            (p - exp_eps * q, pair)
            for (q, p), pair in zip(self.curve.corners, self.pairs, strict=True)
        )
        return max(values, key=itemgetter(0))


def envelope(laws: Sequence[Dist[X, Fraction]], pairs: Iterable[tuple[int, int]]) -> Envelope:
    """The upper envelope of the curves of (P, Q) and (Q, P), for all given pairs of laws.

    Args:
        laws: one for each database.
        pairs: positions of the laws of neighbours, each unordered pair at least once.

    Raises:
        ValueError: if no pair is given.
    """
    return envelope_of_weights([integers(law) for law in laws], pairs)


def envelope_of_weights(
    tables: Sequence[tuple[Mapping[X, int], int]], pairs: Iterable[tuple[int, int]]
) -> Envelope:
    """The same for laws given as weights > 0 and their totals.

    Raises:
        ValueError: if no pair is given.
    """
    numbers: dict[object, int] = {}
    law_of = [
        numbers.setdefault((total, frozenset(weights.items())), i)
        for i, (weights, total) in enumerate(tables)
    ]
    points: dict[_Ratios, tuple[int, int]] = {}
    links = {(law_of[a], law_of[b]) for a, b in pairs}
    heap = LEAST_HEAP
    for i, j in {(min(link), max(link)) for link in links}:
        (p, s), (q, t) = tables[i], tables[j]
        for b, a in _likelihood_events(p, s, q, t):
            points.setdefault((b, t, a, s), (i, j))
            points.setdefault((s - a, s, t - b, t), (j, i))
        if len(points) > heap:
            points = {
                (q.numerator, q.denominator, p.numerator, p.denominator): pair
                for (q, p), pair in _corners(points).items()
            }
            heap = max(LEAST_HEAP, 2 * len(points))
    if not points:
        raise ValueError("an envelope needs at least one pair of laws")
    corners = _corners(points)
    return Envelope(PrivacyCurve(tuple(corners)), tuple(corners.values()))


def upper_hull(points: Iterable[tuple[N, N]]) -> list[tuple[N, N]]:
    """The corners of the upper convex hull, from left to right, none on an edge."""
    hull: list[tuple[N, N]] = []
    for q, p in sorted(points):
        if hull and hull[-1][0] == q:
            hull.pop()
        while len(hull) > 1:
            (q1, p1), (q2, p2) = hull[-2], hull[-1]
            if (p2 - p1) * (q - q2) > (p - p2) * (q2 - q1):
                break
            hull.pop()
        hull.append((q, p))
    return hull


def _likelihood_events(
    p: Mapping[X, int], s: int, q: Mapping[X, int], t: int
) -> Iterator[tuple[int, int]]:
    """(t Q(T), s P(T)) for the likelihood-ratio events T, in order of falling ratio.

    Two different ratios of integers with denominators at most t differ by at least 1/t^2, so
    that their multiples by 2^k > t^2, rounded down, are different integers in the same order.
    """
    k = 2 * t.bit_length()
    below = above = 0
    ratios: list[tuple[int, int, int]] = []
    for y, a in p.items():
        b = q.get(y, 0)
        if b:
            ratios.append(((a << k) // b, b, a))
        else:
            above += a
    ratios.sort(reverse=True)
    last = -1
    for ratio, b, a in ratios:
        if ratio != last:
            yield below, above
            last = ratio
        below += b
        above += a
    yield below, above
    if below < t:
        yield t, s


def _corners(points: dict[_Ratios, tuple[int, int]]) -> dict[Corner, tuple[int, int]]:
    """The corners of the upper hull, from left to right, each with its pair.

    Rounded to multiples of 2^-64, right and down, a point stays below the hull, which does not
    fall; rounded left and up, it is above itself.  A point above which, so rounded, the hull of
    the former still passes is no corner.  Few points are left for exact arithmetic.
    """
    low = upper_hull({(-(-b * _UNIT // t), a * _UNIT // s) for b, t, a, s in points})
    origin: dict[Corner, tuple[int, int]] = {}
    for (b, t, a, s), pair in points.items():
        q, p = b * _UNIT // t, -(-a * _UNIT // s)
        place = bisect_right(low, (q, _UNIT))
        if 0 < place < len(low):
            (q1, p1), (q2, p2) = low[place - 1], low[place]
            if (p - p1) * (q2 - q1) < (p2 - p1) * (q - q1):
                continue
        origin.setdefault((Fraction(b, t), Fraction(a, s)), pair)
    return {corner: origin[corner] for corner in upper_hull(origin)}


def _mirrored(corner: Corner) -> Corner:
    q, p = corner
    return 1 - p, 1 - q


_ONE: Corner = (Fraction(1), Fraction(1))
