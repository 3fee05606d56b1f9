"""Wrong samplers of discrete Gaussian noise."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian, ExponentialCoin


@dataclass(frozen=True)
class OtherSampler(DiscreteGaussian):
    """Discrete Laplace noise of another scale, or rejected with another probability."""

    shift: int = 0
    factor: Fraction = Fraction(1)
    centred: bool = True

    @property
    @override
    def scale(self) -> int:
        """The scale that is drawn with."""
        return DiscreteGaussian(self.variance).scale + self.shift

    @override
    def rejected(self, size: int) -> Fraction:
        """The exponent of the probability to be kept."""
        if self.centred:
            return DiscreteGaussian(self.variance).rejected(size) * self.factor
        return Fraction(size * size) / (2 * self.variance)


@dataclass(frozen=True)
class OtherSteps(DiscreteGaussian):
    """The sampler with a step done otherwise."""

    thinned: bool = True
    zero_once: bool = True
    signed: bool = True
    kept: bool = False
    noisy: bool = True
    by_size: bool = True

    @override
    def __call__(self, value: int, coins: Coins[R], /) -> int:
        while True:
            z = self._laplace(coins)
            size = abs(z) if self.by_size else max(z, 0)
            if self.kept or coins.run(ExponentialCoin(self.rejected(size)), ()):
                return value + z if self.noisy else value

    def _laplace(self, coins: Coins[R]) -> int:
        t = self.scale
        while True:
            low = coins.draw(Dist.uniform(range(t)))
            if self.thinned and not coins.run(ExponentialCoin(Fraction(low, t)), ()):
                continue
            size = low
            while coins.run(ExponentialCoin(Fraction(1)), ()):
                size += t
            negative = self.signed and coins.draw(bernoulli(Fraction(1, 2)))
            if size or not negative or not self.zero_once:
                return -size if negative else size


@dataclass(frozen=True)
class OtherCoin:
    """A coin of another probability than e^-x, by coins x/1, x/2, ..."""

    exponent: Fraction
    whole: bool = True
    odd: int = 1
    divided: bool = True

    def __call__(self, nothing: tuple[()], coins: Coins[R], /) -> bool:
        whole, part = divmod(self.exponent, 1)
        parts = [Fraction(1)] * (whole if self.whole else 0) + [part]
        return all(self._first(x, coins) % 2 == self.odd for x in parts)

    def _first(self, exponent: Fraction, coins: Coins[R]) -> int:
        k = 1
        while coins.draw(bernoulli(exponent / k if self.divided or k == 1 else exponent / 2)):
            k += 1
        return k


WRONG_COINS: dict[str, Build] = {
    "the whole part of x left out": partial(OtherCoin, whole=False),
    "an even number of heads is wanted": partial(OtherCoin, odd=0),
    "all coins but the first have x/2": partial(OtherCoin, divided=False),
}

WRONG_SAMPLERS: dict[str, Build] = {
    "scale t + 1, rejected as for t": partial(OtherSampler, shift=1),
    "rejected too often": partial(OtherSampler, factor=Fraction(2)),
    "rejected too seldom": partial(OtherSampler, factor=Fraction(1, 2)),
    "rejected as if nothing had been": partial(OtherSampler, centred=False),
    "the part below t is not thinned": partial(OtherSteps, thinned=False),
    "zero in two ways": partial(OtherSteps, zero_once=False),
    "no sign": partial(OtherSteps, signed=False),
    "nothing is rejected": partial(OtherSteps, kept=True),
    "no noise": partial(OtherSteps, noisy=False),
    "negative noise is rejected as zero": partial(OtherSteps, by_size=False),
}
