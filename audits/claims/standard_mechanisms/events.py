"""Privacy speaks of all events: the hockey-stick distance of two laws is that of the worst one."""

from itertools import chain

from audits.claims.prelude import *
from reference.privacy.divergence import hockey_stick

AnyLaw = Dist[Any, Fraction]

WRONG[hockey_stick] = {
    "looks at single outcomes": "sum(max(b * p - a * q, 0) for => max(b * p - a * q for",
    "forgets e^eps": given(hockey_stick, exp_eps=ONE),
    "compares in the other order": "max(b * p - a * q, 0) => max(b * q - a * p, 0)",
}


def is_that_of_the_worst_event(
    distance: Build, first: AnyLaw, second: AnyLaw, x: Fraction
) -> Iterator[Comparison]:
    """The distance is the largest P(S) - x Q(S) of all sets S of outcomes."""
    outcomes = tuple(dict.fromkeys((*first.support, *second.support)))
    events = chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1))
    worst = max(
        sum((first.probability(y) - x * second.probability(y) for y in event), Fraction(0))
        for event in events
    )
    yield eq("worst event", distance(first, second, x), worst)
