"""Linear inequalities by elimination: Fourier and Motzkin's, one variable after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

Row: TypeAlias = tuple[tuple[Fraction, ...], Fraction]
"""(a, b): a x <= b, or a x < b."""


def solvable(
    rows: Iterable[tuple[Sequence[Fraction | int], Fraction | int]], *, strict: bool
) -> bool:
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


def _scaled(a: Sequence[Fraction | int], b: Fraction | int) -> Row:
    """With 1, 0 or -1 as the last coefficient."""
    scale = abs(Fraction(a[-1])) if a and a[-1] else Fraction(1)
    return tuple(c / scale for c in a), b / scale
