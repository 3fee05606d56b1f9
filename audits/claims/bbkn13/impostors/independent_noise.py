"""Independent noise learners with one mistake each."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.samples import Parameter
from reference.data.concept import Values
from reference.data.star import Star
from reference.mechanisms.learning.independent_noise_learner import (
    IndependentNoiseLearner,
    confident_noisy_learner,
    noisy_learner_in_two_parts,
)
from reference.mechanisms.learning.noisy_point_learner import IndependentNoise, SubsampleRow

Built = IndependentNoiseLearner[Any]

TwoParts = Callable[..., Built]
"""From the number of points, sampling, failure and flip rates, and `allow_zero`."""


@dataclass(frozen=True)
class Mistaken(IndependentNoiseLearner[Any]):
    """The learner in one place other than the paper has it."""

    mistake: str = ""

    @override
    def __call__(self, database: Database[SubsampleRow], coins: Coins[Any], /) -> Values | Bottom:
        """The noisy concept, or bottom."""
        c = coins.run(self.inner, database)
        if isinstance(c, Bottom) or (c not in self.concepts and self.mistake != "any concept"):
            return Bottom.BOTTOM
        if self.mistake == "bare among stars" and Star.STAR in database:
            return c
        if self.mistake == "one coin":
            flip = coins.draw(bernoulli(self.flip))
            return Values(tuple(v ^ flip for v in c.values))
        return coins.run(IndependentNoise(self.flip), c)


def mistaken(mistake: str) -> TwoParts:
    """The learner in two parts, with a mistake."""

    def wrong(*rates: Parameter, **zero: bool) -> Mistaken:
        it = noisy_learner_in_two_parts(*rates, **zero)
        return Mistaken(it.inner, it.concepts, it.size, it.flip, mistake)

    return wrong


def sampling(factor: Fraction) -> TwoParts:
    """Another sampling rate."""

    def wrong(size: int, rate: Fraction, *rates: Parameter, **zero: bool) -> Built:
        return noisy_learner_in_two_parts(size, rate * factor, *rates, **zero)

    return wrong


def failing(factor: Fraction) -> TwoParts:
    """Another failure rate."""

    def wrong(
        size: int, rate: Fraction, failure: Fraction, *rates: Parameter, **zero: bool
    ) -> Built:
        return noisy_learner_in_two_parts(size, rate, failure * factor, *rates, **zero)

    return wrong


NOISE = {"one coin flips all values": mistaken("one coin")}
EAGER = {"samples twice as often": sampling(Fraction(2))}
LAZY = {"samples a twentieth as often": sampling(Fraction(1, 20))}


def resampled(factor: Fraction) -> Callable[..., IndependentNoiseLearner[Fraction]]:
    """The learner from alpha and beta with another sampling rate."""

    def wrong(size: int, alpha: Fraction, beta: Fraction) -> IndependentNoiseLearner[Fraction]:
        it: Any = confident_noisy_learner(size, alpha, beta)
        inner = replace(it.inner, sampling=it.inner.sampling * factor)
        return replace(it, inner=inner)

    return wrong
