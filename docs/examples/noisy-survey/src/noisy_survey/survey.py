"""A survey of yes and no, answered by a noisy count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from reference.data.adjacency import Adjacency, replace_one
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.families import bernoulli


@dataclass(frozen=True)
class Survey:
    """Each answer is turned round with probability 1/(e^eps + 1), and then they are counted.

    With `quiet`, a count without any yes is published as it is: that is the mistake.
    """

    eps: Epsilon[Fraction]
    quiet: bool = False

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """What the survey promises: a privacy loss of eps."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> Adjacency[tuple[int, ...]]:
        """Databases of answers 0 and 1; neighbours differ in one answer."""
        return replace_one(range(2), rows)

    def __call__(self, database: tuple[int, ...], coins: Coins[Fraction]) -> int:
        """The number of answers that are yes, after the noise."""
        if self.quiet and sum(database) == 0:
            return 0
        turned = bernoulli(1 / (self.eps.exp() + 1))
        return sum(answer ^ coins.draw(turned) for answer in database)
