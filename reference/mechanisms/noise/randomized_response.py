"""Randomized response: every row answers for itself, truthfully with probability r/(r + k - 1).

The local model: no curator sees the database; each row is replaced by a noisy one before it is
collected.  With k = 2 values it is a bit that is kept with probability r/(1 + r).

Pseudo-code:
    1  for each row x of S, in order,
    2  a <- x with probability e^eps / (e^eps + k - 1), each other value with
       probability 1 / (e^eps + k - 1)
    3  return the answers a

Notation: S database, x row, a answer, k number of values, r = e^eps.
Source: VT14, section 1.1 (for bits, written r/(1 + r)); the k-valued form is folklore.
Guarantees: VT14.ALG.RR.e, CORE.randomized-response, CORE.randomized-response-is-tight.
Deviations: none.
Degenerate inputs: an empty database has the empty answer; a domain with one value is answered
truthfully; a row outside the domain is answered uniformly.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(RandomizedResponse(Domain.of_size(3), Epsilon(Fraction(2))), (1,))
Dist({(0,): 1/4, (1,): 1/2, (2,): 1/4})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, replace_one
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class RandomizedResponse(Generic[R]):
    """Parameters of the mechanism; call it on a database, in the order of its rows."""

    source: ClassVar[Source] = Source(Paper.VT14, "randomised response", "1.1")
    parts: ClassVar[int] = 1

    domain: Domain[int]
    """What rows and answers range over."""

    eps: Epsilon[R]
    """Privacy loss of each row."""

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The sequences of `rows` rows, one row replaced."""
        return replace_one(self.domain, rows, ordered=True)

    def answer(self, row: int) -> Dist[int, R]:
        """The law of the answer of one row."""
        return exponential_weights(((v, int(v == row)) for v in self.domain), self.eps.exp())

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        """One answer for each row."""
        answers: Database[int] = ()
        for row in database:  # 1
            answers = (*answers, coins.draw(self.answer(row)))  # 2
        return answers  # 3
