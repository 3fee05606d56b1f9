"""The Laplace mechanism, seen through comparisons with integers.

A count plus continuous Laplace noise is a real number.  Where it is only compared with integers,
c_1 < ... < c_m, the answer is one of m + 1 cells, and its law is exact (`laplace_noise`).  The
densities for two counts have a constant ratio outside the interval between them, so cells with a
cut at every count show the whole loss of pure privacy; other cells are post-processing.

Pseudo-code:
    1  a <- the number of ones of S
    2  return the number of cuts c_i <= a + Lap(1/eps)

Notation: S database, a count, c_i cuts.
Source: VT14, section 1.1; BNSV15, Theorem 2.1.
Guarantees: VT14.P1.1.4, BNSV15.T2.1, BNSV15.ALG.Laplace, CORE.laplace-cells,
CORE.laplace-threshold-test, CORE.laplace-histogram-cells.
Deviations: the cell of the noisy count is released, not the noisy count.
Degenerate inputs: without cuts there is one cell, released with certainty.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> law(LaplaceCells((1, 2), Epsilon(Fraction(2))), (0, 1, 1))  # below 1, from 1 to 2, above
Dist({0: 1/4, 1: 1/4, 2: 1/2})
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Generic, Protocol, TypeVar

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_bits, replaced_rows
from reference.exact.field import R
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import PureLoss
from reference.probability.coins import Coins, D
from reference.probability.dist import Dist
from reference.probability.families import bernoulli
from reference.source import Paper, Source

D_contra = TypeVar("D_contra", bound=Hashable, contravariant=True)


def cell_of(value: int, cuts: tuple[int, ...], noise: LaplaceNoise[R]) -> Dist[int, R]:
    """The law of the number of cuts that are at most value plus noise.

    Args:
        value: an integer.
        cuts: integers in increasing order.
        noise: Laplace noise.
    """
    zero = noise.base - noise.base
    reached: list[R] = [zero + 1]
    reached.extend(noise.at_least(cut - value) for cut in cuts)
    reached.append(zero)
    return Dist.weighted((i, here - beyond) for i, (here, beyond) in enumerate(pairwise(reached)))


def check_cuts(cuts: tuple[int, ...] | None) -> None:
    """Refuse cuts that do not increase; None stands for none.

    Raises:
        ValueError: unless every cut is below the next one.
    """
    if any(low >= high for low, high in pairwise(cuts or ())):
        raise ValueError(f"cuts {cuts}: in increasing order")


@dataclass(frozen=True, slots=True)
class LaplaceCells(Generic[R]):
    """The cell of a noisy number of ones among bits.

    Raises:
        ValueError: unless the cuts increase.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Laplace mechanism", "1.1")
    parts: ClassVar[int] = 1

    cuts: tuple[int, ...]
    """c_1 < ... < c_m: cell i is c_i <= y < c_(i+1), the first and the last one unbounded."""

    eps: Epsilon[R]
    """Privacy loss."""

    def __post_init__(self) -> None:
        check_cuts(self.cuts)

    guarantee = PureLoss()
    """(eps, 0) for replaced and for added or removed rows."""
    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int:
        """The number of the cell, from 0."""
        count = sum(database)  # 1
        return coins.release(cell_of(count, self.cuts, LaplaceNoise(self.eps.exp())))  # 2


@dataclass(frozen=True, slots=True)
class LaplaceThresholdTest(Generic[R]):
    """Whether a noisy number of ones among bits reaches a threshold.

    Pseudo-code:
        1  a <- the number of ones of S
        2  return whether a + Lap(1/eps) >= T
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Algorithm 3, step 8", "3.3")
    parts: ClassVar[int] = 1

    threshold: int
    """T."""

    eps: Epsilon[R]
    """Privacy loss."""

    guarantee = PureLoss()
    """(eps, 0) for replaced and for added or removed rows."""
    universe = replaced_bits

    def __call__(self, database: Database[int], coins: Coins[R], /) -> bool:
        """Whether the noisy count is at least the threshold."""
        count = sum(database)  # 1
        passes = LaplaceNoise(self.eps.exp()).at_least(self.threshold - count)
        return coins.release(bernoulli(passes))  # 2


@dataclass(frozen=True, slots=True)
class LaplaceHistogramCells(Generic[R]):
    """The cells of the noisy frequencies of all values of a domain.

    A replaced row changes two frequencies by one, so the noise has scale 2/eps.

    Pseudo-code:
        1  for each value x of the domain, a <- the number of rows equal to x
        2  release the number of cuts c_i <= a + Lap(2/eps), independently for each x

    Raises:
        ValueError: unless the cuts increase.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 2.1", "2")
    parts: ClassVar[int] = 2

    domain: Domain[int]
    """What rows range over."""

    cuts: tuple[int, ...]
    """c_1 < ... < c_m, the same for every value."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/2) must be exact."""

    def __post_init__(self) -> None:
        check_cuts(self.cuts)

    guarantee = PureLoss()
    """(eps, 0) for replaced rows; half of that for added or removed ones."""
    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> tuple[int, ...]:
        """The number of the cell of each value, in the order of the domain."""
        counts = Counter(database)
        noise = LaplaceNoise(self.eps.exp(Fraction(1, 2)))
        cells: tuple[int, ...] = ()
        for x in self.domain:  # 1
            cells = (*cells, coins.draw(cell_of(counts[x], self.cuts, noise)))  # 2
        return cells


class IntegerVectorQuery(Protocol[D_contra]):
    """A function of the database whose values are vectors of integers; hashable."""

    def __call__(self, database: D_contra, /) -> tuple[int, ...]:
        """The exact answers."""


@dataclass(frozen=True, slots=True)
class LaplaceVectorCells(Generic[D, R]):
    """The cells of all coordinates of a query after Laplace noise: the Laplace mechanism.

    Pseudo-code:
        1  a <- f(S)
        2  release the number of cuts c_i <= a_j + Lap(D/eps), independently for each j

    Notation: f query, a_j its coordinates, D its l1 sensitivity.

    Raises:
        ValueError: unless the sensitivity is at least 1 and the cuts increase.
        InexactExponentError: at a call, unless `eps.parts` is a multiple of the sensitivity.
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 2.1", "2.1")
    parts: ClassVar[int] = 1

    query: IntegerVectorQuery[D]
    """f."""

    sensitivity: int
    """D: the largest sum of the changes of all coordinates between neighbours."""

    cuts: tuple[int, ...]
    """c_1 < ... < c_m, the same for every coordinate."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/D) must be exact."""

    def __post_init__(self) -> None:
        if self.sensitivity < 1:
            raise ValueError(f"sensitivity {self.sensitivity}: at least 1")
        check_cuts(self.cuts)

    guarantee = PureLoss()
    """(eps, 0) wherever the query has the stated sensitivity."""

    def __call__(self, database: D, coins: Coins[R], /) -> tuple[int, ...]:
        """The number of the cell of each coordinate."""
        noise = LaplaceNoise(self.eps.exp(Fraction(1, self.sensitivity)))
        cells: tuple[int, ...] = ()
        for answer in self.query(database):  # 1
            cells = (*cells, coins.draw(cell_of(answer, self.cuts, noise)))  # 2
        return cells
