"""Wrong variants of the mechanisms that release a value itself."""

from typing import ClassVar, Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.selection.continuous_noisy_max import noisy, winner
from reference.mechanisms.stream.continuous_above_threshold import NoisyTest, NoisyTests
from reference.probability.continuous import Gap, Laplace, Real


@dataclass(frozen=True, slots=True)
class WithValues(NoisyTests[R, Real | Gap | Bottom]):
    """The sparse vector technique with noise of other scales; positives release something."""

    scales: ClassVar[tuple[Fraction | int, int]]
    """That of the threshold by 1/eps, and of the answers by c/eps."""

    itself: bool = True
    cuts: None = None

    @property
    @override
    def noise(self) -> tuple[Laplace[R], Laplace[R]]:
        """That of the threshold, and of the answers."""
        rho, nu = self.scales
        return Laplace(rho / self.eps), Laplace(nu * self.count / self.eps)


@dataclass(frozen=True, slots=True)
class TheAnswerCompared(WithValues[R]):
    """Numeric sparse vector that releases the noisy answers that were compared."""

    scales: ClassVar[tuple[Fraction | int, int]] = (3, 6)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Real | Gap | Bottom:
        """A value or bottom."""
        del coins
        return test.value if test.above else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class FreshWith(WithValues[R]):
    """Numeric sparse vector with fresh noise of half the scale."""

    scales: ClassVar[tuple[Fraction | int, int]] = (3, 6)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Real | Gap | Bottom:
        """A value or bottom."""
        if not test.above:
            return Bottom.BOTTOM
        v = Laplace(Fraction(3, 2) * self.count / self.eps)
        return test.answer + coins.draw_real(v)


@dataclass(frozen=True, slots=True)
class GapWith(WithValues[R]):
    """Sparse vector with gap and noise of half the scale, 2c/eps, on the answers."""

    scales: ClassVar[tuple[Fraction | int, int]] = (2, 2)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Real | Gap | Bottom:
        """A value or bottom."""
        del coins
        return test.gap if test.above else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class TheAnswerForTheGap(WithValues[R]):
    """Sparse vector with a gap that releases the noisy answer instead."""

    scales: ClassVar[tuple[Fraction | int, int]] = (2, 4)

    @override
    def shown(self, test: NoisyTest, coins: Coins[R], /) -> Real | Gap | Bottom:
        """A value or bottom."""
        del coins
        return test.value if test.above else Bottom.BOTTOM


@dataclass(frozen=True, slots=True)
class TheGreatestForTheGap(Generic[R]):
    """Noisy max with gap that releases the greatest noisy answer instead."""

    eps: Epsilon[R]
    cuts: None = None

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, Real]:
        y = noisy(database, Laplace(2 / self.eps), coins)
        j = winner(y)
        return j, y[j]
