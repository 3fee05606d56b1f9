"""Variant 3 of the sparse vector technique: it releases the noisy answers found above.

The noisy answer released is the one that was compared with the noisy threshold.  A low value
tells that the noisy threshold was lower still, and with it how far below every answer before was:
n answers that all move by one cost n times the loss of one, however few values are released.
The mechanism is private for a small number of queries and for no finite eps in general.

Pseudo-code:
    1  T' <- T + rho, rho two-sided geometric of ratio e^(-eps/2)
    2  for i = 0, ..., n - 1, until c values are released:
    3      v <- f_i + nu_i, nu_i two-sided geometric of ratio e^(-share eps/c)
    4      if v >= T', release v, else bottom

Values are clamped to [low, high].  That is post-processing, so that a refutation is one of the
mechanism as published.  Nothing is lost below: if low <= T and low <= every answer, then all
released values v <= low have the same likelihood ratios, for rho, nu_i and the tests before are
all in their geometric tails.  Above, likelihood ratios of single values may differ from the one of
the clamped value: a proof is one for the clamped release.

Notation: T threshold, T' noisy threshold, c count, f_0, ..., f_(n-1) answers, v value, rho and
nu_i noise, n number of queries.
Source: Lyu, Su and Li, Understanding the Sparse Vector Technique for Differential Privacy,
PVLDB 10(6), 2017, Algorithm 3 (from lecture notes of A. Roth).
Guarantees: CORE.sparse-vector-3-quarter; what it claims is false: CORE.sparse-vector-3,
CORE.sparse-vector-3-growth, CORE.sparse-vector-3-quarter-growth.
Deviations: geometric noise on the integers for Laplace noise on the reals, at the same rates;
answers are given as a vector, the threshold is an integer; values are clamped.
Degenerate inputs: no query gives the empty output.

>>> from reference.probability.law import law
>>> mechanism = SparseVector3(0, 1, Epsilon(Fraction(2), parts=2))
>>> law(mechanism, (0,))  # Pr[rho <= 0, nu = 0] = 2/3 1/3
Dist({(bottom,): 11/27, (-1,): 2/27, (0,): 2/9, (1,): 8/27})
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS, settled
from reference.mechanisms.stream.sparse import check_count
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.dist import Dist
from reference.probability.fold import Fold, Stop
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.source import Paper, Source

Released: TypeAlias = tuple[int | Bottom, ...]


@dataclass(frozen=True, slots=True)
class SparseVector3(Generic[R]):
    """Parameters of the mechanism; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1, low > high or share <= 0.
        InexactExponentError: at a call, unless e^(eps/2) and e^(share eps/c) are exact.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 3")
    parts: ClassVar[int] = 8

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    count: int
    """c: it stops after so many values; 1 or 2 on the command line."""

    eps: Epsilon[R]
    """The privacy loss claimed; e^(eps/2) and e^(share eps/c) must be exact."""

    low: int = -1
    """Smaller values are released as this one."""

    high: int = 1
    """Larger values are released as this one."""

    share: Fraction = Fraction(1, 2)
    """The part of eps that the noise of c values takes; 1/2 as published, 1/4 as variant 1."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    def __post_init__(self) -> None:
        check_count(self.count)
        if self.low > self.high:
            raise ValueError(f"values from {self.low} to {self.high}: low is at most high")
        if self.share <= 0:
            raise ValueError(f"share {self.share}: noise takes a positive part of eps")

    guarantee = PureLoss()
    """The claim: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Released:
        """A value or bottom for each answer, up to the count-th value."""
        rho = TwoSidedGeometric(self.eps.exp(Fraction(-1, 2)))
        nu = TwoSidedGeometric(self.eps.exp(-self.share / self.count))
        tails = settled(tuple(self.threshold - f for f in database), nu.ratio)
        ends = Settled(
            min(tails.low, self.low - self.threshold),
            max(tails.high, self.high - self.threshold),
            nu.ratio,
            len(database),
        )
        noisy_threshold = self.threshold + coins.draw_noise(rho, ends)  # 1
        values = NoisyValues(noisy_threshold, nu, self.count, self.low, self.high)
        nothing: Released = ()
        return coins.delegate(Fold(values), (nothing, database))


@dataclass(frozen=True, slots=True)
class NoisyValues(Generic[R]):
    """Steps 2 to 4: a loop over the answers."""

    threshold: int
    """T', the noisy threshold."""

    noise: TwoSidedGeometric[R]
    """nu_i is drawn from it."""

    count: int
    """c: it stops after so many values."""

    low: int
    high: int

    def __call__(
        self, released: Released, answer: int, coins: Coins[R], /
    ) -> Released | Stop[Released]:
        """What has been released so far, and a value or bottom for the answer."""
        released = (*released, coins.draw(Dist.weighted(self.masses(answer))))  # 2-4
        values = sum(v is not Bottom.BOTTOM for v in released)
        return Stop(released) if values == self.count else released

    def output(self, released: Released, /) -> Released:
        """What was released."""
        return released

    def masses(self, answer: int) -> Iterator[tuple[int | Bottom, R]]:
        """The probability of each release for an answer, from closed forms."""
        yield Bottom.BOTTOM, self.noise.at_most(self.threshold - 1 - answer)
        first = max(self.threshold, self.low)
        at_least_first = self.noise.at_least(self.threshold - answer)
        for v in range(first, self.high):
            above = self.noise.at_least(v + 1 - answer)
            yield v, at_least_first - above
            at_least_first = above
        yield self.high, at_least_first
