"""TreeLog: an interior point with a number of rows that grows with log* of the domain.

Embed the trimmed database into the levels of the tree over the domain, by a random heavy path;
find an interior point of the embedding, a level, recursively; and climb back from the level to a
point.  Only the climbing back and the base case release anything, with privacy loss of order eps
for each of the log*|X| calls; the embeddings of neighbouring databases are neighbours with
probability up to a factor e^(eps log n).

Pseudo-code:
    1  if |X| <= C, return an interior point of S by the exponential mechanism
    2  S' <- S without its t smallest and t largest rows
    3  weight the tree of X with S'
    4  sample a heavy path (`path_embedding`)
    5  D <- the embedding of S' by that path
    6  l <- TreeLog on D, over the levels of the tree; if bottom, return bottom
    7  choose a node v of level l, of large weight, by the choosing mechanism
    8  y_1, ..., y_4 <- the ends and inner ends of v
    9  return one of them by the exponential mechanism, deep inside S (`level_up`)

Notation: X domain, S database, S' trimmed database, C base, t trim, D embedding, l level, v node,
y point.
Source: KLMNS20, Algorithm 1, section 3.
Guarantees: KLMNS20.L3.6, KLMNS20.L3.7, KLMNS20.L3.8, KLMNS20.DER.TLPRIV.
Deviations: trim, threshold and base are integers, the same in all calls.  What the paper leaves
open is fixed as `level_up` says; in addition the recursion is over 2^k points, the levels
0, ..., m and as many more as that takes, and |X| <= C is read with C >= 4, since the recursion
never leaves 4 points.
Degenerate inputs: a database of at most 2t rows gives bottom; of at most 3t rows, l comes from a
recursion on the empty database.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> tree_log = TreeLog(Domain.of_size(8), 1, 2, Epsilon(Fraction(2), parts=4))
>>> law(tree_log, (0, 0, 0, 7, 7, 7)).probability(7)
Fraction(3, 16)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import check_base
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.path_embedding import (
    PathEmbedding,
    check_count,
    check_domain,
    depth,
    levels_of,
)
from reference.mechanisms.interior_point.weighted_tree import trimmed
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class TreeLog(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim >= 0 and base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 1", "3")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two."""

    trim: int
    """t: so many rows are left out at either end, and again of the embedding."""

    threshold: int
    """The choosing mechanism answers bottom if its noisy best weight is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = 4
    """C: the exponential mechanism is used on so many points or fewer."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)
        check_base(self.base)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        points = Domain.of_size(2 ** depth(self.domain))
        if points.size <= self.base:  # 1
            return ExponentialInteriorPoint(points, self.eps)(database, coins)
        rest = trimmed(database, self.trim)  # 2
        level = coins.run(InteriorLevel(self), rest)  # 3-6
        if isinstance(level, Bottom):
            return level
        climb = LevelToPoint(self.domain, self.trim, self.threshold, level, self.eps)
        return coins.delegate(climb, database)  # 7-9

    @property
    def next(self) -> "TreeLog[R]":
        """The mechanism of the recursive call."""
        return TreeLog(levels_of(self.domain), self.trim, self.threshold, self.eps, self.base)

    @property
    def calls(self) -> int:
        """The number of calls, that of the base case included."""
        return 1 if 2 ** depth(self.domain) <= self.base else 1 + self.next.calls


@dataclass(frozen=True, slots=True)
class InteriorLevel(Generic[R]):
    """Steps 3 to 6 of TreeLog, on a trimmed database: one mechanism, so that its law is merged.

    Pseudo-code:
        1  D <- the embedding of the rows by a random heavy path
        2  return an interior point of D, by TreeLog
    """

    outer: TreeLog[R]

    @property
    def eps(self) -> Epsilon[R]:
        """Privacy loss of every choice."""
        return self.outer.eps

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A level of the tree (or of its extended domain of levels), or bottom."""
        outer = self.outer
        embedding = coins.run(PathEmbedding(outer.domain, outer.trim, outer.eps), database)  # 1
        return coins.delegate(outer.next, embedding)  # 2
