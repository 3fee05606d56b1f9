"""Sums of a stream of answers: the noisy total, and all prefixes by blocks (smart sum).

Smart sum releases a noisy sum of every prefix.  Within a block of M answers it adds a noisy answer
to the last sum; at the end of a block it drops them and adds the noisy sum of the block to the
last sum at the end of a block, so that few noises add up.  Every answer is in at most two noisy
numbers, its own and the sum of its block: the loss is 2 eps if one answer changes by one.

Pseudo-code:
    1  for i = 1, ..., n:
    2      if M divides i, N_i <- the noisy sum of the last M answers
    3      otherwise N_i <- the noisy answer f_i
    4      s_i <- N_i + (s_(i-M) if M divides i, else s_(i-1)), where s_j = 0 for j <= 0
    5  release s_1, ..., s_n

Each noise is two-sided geometric of ratio e^(-eps).  The sums s_i and the numbers N_i determine
each other, so that a law shows N_1, ..., N_n, each of them in an interval [-reach, reach] only,
smaller and larger ones as its ends.  If every answer and block sum is in it then all numbers
beyond an end have the same likelihood ratios, and no loss is changed.

Notation: M block length, f_1, ..., f_n answers, N_i noisy number, s_i noisy prefix sum, n number
of answers.
Source: Chan, Shi and Song, Private and Continual Release of Statistics, 2011, as benchmarked by
Wang, Ding, Kifer and Zhang, CheckDP, CCS 2020.
Guarantees: CORE.partial-sum, CORE.partial-sum-is-tight, CORE.partial-sum-every-n,
CORE.smart-sum, CORE.smart-sum-is-tight, CORE.smart-sum-every-n.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rate; the
numbers N_i are released in place of their sums.
Degenerate inputs: no answer gives the total 0 with noise, and no prefix.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(PartialSum(Epsilon(Fraction(2)), reach=1), (1, -1))
Dist({-1: 1/3, 0: 1/3, 1: 1/3})
>>> law(SmartSum(2, Epsilon(Fraction(2)), reach=1), (1, -1)).probability((0, 0))
Fraction(1, 18)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import one_changed_answer
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger, most_shown
from reference.mechanisms.stream.above_threshold import ANSWERS
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee, PureLoss
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class PartialSum(Generic[R]):
    """Parameters of the noisy total; call it on a vector of integer answers.

    Raises:
        ValueError: if reach < 0.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "partial sum")
    parts: ClassVar[int] = 1

    eps: Epsilon[R]
    """Privacy loss."""

    reach: int = 3
    """The total is shown in [-reach, reach]."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        check_reach(self.reach)

    guarantee = PureLoss()
    """(eps, 0) if one answer changes by one."""
    universe = one_changed_answer

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The noisy total."""
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, self.reach))
        return coins.delegate(noisy, sum(database))


@dataclass(frozen=True, slots=True)
class SmartSum(Generic[R]):
    """Parameters of smart sum; call it on a vector of integer answers.

    Raises:
        ValueError: if block < 1 or reach < 0.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "smart sum")
    parts: ClassVar[int] = 1

    block: int
    """M, the number of answers in a block."""

    eps: Epsilon[R]
    """Half of the privacy loss."""

    reach: int = 2
    """Each number is shown in [-reach, reach]."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        if self.block < 1:
            raise ValueError(f"block {self.block}: a block has at least 1 answer")
        check_reach(self.reach)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, 0) if one answer changes by one."""
        return Guarantee.pure(self.eps * 2)

    universe = one_changed_answer

    def most_outcomes(self, rows: int) -> int:
        """The values of each number, for at most 64 numbers."""
        return most_shown(0, self.reach, rows)

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The numbers N_1, ..., N_n."""
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, self.reach))
        numbers: list[int] = []
        for i in range(1, len(database) + 1):  # 1
            is_end = i % self.block == 0
            terms = database[i - self.block : i] if is_end else database[i - 1 : i]  # 2-3
            numbers.append(coins.run(noisy, sum(terms)))
        return tuple(numbers)  # 4-5: the numbers, not their sums


def check_reach(reach: int) -> None:
    """Refuse an empty interval.

    Raises:
        ValueError: if reach < 0.
    """
    if reach < 0:
        raise ValueError(f"reach {reach}: it is at least 0")
