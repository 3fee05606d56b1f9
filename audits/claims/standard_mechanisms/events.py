"""Privacy speaks of all events: the hockey-stick distance of two laws is that of the worst one."""

from itertools import chain

from audits.claims.prelude import *

AnyLaw = Dist[Any, Fraction]
Distance = Callable[[AnyLaw, AnyLaw, Fraction], Fraction]


def outcomes_of(first: AnyLaw, second: AnyLaw) -> tuple[Hashable, ...]:
    """What one of two laws has."""
    return tuple(dict.fromkeys((*first.support, *second.support)))


def worst_outcome(first: AnyLaw, second: AnyLaw, x: Fraction) -> Fraction:
    """Single outcomes only."""
    outcomes = outcomes_of(first, second)
    return max(first.probability(y) - x * second.probability(y) for y in outcomes)


def wrong_distances(distance: Distance) -> dict[str, Distance]:
    """What a distance is mistaken for."""
    return {
        "looks at single outcomes": worst_outcome,
        "forgets e^eps": lambda first, second, _: distance(first, second, Fraction(1)),
        "compares in the other order": lambda first, second, x: distance(second, first, x),
    }


def is_that_of_the_worst_event(
    distance: Distance, first: AnyLaw, second: AnyLaw, x: Fraction
) -> Iterator[Comparison]:
    """The distance is the largest P(S) - x Q(S) of all sets S of outcomes."""
    outcomes = outcomes_of(first, second)
    events = chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1))
    worst = max(
        sum((first.probability(y) - x * second.probability(y) for y in event), Fraction(0))
        for event in events
    )
    yield eq("worst event", distance(first, second, x), worst)
