"""Propose-test-release: an answer with little noise, if no database nearby needs more.

A bound B of the local sensitivity is proposed.  The distance of S to the databases where it is
larger changes by one at most from a database to its neighbour, and is tested with noise.

Pseudo-code:
    1  d <- d(S, {S' : LS(S') > B}), infinite if there are none
    2  if d + Z <= T, Z two-sided geometric of ratio e^(-eps), return bottom
    3  return q(S) + Z', Z' two-sided geometric of ratio e^(-eps/B)

Where LS(S) > B, d = 0, and there is an answer with probability e^(-eps (T+1)) / (1 + e^-eps): that
is delta.  Elsewhere neighbours differ by at most B in q, and by one in d.

Notation: S database, q query, LS its local sensitivity, B bound, d distance, T threshold, Z noise.
Source: VT14, section 2.2.2.
Guarantees: VT14.C2.2.1, VT14.ALG.PTR.
Deviations: geometric noise for Laplace noise (the variant with Laplace noise shows the cell of its
answer), an integer threshold T for ln(1/delta)/eps.
Degenerate inputs: with d infinite the query is always answered.

>>> from reference.probability.law import law
>>> first = ProposeTestRelease(
...     max, lambda database: database[0], 1, 0, Epsilon(Fraction(2)), (0, 1)
... )
>>> law(first, (0, 1))
Dist({0: 1/9, 1: 2/9, bottom: 2/3})
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.adjacency import RowAdjacency
from reference.data.bottom import Bottom
from reference.data.database import Database, Row
from reference.data.local_sensitivity import distances
from reference.data.sensitivity import local_sensitivities
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import IntegerQuery, NoisyInteger
from reference.mechanisms.noise.laplace_mechanism import cell_of, check_cuts
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Coins, D
from reference.probability.families import bernoulli
from reference.probability.geometric import TwoSidedGeometric
from reference.source import Paper, Source


def distance_to_unstable(
    query: IntegerQuery[Database[Row]], universe: RowAdjacency[Row], bound: int
) -> Callable[[Database[Row]], int | None]:
    """How far each database of a universe is from those with a larger local sensitivity."""
    sensitivity = local_sensitivities(query, universe)
    found = distances(universe, lambda database: sensitivity[database] > bound)
    place = {value: i for i, value in enumerate(universe.values)}

    def distance(database: Database[Row], /) -> int | None:
        return found[
            database if universe.ordered else tuple(sorted(database, key=place.__getitem__))
        ]

    return distance


def check_bounds(bound: int, threshold: int) -> None:
    """Refuse a bound below 1, or a negative threshold.

    Raises:
        ValueError: names it.
    """
    if bound < 1:
        raise ValueError(f"bound {bound}: a proposed bound of the local sensitivity is at least 1")
    if threshold < 0:
        raise ValueError(f"threshold {threshold}: the test has one of at least 0")


@dataclass(frozen=True, slots=True)
class ProposeTestRelease(Generic[D, R]):
    """Parameters of the mechanism; call it on whatever its query takes.

    Raises:
        ValueError: if the bound is below 1, the threshold negative, or the interval empty.
        InexactExponentError: at construction, unless eps.parts is a multiple of the bound.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Propose-Test-Release", "2.2.2")

    query: IntegerQuery[D]
    """q."""

    distance: Callable[[D], int | None]
    """d: moves to the nearest database with LS > B; None if there is none."""

    bound: int
    """B >= 1, the proposed bound of the local sensitivity."""

    threshold: int
    """T >= 0: a noisy distance above it passes the test."""

    eps: Epsilon[R]
    """Half of the privacy loss; e^(eps/B) must be exact."""

    shown: tuple[int, int] | None = None
    """The interval in which answers are shown; None: all are (for `run`, not for `law`)."""

    def __post_init__(self) -> None:
        check_bounds(self.bound, self.threshold)
        NoisyInteger(self.eps.exp(Fraction(-1, self.bound)), self.shown)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, Pr[Z > T]) wherever the distance is what it is said to be."""
        passes = TwoSidedGeometric(self.eps.exp(-1)).at_least(self.threshold + 1)
        return Guarantee(self.eps.exp(2), passes)

    def __call__(self, database: D, coins: Coins[R], /) -> int | Bottom:
        """The noisy answer, or bottom."""
        d = self.distance(database)  # 1
        if d is not None:
            noise = TwoSidedGeometric(self.eps.exp(-1))
            if not coins.draw(bernoulli(noise.at_least(self.threshold + 1 - d))):  # 2
                return Bottom.BOTTOM
        ratio = self.eps.exp(Fraction(-1, self.bound))
        return coins.run(NoisyInteger(ratio, self.shown), self.query(database))  # 3


@dataclass(frozen=True, slots=True)
class LaplaceProposeTestRelease(Generic[D, R]):
    """The same with Laplace noise, as printed: the cell of the answer is shown, or bottom.

    Pseudo-code:
        1  d <- d(S, {S' : LS(S') > B}), infinite if there are none
        2  if d + Lap(1/eps) <= T, return bottom
        3  return the number of cuts c_i <= q(S) + Lap(B/eps)

    Raises:
        ValueError: if the bound is below 1, the threshold negative, or the cuts do not increase.
    """

    source: ClassVar[Source] = Source(Paper.VT14, "Propose-Test-Release", "2.2.2")

    query: IntegerQuery[D]
    """q."""

    distance: Callable[[D], int | None]
    """d: moves to the nearest database with LS > B; None if there is none."""

    bound: int
    """B >= 1."""

    threshold: int
    """T = ln(1/delta)/eps >= 0."""

    eps: Epsilon[R]
    """Half of the privacy loss; e^(eps/B) must be exact."""

    cuts: tuple[int, ...]
    """c_1 < ... < c_m: cell i is c_i <= y < c_(i+1)."""

    def __post_init__(self) -> None:
        check_bounds(self.bound, self.threshold)
        check_cuts(self.cuts)

    @property
    def guarantee(self) -> Guarantee[R]:
        """(2 eps, delta/2), delta = e^(-eps T), wherever the distance is what it is said to be."""
        return Guarantee(self.eps.exp(2), self.eps.exp(-self.threshold) / 2)

    def __call__(self, database: D, coins: Coins[R], /) -> int | Bottom:
        """The cell of the noisy answer, or bottom."""
        d = self.distance(database)  # 1
        if d is not None:
            passes = LaplaceNoise(self.eps.exp()).at_least(self.threshold - d)
            if not coins.draw(bernoulli(passes)):  # 2
                return Bottom.BOTTOM
        noise = LaplaceNoise(self.eps.exp(Fraction(1, self.bound)))
        return coins.draw(cell_of(self.query(database), self.cuts, noise))  # 3
