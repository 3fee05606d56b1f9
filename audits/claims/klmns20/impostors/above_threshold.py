"""Wrong variants of AboveThreshold."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.stream.above_threshold import AboveThreshold, FirstAbove, settled
from reference.probability.fold import Fold
from reference.probability.geometric import TwoSidedGeometric


@dataclass(frozen=True, slots=True)
class OtherNoise(Generic[R]):
    """AboveThreshold with noise of other scales: e^(-eps times so much) are the ratios."""

    threshold: int
    eps: Epsilon[R]
    on_threshold: Fraction | None = Fraction(1, 2)
    on_answers: Fraction | None = Fraction(1, 4)

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        gaps = tuple(self.threshold - answer for answer in database)
        shift = 0
        if self.on_threshold is not None:
            ratio = self.eps.exp(-(self.on_answers or self.on_threshold))
            noise = TwoSidedGeometric(self.eps.exp(-self.on_threshold))
            shift = coins.draw_noise(noise, settled(gaps, ratio))
        gaps = tuple(gap + shift for gap in gaps)
        if self.on_answers is None:
            return next((i for i, gap in enumerate(gaps) if gap <= 0), Bottom.BOTTOM)
        first = FirstAbove(TwoSidedGeometric(self.eps.exp(-self.on_answers)))
        return coins.delegate(Fold(first), (0, gaps))


@dataclass(frozen=True, slots=True)
class LastAbove(Generic[R]):
    """AboveThreshold on the answers in reverse order."""

    threshold: int
    eps: Epsilon[R]

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        found = coins.run(AboveThreshold(self.threshold, self.eps), database[::-1])
        return found if isinstance(found, Bottom) else len(database) - 1 - found


NOISE: dict[str, Callable[..., Any]] = {
    "no noise on the threshold": partial(OtherNoise, on_threshold=None),
    "noise e^-eps on the threshold": partial(OtherNoise, on_threshold=Fraction(1)),
    "noise e^(-eps/2) on the answers": partial(OtherNoise, on_answers=Fraction(1, 2)),
}
"""Too little noise, each by its name."""
