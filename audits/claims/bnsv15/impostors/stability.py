"""Wrong variants of the choosing mechanism and of the stable histogram."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.selection.quality import Quality
from reference.probability.coins import D
from reference.probability.dist import X
from reference.probability.families import exponential_weights


@dataclass(frozen=True, slots=True)
class Choosing(Generic[D, X, R]):
    """The choosing mechanism with one of its parts wrong."""

    quality: Quality[D, X]
    threshold: int
    eps: Epsilon[R]
    growth: int

    noiseless: bool = False
    """No noise in the test."""

    draws_always: bool = False
    """It draws a candidate even if the test fails."""

    least: int = 1
    """The least quality of what it draws from."""

    test: Fraction = Fraction(1, 4)
    """The noise of the test has scale 1 / (test * eps)."""

    draw: Fraction = Fraction(1, 4)
    """What it draws has weight e^(draw * eps * q)."""

    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        qualities: Mapping[X, int] = self.quality(database)
        gap = self.threshold - max([0, *qualities.values()])
        passes = gap <= 0
        if not self.noiseless:
            passes = coins.draw(bernoulli(LaplaceNoise(self.eps.exp(self.test)).at_least(gap)))
        good = [(f, q) for f, q in qualities.items() if q >= self.least]
        if not good or not (passes or self.draws_always):
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(good, self.eps.exp(self.draw)))
