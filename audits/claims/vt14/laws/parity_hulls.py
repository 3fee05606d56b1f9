"""Second ways to the maxima of linear functions over hulls of parities, and to their means."""

from audits.claims.prelude import *

Direction = tuple[Fraction, ...]

_LISTED: dict[int, tuple[tuple[Fraction | int, ...], ...]] = {
    1: ((1,), (-1,), (Fraction(-3, 2),), (2,)),
    2: (
        *product((1, -1), repeat=4),
        (0, 3, -1, Fraction(1, 2)),
        (-2, Fraction(1, 3), 4, 1),
        (5, 1, -7, -2),
    ),
    3: (
        *[*product((1, -1), repeat=9)][::16],
        (0, 3, -1, Fraction(1, 2), 4, 1, -2, -5, 1),
        (-2, 1, 4, 1, -3, 0, 0, 2, -6),
        (5, 1, -7, -2, 3, 3, 1, 1, Fraction(-9, 2)),
    ),
}

DIRECTIONS: dict[int, tuple[Direction, ...]] = {
    bits: tuple(tuple(map(Fraction, g)) for g in some) for bits, some in _LISTED.items()
}
"""Linear functions, by d."""

LARGER_DIRECTIONS: dict[int, tuple[Direction, ...]] = {
    bits: tuple(tuple(z + Fraction(k, 7) for k, z in enumerate(g)) for g in some[-3:])
    for bits, some in DIRECTIONS.items()
}
"""Targets in general position."""


def greatest_by_hand(direction: Sequence[Fraction | int], bits: int) -> Fraction:
    """The maximum over K for d <= 3: the trace, and the pairs with the signs that are possible."""
    g = [Fraction(z) for z in direction]
    if bits == 1:
        return abs(g[0])
    if bits == 2:
        return abs(g[0] + g[3]) + abs(g[1] + g[2])
    trace = g[0] + g[4] + g[8]
    a, b, c = g[1] + g[3], g[2] + g[6], g[5] + g[7]
    four = (trace + a + b + c, trace + a - b - c, trace - a + b - c, trace - a - b + c)
    return max(map(abs, four))


def normal_signs(values: Sequence[int], bits: int) -> Fraction:
    """The mean of the maximum for independent uniform coordinates, by the formulas."""
    every = product(values, repeat=bits**2)
    total = Fraction(sum(greatest_by_hand(g, bits) for g in every))
    return Fraction(total, len(values) ** bits**2)


def added_distance(first: Sequence[int], second: Sequence[int]) -> int:
    """|x - x'|_1 of two histograms."""
    return sum(abs(first.count(v) - second.count(v)) for v in {*first, *second})


def at_most_rows(bits: int, most: int) -> Iterator[tuple[int, ...]]:
    """All databases of at most so many rows."""
    for n in range(most + 1):
        yield from combinations_with_replacement(range(2**bits), n)


def rank(vectors: Sequence[Sequence[int]]) -> int:
    """The dimension of the span, by elimination."""
    rows = [[Fraction(z) for z in v] for v in vectors]
    found = 0
    while rows and rows[0]:
        pivot = next((row for row in rows if row[0]), None)
        if pivot is not None:
            found += 1
            rows = [row for row in rows if row is not pivot]
            rows = [
                [a - row[0] / pivot[0] * b for a, b in zip(row, pivot, strict=True)]
                for row in rows
            ]
        rows = [row[1:] for row in rows]
    return found
