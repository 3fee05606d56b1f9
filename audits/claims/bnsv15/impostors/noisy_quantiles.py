"""Wrong variants of noisy quantiles: other noise, rows as they come, the whole loss for each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.mechanisms.release.noisy_quantiles import NoisyQuantiles, monotone
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.geometric import TwoSidedGeometric

Rows = tuple[int, ...]


@dataclass(frozen=True)
class OtherNoise:
    """Quantiles with the noise of the suffixes of the digits, or of the leaves only."""

    solver: Any
    domain: Domain[int]
    blocks: int
    eps: Epsilon[Any]
    monotone: bool = True
    bound: int | None = None
    leaves: bool = False
    ordered: bool = True
    """Whether the noise is right, and the rows are put in order; else they are not."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[int | Bottom, ...]:
        k, depth = self.blocks, self.blocks.bit_length() - 1
        noise = {}
        edge = self.bound or 0
        draw = TwoSidedGeometric(self.eps.exp(-1)).clamped(-edge, edge)
        for digits in (d for n in range(depth + 1) for d in product((0, 1), repeat=n)):
            noise[digits] = coins.draw(draw)
        cuts = [0]
        for i in range(1, k):
            bits = tuple(i >> level & 1 for level in reversed(range(depth)))
            seen = [bits] if self.leaves else [bits[depth - n :] for n in range(depth + 1)]
            if not self.ordered:
                seen = [bits[:n] for n in range(depth + 1)]
            cuts.append(i * len(database) // k + sum(noise[s] for s in seen))
        cuts.append(len(database))
        ends = monotone(cuts, len(database)) if self.monotone else tuple(cuts)
        blocks = [database[max(a, 0) : max(b, 0)] for a, b in pairwise(ends)]
        return tuple(coins.run(self.solver, block) for block in blocks)


def whole_loss(
    solver: Any,  # noqa: ANN401
    domain: Domain[int],
    blocks: int,
    eps: Epsilon[Any],
    monotone: bool = True,
    bound: int | None = None,
) -> NoisyQuantiles[Any]:
    """The loss is not shared by 2 log k values."""
    levels = blocks.bit_length() - 1
    return NoisyQuantiles(solver, domain, blocks, eps * 2 * levels, monotone, bound)
