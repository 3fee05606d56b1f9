"""Answers about groups of rows: the probability of yes grows as fast as privacy allows."""

from audits.claims.prelude import *


@dataclass(frozen=True, slots=True)
class OnesChain:
    """Yes with the probability a_s, s the number of ones; a_0 = 0, a_(s+1) = e^eps a_s + delta."""

    step: Guarantee[Fraction]

    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> bool:
        chance = Fraction(0)
        for _ in range(sum(database)):
            chance = self.step.exp_eps * chance + self.step.delta
        return coins.draw(bernoulli(chance))
