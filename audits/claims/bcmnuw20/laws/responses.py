"""Randomized responses of two kinds at once: the worst of mechanisms of two losses."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.compositions import Responses


@dataclass(frozen=True, slots=True)
class BothResponses:
    """How many of c responses of one loss are 1, and of c of another."""

    first: Responses[Fraction]
    second: Responses[Fraction]

    def __call__(self, bit: Database[int], coins: Coins[Fraction], /) -> tuple[int, int]:
        return coins.run(self.first, bit), coins.run(self.second, bit)


def responses(loss: Interval, count: int) -> Responses[Fraction]:
    """So many responses of a loss, rounded up."""
    return Responses(Epsilon(high(exp(loss))), count)


def promised(eps: Fraction, delta: Fraction) -> Guarantee[Fraction]:
    """(eps, delta)-privacy, e^eps rounded down."""
    return Guarantee(low(exp(eps)), delta)
