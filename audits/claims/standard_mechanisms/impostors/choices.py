"""Wrong variants of the exponential and the choosing mechanism."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.quality import Quality
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism, choosing_threshold
from reference.probability.coins import D
from reference.probability.dist import X
from reference.probability.families import exponential_weights


@dataclass(frozen=True)
class Best(Generic[D, X, R]):
    """A candidate of the largest quality, the first of several."""

    quality: Quality[D, X]
    eps: Epsilon[R]
    sensitivity: int = 1

    def __call__(self, database: D, coins: Coins[R], /) -> X:
        qualities = self.quality(database)
        best = max(qualities, key=qualities.__getitem__)
        return coins.draw(exponential_weights([(best, 0)], self.eps.exp()))


@dataclass(frozen=True)
class OfPositiveQuality(Best[D, X, R]):
    """The exponential mechanism on the candidates of quality 1 or more, if there are any."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> X:
        qualities = self.quality(database)
        good = {f: q for f, q in qualities.items() if q >= 1} or qualities
        base = self.eps.exp(Fraction(1, 2 * self.sensitivity))
        return coins.draw(exponential_weights(good.items(), base))


def whatever_the_sensitivity(
    quality: Quality[Any, Any], eps: Epsilon[R], sensitivity: int = 1
) -> ExponentialMechanism[Any, Any, R]:
    """Weights e^(eps q/2) for every sensitivity."""
    del sensitivity
    return ExponentialMechanism(quality, eps)


@dataclass(frozen=True)
class WithoutNoise(Generic[D, X, R]):
    """The choosing mechanism, its best quality compared with the threshold without noise."""

    quality: Quality[D, X]
    threshold: int
    eps: Epsilon[R]
    growth: int = 1

    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        good = {f: q for f, q in self.quality(database).items() if q >= 1}
        if max(good.values(), default=0) < self.threshold or not good:
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(good.items(), self.eps.exp(Fraction(1, 4))))


@dataclass(frozen=True)
class Untested(WithoutNoise[D, X, R]):
    """The choosing mechanism that chooses without a test, if there is anything to choose."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> X | Bottom:
        good = {f: q for f, q in self.quality(database).items() if q >= 1}
        if not good:
            return Bottom.BOTTOM
        return coins.draw(exponential_weights(good.items(), self.eps.exp(Fraction(1, 4))))


def lower_threshold(
    quality: Quality[Any, Any], threshold: int, eps: Epsilon[R], growth: int = 1
) -> ChoosingMechanism[Any, Any, R]:
    """A threshold that is lower by one."""
    return ChoosingMechanism(quality, threshold - 1, eps, growth)


def calibrated(
    wrong: Callable[..., Mechanism[Any, Any, Fraction]],
) -> Callable[..., Mechanism[Any, Any, Fraction]]:
    """A wrong variant with the printed threshold, built from eps, delta, beta and the growth."""

    def build(
        quality: Quality[Any, Any],
        eps: Epsilon[Fraction],
        delta: Fraction,
        beta: Fraction,
        growth: int = 1,
    ) -> Mechanism[Any, Any, Fraction]:
        threshold = choosing_threshold(eps.parts * ln(eps.root), delta, beta, growth)
        return wrong(quality, threshold, eps, growth)

    return build


WRONG_CHOICES: dict[str, Callable[..., object]] = {
    "spends twice the eps": twice_eps(ChoosingMechanism),
    "tests without noise": WithoutNoise,
    "does not test": Untested,
    "has a threshold that is lower by one": lower_threshold,
}
"""Of the choosing mechanism with an integer threshold."""
