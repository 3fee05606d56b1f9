"""Wrong variants of the release of thresholds: other cuts, another map of the noise, no noise."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.noisy_blocks import cuts_of, rank_block
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.threshold_release import NoisyCuts

Noise = tuple[int, ...]


@dataclass(frozen=True)
class NoNoise:
    """Every block has its length."""

    length: int
    eps: Epsilon[Any]
    clamped: bool = True
    margin: int | None = None

    def __call__(self, start: int, rows: int, coins: Coins[Any], /) -> int:
        del coins
        return min(rows, max(0, start) + self.length)


@dataclass(frozen=True)
class Absolute:
    """The cut after so many blocks is noisy, but not what comes after it."""

    length: int
    eps: Epsilon[Any]
    clamped: bool = True
    margin: int | None = None

    def __call__(self, start: int, rows: int, coins: Coins[Any], /) -> int:
        near = round_to(start, self.length) + self.length
        shown = (start if self.clamped else -(self.margin or 0), rows)
        return coins.run(NoisyInteger(self.eps.exp(-1), shown), near)


def round_to(start: int, length: int) -> int:
    """The multiple of the length that is nearest."""
    return (2 * start + length) // (2 * length) * length


@dataclass(frozen=True)
class HalfNoise(NoisyCuts[Any]):
    """Noise of half the size, which is said to be of the whole."""

    @override
    def __call__(self, start: int, rows: int, coins: Coins[Any], /) -> int:
        return NoisyCuts(self.length, self.eps * 2, self.clamped, self.margin)(start, rows, coins)


def as_printed(noise: Noise, length: int, removed: int, inserted: int) -> Noise:
    """The block of the removed row gets shorter, that of the inserted row longer."""
    moved = list(noise)
    a = rank_block(cuts_of(moved, length), removed)
    if a is not None:
        moved[a] -= 1
    b = rank_block(cuts_of(moved, length), inserted)
    if b is not None:
        moved[b] += 1
    return tuple(moved)


def unmoved(noise: Noise, length: int, removed: int, inserted: int) -> Noise:
    """The noise stays as it is."""
    del length, removed, inserted
    return noise


def only_shorter(noise: Noise, length: int, removed: int, inserted: int) -> Noise:
    """Only the block after that of the removed row changes."""
    del inserted
    a = rank_block(cuts_of(noise, length), removed)
    if a is None or a + 1 == len(noise):
        return noise
    return (*noise[: a + 1], noise[a + 1] - 1, *noise[a + 2 :])


CUTS: dict[str, Callable[..., Any]] = {
    "no noise": NoNoise,
    "noise that is not carried on": Absolute,
    "half of the noise": HalfNoise,
}
