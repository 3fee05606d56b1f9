"""An interior point from a release of thresholds, by padding.

Add equally many copies of the least and of the largest point: then half of the rows are passed at
an interior point of the database.  If every answer is off by less than half of the rows that were
there before, the largest point below which fewer than half of the rows are counted is interior.

What the paper prints takes any point with an answer close to one half.  There is none if all rows
are equal: the answers jump across one half by the fraction of the database.

Notation: N size, n rows, P padded database, c_t count, t threshold, x point.
Source: BNSV15, Theorem 4.6, proof of item 1.
Guarantees: BNSV15.ALG.PadIPP.

>>> from reference.data.queries import threshold_queries
>>> from reference.probability.law import law
>>> points = Domain.of_size(4)
>>> def exact_counts(database, coins):
...     return tuple(query(database) for query in threshold_queries(points))
>>> law(InteriorPointFromRelease(exact_counts, points, 4), (2, 2))
Dist({2: 1})
>>> law(InteriorPointFromRelease(exact_counts, points, 4, tolerance=0), (2, 2))
Dist({bottom: 1})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.probability.coins import Coins, Mechanism
from reference.reductions.interior_point_and_learning import point_from_counts
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class InteriorPointFromRelease(Generic[R]):
    """A solver of the interior point problem, made from a release of thresholds.

    Neighbouring databases become neighbours.

    Pseudo-code:
        1  P <- (N - n)/2 copies of the least point, the rows, (N - n)/2 copies of the largest
        2  c_t <- the release's count of the rows of P up to t, for every point t
        3  return the largest point x such that fewer than N/2 rows of P are counted below it;
           or, as printed, some t with |c_t - N/2| <= tolerance

    Degenerate inputs: if no t is that close to one half, the printed form answers bottom; an empty
    database is padded, and has no interior point.

    Raises:
        ValueError: unless size >= 1 and tolerance >= 0 (or None).
    """

    source: ClassVar[Source] = Source(Paper.BNSV15, "Theorem 4.6, item 1", "4.2.1")

    release: Mechanism[Database[int], tuple[int, ...], R]
    """A count for every point of the domain."""

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1."""

    size: int
    """N, how many rows the release is called on."""

    tolerance: int | None = None
    """Of the printed form, in rows; None: the other one."""

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"size {self.size}: the release is called on at least 1 row")
        if self.tolerance is not None and self.tolerance < 0:
            raise ValueError(f"tolerance {self.tolerance}: at least 0, or None")

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point, or bottom.

        Raises:
            ValueError: unless N - n is an even number >= 0.
        """
        if self.size < len(database) or (self.size - len(database)) % 2:
            raise ValueError(f"{len(database)} rows, size {self.size}: an even number fewer")
        half = (self.size - len(database)) // 2
        padded = (0,) * half + tuple(sorted(database)) + (self.domain.size - 1,) * half  # 1
        counts: tuple[int, ...] = coins.run(self.release, padded)  # 2
        if self.tolerance is None:
            return point_from_counts([*map(Fraction, (0, *counts[:-1]))], self.size)  # 3
        near = (t for t, c in enumerate(counts) if abs(2 * c - self.size) <= 2 * self.tolerance)
        return next(near, Bottom.BOTTOM)
