"""Wrong variants of the embedding by a path."""

from typing import Generic

from audits.claims.prelude import *
from audits.claims.klmns20.impostors.paths import heaviest
from audits.claims.klmns20.laws.overview import EIGHT
from audits.claims.klmns20.laws.paths import embedding
from reference.exact.field import R
from reference.mechanisms.interior_point.path_embedding import depth
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree


@dataclass(frozen=True)
class AnyPoint(Generic[R]):
    """The end of a path that goes on to a child of weight 0, too."""

    eps: Epsilon[R]
    trim: int = 0

    def __call__(self, rows: Rows, coins: Coins[R], /) -> int:
        del rows
        one = self.eps.exp(0)
        return coins.draw(Dist[int, R].weighted((y, one / 8) for y in EIGHT))


@dataclass(frozen=True)
class ByTheHeaviestPath(Generic[R]):
    """The embedding by the path to the heavier child at every node."""

    domain: Domain[int]
    trim: int
    eps: Epsilon[R]

    def __call__(self, rows: Rows, coins: Coins[R], /) -> Rows:
        levels = depth(self.domain)
        (last,) = heaviest(rows, levels, self.trim, self.eps.exp())
        one = self.eps.exp(0)
        return coins.draw(
            Dist[Rows, R].weighted([(embedding(rows, levels, last, self.trim), one)])
        )


def of_rows_that_stay(rows: Rows, levels: int, last: Node, trim: int) -> Rows:
    """At each level the rows below the next node, not those below the other child."""
    tree = WeightedTree.of(levels, rows)
    found = [
        level - 1
        for level in range(1, levels + 1)
        for _ in range(tree.weight(last.ancestor(level)))
    ]
    return tuple(found[: max(0, len(found) - trim)])


def one_level_down(rows: Rows, levels: int, last: Node, trim: int) -> Rows:
    """A row is mapped to the level of the child that it is below."""
    return tuple(level + 1 for level in embedding(rows, levels, last, trim))


def one_level_up(rows: Rows, levels: int, last: Node, trim: int) -> Rows:
    """A row is mapped to the level before the one at which it falls off."""
    return tuple(level - 1 for level in embedding(rows, levels, last, trim))


def of_all_rows(rows: Rows, levels: int, last: Node, trim: int) -> Rows:
    """No row is left out."""
    del trim
    return embedding(rows, levels, last, 0)
