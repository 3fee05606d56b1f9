"""A random heavy path as a hash of the domain: points become the levels where they fall off.

In the weighted tree over 2^m points, start at the root and go down, to a child with probability
proportional to e^(eps weight), until a node is a leaf or has weight at most t.  The points that
the other child of a node of level l covers fall off the path there, and become copies of l; all
but t rows are embedded, those that fall off first.  Neighbouring databases with one and the same
path have neighbouring embeddings.  The mechanisms here are called on a trimmed database.

The embedding consists of the levels at which the rows fall off any leaf below the last node of
the path (m for a row equal to that leaf), but for the t largest.

Pseudo-code:
    1  while v is no leaf and w(v) > t: if a child has weight 0 go to the other one,
       else to child c with probability proportional to e^(eps w(c))
    2  D <- nothing; from the root down the path, until D has max(0, n - t) rows:
    3  at the last node, of level l, fill D up with copies of l
    4  at any other node, of level l, add min(w(other child), rows missing) copies of l
    5  return D

Notation: v node, l level, w weight, t trim, m depth, D embedding.
Source: KLMNS20, Algorithm 1, steps 3 to 5, section 3.
Guarantees: none by itself: KLMNS20.TXT.NOTDP.
Deviations: the paper's n - 3t counts the rows before trimming; max(0, n - t) is the same number
of rows, and covers fewer than 3t of them.
Degenerate inputs: the path of a database of at most t rows is the root, and its embedding empty.

>>> from fractions import Fraction
>>> from reference.probability.law import law
>>> eps = Epsilon(Fraction(2), parts=1)
>>> law(RandomPath(Domain.of_size(8), 1, eps), (0, 0, 0, 0, 7))  # 2^4 : 2^1
Dist({Node(level=3, position=0): 8/9, Node(level=1, position=1): 1/9})
>>> law(PathEmbedding(Domain.of_size(8), 1, eps), (0, 0, 0, 0, 7))
Dist({(0, 3, 3, 3): 8/9, (0, 0, 0, 0): 1/9})
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic

from reference.data.database import Database
from reference.data.domain import Domain
from reference.data.universes import replaced_rows
from reference.exact.field import R
from reference.mechanisms.interior_point.weighted_tree import ROOT, Node, WeightedTree
from reference.privacy.epsilon import Epsilon
from reference.probability.coins import Coins
from reference.probability.families import exponential_weights
from reference.source import Paper, Source

PARTS = 4
"""Into how many parts eps is divided: any number would do here, this one is that of the
mechanisms which use the path, so that one root stands for one eps in all of them."""


@dataclass(frozen=True, slots=True)
class RandomPath(Generic[R]):
    """The path of step 1, called on a trimmed database; a path is named by its last node.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1 and trim >= 0.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 1, step 4", "3")
    parts: ClassVar[int] = PARTS

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: a path ends in a node of at most this weight."""

    eps: Epsilon[R]
    """The path goes to child c with probability proportional to e^(eps w(c))."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Node:
        """The last node of a random path."""
        base = self.eps.exp()
        return followed(  # 1
            WeightedTree.of(depth(self.domain), database),
            self.trim,
            lambda weights: coins.draw(exponential_weights(enumerate(weights), base)),
        )


@dataclass(frozen=True, slots=True)
class PathEmbedding(Generic[R]):
    """The embedding by a random path, called on a trimmed database.

    Raises:
        ValueError: unless the domain is 0, 1, ..., size - 1 and trim >= 0.
    """

    source: ClassVar[Source] = Source(Paper.KLMNS20, "Algorithm 1, steps 3 to 5", "3")
    parts: ClassVar[int] = PARTS

    domain: Domain[int]
    """The points 0, 1, ..., size - 1."""

    trim: int
    """t: a path ends in a node of at most this weight, and so many rows are left out."""

    eps: Epsilon[R]
    """The path goes to child c with probability proportional to e^(eps w(c))."""

    def __post_init__(self) -> None:
        check_domain(self.domain)
        check_count("trim", self.trim)

    universe = replaced_rows

    def __call__(self, database: Database[int], coins: Coins[R], /) -> Database[int]:
        """Sorted levels, max(0, n - trim) of them."""
        last = RandomPath(self.domain, self.trim, self.eps)(database, coins)
        return embedded(WeightedTree.of(depth(self.domain), database), last, self.trim)


def followed(tree: WeightedTree, trim: int, choose: Callable[[tuple[int, int]], int]) -> Node:
    """The last node of the path that goes to child choose((left weight, right weight))."""
    node, weight = ROOT, tree.weight(ROOT)
    while not tree.is_leaf(node) and weight > trim:
        children = node.children
        left = tree.weight(children[0])
        right = weight - left
        taken = choose((left, right)) if left and right else int(right > 0)
        node, weight = children[taken], (left, right)[taken]
    return node


def embedded(tree: WeightedTree, last: Node, trim: int) -> Database[int]:
    """The embedding of the rows of the tree by the path to the node `last`."""
    levels: list[int] = []  # 2
    target = max(0, len(tree.rows) - trim)
    for level in range(last.level + 1):
        missing = target - len(levels)
        if level < last.level:
            missing = min(missing, tree.weight(last.ancestor(level + 1).sibling))
        levels.extend([level] * missing)  # 3-4
    return tuple(levels)  # 5


def depth(domain: Domain[int]) -> int:
    """m, for a domain that is extended to 2^m points."""
    return (domain.size - 1).bit_length()


def levels_of(domain: Domain[int]) -> Domain[int]:
    """The domain of the embedding: the levels 0 to m, extended to a power of two."""
    return Domain.of_size(2 ** depth(domain).bit_length())


def check_domain(domain: Domain[int]) -> None:
    """Refuse a domain that is not 0, 1, ..., size - 1.

    Raises:
        ValueError: saying so.
    """
    if domain.values != range(domain.size):
        raise ValueError("the domain of a tree is 0, 1, ..., size - 1: Domain.of_size(size)")


def check_count(name: str, value: int, at_least: int = 0) -> None:
    """Refuse an integer parameter that is too small.

    Raises:
        ValueError: naming it and its value.
    """
    if value < at_least:
        raise ValueError(f"{name} {value}: it is at least {at_least}")
