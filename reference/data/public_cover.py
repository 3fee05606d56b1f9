"""What public rows say about a class of concepts: a finite cover, and fewer points.

Concepts that agree on the public rows are not told apart by them: the cover keeps one concept for
each combination of values, and the projection sends a concept to the one kept in its place.
Points on which all kept concepts agree are not told apart by these: a representative stands for
all of them.  With a distribution D on the points,

    cover radius       max over h of min over kept h' of D(h != h'),
    projection radius  max over h of D(h != projection of h),
    agreement radius   max over h, h' that agree on the public rows of D(h != h').

Each is at most the next.  The release needs the second; the third does not depend on the concepts
that are kept, and public points that are added never raise it.

Notation: H concepts, w public rows, H~ cover, X points 0, ..., size - 1, D masses.
Source: BCMNUW20, Definitions 1 and 2, section 2.1, and Algorithm 3, section 3.
Deviations: "one arbitrary h" is the first in the order of H, a representative the least point.
Degenerate inputs: without public rows the cover is the first concept alone; without a concept
    there is no cover, and all points have one representative.

>>> from reference.data.concept import intervals
>>> thresholds = intervals(4)
>>> [str(h) for h in public_cover(thresholds, (1, 1))]
['[0,0)', '[0,2)']
>>> representatives(public_cover(thresholds, (1, 1)), 4)
(0, 0, 2, 2)
>>> [str(h) for h in projections(thresholds, (1,))]
['[0,0)', '[0,0)', '[0,2)', '[0,2)', '[0,2)']
>>> projection_radius(thresholds, (1,), (Fraction(1, 4),) * 4)
Fraction(1, 2)
>>> agreement_radius(thresholds, (1,), (Fraction(1, 4),) * 4)
Fraction(1, 2)
>>> sorted(public_patterns(thresholds, (2, 1, 2)))
[(0, 0), (1, 0), (1, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from reference.data.concept import Hypothesis, Masses, error
from reference.data.dimensions import restriction

H = TypeVar("H", bound=Hypothesis)


def representatives(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """X_H: for each point the least one on which every concept takes the same value."""
    first: dict[tuple[int, ...], int] = {}
    return tuple(first.setdefault(tuple(h(x) for h in concepts), x) for x in range(size))


def representative_domain(concepts: Sequence[Hypothesis], size: int) -> tuple[int, ...]:
    """The representatives, each once, in increasing order."""
    return tuple(sorted(set(representatives(concepts, size))))


def public_patterns(concepts: Iterable[Hypothesis], public: Iterable[int]) -> set[tuple[int, ...]]:
    """Pi_H(T): the combinations of values on the public points, each once and in order."""
    return restriction(concepts, sorted(set(public)))


def projections(concepts: Sequence[H], public: Iterable[int]) -> tuple[H, ...]:
    """For each concept the first one that agrees with it on every public row."""
    seen = sorted(set(public))
    first: dict[tuple[int, ...], H] = {}
    return tuple(first.setdefault(tuple(h(x) for x in seen), h) for h in concepts)


def public_cover(concepts: Sequence[H], public: Iterable[int]) -> tuple[H, ...]:
    """H~: one concept for each combination of values on the public rows, in the order of H."""
    return tuple(dict.fromkeys(projections(concepts, public)))


def cover_radius(
    cover: Iterable[Hypothesis], concepts: Iterable[Hypothesis], masses: Masses
) -> Fraction:
    """How far a concept is from the nearest one of the cover, at most."""
    kept = tuple(cover)
    return max(min(error(h, other, masses) for other in kept) for h in concepts)


def is_cover(
    cover: Iterable[Hypothesis], concepts: Iterable[Hypothesis], masses: Masses, alpha: Fraction
) -> bool:
    """Whether every concept is within alpha (inclusive) of one of the cover."""
    return cover_radius(cover, concepts, masses) <= alpha


def projection_radius(
    concepts: Sequence[Hypothesis], public: Iterable[int], masses: Masses
) -> Fraction:
    """How far a concept is from its projection, at most."""
    pairs = zip(concepts, projections(concepts, public), strict=True)
    return max(error(h, kept, masses) for h, kept in pairs)


def agreement_radius(
    concepts: Iterable[Hypothesis], public: Iterable[int], masses: Masses
) -> Fraction:
    """How far two concepts that agree on every public row are from each other, at most."""
    seen = sorted(set(public))
    alike: dict[tuple[int, ...], list[Hypothesis]] = {}
    for h in concepts:
        alike.setdefault(tuple(h(x) for x in seen), []).append(h)
    return max(error(a, b, masses) for group in alike.values() for a in group for b in group)
