"""Wrong variants of the Laplace mechanism for vectors."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.laplace import ExponentialNoise
from reference.exact.field import R
from reference.mechanisms.noise.laplace_mechanism import (
    IntegerVectorQuery,
    LaplaceVectorCells,
    cell_of,
)
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.probability.coins import D


@dataclass(frozen=True)
class Variant(Generic[D, R]):
    """The mechanism; what is wrong is told by the classes below."""

    query: IntegerVectorQuery[D]
    sensitivity: int
    cuts: tuple[int, ...]
    eps: Epsilon[R]

    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        right = LaplaceVectorCells(self.query, self.sensitivity, self.cuts, self.eps)
        return coins.run(right, database)

    @property
    def noise(self) -> LaplaceNoise[R]:
        """Lap(D/eps)."""
        return LaplaceNoise(self.eps.exp() if self.sensitivity == 1 else self._step())

    def _step(self) -> R:
        return self.eps.root ** (self.eps.parts // self.sensitivity)


class ForOneCoordinate(Variant[D, R]):
    """The noise of a query of sensitivity one."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        return coins.run(LaplaceVectorCells(self.query, 1, self.cuts, self.eps), database)


class DrawnAgain(Variant[D, R]):
    """Noise is drawn again until no coordinate is negative; the first cut is 0."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        cells: tuple[int, ...] = ()
        for answer in self.query(database):
            dist = cell_of(answer, self.cuts, self.noise).condition(lambda cell: cell > 0)
            cells = (*cells, coins.draw(dist))
        return cells


class Upwards(Variant[D, R]):
    """Noise without its sign."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        noise = ExponentialNoise(self.noise.base)
        cells: tuple[int, ...] = ()
        for answer in self.query(database):
            cells = (*cells, coins.draw(cell_of(answer, self.cuts, noise)))
        return cells


class LastIsExact(Variant[D, R]):
    """The last coordinate has no noise."""

    @override
    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        right = LaplaceVectorCells(self.query, self.sensitivity, self.cuts, self.eps)
        cells: tuple[int, ...] = coins.run(right, database)
        last = self.query(database)[-1]
        return (*cells[:-1], sum(cut <= last for cut in self.cuts))
