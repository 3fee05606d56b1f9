"""The first level of the recursion at which some element has a large multiplicity, privately.

AboveThreshold is asked, for d = 1, 2, ..., how often the most frequent element of the d-th
database of ConstructPaths occurs in it.  That is not a sensitivity-1 query, but it is up to and
including the first d at which it is large.

Pseudo-code:
    1  f_d <- the largest multiplicity in the d-th database of ConstructPaths on S, d = 1, 2, ...
    2  ask AboveThreshold, with threshold c and privacy loss eps, for f_1, f_2, ...
    3  return the d of its first "above", bottom if there is none

Notation: S database, c cutoff, h halt, t trim, C base.
Source: KLMNS20, Algorithm 3, section 4 (printed with c = k/2, t = 2k = 4c).
Guarantees: KLMNS20.L4.4, KLMNS20.L4.5, KLMNS20.DER.TLONG.
Deviations: trim, cutoff and halt are separate integers.  The paper asks log*|X| queries and does
not say what f_d is if there is no d-th database; those queries are not asked, which is the same
for all databases of a size.  The noise is two-sided geometric instead of Laplace.  `emit_last`
is as in `construct_paths`, True by default.
Degenerate inputs: without any query, bottom.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> stop = StoppingPoint(Domain.of_size(8), 1, 1, 2, Epsilon(Fraction(2), parts=4))
>>> law(stop, (0, 1, 2, 4, 5)).probability(1)  # f_1 = 1 = c: (1 + Pr[rho = nu]) / 2
Fraction(22, 35)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.stream.above_threshold import AboveThreshold
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class StoppingPoint(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and halt are >= 0, base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 3", "4")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: so many rows are left out at either end, and again of an embedding."""

    cutoff: int
    """c: a noisy multiplicity of about so much stops the search."""

    halt: int
    """h: no path is constructed for a database of at most so many rows."""

    eps: Epsilon[R]
    """Privacy loss; e^(eps/4) must be exact."""

    base: int = 4
    """C: no path is constructed for a domain of at most so many points."""

    emit_last: bool = True
    """Whether the multiplicity in the last, smallest database is asked for too."""

    def __post_init__(self) -> None:
        self.paths()

    def paths(self) -> ConstructPaths:
        """The construction of the databases whose multiplicities are asked for."""
        return ConstructPaths(self.domain, self.trim, self.halt, self.base, self.emit_last)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A number d >= 1, or bottom."""
        answers = self.paths().largest_multiplicities(database)  # 1
        position = coins.run(AboveThreshold(self.cutoff, self.eps), answers)  # 2
        return position if isinstance(position, Bottom) else position + 1  # 3
