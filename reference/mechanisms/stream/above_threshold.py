"""AboveThreshold: the first query whose noisy answer reaches a noisy threshold.

Geometric noise of ratio e^(-eps/2) is added to the threshold, once, and of ratio e^(-eps/4) to
each answer; the answer is the position of the first noisy answer >= the noisy threshold, counted
from 0, or bottom if there is none.  All the privacy is paid for by the one position: the number
of queries before it is free.

Pseudo-code (on the answers f_1, ..., f_n of queries of sensitivity 1):
    1  T^ <- T + rho, rho two-sided geometric of ratio e^(-eps/2)
    2  for i = 1, ..., n, nu_i two-sided geometric of ratio e^(-eps/4)
    3      if f_i + nu_i >= T^, return i
    4  return bottom

The answers are the database: a mechanism that asks queries computes their exact answers and runs
`AboveThreshold` on the vector.

Notation: T threshold, f_i answer, rho and nu_i noise, n number of queries.
Source: KLMNS20, Theorem 4.2, section 4 (folklore, the sparse vector technique).
Guarantees: KLMNS20.T4.2, KLMNS20.TXT.SVPURE, CORE.above-threshold.
Deviations: geometric noise on the integers for Laplace noise on the reals, with the same rates;
answers are given as a vector; positions are counted from 0; an integer threshold.  The comparison
with nu_i is drawn as a coin, as Pr[nu_i >= z] has a closed form.
Degenerate inputs: no query gives bottom.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> mechanism = AboveThreshold(0, Epsilon(Fraction(2), parts=4))
>>> law(mechanism, (0,)).probability(0)  # 1/2 + Pr[rho = nu] / 2
Fraction(3, 5)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency, all_answers
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.exact.field import R
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins
from reference.probability.families import bernoulli
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class AboveThreshold(Generic[R]):
    """Parameters of the mechanism; call it on a vector of answers.

    Raises:
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Theorem 4.2", "4")
    parts: ClassVar[int] = 4

    threshold: int
    """T: an answer is noisily compared with it."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/4) must be exact."""

    answers: Domain[int] = Domain(range(-1, 2))
    """The answers on which the mechanism is audited; it runs on all integers."""

    @property
    def guarantee(self) -> Guarantee[R]:
        """(eps, 0) for answers that each change by at most one."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> RowAdjacency[int]:
        """The vectors of `rows` answers, each of which changes by at most one."""
        return all_answers(self.answers, rows)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """The position of the first answer found above the threshold, or bottom."""
        eps = self.eps
        rho, nu = (TwoSidedGeometric(eps.exp(Fraction(-1, k))) for k in (2, 4))
        gaps = [self.threshold - answer for answer in database]
        noisy_threshold = coins.draw_noise(rho, settled(gaps, nu)) # 1
        for i, gap in enumerate(gaps):
            if coins.draw(bernoulli(nu.at_least(gap + noisy_threshold))): # 2-3
                return i
        return Bottom.BOTTOM  # 4

def settled(gaps: list[int], nu: TwoSidedGeometric[R]) -> Settled[R]:
    """What is known when every gap + rho is positive, or every one is negative."""
    return Settled(min(0, *[-g for g in gaps], 0), max(0, *[-g for g in gaps], 0), nu.ratio, len(gaps))
