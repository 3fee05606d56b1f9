"""HeavyPaths: TreeLog with one random path only, and a sample complexity of (log*)^1.5.

All databases of the recursion are constructed deterministically, along heaviest paths.  At the
first that has an element of large multiplicity, an interior point of the database before it is
found by one random path; from there the points are lifted, one database after the other.

Pseudo-code:
    1  if |X| <= C, return an interior point of S by the exponential mechanism
    2  d <- StoppingPoint on S; if bottom, return bottom
    3  if d = 1, return an element of S of large multiplicity by the choosing mechanism
    4  y <- OneRandomPath on S, with index d - 1
    5  for j = d - 2, ..., 1: y <- LevelUp on S, with index j and level y
    6  return y; bottom as soon as one of them answers bottom

Notation: X domain, S database, C base, d stopping point, y point, h halt, t trim, c cutoff.
Source: KLMNS20, Algorithm 6, section 4; StoppedHeavyPaths is B_d of the proof of Lemma 4.11.
Guarantees: KLMNS20.L4.10, KLMNS20.L4.11.
Deviations: steps 1 and 3, and the case of no stopping point, are missing in print (Algorithm 6
would call OneRandomPath with index 0); `emit_last` is as in `construct_paths`, True by default.
Trim, cutoff, halt and the two thresholds are separate integers.
Degenerate inputs: bottom, if ConstructPaths has no output.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=4)
>>> stopped = StoppedHeavyPaths(Domain.of_size(8), 1, 2, 1, 1, 1, eps)
>>> law(stopped, (3, 3, 3))  # 1 - 2^-(3 - 1) / 2
Dist({3: 7/8, bottom: 1/8})
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.level_up import LevelUp
from reference.mechanisms.interior_point.one_random_path import OneRandomPath
from reference.mechanisms.interior_point.path_embedding import check_count, depth
from reference.mechanisms.interior_point.stopping_point import StoppingPoint
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class HeavyPaths(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and halt are >= 0, base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 6", "4")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two."""

    trim: int
    """t: so many rows are left out at either end, and again of an embedding."""

    cutoff: int
    """c: a noisy multiplicity of about so much is large."""

    halt: int
    """h: no path is constructed for a database of at most so many rows."""

    path_threshold: int
    """The choice of an element answers bottom if its noisy best multiplicity is below this."""

    threshold: int
    """The choice of a node answers bottom if its noisy best weight is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = 4
    """C: the exponential mechanism is used on so many points or fewer."""

    emit_last: bool = True
    """Whether the stopping point may be the last, smallest database."""

    def __post_init__(self) -> None:
        self.stopping_point()

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        points = Domain.of_size(2 ** depth(self.domain))
        if points.size <= self.base:  # 1
            return ExponentialInteriorPoint(points, self.eps)(database, coins)
        stop = coins.run(self.stopping_point(), database)  # 2
        if isinstance(stop, Bottom):
            return stop
        return coins.delegate(self.stopped(stop), database)  # 3-6

    def stopping_point(self) -> StoppingPoint[R]:
        """The mechanism of step 2."""
        return StoppingPoint(
            self.domain, self.trim, self.cutoff, self.halt, self.eps, self.base, self.emit_last
        )

    def stopped(self, stop: int) -> "StoppedHeavyPaths[R]":
        """The mechanism of steps 3 to 6."""
        return StoppedHeavyPaths(
            self.domain,
            self.trim,
            self.halt,
            stop,
            self.path_threshold,
            self.threshold,
            self.eps,
            self.base,
        )


@dataclass(frozen=True, slots=True)
class StoppedHeavyPaths(Generic[R]):
    """HeavyPaths with a fixed stopping point.

    Pseudo-code:
        1  if d = 1, return an element of S of large multiplicity by the choosing mechanism
        2  y <- OneRandomPath on S, with index d - 1
        3  for j = d - 2, ..., 1: y <- LevelUp on S, with index j and level y
        4  return y; bottom as soon as one of them answers bottom

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and halt are >= 0, stop >= 1,
            base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "B_d, proof of Lemma 4.11", "4")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two."""

    trim: int
    """t: so many rows are left out at either end, and again of an embedding."""

    halt: int
    """h: no path is constructed for a database of at most so many rows."""

    stop: int
    """d >= 1: the stopping point."""

    path_threshold: int
    """The choice of an element answers bottom if its noisy best multiplicity is below this."""

    threshold: int
    """The choice of a node answers bottom if its noisy best weight is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = 4
    """C: no path is constructed for a domain of at most so many points."""

    def __post_init__(self) -> None:
        check_count("stop", self.stop, 1)
        ConstructPaths(self.domain, self.trim, self.halt, self.base)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        if self.stop == 1:  # 1
            heavy = ChoosingFrequentValue(self.domain, self.path_threshold, self.eps)
            return coins.delegate(heavy, database)
        point = coins.run(self._first(), database)  # 2
        for index in range(self.stop - 2, 0, -1):  # 3
            if isinstance(point, Bottom):
                return point
            point = coins.run(self._lift(index, point), database)
        return point  # 4

    def _first(self) -> OneRandomPath[R]:
        return OneRandomPath(
            self.domain,
            self.trim,
            self.halt,
            self.stop - 1,
            self.path_threshold,
            self.threshold,
            self.eps,
            self.base,
        )

    def _lift(self, index: int, level: int) -> LevelUp[R]:
        return LevelUp(
            self.domain, self.trim, self.halt, index, self.threshold, level, self.eps, self.base
        )
