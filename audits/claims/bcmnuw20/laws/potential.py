"""How long multiplicative weights can go on: every order of queries, every answer."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.multiplicative_weights import all_queries
from reference.data.concept import Values
from reference.mechanisms.release.weights import PointWeights

Update = Callable[[Any, Any, Fraction], Any]
Answers = Callable[[Fraction, Fraction], Iterable[Fraction]]
"""The answers that are possible, from phi(x) and u(phi); none if the query is no update."""


def databases(points: int, rows: int) -> Iterator[tuple[Fraction, ...]]:
    """The fraction of the rows at each point, points of equal weight in one order only."""
    for where in combinations_with_replacement(range(points), rows):
        counts = [where.count(x) for x in range(points)]
        if counts == sorted(counts):
            yield tuple(Fraction(count, rows) for count in counts)


def most_updates(
    update: Update, masses: tuple[Fraction, ...], rate: Fraction, answers: Answers, limit: int
) -> int:
    """The length of the longest sequence of updates from the uniform distribution.

    Args:
        update: the new weights, from the old ones, a query and an answer.
        masses: the fraction of the rows at each point.
        rate: rho.
        answers: what may be answered.
        limit: longer sequences are not followed.
    """
    points = len(masses)
    first: PointWeights[Any] = PointWeights.uniform(range(points), rate)
    states: set[Any] = {first}
    for length in range(limit):
        states = {
            update(state, phi, v)
            for state in states
            for phi in all_queries(points)
            for v in answers(fraction(masses, phi), state.mean(phi))
        }
        if not states:
            return length
    return limit


def fraction(masses: tuple[Fraction, ...], phi: Values) -> Fraction:
    """phi(x): the fraction of the rows with phi = 1."""
    return sum((m for m, y in zip(masses, phi.values, strict=True) if y), Fraction(0))


def drop(masses: tuple[Fraction, ...], before: list[Fraction], after: list[Fraction]) -> Interval:
    """KL(x, u) - KL(x, u') = sum of x_i ln(u'_i / u_i)."""
    total = ln(1)
    for mass, u, v in zip(masses, before, after, strict=True):
        if mass:
            total += mass * ln(v / u)
    return total
