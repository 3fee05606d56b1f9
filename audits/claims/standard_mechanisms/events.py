"""Privacy speaks of all events: the hockey-stick distance of two laws is that of the worst one."""

from itertools import chain

from audits.claims.prelude import *
from reference.privacy.divergence import hockey_stick

AnyLaw = Dist[Any, Fraction]


EXCESS = "max(b * p - a * q, 0)"
WRONG[hockey_stick] = {
    "looks at single outcomes": f"sum({EXCESS} for => max(b * p - a * q for",
    "the likeliest outcome only": f"sum({EXCESS} => max({EXCESS}",
    "forgets e^eps": given(hockey_stick, exp_eps=ONE),
    "compares in the other order": "_aligned(first, second) => _aligned(second, first)",
    "twice the distance": "return Fraction( => return 2 * Fraction(",
}


def is_that_of_the_worst_event(
    distance: Build, first: AnyLaw, second: AnyLaw, x: Fraction
) -> Iterator[Comparison]:
    """The distance is the largest P(S) - x Q(S) of all sets S of outcomes."""
    outcomes = dict.fromkeys((*first.support, *second.support))
    events = chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1))
    worst = max(
        sum((first.probability(y) - x * second.probability(y) for y in event), Fraction(0))
        for event in events
    )
    yield eq("worst event", distance(first, second, x), worst)
