"""How often an attack on the answers of a mechanism recovers its database, and what is refused."""

from collections.abc import Mapping
from fractions import Fraction

from audits.claims.vt14.laws.reconstruction import sums, wrong_places
from proofs_tests.properties.sides import Gap, at_least
from proofs_tests.strategies.queries import Answered, Answers, Bits
from reference.probability.dist import Dist


def recovered_beyond_good(
    answered: Answered,
    guesses: Mapping[Answers, object],
    most: int,
    error: Fraction,
    share: Fraction = Fraction(1),
) -> Gap:
    """How much likelier guesses with at most so many wrong people are than good answers, at least.

    A good answer has at least this share of its numbers within the error.
    """
    asked, mechanism = answered

    def beyond(x: Bits, law: Dist[Answers, Fraction]) -> Gap:
        exact, needed = sums(asked, x), share * len(asked)
        near = {y: sum(abs(a - b) < error for a, b in zip(y, exact, strict=True)) for y in law}
        right = law.probability_that(lambda y: wrong_places(x, guesses[y]) <= most)
        good = law.probability_that(lambda y: near[y] >= needed)
        return at_least(right, good, f"on {x} to have at most {most} wrong: the chance")

    return min(beyond(x, law) for x, law in mechanism.laws.items())
