"""Permute-and-flip: candidates in random order, each accepted or not.

Like the exponential mechanism it needs no noise, and its expected quality is never lower.  Its
law is that of report-noisy-max with exponential noise (`exponential_noisy_max`).

Pseudo-code:
    1  q* <- max over f in F of q(S, f)
    2  remove a uniformly random f from F
    3  with probability 1 - e^(eps (q(S, f) - q*) / (2 D)), go on at 2
    4  return f

The best candidate is accepted whenever it is met, so F is never exhausted.

Notation: S database, F candidates, f candidate, q quality, q* best quality, D sensitivity.
Source: McKenna and Sheldon, Permute-and-flip (NeurIPS 2020), Algorithm 1; no paper of the ledger.
Guarantees: CORE.permute-and-flip, CORE.permute-and-flip-is-exponential-noisy-max,
CORE.permute-and-flip-beats-exponential.
Deviations: none.
Degenerate inputs: equal qualities give a uniform draw; no candidate is an error.

>>> from fractions import Fraction
>>> from reference.data.domain import Domain
>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.law import law
>>> law(PermuteAndFlipFrequentValue(Domain.of_size(2), Epsilon(Fraction(2), parts=2)), (0, 0, 1))
Dist({0: 3/4, 1: 1/4})
"""

from dataclasses import dataclass
from typing import ClassVar

from reference.data.database import Database
from reference.exact.field import R
from reference.mechanisms.selection.quality import Frequency, OnFrequency, Selection
from reference.probability.coins import Coins, D
from reference.probability.dist import Dist, X
from reference.probability.families import bernoulli
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class PermuteAndFlip(Selection[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if the sensitivity is below 1; at a call, if there is no candidate.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 2 D.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "permute-and-flip")

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        """A candidate."""
        qualities = self.qualities(database)
        best = max(qualities.values())  # 1
        base = self.root(1)
        left = list(qualities)
        while True:
            turn = coins.draw(Dist.uniform(range(len(left))))  # 2
            candidate = left.pop(turn)
            if coins.draw(bernoulli(base ** (qualities[candidate] - best))):  # 3
                return candidate  # 4


@dataclass(frozen=True, slots=True)
class PermuteAndFlipFrequentValue(OnFrequency[R]):
    """Permute-and-flip for the number of times that a value occurs.

    It is (eps, 0)-private for replaced rows, (eps/2, 0) for added or removed ones.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "permute-and-flip")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """A value of the domain."""
        return PermuteAndFlip(Frequency(self.domain), self.eps)(database, coins)
