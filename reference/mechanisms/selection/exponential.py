"""The exponential mechanism: a candidate, the likelier the better.

Pseudo-code:
    1  compute q(S, f) for each f in F
    2  return f with probability proportional to e^(eps q(S, f) / (2 D))

If q is monotone - an added row never lowers a quality - then weights e^(eps q(S, f) / D) are
eps-private for added or removed rows.

Notation: S database, F candidates, f candidate, q quality, D sensitivity.
Source: KLMNS20, section 2.1; VT14, section 2.3; BNSV15, Proposition 3.5.
Guarantees: KLMNS20.L2.2, BNSV15.P3.5, CORE.exponential-mechanism, CORE.exponential-mechanism-loss.
Deviations: none.
Degenerate inputs: equal qualities give a uniform draw; no candidate is an error.

>>> from fractions import Fraction
>>> from reference.data.domain import Domain
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> law(ExponentialFrequentValue(Domain.of_size(2), Epsilon(Fraction(2), parts=2)), (0, 0, 1))
Dist({0: 2/3, 1: 1/3})
"""

from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.selection.quality import Frequency, OnFrequency, Selection
from reference.probability.coins import Coins, D
from reference.probability.dist import X
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ExponentialMechanism(Selection[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if the sensitivity is below 1; at a call, if there is no candidate.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 2 D.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Exponential Mechanism", "2.1")

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        """A candidate."""
        qualities = self.qualities(database)  # 1
        base = self.root(1)
        return coins.release(exponential_weights(qualities.items(), base))  # 2


@dataclass(frozen=True, slots=True)
class ExponentialFrequentValue(OnFrequency[R]):
    """The exponential mechanism for the number of times that a value occurs.

    It is (eps, 0)-private for replaced rows, (eps/2, 0) for added or removed ones.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Exponential Mechanism", "2.1")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        return ExponentialMechanism(Frequency(self.domain), self.eps)(database, coins)
