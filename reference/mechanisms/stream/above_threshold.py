"""AboveThreshold: the first query whose noisy answer reaches a noisy threshold.

Geometric noise of ratio e^(-eps/2) is added to the threshold, once, and of ratio e^(-eps/4) to
each answer; the output is the position of the first noisy answer >= the noisy threshold, or
bottom if there is none.  It is eps-private however many queries there are.

The answers are the database: a mechanism that asks queries of sensitivity 1 computes their exact
answers and runs `AboveThreshold` on the vector.

Pseudo-code:
    1  T' <- T + rho, rho two-sided geometric of ratio e^(-eps/2)
    2  for i = 0, ..., n - 1:
    3      if f_i + nu_i >= T', nu_i two-sided geometric of ratio e^(-eps/4), return i
    4  return bottom

Notation: T threshold, T' noisy threshold, f_0, ..., f_(n-1) answers, rho and nu_i noise, n number
of queries, gap T' - f_i.
Source: KLMNS20, Theorem 4.2, section 4 (folklore: the sparse vector technique).
Guarantees: KLMNS20.T4.2, KLMNS20.TXT.SVPURE, KLMNS20.ALG.AT.D, BCMNUW20.MON.A1,
BCMNUW20.ALG.SV-lattice, BCMNUW20.MON.T3.23, BCMNUW20.MON.T3.24, CORE.above-threshold,
KLMNS20.T4.2-every-n, BCMNUW20.MON.T3.23-every-n.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rates;
answers are given as a vector, positions count from 0, the threshold is an integer; a comparison
with nu_i is drawn as a coin, for Pr[nu_i >= z] has a closed form.
Degenerate inputs: no query gives bottom.

>>> from reference.probability.law import law
>>> mechanism = AboveThreshold(0, Epsilon(Fraction(2), parts=4))
>>> law(mechanism, (0,)).probability(0)  # (1 + Pr[rho = nu_0]) / 2
Fraction(22, 35)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.probability.fold import Fold, Stop
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

ANSWERS = Domain((-1, 0, 1))
"""The answers on which mechanisms on answer vectors are audited by default."""


@dataclass(frozen=True, slots=True)
class AboveThreshold(Generic[R]):
    """Parameters of the mechanism; call it on a vector of integer answers.

    Raises:
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Theorem 4.2", "4")
    parts: ClassVar[int] = 4

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/4) must be exact."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """(eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """The position of the first answer found above the threshold, or bottom."""
        ratio = self.eps.exp(Fraction(-1, 4))
        gaps = tuple(self.threshold - answer for answer in database)
        rho = coins.draw_noise(TwoSidedGeometric(ratio**2), settled(gaps, ratio))  # 1
        tests = FirstAbove(TwoSidedGeometric(ratio))
        return coins.delegate(Fold(tests), (0, tuple(gap + rho for gap in gaps)))


@dataclass(frozen=True, slots=True)
class FirstAbove(Generic[R]):
    """Steps 2 to 4: a loop over the gaps between the noisy threshold and the answers."""

    noise: TwoSidedGeometric[R]
    """nu_i is drawn from it."""

    def __call__(self, i: int, gap: int, coins: Coins[R], /) -> int | Stop[int | Bottom]:
        """The next position."""
        if coins.draw(bernoulli(self.noise.at_least(gap))):  # 2-3
            return Stop(i)
        return i + 1

    def output(self, _: int, /) -> int | Bottom:
        """Bottom: no noise reached its gap."""
        return Bottom.BOTTOM  # 4


def settled(gaps: Database[int], ratio: R) -> Settled[R]:
    """What follows a shift z of all gaps, where each is then compared with its own noise.

    For z > high every gap + z is >= 0 and Pr[nu >= gap + z] = ratio^(gap + z) / (1 + ratio); for
    z < low every gap + z is <= 1 and Pr[nu >= gap + z] = 1 - ratio^(1 - gap - z) / (1 + ratio).
    A product of such probabilities and their complements, one for each gap, is a polynomial
    in ratio^|z|.

    Args:
        gaps: the thresholds of the comparisons before the shift.
        ratio: the ratio of the noise nu.
    """
    low = min((2 - gap for gap in gaps), default=0)
    high = max((-1 - gap for gap in gaps), default=0)
    return Settled(min(0, low), max(0, high), ratio, len(gaps))
