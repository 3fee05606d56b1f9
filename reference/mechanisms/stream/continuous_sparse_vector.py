"""Variants 1, 2, 4, 5 and 6 of the sparse vector technique as published, with Laplace noise.

They have one skeleton and differ in the noise, in whether rho is drawn again, and in when they
stop; all of them claim to be eps-private.  (Variant 3 releases noisy answers:
`continuous_sparse_values`.)

    variant   scale of rho    scale of nu_i   stops after    as published by
    1         2/eps           4c/eps          c positives    Lyu, Su and Li
    2         2c/eps, again   4c/eps          c positives    Dwork and Roth
    4         4/eps           4/(3 eps)       c positives    Lee and Clifton
    5         2/eps           no noise        the last       Stoddard, Chen, Machanavajjhala
    6         2/eps           2/eps           the last       Chen, Xiao, Zhang, Xu

Variants 1 and 2 are private.  The others pay for fewer positives than they release, or for none:
their loss grows with the number of positives, and that of variant 5 is infinite.

Pseudo-code:
    1  T' <- T + rho, rho Laplace noise
    2  for i = 0, ..., n - 1:
    3      release 1 if f_i + nu_i >= T', nu_i Laplace noise, else 0
    4      after a positive: stop if it is the c-th; in variant 2, T' <- T + a fresh rho

The loop is `NoisyTests`.

Notation: T threshold, T' noisy threshold, c count, f_0, ..., f_(n-1) answers, rho and nu_i noise,
n number of queries.
Source: Lyu, Su and Li, Understanding the Sparse Vector Technique for Differential Privacy,
PVLDB 10(6), 2017, Algorithms 1, 2, 4, 5 and 6.
Guarantees: CORE.continuous-sparse-vector-1, CORE.continuous-sparse-vector-1-loss,
CORE.continuous-sparse-vector-1-law, CORE.continuous-sparse-vector-1-every-n,
CORE.monotone-sparse-vector-every-n, CORE.continuous-sparse-vector-2,
CORE.continuous-sparse-vector-2-law, CORE.continuous-sparse-vector-2-every-n,
BCMNUW20.MON.T3.25-every-n, CORE.continuous-sparse-vector-4-law,
CORE.continuous-sparse-vector-6-law; what the others claim is false, and what they lose:
CORE.continuous-sparse-vector-4-every-n, CORE.continuous-sparse-vector-5-every-n,
CORE.continuous-sparse-vector-6-every-n; it is false:
CORE.continuous-sparse-vector-4, CORE.continuous-sparse-vector-4-at-every-eps,
CORE.continuous-sparse-vector-5, CORE.continuous-sparse-vector-5-some-loss,
CORE.continuous-sparse-vector-6, CORE.continuous-sparse-vector-6-at-every-eps.
Deviations: answers are given as a vector, the threshold is an integer.
Degenerate inputs: no query gives the empty output.

>>> from reference.probability.law import law
>>> mechanism = ContinuousSparseVector5(0, Epsilon.continuous(parts=2))
>>> law(mechanism, (0, 1))  # r = e^(eps/2)
Dist({(1, 1): 1/2, (0, 1): (r - 1) / (2 r), (0, 0): 1 / (2 r)})
>>> (0, 1) in law(mechanism, (0, 0))
False
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.domain import Domain
from reference.data.universes import changed_answers
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import ANSWERS
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest, NoisyTests
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace, Real
from reference.probability.streams import Stream
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class NoisyBits(NoisyTests[R, int]):
    """Parameters of a variant that stops after so many positives."""

    @override
    def shown(self, test: NoisyTest, _: Coins[R], /) -> int:
        """The bit of an answer."""
        return int(test.above)


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector1(NoisyBits[R]):
    """Parameters of variant 1, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 1, continuous noise")
    continuous: ClassVar[bool] = True

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(2 / self.eps), Laplace(4 * self.count / self.eps)


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector2(NoisyBits[R]):
    """Parameters of variant 2, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4 count.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 2, continuous noise")
    continuous: ClassVar[bool] = True

    redrawn: ClassVar[bool] = True

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(2 * self.count / self.eps), Laplace(4 * self.count / self.eps)


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector4(NoisyBits[R]):
    """Parameters of variant 4, which is not private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of 4.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 4, continuous noise")
    continuous: ClassVar[bool] = True
    parts: ClassVar[int] = 4

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        return Laplace(4 / self.eps), Laplace(Fraction(4, 3) / self.eps)


@dataclass(frozen=True, slots=True)
class WithoutCount(Stream[Real, int, R]):
    """Parameters of a variant that never stops; it is called on a vector of integer answers."""

    parts: ClassVar[int] = 2

    threshold: int
    """T: answers are compared with it, noise added."""

    eps: Epsilon[R]
    """The privacy loss claimed; eps/2 must be a whole number of its parts."""

    answers: Domain[int] = ANSWERS
    """The answers of databases that are audited or typed; in Python it takes any integers."""

    guarantee = PureLoss()
    """The claim: (eps, 0) for answers that each change by at most one."""
    universe = changed_answers

    @override
    def begin(self, coins: Coins[R], /) -> Real | None:
        """The noisy threshold."""
        return self.threshold + coins.draw_real(Laplace(2 / self.eps))  # 1


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector5(WithoutCount[R]):
    """Parameters of variant 5, which is not private: the answers have no noise.

    Raises:
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 5, continuous noise")
    continuous: ClassVar[bool] = True

    @override
    def step(self, state: Real, answer: int, _: Coins[R], /) -> tuple[Real | None, int]:
        """The bit of an answer."""
        return state, int(answer >= state)  # 2-4


@dataclass(frozen=True, slots=True)
class ContinuousSparseVector6(WithoutCount[R]):
    """Parameters of variant 6, which is not private; call it on a vector of integer answers.

    Raises:
        InexactExponentError: at a call, if `eps.parts` is odd.
    """

    source: ClassVar[Source] = Source(Paper.FOLKLORE, "sparse vector, variant 6, continuous noise")
    continuous: ClassVar[bool] = True

    @override
    def step(self, state: Real, answer: int, coins: Coins[R], /) -> tuple[Real | None, int]:
        """The bit of an answer."""
        return state, int(answer + coins.draw_real(Laplace(2 / self.eps)) >= state)
