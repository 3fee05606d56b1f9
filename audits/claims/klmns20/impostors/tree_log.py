"""Wrong variants of TreeLog, one step of each changed."""

from typing import Generic

from audits.claims.prelude import *
from reference.exact.field import R
from reference.mechanisms.interior_point.level_up import LevelToPoint, NodeWeight
from reference.mechanisms.interior_point.path_embedding import (
    PathEmbedding,
    depth,
    embedded,
    followed,
)
from reference.mechanisms.interior_point.tree_log import TreeLog
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree, trimmed
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.probability.families import exponential_weights


@dataclass(frozen=True)
class WrongTreeLog(Generic[R]):
    """TreeLog with other steps; the calls inside are right."""

    right: TreeLog[R]

    embed: Callable[[TreeLog[R], Rows, Coins[R]], Rows] | None
    """In place of steps 3 to 5; None: the right ones."""

    shift: int
    """How many levels too high it climbs back from."""

    climb: Build
    """Steps 7 to 9: `LevelToPoint`, or a wrong one."""

    def inner(self, rows: Rows, coins: Coins[R], /) -> int | Bottom:
        """Steps 3 to 6, on a trimmed database."""
        m = self.right
        if self.embed is None:
            levels = coins.run(PathEmbedding(m.domain, m.trim, m.eps), rows)
        else:
            levels = self.embed(m, rows, coins)
        return coins.run(m.next, levels)

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A point, or bottom."""
        m = self.right
        if m.calls == 1:
            return coins.run(m, database)
        level = coins.run(self.inner, trimmed(database, m.trim))
        if isinstance(level, Bottom):
            return BOTTOM
        above = max(0, level - self.shift)
        return coins.run(self.climb(m.domain, m.trim, m.threshold, above, m.eps), database)


def made_wrong(
    embed: Callable[[TreeLog[R], Rows, Coins[R]], Rows] | None = None,
    shift: int = 0,
    climb: Build = LevelToPoint,
) -> Build:
    """TreeLog with another embedding, from a level too high, or that climbs in another way."""
    return lambda *arguments: WrongTreeLog(TreeLog(*arguments), embed, shift, climb)


def heaviest_embedding(m: TreeLog[R], rows: Rows, coins: Coins[R]) -> Rows:
    """By the path to the heavier child at every node, surely."""
    del coins
    tree = WeightedTree.of(depth(m.domain), rows)
    return embedded(tree, followed(tree, m.trim, lambda w: int(w[1] > w[0])), m.trim)


@dataclass(frozen=True)
class WrongClimb(Generic[R]):
    """Steps 7 to 9 with another last step."""

    right: LevelToPoint[R]

    last: Callable[[LevelToPoint[R], Rows, Node, Coins[R]], int]
    """In place of steps 8 and 9."""

    weighed: Callable[[Rows, int], Rows] = trimmed
    """The rows that the nodes are weighed by."""

    def __call__(self, database: Rows, coins: Coins[R], /) -> int | Bottom:
        """A point, or bottom."""
        m = self.right
        level = min(m.level, depth(m.domain))
        choose = ChoosingMechanism(NodeWeight(depth(m.domain), level), m.threshold, m.eps)
        node = coins.run(choose, self.weighed(database, m.trim))
        return BOTTOM if isinstance(node, Bottom) else self.last(m, database, node, coins)


def climbing(
    last: Callable[[LevelToPoint[R], Rows, Node, Coins[R]], int],
    weighed: Callable[[Rows, int], Rows] = trimmed,
) -> Build:
    """`LevelToPoint` with another last step, or with other rows that weigh the nodes."""
    return lambda *arguments: WrongClimb(LevelToPoint(*arguments), last, weighed)


def _chosen(m: LevelToPoint[R], points: Iterable[int], rows: Rows, coins: Coins[R]) -> int:
    """One of the points, by the exponential mechanism."""
    tree = WeightedTree.of(depth(m.domain), rows)
    scores = [(y, tree.quality(y)) for y in sorted(set(points))]
    return coins.draw(exponential_weights(scores, m.eps.exp(Fraction(1, 2))))


def _ends(m: LevelToPoint[R], rows: Rows, node: Node, coins: Coins[R]) -> int:
    return _chosen(m, WeightedTree.of(depth(m.domain), ()).ends(node), rows, coins)


def _candidates(m: LevelToPoint[R], rows: Rows, node: Node, coins: Coins[R]) -> int:
    return _chosen(m, WeightedTree.of(depth(m.domain), ()).candidates(node), rows, coins)


def _in_trimmed(m: LevelToPoint[R], rows: Rows, node: Node, coins: Coins[R]) -> int:
    return _candidates(m, trimmed(rows, m.trim), node, coins)


def _deepest(m: LevelToPoint[R], rows: Rows, node: Node, coins: Coins[R]) -> int:
    del coins
    tree = WeightedTree.of(depth(m.domain), rows)
    return max(tree.candidates(node), key=tree.quality)


ends_only, deepest_candidate = climbing(_ends), climbing(_deepest)
in_trimmed, nodes_of_all_rows = climbing(_in_trimmed), climbing(_candidates, lambda rows, _: rows)

WRONG_CLIMBS: dict[str, Build] = {
    "forgets the inner ends": ends_only,
    "counts in the trimmed database": in_trimmed,
    "takes the deepest candidate": deepest_candidate,
}
"""Wrong variants of steps 7 to 9."""
