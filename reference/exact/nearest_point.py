"""The nearest point of a polytope, exactly, from an oracle for linear functions (Wolfe 1976).

A polytope is known through `best`, which gives a vertex at which a linear function is greatest; so
projecting is as easy as optimising, up to the number of steps.  A point z of the polytope is
nearest to a target y if and only if <y - z, v - z> <= 0 for every vertex v, which one call of
`best` with the direction y - z decides.

The algorithm keeps affinely independent vertices whose hull contains the point found so far:

    1  take any vertex
    2  stop if no vertex is beyond the hyperplane through z that is normal to y - z
    3  else add the best vertex, and go to the point nearest to y in the affine hull
    4  while that is outside of the hull: go towards it as far as the hull goes, and drop a vertex

In exact arithmetic no set of vertices comes twice, so it ends.

Notation: y target, z point found.
Source: P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11 (1976).

>>> def best(direction):
...     return max(
...         [(0, 0), (2, 0), (0, 2)], key=lambda v: v[0] * direction[0] + v[1] * direction[1]
...     )
>>> nearest_point((Fraction(3), Fraction(2)), best).point
(Fraction(3, 2), Fraction(1, 2))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Best = Callable[[Sequence[Fraction]], Sequence[int | Fraction]]
"""From a linear function to a vertex at which it is greatest."""

Point = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Nearest:
    """A point of a hull, and why it belongs to it."""

    point: Point
    shares: tuple[tuple[Point, Fraction], ...]
    """Vertices, with positive numbers whose sum is 1: the point is their mean."""


def nearest_point(target: Sequence[Fraction], best: Best) -> Nearest:
    """The point of a polytope that is nearest to the target."""
    first = _point(best(target))  # 1
    kept, shares = [first], [Fraction(1)]
    while True:
        z = _mean(kept, shares)
        way = tuple(a - b for a, b in zip(target, z, strict=True))
        found = _point(best(way))
        if inner(way, found) <= inner(way, z):  # 2
            return Nearest(z, tuple(zip(kept, shares, strict=True)))
        kept, shares = [*kept, found], [*shares, Fraction(0)]  # 3
        wanted = _nearest_in_affine_hull(kept, target)
        while any(w <= 0 for w in wanted):  # 4
            step = min(
                s / (s - w) for s, w in zip(shares, wanted, strict=True) if w <= 0 and s > w
            )
            moved = [s + step * (w - s) for s, w in zip(shares, wanted, strict=True)]
            pairs = [(v, m) for v, m in zip(kept, moved, strict=True) if m > 0]
            kept, shares = [v for v, _ in pairs], [m for _, m in pairs]
            wanted = _nearest_in_affine_hull(kept, target)
        shares = wanted


def is_nearest(target: Sequence[Fraction], point: Sequence[Fraction], best: Best) -> bool:
    """Whether no point of the polytope is nearer to the target than this point of it."""
    return excess(target, point, best) <= 0


def excess(target: Sequence[Fraction], point: Sequence[Fraction], best: Best) -> Fraction:
    """The greatest <y - z, v - z> over the vertices v: 0 for the nearest point z."""
    way = tuple(a - b for a, b in zip(target, point, strict=True))
    return inner(way, best(way)) - inner(way, point)


def _point(values: Sequence[int | Fraction]) -> Point:
    return tuple(map(Fraction, values))


def _mean(points: list[Point], shares: list[Fraction]) -> Point:
    return tuple(inner(shares, coordinates) for coordinates in zip(*points, strict=True))


def _nearest_in_affine_hull(points: list[Point], target: Sequence[Fraction]) -> list[Fraction]:
    """Shares, of sum 1 and perhaps negative, of the nearest point of the affine hull."""
    start, *others = points
    ways = [tuple(a - b for a, b in zip(each, start, strict=True)) for each in others]
    goal = tuple(a - b for a, b in zip(target, start, strict=True))
    gram = [[inner(u, v) for v in ways] + [inner(u, goal)] for u in ways]
    rest = _solved(gram)
    return [1 - sum(rest, Fraction(0)), *rest]


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of a positive definite system, the right side being the last column."""
    for k, pivot in enumerate(rows):
        for i, row in enumerate(rows):
            if i != k and row[k]:
                factor = row[k] / pivot[k]
                rows[i] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


def inner(first: Sequence[int | Fraction], second: Sequence[int | Fraction]) -> Fraction:
    """The inner product."""
    return Fraction(sum((a * b for a, b in zip(first, second, strict=True)), Fraction(0)))
