"""Laplace and geometric noise of another shape or scale."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.impostors.noise import ExponentialNoise, NoiseTwice
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import ClampedGeometricCount, GeometricCount
from reference.mechanisms.noise.laplace_mechanism import LaplaceVectorCells, cell_of
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.noise.truncated_geometric import TruncatedAnswerCount
from reference.probability.geometric import TwoSidedGeometric

Noise = Callable[[Any], Any]
"""A law of noise, of e^-eps or e^eps."""

Count = Callable[[int, int, Epsilon[Any]], Any]
"""A noisy count, shown from low to high."""


class OneSided(TwoSidedGeometric[R]):
    """Pr[Z = z] = (1 - g) g^z for z >= 0."""

    @override
    def probability(self, value: int) -> R:
        """One-sided."""
        one = self.ratio / self.ratio
        return (one - self.ratio) * self.ratio**value if value >= 0 else one - one

    @override
    def at_least(self, value: int) -> R:
        """One-sided."""
        return self.ratio ** max(value, 0)


class SignedTwice(TwoSidedGeometric[R]):
    """A random sign times one-sided noise: 0 has two ways."""

    @override
    def probability(self, value: int) -> R:
        """(1 - g) g^|z|/2, and twice that at 0."""
        mass = (1 - self.ratio) * self.ratio ** abs(value)
        return mass if value == 0 else mass / 2

    @override
    def at_least(self, value: int) -> R:
        """Half the tail of the size."""
        tail = self.ratio ** abs(value) / 2
        return tail if value > 0 else 1 - self.ratio ** (1 - value) / 2


WRONG_GEOMETRIC: dict[str, Noise] = {
    "one-sided": OneSided,
    "a random sign, 0 counted twice": SignedTwice,
    "ratio e^(-2 eps)": lambda a: TwoSidedGeometric(a * a),
    "ratio e^(-eps)/2": lambda a: TwoSidedGeometric(a / 2),
}


@dataclass(frozen=True)
class SignTimesNoise(GeometricCount[R]):
    """A random sign times one-sided geometric noise, by coins."""

    @override
    def __call__(self, database: Rows, coins: Coins[R], /) -> int:
        count = sum(database)
        width = self.high - self.low + 1
        one = self.eps.exp(0)
        up = bool(coins.draw(bernoulli(one / 2)))
        noise = OneSided(self.eps.exp(-1))
        sizes = [(z, noise.probability(z)) for z in range(width)]
        sizes.append((width, noise.at_least(width)))
        size: int = coins.draw(Dist.weighted(sizes))
        return min(max(count + (size if up else -size), self.low), self.high)


@dataclass(frozen=True)
class UpOnly(GeometricCount[R]):
    """One-sided noise."""

    @override
    def __call__(self, database: Rows, coins: Coins[R], /) -> int:
        count = sum(database)
        width = self.high - count
        noise = OneSided(self.eps.exp(-1))
        sizes = [(z, noise.probability(z)) for z in range(width)]
        sizes.append((width, noise.at_least(width)))
        size: int = coins.draw(Dist.weighted(sizes))
        return count + size


WRONG_COUNTS: dict[str, Count] = {
    "one-sided noise": UpOnly,
    "a random sign, 0 counted twice": SignTimesNoise,
    "noise twice": NoiseTwice,
    "half the noise": lambda low, high, eps: GeometricCount(low, high, eps * 2),
    "drawn again until it can be shown": TruncatedAnswerCount,
    "moved into [0, n] before it is shown": lambda low, high, eps: ClampedGeometricCount(
        low + 1, high - 1, eps
    ),
}


class NotHalved(LaplaceNoise[R]):
    """Density e^(-|z|/b)/b on each side: the tail is not halved."""

    @override
    def at_least(self, value: int) -> R:
        """Cut off at 0 and 1."""
        one = self.base / self.base
        return self.base**-value if value > 0 else one if value < 0 else one / 2


class OfHalfTheScale(LaplaceNoise[R]):
    """Scale b/2."""

    @override
    def at_least(self, value: int) -> R:
        """With e^(2/b)."""
        return LaplaceNoise(self.base * self.base).at_least(value)


@dataclass(frozen=True)
class Cells:
    """The cell of the count of ones plus other noise."""

    cuts: tuple[int, ...]
    eps: Epsilon[Any]
    noise: Noise = LaplaceNoise

    def __call__(self, database: Rows, coins: Coins[Any], /) -> int:
        return coins.draw(cell_of(sum(database), self.cuts, self.noise(self.eps.exp())))


def cells(noise: Noise) -> Callable[[tuple[int, ...], Epsilon[Any]], Cells]:
    """The mechanism with this noise."""
    return lambda cuts, eps: Cells(cuts, eps, noise)


WRONG_LAPLACE: dict[str, Callable[[tuple[int, ...], Epsilon[Any]], Any]] = {
    "exponential noise": cells(ExponentialNoise),
    "half the scale": cells(OfHalfTheScale),
}
WRONG_SCALES: dict[str, Callable[..., LaplaceVectorCells[Any, Any]]] = {
    "the sensitivity is forgotten": lambda query, _, cuts, eps: LaplaceVectorCells(
        query, 1, cuts, eps
    ),
    "half the scale": lambda query, gs, cuts, eps: LaplaceVectorCells(query, gs, cuts, eps * 2),
    "eps GS for GS/eps": lambda query, gs, cuts, eps: LaplaceVectorCells(query, 1, cuts, eps * gs),
}
WRONG_TAILS: dict[str, Noise] = {
    "exponential noise": ExponentialNoise,
    "tails not halved": NotHalved,
    "half the scale": OfHalfTheScale,
}
