"""Classes of concepts for covers, and laws of covers that samples leave."""

from audits.claims.prelude import *
from reference.data.concept import Hypothesis, Masses, Values, all_functions, intervals, points
from reference.data.cover_failure import Radius, missing_points, support_law
from reference.data.named_classes import parities, stumps

Concepts = tuple[Values, ...]
"""Each a row of values, so that equal functions are equal."""

QUARTERS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
EIGHTHS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))


def uniform(size: int) -> tuple[Fraction, ...]:
    """Equal masses."""
    return (Fraction(1, size),) * size


def tables(concepts: Sequence[Hypothesis], size: int) -> Concepts:
    """The concepts as rows of values, equal ones once."""
    return tuple(dict.fromkeys(Values.of(h, size) for h in concepts))


NAMED: dict[str, tuple[Concepts, int]] = {
    "thresholds on 4 points": (tables(intervals(4), 4), 4),
    "points of 4": (tables(points(4), 4), 4),
    "stumps of 2 attributes": (tables(stumps(2), 4), 4),
    "parities of 2 bits": (tables(parities(2), 4), 4),
    "all functions on 3 points": (tuple(all_functions(3)), 3),
}
"""Classes by name, and their numbers of points."""


def every_class(size: int, least: int = 1) -> Iterator[Concepts]:
    """Every class of at least so many concepts on so many points."""
    functions = tuple(all_functions(size))
    for count in range(least, len(functions) + 1):
        yield from combinations(functions, count)


def public_rows(size: int, most: int) -> Iterator[tuple[int, ...]]:
    """All sequences of up to so many public rows, in every order; and all points at once."""
    for rows in range(most + 1):
        yield from product(range(size), repeat=rows)
    if most < size + 1:
        yield (*range(size)[::-1], size - 1)


def distance(first: Hypothesis, second: Hypothesis, masses: Masses) -> Fraction:
    """One minus the mass of the points where two functions agree."""
    return 1 - sum((p for x, p in enumerate(masses) if first(x) == second(x)), Fraction(0))


def mean(concept: Hypothesis, masses: Masses) -> Fraction:
    """The mean of 2 h - 1."""
    return sum((p if concept(x) else -p for x, p in enumerate(masses)), Fraction(0))


@dataclass(frozen=True, slots=True)
class RadiusOfSample:
    """The radius that a public sample leaves; called on the masses of the points."""

    concepts: Concepts
    rows: int
    radius: Radius

    def __call__(self, masses: tuple[Fraction, ...], coins: Coins[Any], /) -> Fraction:
        occurring = Dist.weighted(support_law(masses, self.rows).items())
        return self.radius(self.concepts, coins.draw(occurring), masses)


@dataclass(frozen=True, slots=True)
class MissingMass:
    """The agreement radius for all functions on equally likely points; called on their number.

    Two functions that agree on the points that occur may differ on all others.
    """

    rows: int

    def __call__(self, size: int, coins: Coins[Any], /) -> Fraction:
        law = Dist.weighted((k, p) for k, p in enumerate(missing_points(size, self.rows)) if p)
        return Fraction(coins.draw(law), size)


def listed(*databases: Any) -> ListedAdjacency[Any]:
    """A universe of distributions, none of them neighbours."""
    return ListedAdjacency(databases, (), "distributions")


def at_most(bound: Fraction) -> Callable[[Any, Fraction], bool]:
    """Whether the outcome is at most the bound."""
    return lambda _, radius: radius <= bound


def supports_by_samples(masses: Masses, rows: int) -> dict[tuple[int, ...], Fraction]:
    """The law of the set of points that occur, all samples one by one."""
    found: dict[tuple[int, ...], Fraction] = {}
    for sample in product(range(len(masses)), repeat=rows):
        chance = Fraction(1)
        for x in sample:
            chance *= masses[x]
        if chance:
            chosen = tuple(sorted(set(sample)))
            found[chosen] = found.get(chosen, Fraction(0)) + chance
    return found
