"""Two published variants of the noisy histogram: noise on every answer, of right or wrong scale.

The answers are counts of disjoint sets of rows, so that one row changes one of them by one.

    variant   ratio of the noise   scale     loss
    1         e^(-eps)             1 / eps   eps, attained
    2         e^(-1/eps)           eps       1 / eps, attained: private only for eps >= 1

Variant 2 takes the scale for the rate.  Both powers of e are powers of one number if eps^2 is
rational, which is therefore a parameter: e^(-1/eps) = e^(-eps/eps^2).

Pseudo-code:
    1  for i = 0, ..., n - 1, Z_i two-sided geometric
    2  return f_0 + Z_0, ..., f_(n-1) + Z_(n-1)

Values are clamped to [low, high].  That is post-processing; if low is at most and high at least
every answer then all values beyond either end have the same likelihood ratios, so that nothing
is lost.

Notation: f_0, ..., f_(n-1) answers, Z_i noise, n number of answers.
Source: Ding, Wang, Wang, Zhang and Kifer, Detecting Violations of Differential Privacy, CCS 2018.
Guarantees: CORE.noisy-histogram-1, CORE.noisy-histogram-1-is-tight; what the other claims is
false for eps < 1: CORE.noisy-histogram-2, CORE.noisy-histogram-2-growth.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rates;
values are clamped.
Degenerate inputs: no answer gives the empty output.

>>> from reference.probability.law import law
>>> law(NoisyHistogram1(Epsilon(Fraction(2))), (0,))
Dist({(-1,): 1/3, (0,): 1/3, (1,): 1/3})
>>> law(NoisyHistogram2(Fraction(1, 2), Epsilon(Fraction(2))), (0,))
Dist({(-1,): 1/5, (0,): 3/5, (1,): 1/5})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import one_changed_answer
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.source import Paper, Source

ANSWERS = Domain((-1, 0, 1))
"""The answers on which these mechanisms are audited by default."""


@dataclass(frozen=True, slots=True)
class NoisyHistogram1(Generic[R]):
    """Parameters of variant 1, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if low > high.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy histogram, variant 1")
    parts: ClassVar[int] = 1

    eps: Epsilon[R]
    """Privacy loss."""

    low: int = -1
    """Smaller values are released as this one."""

    high: int = 1
    """Larger values are released as this one."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        NoisyInteger(Fraction(1, 2), (self.low, self.high))

    guarantee = PureLoss()
    """(eps, 0) if one answer changes by one."""
    universe = one_changed_answer

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy answers."""
        noisy = NoisyInteger(self.eps.exp(-1), (self.low, self.high))
        return tuple(coins.run(noisy, answer) for answer in database)  # 1-2


@dataclass(frozen=True, slots=True)
class NoisyHistogram2(Generic[R]):
    """Parameters of variant 2, which is not private; call it on a vector of integer answers.

    Raises:
        ValueError: if eps_squared <= 0 or low > high.
        InexactExponentError: at a call, unless e^(eps/eps_squared) is exact.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy histogram, variant 2")
    parts: ClassVar[int] = 2

    eps_squared: Fraction
    """The square of eps, so that the rate of the noise is eps/eps_squared = 1/eps."""

    eps: Epsilon[R]
    """The privacy loss claimed; e^(eps/eps_squared) must be exact."""

    low: int = -1
    """Smaller values are released as this one."""

    high: int = 1
    """Larger values are released as this one."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        if self.eps_squared <= 0:
            raise ValueError(f"eps_squared {self.eps_squared}: the square of a loss > 0")
        NoisyInteger(Fraction(1, 2), (self.low, self.high))

    guarantee = PureLoss()
    """The claim: (eps, 0) if one answer changes by one."""
    universe = one_changed_answer

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The noisy answers."""
        noisy = NoisyInteger(self.eps.exp(-1 / self.eps_squared), (self.low, self.high))
        return tuple(coins.run(noisy, answer) for answer in database)  # 1-2
