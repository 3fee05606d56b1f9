"""How often a public sample leaves a cover that is too coarse: exact probabilities.

A cover depends on the set of points that occur in the sample alone.  For m independent rows from
D the law of that set is found by inclusion and exclusion,

    Pr[the points are exactly S] = sum over U within S of (-1)^|S - U| D(U)^m,

so that samples of any length cost no more than short ones.  If all points are equally likely the
number of points that are missing has a law of its own, for any number of points,

    Pr[exactly k of d are missing] = C(d, k) sum_i (-1)^i C(d - k, i) ((d - k - i)/d)^m.

Notation: D masses of the points, m rows, S set of points that occur, d number of points.
Source: BCMNUW20, Lemma 11, section 3 (by inclusion and exclusion; not in the paper).
Deviations: none.
Degenerate inputs: no rows have the empty set; points of mass 0 never occur.

>>> from reference.data.concept import intervals
>>> from reference.data.public_cover import projection_radius
>>> quarters = (Fraction(1, 4),) * 4
>>> cover_failure(intervals(4), quarters, 3, Fraction(1, 4), projection_radius)
Fraction(11, 32)
>>> missing_points(2, 3)[1]
Fraction(1, 4)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from reference.data.concept import Hypothesis, Masses

Radius = Callable[[Sequence[Hypothesis], tuple[int, ...], Masses], Fraction]
"""Of concepts, public points and masses."""


def check_masses(masses: Masses) -> None:
    """Refuse what is no distribution.

    Raises:
        ValueError: unless the masses are >= 0 and add up to 1.
    """
    if min(masses, default=Fraction(0)) < 0 or sum(masses) != 1:
        raise ValueError(f"masses {[str(p) for p in masses]}: >= 0, and they add up to 1")


def check_rows(rows: int) -> None:
    """Refuse a negative number of rows.

    Raises:
        ValueError: unless rows >= 0.
    """
    if rows < 0:
        raise ValueError(f"rows {rows}: a sample has at least 0")


def support_law(masses: Masses, rows: int) -> Mapping[tuple[int, ...], Fraction]:
    """The probability of each set of points that may be all that occur in so many rows.

    Raises:
        ValueError: for masses that are no distribution, or a negative number of rows.
    """
    check_masses(masses)
    check_rows(rows)
    positive = [x for x, p in enumerate(masses) if p]
    exactly: dict[tuple[int, ...], Fraction] = {}
    for size in range(min(rows, len(positive)) + 1):
        for chosen in combinations(positive, size):
            chance = Fraction(0)
            for kept in range(size + 1):
                sign = (-1) ** (size - kept)
                for inner in combinations(chosen, kept):
                    mass = sum((masses[x] for x in inner), Fraction(0))
                    chance += sign * mass**rows
            exactly[chosen] = chance
    return {chosen: chance for chosen, chance in exactly.items() if chance}


def cover_failure(
    concepts: Sequence[Hypothesis], masses: Masses, rows: int, gamma: Fraction, radius: Radius
) -> Fraction:
    """The probability that the radius exceeds gamma for m independent public rows.

    Args:
        concepts: H.
        masses: D.
        rows: m.
        gamma: what the radius may be, inclusive.
        radius: which radius is meant, a function of the set of points alone.

    Raises:
        ValueError: for masses that are no distribution, or a negative number of rows.
    """
    return sum(
        (
            chance
            for chosen, chance in support_law(masses, rows).items()
            if radius(concepts, chosen, masses) > gamma
        ),
        Fraction(0),
    )


def missing_points(points: int, rows: int) -> tuple[Fraction, ...]:
    """Pr[exactly k points are missing], k = 0, ..., points; all points are equally likely.

    Raises:
        ValueError: for no points, or a negative number of rows.
    """
    if points < 1:
        raise ValueError(f"points {points}: rows are drawn from at least one")
    check_rows(rows)
    law = []
    for k in range(points + 1):
        kept = points - k
        onto = sum((-1) ** i * comb(kept, i) * (kept - i) ** rows for i in range(kept + 1))
        law.append(Fraction(comb(points, k) * onto, points**rows))
    return tuple(law)
