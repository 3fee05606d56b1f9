"""How often an attack on the answers of a mechanism recovers its database, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from audits.claims.vt14.laws.reconstruction import sums, wrong
from proofs_tests.strategies.queries import Answered, Answers, Bits
from reference.probability.dist import Dist


def recovered_beyond_good(
    answered: Answered,
    guesses: Mapping[Answers, object],
    most: int,
    error: Fraction,
    share: Fraction = Fraction(1),
) -> Fraction:
    """How much likelier than good answers a guess with few wrong people is, at the least.

    Args:
        answered: queries, and the mechanism of the answers.
        guesses: for all answers.
        most: of the people that may be wrong.
        error: below which those of good answers are.
        share: of the answers that is good.
    """
    asked, mechanism = answered

    def beyond(x: Bits, law: Dist[Answers, Fraction]) -> Fraction:
        exact = sums(asked, x)

        def is_good(said: Answers) -> bool:
            near = sum(abs(y - a) < error for y, a in zip(said, exact, strict=True))
            return near >= share * len(asked)

        right = law.probability_that(lambda y: wrong(x, guesses[y]) <= most)
        return right - law.probability_that(is_good)

    return min(beyond(x, law) for x, law in mechanism.laws.items())


def refused(called: Callable[..., object], *given: object) -> bool:
    """Whether a call is refused."""
    try:
        called(*given)
    except ValueError:
        return True
    return False
