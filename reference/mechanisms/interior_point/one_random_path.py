"""An interior point of one database of ConstructPaths, by a single random path.

Pseudo-code:
    1  S_d <- the d-th database of ConstructPaths on S; if there is none, return bottom
    2  S' <- S_d without its t smallest and t largest rows
    3  weight the tree of X_d with S'
    4  sample a heavy path (`path_embedding`)
    5  D <- the embedding of S' by that path
    6  choose an element i of D, of large multiplicity, by the choosing mechanism; if it answers
       bottom, return bottom
    7  return a point of X_d from level i of the tree (`level_up`)

Notation: S database, X_d domain of S_d, t trim, D embedding, i level.
Source: KLMNS20, Algorithm 4, section 4.
Guarantees: KLMNS20.L4.6, KLMNS20.L4.7, KLMNS20.DER.L47.
Deviations: the two thresholds of the choosing mechanism are integers, `path_threshold` for step 6
and `threshold` for step 7; the paper's n, X and T in steps 2 to 9 are those of S_d.
Degenerate inputs: bottom, if there is no d-th database or it has at most 3t rows.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=4)
>>> path = OneRandomPath(Domain.of_size(8), 1, 2, 1, 1, 1, eps)
>>> law(path, (0, 0, 0, 0)).probability(0)  # level 3 with 1/2, then leaf 0 with 3/4
Fraction(3, 8)
"""

from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.level_up import LevelToPoint
from reference.mechanisms.interior_point.path_embedding import (
    PathEmbedding,
    check_count,
    levels_of,
)
from reference.mechanisms.interior_point.weighted_tree import trimmed
from reference.mechanisms.stability.choosing_mechanism import ChoosingFrequentValue
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class OneRandomPath(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, trim and halt are >= 0, index >= 1,
            base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 4", "4")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: so many rows are left out at either end, and again of an embedding."""

    halt: int
    """h: no path is constructed for a database of at most so many rows."""

    index: int
    """d >= 1: which database of ConstructPaths to find an interior point of."""

    path_threshold: int
    """The choice of a level answers bottom if its noisy best multiplicity is below this."""

    threshold: int
    """The choice of a node answers bottom if its noisy best weight is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = 4
    """C: no path is constructed for a domain of at most so many points."""

    def __post_init__(self) -> None:
        check_count("index", self.index, 1)
        ConstructPaths(self.domain, self.trim, self.halt, self.base)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the d-th domain, or bottom."""
        outputs = ConstructPaths(self.domain, self.trim, self.halt, self.base)(database)  # 1
        if len(outputs) < self.index:
            return Bottom.BOTTOM
        output = outputs[self.index - 1]
        rest = trimmed(output.database, self.trim)  # 2
        embedding = coins.run(PathEmbedding(output.domain, self.trim, self.eps), rest)  # 3-5
        levels = levels_of(output.domain)  # 6
        choose = ChoosingFrequentValue(levels, self.path_threshold, self.eps)
        level = coins.run(choose, embedding)
        if isinstance(level, Bottom):
            return level
        climb = LevelToPoint(output.domain, self.trim, self.threshold, level, self.eps)
        return coins.delegate(climb, output.database)  # 7
