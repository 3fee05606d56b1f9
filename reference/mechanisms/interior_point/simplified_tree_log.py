"""TreeLog as the introduction of its paper explains it: without trimming.

Every row falls off a random path that goes down to a leaf of positive weight, at one level; an
interior point of these levels is found recursively; of the two ends of a heavy node of that level
one is interior, if the node does not cover all rows.

Pseudo-code:
    1  if |X| <= C, return an interior point of S by the exponential mechanism
    2  sample a path to a leaf, from each node to a child c of positive weight with probability
       proportional to e^(eps w(c))
    3  D <- for each level l, as many copies of l as rows fall off the path at l
    4  l <- the same mechanism on D, over the levels of the tree; if bottom, return bottom
    5  choose a node v of level l, of large weight, by the choosing mechanism; if it answers
       bottom, return bottom
    6  return the leftmost or the rightmost leaf below v, by the exponential mechanism

Notation: X domain, S database, C base, D embedding, l level, v node, w weight.
Source: KLMNS20, overview of the construction, section 1.1.
Guarantees: KLMNS20.TXT.FALLN1, KLMNS20.TXT.TWOLEAVES, KLMNS20.TXT.NOTALL.
Deviations: the overview assumes distinct rows and gets l "by recursion", whose rows are not
distinct; here equal rows are allowed, and the rows that end in the leaf are not embedded.
Degenerate inputs: the empty database has the root as its path, an empty embedding, and bottom as
its answer (a uniform one in the base case).

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> simplified = SimplifiedTreeLog(Domain.of_size(8), 1, Epsilon(Fraction(2), parts=4))
>>> law(simplified, (3, 3)).probability(3)  # 1/4 3/4 (16/17 + 16/17 + 1)
Fraction(147, 272)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Generic

from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.construct_paths import check_base
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.level_up import NodeWeight
from reference.mechanisms.interior_point.path_embedding import (
    RandomPath,
    check_domain,
    depth,
    embedded,
    levels_of,
)
from reference.mechanisms.interior_point.weighted_tree import WeightedTree
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.families import exponential_weights
from reference.source import Paper, Source


@dataclass(frozen=True, slots=True)
class SimplifiedTreeLog(Generic[R]):
    """Parameters of the mechanism; call it on a database of rows of the domain.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1, and base >= 4.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "overview of the construction", "1.1")
    parts: ClassVar[int] = 4

    domain: Domain[int]
    """X: the points 0, 1, ..., size - 1; extended to a power of two."""

    threshold: int
    """The choosing mechanism answers bottom if its noisy best weight is below this."""

    eps: Epsilon[R]
    """Privacy loss of every choice; e^(eps/4) must be exact."""

    base: int = 4
    """C: the exponential mechanism is used on so many points or fewer."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_base(self.base)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> int | Bottom:
        """A point of the (extended) domain, or bottom."""
        m = depth(self.domain)
        if 2**m <= self.base:  # 1
            points = Domain.of_size(2**m)
            return ExponentialInteriorPoint(points, self.eps)(database, coins)
        tree = WeightedTree.of(m, database)
        leaf = coins.run(RandomPath(self.domain, 0, self.eps), tree.rows)  # 2
        falls = len(tree.rows) - tree.weight(leaf)  # 3
        embedding = embedded(tree, leaf, 0)[:falls]
        inner = SimplifiedTreeLog(levels_of(self.domain), self.threshold, self.eps, self.base)
        level = coins.run(inner, embedding)  # 4
        if isinstance(level, Bottom):
            return level
        choose = ChoosingMechanism(NodeWeight(m, min(level, m)), self.threshold, self.eps)  # 5
        node = coins.run(choose, tree.rows)
        if isinstance(node, Bottom):
            return node
        scores = [(y, tree.quality(y)) for y in sorted(set(tree.ends(node)))]  # 6
        return coins.release(exponential_weights(scores, self.eps.exp(Fraction(1, 2))))
