"""Linear inequalities by elimination: Fourier and Motzkin's, one variable after the other."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

Inequality: TypeAlias = tuple[Sequence[Fraction | int], Fraction | int]
"""(a, b): a x <= b, or a x < b."""


def solvable(rows: Iterable[Inequality], *, strict: bool) -> bool:
    """Whether some x meets all inequalities, or meets them strictly."""
    known = {_scaled(a, b) for a, b in rows}
    while any(a for a, _ in known):
        low = [row for row in known if row[0][-1] < 0]
        high = [row for row in known if row[0][-1] > 0]
        known = {(a[:-1], b) for a, b in known if not a[-1]} | {
            _scaled([p + q for p, q in zip(a[:-1], c[:-1], strict=True)], b + d)
            for a, b in low
            for c, d in high
        }
    return all(b > 0 or (b == 0 and not strict) for _, b in known)


def _scaled(
    a: Sequence[Fraction | int], b: Fraction | int
) -> tuple[tuple[Fraction, ...], Fraction]:
    """With 1, 0 or -1 as the last coefficient."""
    scale = abs(Fraction(a[-1])) if a and a[-1] else Fraction(1)
    return tuple(Fraction(c) / scale for c in a), Fraction(b) / scale


def within(rows: Sequence[Sequence[Fraction | int]], bound: Fraction) -> list[Inequality]:
    """|a v| < b for each row a."""
    return [([s * c for c in row], bound) for row in rows for s in (1, -1)]


def beyond_half(rows: Sequence[Sequence[Fraction | int]], z: tuple[int, ...]) -> list[Inequality]:
    """z_j (d_j v) > 1/2 where z_j is not 0."""
    pairs = zip(z, rows, strict=True)
    return [([-s * c for c in row], -Fraction(1, 2)) for s, row in pairs if s]


def units(size: int) -> list[list[int]]:
    """The unit vectors."""
    return [[int(i == j) for i in range(size)] for j in range(size)]
