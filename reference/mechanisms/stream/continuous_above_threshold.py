"""AboveThreshold with continuous noise: the first noisy answer that reaches a noisy threshold.

It is `above_threshold` as printed: with Laplace noise on the reals, which is compared and not
rounded.  It is eps-private however many queries there are.

Pseudo-code:
    1  T' <- T + rho, rho Laplace noise of scale 2/eps
    2  for i = 0, ..., n - 1:
    3      if f_i + nu_i >= T', nu_i Laplace noise of scale 4/eps:
    4          return i
    5  return bottom

`noisy_tests` is the loop, with noise of any scale; the sparse vector technique and its variants
go on with it after the first positive.

Notation: T threshold, T' noisy threshold, f_0, ..., f_(n-1) answers, rho and nu_i noise, n number
of queries.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Algorithm 1.
Guarantees: CORE.continuous-above-threshold.
Deviations: answers are given as a vector, positions count from 0.
Degenerate inputs: no query gives bottom.

>>> from reference.probability.law import law
>>> mechanism = ContinuousAboveThreshold(0, Epsilon.continuous(parts=4))
>>> law(mechanism, (-1,))  # r = e^(eps/4)
Dist({bottom: (6 r^2 - 4 r + 1) / (6 r^2), 0: (4 r - 1) / (6 r^2)})
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Generic, NamedTuple

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.continuous import Gap, Laplace, Real
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
    """The answers on which it is audited by default; it can be called on any integers."""

    guarantee = PureLoss()
    """(eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """The position of the first answer found above the threshold, or bottom."""
        rho, nu = Laplace(2 / self.eps), Laplace(4 / self.eps)
        tests = noisy_tests(database, self.threshold, rho, nu, 1, coins)  # 1-3
        found = (i for i, test in enumerate(tests) if test.above)
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


def noisy_tests(
    answers: Database[int],
    threshold: int,
    rho: Laplace[R],
    nu: Laplace[R],
    count: int,
    coins: Coins[R],
    *,
    redrawn: bool = False,
) -> Iterator[NoisyTest]:
    """One noisy test after another, up to the count-th positive.

    Args:
        answers: the vector of answers.
        threshold: T.
        rho: the noise of the threshold, which is drawn once.
        nu: the noise of the answers, drawn for each of them.
        count: the number of positives to stop after.
        coins: of the mechanism.
        redrawn: whether rho is drawn again after each positive.
    """
    reached = threshold + coins.draw_real(rho)  # 1
    for answer in answers:  # 2
        value = answer + coins.draw_real(nu)
        above = value >= reached  # 3
        yield NoisyTest(answer, value, value - reached, above=above)
        count -= above
        if not count:
            return
        if above and redrawn:
            reached = threshold + coins.draw_real(rho)
