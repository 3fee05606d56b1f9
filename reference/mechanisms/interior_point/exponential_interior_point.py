"""Interior point by the exponential mechanism.

A point y is interior to a database S if min(S) <= y <= max(S).  With quality
q(S, y) = min(#{x in S : x <= y}, #{x in S : x >= y}), release y with
probability proportional to e^(eps q(S, y) / 2).

Pseudo-code:
    1  for each y in the domain, q(y) <- min(#{x in S : x <= y}, #{x in S : x >= y})
    2  return y with probability proportional to e^(eps q(y) / 2)

Notation: S database, x row, y candidate, q quality.
Source: KLMNS20, Exponential Mechanism (base case of TreeLog), section 2.
Guarantees: KLMNS20.L2.2, CORE.exponential-interior-point.
Deviations: none.
Degenerate inputs: an empty database gives q = 0 everywhere, hence a uniform draw.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> mechanism = ExponentialInteriorPoint(Domain.of_size(3), Epsilon(Fraction(2), parts=2))
>>> law(mechanism, (0, 0)).probability(0)  # weights 4 : 1 : 1
Fraction(2, 3)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ExponentialInteriorPoint(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Exponential Mechanism", "2")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """Candidate outputs, in increasing order; rows come from it too."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact, so `parts` is even."""

    guarantee = PureLoss()
    """(eps, 0) for replaced rows."""
    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """Release a point of the domain."""

        def q(y: int) -> int:  # 1
            return min(sum(x <= y for x in database), sum(x >= y for x in database))

        return coins.release(  # 2
            exponential_weights(((y, q(y)) for y in self.domain), self.eps.exp(Fraction(1, 2)))
        )
