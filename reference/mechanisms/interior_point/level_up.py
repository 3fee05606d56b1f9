"""From a level to a point: the steps by which the tree algorithms climb back.

Given a level l of the weighted tree of a trimmed database, choose a node of level l that covers
many rows, and then among its two ends and the two points where its children meet one that is
deep inside the database.  If l is an interior point of the embedding by some path and the
trimming was generous, one of these four points is interior, and deep.

Pseudo-code:
    1  S' <- S without its t smallest and t largest rows; l <- min(l, m)
    2  choose a node v of level l of the tree of S' by the choosing mechanism, quality w(v);
       if it answers bottom, return bottom
    3  return one of the ends and inner ends of v by the exponential mechanism, with quality
       q(y) = min(#{x in S : x <= y}, #{x in S : x >= y})

Notation: S database, S' trimmed database, t trim, m depth of the tree, l level, v node, w weight,
y point, q quality.
Source: KLMNS20, Algorithm 1, steps 7 to 9 (section 3); Algorithm 5 (section 4).
Guarantees: KLMNS20.L4.8, KLMNS20.L4.9, KLMNS20.DER.TRANSLATE.
Deviations: what the paper leaves open is fixed here: bottom is passed on, a level of the extended
domain of levels that the tree does not have becomes its last one, a leaf is its only candidate,
and candidates that coincide are one.
Degenerate inputs: a database of at most 2t rows is trimmed away, and bottom is the answer.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=4)
>>> law(LevelToPoint(Domain.of_size(4), 1, 2, 2, eps), (0, 1, 1, 3))  # node 1 has weight 2
Dist({1: 1/2, bottom: 1/2})
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import ConstructPaths
from reference.mechanisms.interior_point.path_embedding import check_count, check_domain, depth
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class NodeWeight:
    """The quality of the nodes of a level: how many rows they cover."""

    depth: int
    level: int

    def __call__(self, database: Database[int], /) -> dict[Node, int]:
        return WeightedTree.of(self.depth, database).weights(self.level)


@dataclass(frozen=True, slots=True)
class LevelToPoint(Generic[R]):
    """The mechanism of the module's pseudo-code, called on the database before trimming.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, and trim and level are >= 0.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 1, steps 7 to 9", "3")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: so many rows are left out at either end."""

    threshold: int
    """The choosing mechanism answers bottom if its noisy best weight is below this."""

    level: int
    """l: a level of the tree; greater ones stand for the level of the leaves."""

    eps: Epsilon[R]
    """Privacy loss of either choice; e^(eps/4) must be exact."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)
        check_count("level", self.level)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point that is likely to be interior, or bottom."""
        m = depth(self.domain)
        rest = trimmed(database, self.trim)  # 1
        level = min(self.level, m)
        choose = ChoosingMechanism(NodeWeight(m, level), self.threshold, self.eps)  # 2
        node = coins.run(choose, rest)
        if isinstance(node, Bottom):
            return node
        tree = WeightedTree.of(m, database)  # 3
        scores = [(y, tree.quality(y)) for y in tree.candidates(node)]
        return coins.release(exponential_weights(scores, self.eps.exp(Fraction(1, 2))))


@dataclass(frozen=True, slots=True)
class LevelUp(Generic[R]):
    """From an interior point of the (d+1)-st database of ConstructPaths to one of the d-th.

    Pseudo-code:
        1  S_d <- the d-th database of ConstructPaths on S; if there is none, return bottom
        2  return a point of X_d from level l of the tree of S_d, as `LevelToPoint` does

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, index >= 1, and trim, halt and level
            are >= 0.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 5", "4")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: so many rows are left out at either end."""

    halt: int
    """No path is constructed for a database of at most so many rows."""

    index: int
    """d >= 1."""

    threshold: int
    """The choosing mechanism answers bottom if its noisy best weight is below this."""

    level: int
    """l: the point of the domain of the (d+1)-st database to start from."""

    eps: Epsilon[R]
    """Privacy loss of either choice; e^(eps/4) must be exact."""

    base: int = 4
    """No path is constructed for a domain of at most so many points."""

    def __post_init__(self) -> None:
        check_count("index", self.index, 1)
        check_count("level", self.level)
        ConstructPaths(self.domain, self.trim, self.halt, self.base)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the d-th domain, or bottom."""
        paths = ConstructPaths(self.domain, self.trim, self.halt, self.base)
        outputs = paths(database)  # 1
        if len(outputs) < self.index:
            return Bottom.BOTTOM
        output = outputs[self.index - 1]
        climb = LevelToPoint(output.domain, self.trim, self.threshold, self.level, self.eps)
        return coins.delegate(climb, output.database)  # 2
