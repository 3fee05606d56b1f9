"""AboveThreshold with continuous noise: the first noisy answer that reaches a noisy threshold.

It is `above_threshold` as printed: with Laplace noise on the reals, which is compared and not
rounded.  It is eps-private however many queries there are.

Pseudo-code:
    1  T' <- T + rho, rho Laplace noise of scale 2/eps
    2  for i = 0, ..., n - 1:
    3      if f_i + nu_i >= T', nu_i Laplace noise of scale 4/eps:
    4          return i
    5  return bottom

`NoisyTests` is the loop with noise of any scale, for the sparse vector technique and its variants,
which go on after the first positive.

Notation: T threshold, T' noisy threshold, f_0, ..., f_(n-1) answers, rho and nu_i noise, n number
of queries.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Algorithm 1.
Guarantees: CORE.continuous-above-threshold, CORE.continuous-above-threshold-every-n,
KLMNS20.T4.2-every-n, BCMNUW20.MON.T3.23-every-n.
Deviations: answers are given as a vector, positions count from 0.
Degenerate inputs: no query gives bottom.

>>> from reference.probability.law import law
>>> mechanism = ContinuousAboveThreshold(0, Epsilon.continuous(parts=4))
>>> law(mechanism, (-1,))  # r = e^(eps/4)
Dist({bottom: (6 r^2 - 4 r + 1) / (6 r^2), 0: (4 r - 1) / (6 r^2)})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple, TypeAlias

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS
from reference.mechanisms.stream.sparse import UpToCount
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.continuous import Gap, Laplace, Real
from reference.probability.streams import Stream, T, outputs
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class ContinuousAboveThreshold(Generic[R]):
    """Parameters of the mechanism; call it on a vector of integer answers.

    Raises:
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "AboveThreshold, continuous noise")
    continuous: ClassVar[bool] = True
    parts: ClassVar[int] = 4

    threshold: int
    """T: noisy answers are compared with it, noise added."""

    eps: Epsilon[R]
    """Privacy loss; eps/4 must be a whole number of its parts."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """(eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def begin(self, coins: Coins[R], /) -> Real | None:
        """The noisy threshold."""
        return self.threshold + coins.draw_real(Laplace(2 / self.eps))  # 1

    def step(self, state: Real, answer: int, coins: Coins[R], /) -> tuple[Real | None, bool]:  # 2
        """Whether the noisy answer reaches the noisy threshold; then it stops."""
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state  # 3
        return None if above else state, above

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """The position of the first answer found above the threshold, or bottom."""
        found = (i for i, above in enumerate(outputs(self, database, coins)) if above)
        return next(found, Bottom.BOTTOM)  # 4-5


class NoisyTest(NamedTuple):
    """What is known after a noisy test; a mechanism releases some of it."""

    answer: int
    """f_i."""

    value: Real
    """f_i + nu_i."""

    gap: Gap
    """f_i + nu_i - T'."""

    above: bool
    """Whether the noisy answer reaches the noisy threshold."""


Threshold: TypeAlias = tuple[Real, int]
"""T', and the number of positives that are left."""


@dataclass(frozen=True, slots=True)
class NoisyTests(UpToCount[R], Stream[Threshold, T, R]):
    """One noisy test after another, up to the count-th positive."""

    redrawn: ClassVar[bool] = False
    """Whether rho is drawn again after each positive."""

    @property
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        raise NotImplementedError

    def shown(self, test: NoisyTest, coins: Coins[R], /) -> T:
        """What is put out for an answer."""
        raise NotImplementedError

    @override
    def begin(self, coins: Coins[R], /) -> Threshold | None:
        """The noisy threshold."""
        return self.threshold + coins.draw_real(self.noise[0]), self.count

    @override
    def step(
        self, state: Threshold, answer: int, coins: Coins[R], /
    ) -> tuple[Threshold | None, T]:
        """A noisy test."""
        (reached, left), (rho, nu) = state, self.noise
        value = answer + coins.draw_real(nu)
        above = value >= reached
        shown = self.shown(NoisyTest(answer, value, value - reached, above=above), coins)
        left -= above
        if left and above and self.redrawn:
            reached = self.threshold + coins.draw_real(rho)
        return (reached, left) if left else None, shown
