"""How well an interior point fingerprinting code traces each coalition: its best pirates.

>>> code = FingerprintingCode((2, 3))
>>> [str(each.soundness) for each in errors_by_coalition(code)]
['2/3', '1/3', '1/2', '0']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from reference.lower_bounds.interior_point_fingerprinting import (
    FingerprintingCode,
    Goal,
    best_pirate,
)

MOST_POINTS, MOST_CODEBOOKS = 128, 8192
"""Points of the domain, and codebooks of all users, that are listed."""


@dataclass(frozen=True, slots=True)
class CoalitionErrors:
    """What the best pirates of a coalition achieve."""

    coalition: tuple[int, ...]
    soundness: Fraction
    """The chance that somebody outside is accused of the best word."""

    feasible: Fraction
    """The same for a feasible word."""

    completeness: Fraction
    """The chance that nobody is accused of a feasible word."""

    bound: Fraction | None
    """What BNSV15.LB.4 (corrected) allows: 1/b(i-1) for each absent user i; none as printed."""


def fingerprinting_code(bases: tuple[int, ...], *, printed: bool) -> FingerprintingCode:
    """The code with these bases, of a size that can be listed.

    Args:
        bases: b(0), ..., b(n-1).
        printed: as in the proof of BNSV15, Lemma B.4: b(0) is 1, and digits that agree by chance
            count as known.

    Raises:
        ValueError: for bad bases, or too many codebooks.
    """
    if printed and bases[:1] != (1,):
        raise ValueError("the printed code begins with one word, b(0) = 1")
    code = FingerprintingCode(bases, by_chance=printed)
    size = bases[0]
    for base in bases[1:]:  # size >= 8 has at least 2^8 points, which are not computed
        size = base**size if size < MOST_POINTS.bit_length() else MOST_POINTS + 1
    if size > MOST_POINTS or size ** len(bases) > MOST_CODEBOOKS:
        raise ValueError(f"at most {MOST_POINTS} points, {MOST_CODEBOOKS} codebooks")
    return code


def errors_by_coalition(code: FingerprintingCode) -> Iterator[CoalitionErrors]:
    """Each coalition, the empty one first."""
    for size in range(len(code.users) + 1):
        for coalition in combinations(code.users, size):
            absent = (b for i, b in enumerate(code.bases, start=1) if i not in coalition)
            allowed = sum((Fraction(1, base) for base in absent), Fraction(0))
            yield CoalitionErrors(
                coalition,
                soundness=best_pirate(code, coalition, Goal.FRAME).chance,
                feasible=best_pirate(code, coalition, Goal.FRAME_FEASIBLY).chance,
                completeness=best_pirate(code, coalition, Goal.ESCAPE).chance,
                bound=None if code.by_chance else allowed,
            )
