"""The weighted binary tree over a domain of 2^m points, never written down.

Node (l, j), 0 <= l <= m and 0 <= j < 2^l, covers the points from j 2^(m-l) to
(j+1) 2^(m-l) - 1; its level is l, the root is (0, 0), the leaves have level m.  Its weight is
the number of rows that it covers, with multiplicity.  All of this is read off the sorted rows by
binary search, so a tree over 2^32 points costs no more than its rows.

A domain whose size is no power of two is extended upwards: the new points are the largest ones
and occur in no database.

>>> tree = WeightedTree.of(3, (6, 1, 3, 3))
>>> tree.weight(ROOT), tree.weight(Node(1, 0)), tree.weight(Node(2, 1))
(4, 3, 2)
>>> tree.weights(1)
{Node(level=1, position=0): 3, Node(level=1, position=1): 1}
>>> trimmed((6, 1, 3, 3), 1), trimmed((6, 1, 3, 3), 2)
((3, 3), ())
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from reference.data.database import Database


class Node(NamedTuple):
    """A node of the tree, by level and by position from the left within its level."""

    level: int
    position: int

    @property
    def children(self) -> tuple[Node, Node]:
        """The left and the right child (of a node that is no leaf)."""
        return Node(self.level + 1, 2 * self.position), Node(self.level + 1, 2 * self.position + 1)

    @property
    def sibling(self) -> Node:
        """The other child of the parent (of a node that is not the root)."""
        return Node(self.level, self.position ^ 1)

    def ancestor(self, level: int) -> Node:
        """The node of a level <= its own on the path from the root; itself at its own."""
        return Node(level, self.position >> (self.level - level))


ROOT = Node(0, 0)
"""The root covers the whole domain."""


@dataclass(frozen=True, slots=True)
class WeightedTree:
    """A complete binary tree with 2^depth leaves, weighted by rows.

    Made by `WeightedTree.of`.
    """

    depth: int
    """m, the level of the leaves."""

    rows: tuple[int, ...]
    """The rows, sorted."""

    @classmethod
    def of(cls, depth: int, rows: Iterable[int]) -> WeightedTree:
        """The tree with 2^depth leaves, weighted by rows from 0 to 2^depth - 1."""
        return cls(depth, tuple(sorted(rows)))

    def weight(self, node: Node) -> int:
        """The number of rows that the node covers."""
        position, shift = node.position, self.depth - node.level
        first = bisect_left(self.rows, position << shift)
        return bisect_left(self.rows, (position + 1) << shift, first) - first

    def weights(self, level: int) -> dict[Node, int]:
        """The nodes of positive weight of a level, from left to right, with their weights."""
        shift = self.depth - level
        counts = Counter(row >> shift for row in self.rows)
        return {Node(level, position): count for position, count in counts.items()}

    def is_leaf(self, node: Node) -> bool:
        """Whether the node covers one point."""
        return node.level == self.depth

    def ends(self, node: Node) -> tuple[int, int]:
        """The leftmost and the rightmost point that the node covers."""
        shift = self.depth - node.level
        return node.position << shift, ((node.position + 1) << shift) - 1

    def quality(self, point: int) -> int:
        """How deep a point lies inside the rows: min(#{x <= point}, #{x >= point})."""
        below = bisect_left(self.rows, point)
        return min(bisect_left(self.rows, point + 1), len(self.rows) - below)

    def candidates(self, node: Node) -> tuple[int, ...]:
        """The ends of the node and the two points where its children meet, each point once.

        They are v_left, v_inner-left, v_inner-right and v_right.  A leaf is its only candidate,
        a node just above the leaves has two.
        """
        first, last = self.ends(node)
        middle = (first + last + 1) // 2
        if self.is_leaf(node):
            return (first,)
        return tuple(sorted({first, middle - 1, middle, last}))


def trimmed(database: Database[int], trim: int) -> Database[int]:
    """The rows but for the `trim` smallest and the `trim` largest, sorted.

    Empty for a database of at most 2 trim rows.
    """
    rows = sorted(database)
    return tuple(rows[trim : max(trim, len(rows) - trim)])
