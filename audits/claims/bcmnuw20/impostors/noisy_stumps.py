"""Wrong variants of the noisy counts for stumps."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.noisy_stumps import NoisyStumps, exact_counts
from reference.probability.geometric import Settled, TwoSidedGeometric


@dataclass(frozen=True, slots=True)
class OneNoise(Generic[R]):
    """One noise for all counts."""

    attributes: int
    eps: Epsilon[R]
    reach: int = 0

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        counts, most = exact_counts(self.attributes, database), len(database) + self.reach
        ends = Settled(-most - self.reach, most + self.reach, self.eps.exp(-1), 0)
        z = coins.draw_noise(TwoSidedGeometric(self.eps.exp(-1)), ends)
        return tuple(min(max(c + z, -self.reach), most) for c in counts)


@dataclass(frozen=True, slots=True)
class LastIsExact(Generic[R]):
    """No noise on the last count."""

    attributes: int
    eps: Epsilon[R]
    reach: int = 0

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        *_, last = exact_counts(self.attributes, database)
        noisy: tuple[int, ...] = coins.run(
            NoisyStumps(self.attributes, self.eps, self.reach), database
        )
        return (*noisy[:-1], last)


@dataclass(frozen=True, slots=True)
class NoiseClamped(Generic[R]):
    """The noise is clamped to [-1, 1], not the noisy count."""

    attributes: int
    eps: Epsilon[R]
    reach: int = 0

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        noisy = NoisyInteger(self.eps.exp(-1), (-1, 1))
        shown: tuple[int, ...] = ()
        for count in exact_counts(self.attributes, database):
            shown += (count + coins.run(noisy, 0),)
        return shown


def twice_the_loss(attributes: int, eps: Epsilon[Any], reach: int = 0) -> NoisyStumps[Any]:
    """Half of the noise."""
    return NoisyStumps(attributes, eps + eps, reach)


VARIANTS: dict[str, Callable[..., Any]] = {
    "one noise for all counts": OneNoise,
    "the last count is exact": LastIsExact,
    "the noise is clamped": NoiseClamped,
    "half of the noise": twice_the_loss,
}
