"""The four published variants of noisy max on a vector of answers: the winner, or its value.

They add noise to every answer and release the place of the greatest noisy answer, or that
noisy answer itself.  All of them claim to be eps-private if every answer changes by at most one.

    variant   noise, ratio e^(-eps/2)   releases            private
    1         two-sided                 place of greatest   yes
    2         one-sided                 place of greatest   yes
    3         two-sided                 greatest            no, the loss is n eps/2
    4         one-sided                 greatest            no, the loss is infinite

The value that is released is one for all the answers: that it is low says that all noisy answers
are, and each of them pays eps/2 for it; one-sided noise shows that an answer is at most the value.

Pseudo-code:
    1  for i = 0, ..., n - 1, Z_i geometric, two-sided (on Z) or one-sided (on 0, 1, 2, ...)
    2  return the least i with the greatest f_i + Z_i, or that greatest value

Values are clamped to [low, high].  That is post-processing, so that a refutation is one of the
mechanism as published; the values from low downwards have the same likelihood ratios if low is at
most every answer, so that nothing is lost there.

Notation: f_0, ..., f_(n-1) answers, Z_i noise, n number of queries, v value.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, section 3.3; Ding,
Wang, Wang, Zhang and Kifer, Detecting Violations of Differential Privacy, CCS 2018.
Guarantees: CORE.noisy-max-1, CORE.noisy-max-1-of-two, CORE.noisy-max-2,
CORE.noisy-max-2-is-tight, CORE.continuous-noisy-max-1-every-n,
CORE.continuous-noisy-max-2-every-n; what the others claim is false: CORE.noisy-max-3,
CORE.noisy-max-3-growth, CORE.noisy-max-4.
Deviations: geometric noise on the integers for Laplace and exponential noise on the reals, at the
same rates; ties, which then have positive probability, go to the first; values are clamped, and
drawn from their law.
Degenerate inputs: no query has no greatest answer and is refused.

>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=2)
>>> law(NoisyMax2(eps), (0, 1))  # Pr[Z_0 > Z_1] = 1/3
Dist({0: 1/3, 1: 2/3})
>>> law(NoisyMax3(eps), (0, 0))  # Pr[Z <= -1] = 1/3, Pr[Z <= 0] = 2/3
Dist({-1: 1/9, 0: 1/3, 1: 5/9})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.selection.report_noisy_max import winner
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source

ANSWERS = Domain((-1, 0, 1))
"""The answers on which these mechanisms are audited by default."""


@dataclass(frozen=True, slots=True)
class NoisyMax(Generic[R]):
    """What the variants are called with; they are called on a vector of integer answers.

    Raises:
        ValueError: at a call, if there is no answer.
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    parts: ClassVar[int] = 2

    eps: Epsilon[R]
    """Privacy loss that is claimed; e^(eps/2) must be exact."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """The claim: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def ratio(self, answers: Database[int]) -> R:
        """Of the noise on these answers, of which there is at least one."""
        if not answers:
            raise ValueError("noisy max needs at least one answer")
        return self.eps.exp(Fraction(-1, 2))


@dataclass(frozen=True, slots=True)
class NoisyMax1(NoisyMax[R]):
    """Variant 1, which is private: two-sided noise, the place."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 1")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The place of the greatest noisy answer."""
        noise = self.ratio(database)
        return winner(dict(enumerate(database)), noise, coins, one_sided=False)  # 1-2


@dataclass(frozen=True, slots=True)
class NoisyMax2(NoisyMax[R]):
    """Variant 2, which is private: one-sided noise, the place."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 2")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The place of the greatest noisy answer."""
        noise = self.ratio(database)
        return winner(dict(enumerate(database)), noise, coins, one_sided=True)  # 1-2


@dataclass(frozen=True, slots=True)
class NoisyMaxValue(NoisyMax[R]):
    """What the variants that release a value are called with.

    Raises:
        ValueError: if low > high.
    """

    low: int = -1
    """Smaller values are released as this one."""

    high: int = 1
    """Larger values are released as this one."""

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"values from {self.low} to {self.high}: low is at most high")


@dataclass(frozen=True, slots=True)
class NoisyMax3(NoisyMaxValue[R]):
    """Variant 3, which is not private: two-sided noise, the value."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 3")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The greatest noisy answer."""
        noise = self.ratio(database)
        return coins.release(greatest(database, noise, self.low, self.high, one_sided=False))


@dataclass(frozen=True, slots=True)
class NoisyMax4(NoisyMaxValue[R]):
    """Variant 4, which is not private: one-sided noise, the value."""

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "noisy max, variant 4")

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The greatest noisy answer."""
        noise = self.ratio(database)
        return coins.release(greatest(database, noise, self.low, self.high, one_sided=True))


def greatest(
    answers: Database[int], ratio: R, low: int, high: int, *, one_sided: bool
) -> Dist[int, R]:
    """The law of the greatest noisy answer, clamped to [low, high]."""
    one = ratio / ratio
    masses: list[tuple[int, R]] = []
    below = one - one
    for v in range(low, high):
        at_most = one
        for f in answers:
            at_most = at_most * noise_at_most(v - f, ratio, one_sided=one_sided)
        masses.append((v, at_most - below))
        below = at_most
    masses.append((high, one - below))
    return Dist.weighted(masses)


def noise_at_most(value: int, ratio: R, *, one_sided: bool) -> R:
    """Pr[Z <= value]."""
    if one_sided:
        return 1 - ratio ** max(value + 1, 0)
    return TwoSidedGeometric(ratio).at_most(value)
