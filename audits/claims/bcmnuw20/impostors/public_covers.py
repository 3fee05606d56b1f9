"""Wrong covers, projections and radii.

The exponent gamma m for gamma m/2 in the bound by a second sample is none of them: where the class
has no more combinations on 2m points than concepts it is true, by a union bound over pairs. As a
number of rows it is refuted (BCMNUW20.L11R).
"""

from audits.claims.prelude import *
from reference.data.concept import Hypothesis, Masses, Values, error
from reference.data.public_cover import (
    agreement_radius,
    cover_radius,
    is_cover,
    projection_radius,
    projections,
    public_cover,
    public_patterns,
)

Wrong = dict[str, Callable[..., object]]
Concepts = Sequence[Hypothesis]
Cover = Iterable[Hypothesis]


def less_than(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """Closer than alpha, not at most alpha."""
    return cover_radius(cover, concepts, masses) < alpha


def one_for_all(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """One function of the cover that is close to every concept."""
    return any(all(error(h, kept, masses) <= alpha for h in concepts) for kept in cover)


def some_concept(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """Close to some concept."""
    return any(error(h, kept, masses) <= alpha for h in concepts for kept in cover)


def roles_exchanged(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """Every function of the cover is close to a concept."""
    return is_cover(concepts, tuple(cover), masses, alpha)


def of_the_class(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """Functions outside of the class do not count."""
    kept = [h for h in cover if h in concepts]
    return bool(kept) and is_cover(kept, concepts, masses, alpha)


def all_points_alike(cover: Cover, concepts: Concepts, masses: Masses, alpha: Fraction) -> bool:
    """The share of points, whatever their masses."""
    even = (Fraction(1, len(masses)),) * len(masses)
    return is_cover(cover, concepts, even, alpha)


WRONG_NOTIONS: Wrong = {
    "closer than alpha": less_than,
    "one for all": one_for_all,
    "close to some concept": some_concept,
    "every kept function is close to a concept": roles_exchanged,
    "only concepts of the class cover": of_the_class,
    "all points count alike": all_points_alike,
}


def to_the_nearest(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """The radius of the cover in place of that of the projection."""
    return cover_radius(public_cover(tuple(concepts), public), concepts, masses)


def average(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """The mean distance of a concept from its projection."""
    pairs = zip(concepts, projections(tuple(concepts), public), strict=True)
    return sum((error(h, kept, masses) for h, kept in pairs), Fraction(0)) / len(concepts)


def seen_only(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """The distance on the public rows, which is always 0."""
    seen = tuple(p if x in public else Fraction(0) for x, p in enumerate(masses))
    return projection_radius(concepts, public, seen)


def half(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """Half of the projection radius."""
    return projection_radius(concepts, public, masses) / 2


def evenly(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """The projection radius for equal masses."""
    even = (Fraction(1, len(masses)),) * len(masses)
    return projection_radius(concepts, public, even)


WRONG_RADII: Wrong = {
    "the radius of the cover": to_the_nearest,
    "the mean over the concepts": average,
    "the distance on the public rows": seen_only,
    "equal masses": evenly,
}

NO_FACTOR_TWO: Wrong = {"means differ by at most the distance": half}


def first_row_patterns(concepts: Concepts, public: Rows) -> set[Rows]:
    """On the first public row alone."""
    return public_patterns(concepts, public[:1])


def all_but_the_last(concepts: Concepts, public: Rows) -> set[Rows]:
    """Without the greatest public point."""
    return public_patterns(concepts, sorted(set(public))[:-1])


def every_combination(concepts: Concepts, public: Rows) -> set[Rows]:
    """All combinations of values, taken or not."""
    shorter: list[Rows] = [()]
    for _ in set(public):
        shorter = [(*y, b) for y in shorter for b in (0, 1)]
    return set(shorter) if concepts else set()


def sorted_patterns(concepts: Concepts, public: Rows) -> set[Rows]:
    """How often each value is taken, not where."""
    return {tuple(sorted(y)) for y in public_patterns(concepts, public)}


def without_the_last_concept(concepts: Concepts, public: Rows) -> set[Rows]:
    """One concept is not looked at."""
    return public_patterns(concepts[:-1], public) if len(concepts) > 1 else set()


WRONG_PATTERNS: Wrong = {
    "the first public row alone": first_row_patterns,
    "without the greatest public point": all_but_the_last,
    "all combinations, taken or not": every_combination,
    "how often, not where": sorted_patterns,
    "one concept is left out": without_the_last_concept,
    "three public points are looked at": lambda concepts, public: public_patterns(
        concepts, sorted(set(public))[:3]
    ),
}


def missing_pattern(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """The last combination of values has no concept."""
    kept = public_cover(concepts, public)
    return kept[:-1] if len(kept) > 1 else kept


def twice(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """Two concepts for a combination of values, where there are two."""
    first, last = public_cover(concepts, public), public_cover(concepts[::-1], public)
    return tuple(dict.fromkeys((*first, *last)))


def by_first_row(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """The first public row chooses alone."""
    return public_cover(concepts, public[:1])


def by_number_of_ones(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """One concept for each number of ones on the public points."""
    first: dict[int, Values] = {}
    for h in concepts:
        first.setdefault(sum(h(x) for x in set(public)), h)
    return tuple(first.values())


def complements(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """Functions outside of the class: ones wherever no public row is."""
    return tuple(
        Values(tuple(v if x in public else 1 for x, v in enumerate(h.values)))
        for h in public_cover(concepts, public)
    )


def everything(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """All concepts."""
    del public
    return concepts


WRONG_COVERS: Wrong = {
    "a combination of values without a concept": missing_pattern,
    "two concepts for one": twice,
    "the first public row chooses": by_first_row,
    "one concept for each number of ones": by_number_of_ones,
    "functions outside of the class": complements,
    "three public points are looked at": lambda concepts, public: public_cover(
        concepts, sorted(set(public))[:3]
    ),
    "all concepts": everything,
}


def nearest(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """The concept of the cover that agrees on most points, public or not."""
    kept = public_cover(concepts, public)
    return tuple(max(kept, key=partial(_alike, h)) for h in concepts)


def _alike(first: Values, second: Values) -> int:
    return sum(a == b for a, b in zip(first.values, second.values, strict=True))


def first_row_agrees(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """The first concept of the cover that agrees on the first public row."""
    kept = public_cover(concepts, public)
    return tuple(next(k for k in kept if all(k(x) == h(x) for x in public[:1])) for h in concepts)


def differs_on_a_row(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """A concept of the cover that differs on the last public row, where there is one."""
    kept = public_cover(concepts, public)
    return tuple(
        next((k for k in kept if public and k(public[-1]) != h(public[-1])), kept[0])
        for h in concepts
    )


def itself(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """Every concept stays what it is."""
    del public
    return concepts


def last_that_agrees(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """The last concept of the class that agrees, which need not be in the cover."""
    return projections(concepts[::-1], public)[::-1]


WRONG_PROJECTIONS: Wrong = {
    "the nearest concept of the cover": nearest,
    "agreement on the first public row": first_row_agrees,
    "a concept that differs on a public row": differs_on_a_row,
    "the concept itself": itself,
    "the last concept that agrees, not of the cover": last_that_agrees,
    "three public points are looked at": lambda concepts, public: projections(
        concepts, sorted(set(public))[:3]
    ),
}

WRONG_WHERE_EXACT: Wrong = {
    name: WRONG_PROJECTIONS[name]
    for name in ("agreement on the first public row", "a concept that differs on a public row")
} | {
    "the last public row is not looked at": lambda concepts, public: projections(
        concepts, public[:-1]
    )
}


def from_the_first(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """The first concept that agrees stands for all."""
    return projection_radius(concepts, public, masses)


def share_of_unseen(concepts: Concepts, public: Rows, masses: Masses) -> Fraction:
    """Relative to the mass of the points that do not occur."""
    left = sum((p for x, p in enumerate(masses) if x not in public), Fraction(0))
    return agreement_radius(concepts, public, masses) / left if left else Fraction(0)


NOT_MONOTONE: Wrong = {
    "the first concept that agrees stands for all": from_the_first,
    "relative to the mass that does not occur": share_of_unseen,
    "of the last public row alone": lambda concepts, public, masses: agreement_radius(
        concepts, public[-1:], masses
    ),
}


def radius_of(project: Callable[..., tuple[Values, ...]]) -> Callable[..., Fraction]:
    """The distance of a concept from what another projection gives, at most."""

    def radius(concepts: tuple[Values, ...], public: Rows, masses: Masses) -> Fraction:
        pairs = zip(concepts, project(concepts, public), strict=True)
        return max(error(h, kept, masses) for h, kept in pairs)

    return radius


def onto_a_cover_with_a_gap(concepts: tuple[Values, ...], public: Rows) -> tuple[Values, ...]:
    """A combination of values has no concept, and its concepts go to the first of all."""
    kept = missing_pattern(concepts, public)
    return tuple(k if k in kept else kept[0] for k in projections(concepts, public))


WRONG_SAMPLED_RADII: Wrong = {
    "the first public row chooses": lambda concepts, public, masses: agreement_radius(
        concepts, public[:1], masses
    ),
    "a combination of values without a concept": radius_of(onto_a_cover_with_a_gap),
    "a projection that differs on a public row": radius_of(differs_on_a_row),
    "the greatest public point is not looked at": lambda concepts, public, masses: (
        agreement_radius(concepts, public[:-1], masses)
    ),
}


def no_merging(concepts: Concepts, size: int) -> tuple[int, ...]:
    """Every point represents itself."""
    del concepts
    return tuple(range(size))
