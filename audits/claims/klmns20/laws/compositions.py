"""The worst of k mechanisms: k responses about one bit; and k responses to adaptive questions."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from reference.exact.field import R
from reference.probability.families import binomial

BIT: RowAdjacency[int] = replace_one((0, 1), 1)
"""A database of one bit."""


@dataclass(frozen=True, slots=True)
class Responses(Generic[R]):
    """How many of k independent randomized responses are 1.

    The likelihood of all the responses depends on this number only, so that the loss is that of
    the k responses together.
    """

    eps: Epsilon[R]
    """Of each response."""

    count: int
    """k."""

    def __call__(self, bit: Database[int], coins: Coins[R], /) -> int:
        odds = self.eps.exp()
        return coins.draw(binomial(self.count, (odds if bit[0] else odds / odds) / (1 + odds)))


@dataclass(frozen=True, slots=True)
class LeakyResponses(Generic[R]):
    """The same, each of which tells the bit itself with probability delta."""

    eps: Epsilon[R]
    """Of each response."""

    delta: R
    count: int
    """k."""

    def __call__(self, bit: Database[int], coins: Coins[R], /) -> tuple[bool, int]:
        told = coins.draw(bernoulli(1 - (1 - self.delta) ** self.count))
        return told, bit[0] if told else coins.run(Responses(self.eps, self.count), bit)


@dataclass(frozen=True, slots=True)
class Interrogation(Generic[R]):
    """Leaky responses to k questions whether the row is x, the number of denials so far."""

    eps: Epsilon[R]
    delta: R
    count: int
    """k."""

    points: int

    def __call__(self, row: Database[int], coins: Coins[R], /) -> tuple[tuple[int, int], ...]:
        answers: tuple[tuple[int, int], ...] = ()
        response = LeakyResponse(Guarantee(self.eps.exp(), self.delta))
        for _ in range(self.count):
            denied = sum(1 - said for _, said in answers)
            answers += (coins.run(response, (int(row[0] == denied % self.points),)),)
        return answers


def advanced_composition(eps: Interval, count: int, slack: Interval) -> Interval:
    """eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1), with slack = ln(1/delta')."""
    return eps * sqrt(2 * count * slack) + second_order(eps, count)


def second_order(eps: Interval, count: int) -> Interval:
    """k eps (e^eps - 1)."""
    return count * eps * (exp(eps) - 1)
