"""NumericSparse with continuous noise: values of their own for the answers that it finds.

It is `numeric_sparse` as printed: with Laplace noise on the reals.  Of the loss eps, all tests
together take a share, 8/9 unless another one is given, and all values the rest; each of the c
values takes the c-th part of both.

Pseudo-code:
    1  T' <- T + rho, rho Laplace noise of scale 2/eps_1
    2  for i = 0, ..., n - 1:
    3      if f_i + nu_i < T', nu_i Laplace noise of scale 4/eps_1: release bottom
    4      else release f_i + v, v Laplace noise of scale 1/eps_2; stop if it is the c-th value,
           else T' <- T + a fresh rho

The loop is `NoisyTests`.

Notation: T threshold, T' noisy threshold, c count, f_0, ..., f_(n-1) answers, rho, nu_i and v
noise, n number of queries; eps_1 = share eps/c the loss of the tests up to one value, eps_2 =
(1 - share) eps/c that of one value.
Source: Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Algorithm 3; used by
BCMNUW20, Algorithm 1, section 2.2.
Guarantees: BCMNUW20.MON.T3.27-every-n, CORE.continuous-numeric-sparse-law.
Deviations: answers are given as a vector, the threshold is an integer.
Degenerate inputs: no query gives the empty output.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.tracing import trace
>>> len(trace(ContinuousNumericSparse(0, 2, Epsilon.continuous(parts=72))).states)
4
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from reference.data.bottom import Bottom
from reference.exact.field import R
from reference.mechanisms.noise.laplace_mechanism import check_cuts
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest
from reference.mechanisms.stream.continuous_sparse_values import Value, Values, shown_of
from reference.mechanisms.stream.numeric_sparse import TEST_SHARE
from reference.mechanisms.stream.sparse import check_count
from reference.override import override
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.continuous import Laplace


@dataclass(frozen=True, slots=True)
class ContinuousNumericSparse(Values[R]):
    """Parameters of the mechanism, which is private; call it on a vector of integer answers.

    Raises:
        ValueError: if count < 1, or unless 0 < share < 1 and the cuts increase.
        InexactExponentError: at a call, unless share eps/(4c) and (1 - share) eps/c are whole
            numbers of parts.
    """

    continuous: ClassVar[bool] = True
    parts: ClassVar[int] = 36
    redrawn: ClassVar[bool] = True

    share: Fraction = TEST_SHARE
    """The part of eps that all tests take."""

    cuts: tuple[int, ...] | None = None
    """What is seen of a value is how many of them are below it; None: all."""

    @override
    def __post_init__(self) -> None:
        check_count(self.count)
        check_cuts(self.cuts)
        if not 0 < self.share < 1:
            raise ValueError(f"share {self.share}: the tests and the values take parts of eps")

    @property
    def shares(self) -> tuple[Epsilon[R], Epsilon[R]]:
        """eps_1 and eps_2.

        Raises:
            InexactExponentError: unless they are whole numbers of parts.
        """
        each = Fraction(1, self.count)
        return self.eps * (self.share * each), self.eps * ((1 - self.share) * each)

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        tests, _ = self.shares
        return Laplace(2 / tests), Laplace(4 / tests)  # 1-3

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Value:
        """A value or bottom."""
        if not test.above:
            return Bottom.BOTTOM
        return test.answer + coins.draw_real(Laplace(1 / self.shares[1]))  # 4

    @override
    def output(self, released: Value, /) -> Value:
        """A value or its cell."""
        return shown_of(released, self.cuts)
