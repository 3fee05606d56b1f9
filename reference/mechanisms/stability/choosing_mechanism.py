"""The choosing mechanism: a good candidate out of a huge set, or bottom.

For a quality function of bounded growth only candidates of quality at least 1 can be chosen,
and a database of n rows has at most k n of these: the loss of quality does not depend on how
many candidates there are.

Pseudo-code:
    1  best <- max over f of q(S, f), at least 0
    2  if best + Lap(4/eps) < T, return bottom
    3  G <- the candidates f with q(S, f) >= 1; if there is none, return bottom
    4  return f in G with probability proportional to e^(eps q(S, f) / 4)

Privacy holds for every eps, T >= 1 and S with delta = k s^(1-T) / 2, s = e^(eps/4):  with M the
best quality, Pr[pass] <= s^(M-T) / 2 always.  The candidates that only S has, and not its
neighbour, have quality 1 and at most the share k s^(1-M) of the weights; the sum of the weights
grows by the factor s at most, but for new candidates, whose share is at most k s^(1-M) again.
Both together cost no more than Pr[pass] k s^(1-M) <= delta, and what is left is a factor s for
the test, s for a weight and s for the sum of the weights: the loss is 3 eps/4 at most.

Notation: S database, f candidate, q quality, M best quality, G candidates that count,
T threshold, k growth.
Source: BNSV15, Algorithm 2, section 3.3; KLMNS20, section 2.1.
Guarantees: BNSV15.L3.6, BNSV15.L3.7, BNSV15.L3.8, KLMNS20.L2.4, KLMNS20.DER.CHOOSE,
CORE.choosing-mechanism, CORE.choosing-mechanism-loss, CORE.choosing-mechanism-delta-is-attained.
Deviations: the threshold T is an integer parameter (printed: (8/eps) ln(4k / (beta eps delta))),
so that the comparison with continuous noise is exact; `for_target` rounds the printed one up.
Degenerate inputs: a database without candidates of positive quality gives bottom.

>>> from reference.probability.law import law
>>> mechanism = ChoosingMechanism(OccurringFrequency(), 3, Epsilon(Fraction(2), parts=4))
>>> law(mechanism, (0, 0, 1))  # passes with probability 2^(-1) / 2, then 4 : 2
Dist({0: 1/6, 1: 1/12, bottom: 3/4})
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.exact.interval import Real, exact, ln
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.selection.quality import OccurringFrequency, Quality
from reference.privacy.epsilon import Epsilon
from reference.privacy.group import at_most_one
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, D
from reference.probability.dist import X
from reference.probability.families import bernoulli, exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ChoosingMechanism(Generic[D, X, R]):
    """Parameters of the mechanism; call it on whatever its quality function takes.

    Raises:
        ValueError: if growth < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Algorithm 2", "3.3")
    parts: ClassVar[int] = 4

    quality: Quality[D, X]
    """q, listing at least the candidates of quality >= 1; others that it lists are ignored."""

    threshold: int
    """T: bottom is the answer if the noisy best quality is below it."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/4) must be exact."""

    growth: int = 1
    """k: how many candidates one added row can make better.  Only `guarantee` depends on it."""

    def __post_init__(self) -> None:
        if self.growth < 1:
            raise ValueError(f"growth {self.growth}: an added row improves at least 1 candidate")

    @classmethod
    def for_target(
        cls,
        quality: Quality[D, X],
        eps: Epsilon[Fraction],
        delta: Fraction,
        beta: Fraction,
        growth: int = 1,
    ) -> "ChoosingMechanism[D, X, Fraction]":
        """The mechanism with the printed threshold, rounded up to an integer.

        It is (eps, delta)-private, and loses (16/eps) ln(4 k n / (beta eps delta)) in quality or
        more with probability beta at most, n the number of rows, if eps <= 2.

        Args:
            quality: of k-bounded growth.
            eps: > 0.
            delta: > 0.
            beta: > 0.
            growth: k.
        """
        loss = eps.parts * ln(eps.root)
        return ChoosingMechanism(
            quality, choosing_threshold(loss, delta, beta, growth), eps, growth
        )

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, k e^(-(T-1) eps/4) / 2), for replaced and for added or removed rows."""
        step = self.eps.exp(Fraction(1, 4))
        delta = Fraction(self.growth, 2) * step ** (1 - self.threshold)
        return Guarantee(self.eps.exp(), at_most_one(delta))

    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        """A candidate of quality >= 1, or bottom."""
        step = self.eps.exp(Fraction(1, 4))
        qualities: Mapping[X, int] = self.quality(database)
        best = max([0, *qualities.values()])  # 1
        enough = LaplaceNoise(step).at_least(self.threshold - best)
        if not coins.draw(bernoulli(enough)):  # 2
            return Bottom.BOTTOM
        good = [(f, q) for f, q in qualities.items() if q >= 1]  # 3
        if not good:
            return Bottom.BOTTOM
        return coins.release(exponential_weights(good, step))  # 4


def choosing_threshold(eps: Real, delta: Fraction, beta: Fraction, growth: int = 1) -> int:
    """(8/eps) ln(4k / (beta eps delta)), rounded up, but at least 1."""
    loss = exact(eps)
    return max(1, (8 / loss * ln(4 * growth / (beta * loss * delta))).ceil())


@dataclass(frozen=True, slots=True)
class ChoosingFrequentValue(Generic[R]):
    """The choosing mechanism for the number of times that a value occurs (k = 1)."""

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Example 2.3", "2.1")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """What rows range over; never listed by the mechanism."""

    threshold: int
    """T: bottom is the answer if the noisy best frequency is below it."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/4) must be exact."""

    @property
    def choice(self) -> ChoosingMechanism[Database[int], int, R]:
        """The choosing mechanism, with its quality function."""
        return ChoosingMechanism(OccurringFrequency(), self.threshold, self.eps)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, e^(-(T-1) eps/4) / 2), for replaced and for added or removed rows."""
        return self.choice.guarantee

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A value that occurs, or bottom."""
        return self.choice(database, coins)
