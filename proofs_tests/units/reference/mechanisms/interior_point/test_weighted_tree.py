"""The sparse tree against one with every weight written down."""

from itertools import combinations_with_replacement

import pytest

from reference.mechanisms.interior_point.interior_points import score
from reference.mechanisms.interior_point.weighted_tree import ROOT, Node, WeightedTree, trimmed

DEPTH = 3


def dense(rows: tuple[int, ...]) -> list[list[int]]:
    """The weights of all nodes, level by level, from the leaves up."""
    levels = [[rows.count(x) for x in range(2**DEPTH)]]
    while len(levels[0]) > 1:
        lower = levels[0]
        levels.insert(0, [lower[2 * j] + lower[2 * j + 1] for j in range(len(lower) // 2)])
    return levels


@pytest.mark.parametrize("n", range(5))
def test_sparse_weights_are_the_dense_ones(n: int) -> None:
    """Every node has the weight that summing up from the leaves gives."""
    for rows in combinations_with_replacement(range(2**DEPTH), n):
        tree, table = WeightedTree.of(DEPTH, rows), dense(rows)
        for level, weights in enumerate(table):
            assert [tree.weight(Node(level, j)) for j in range(2**level)] == weights
            assert tree.weights(level) == {Node(level, j): w for j, w in enumerate(weights) if w}


def test_candidates_are_the_ends_of_a_node_and_of_its_children() -> None:
    """Four points, two just above the leaves, one at a leaf."""
    tree = WeightedTree.of(DEPTH, ())
    assert tree.candidates(ROOT) == (0, 3, 4, 7)
    assert tree.candidates(Node(2, 1)) == (2, 3)
    assert tree.candidates(Node(3, 5)) == (5,)


def test_family_of_a_node() -> None:
    """Children, sibling and ancestors are consistent."""
    for level in range(DEPTH):
        for position in range(2**level):
            node = Node(level, position)
            for child in node.children:
                assert child.ancestor(level) == node
                assert child.sibling in node.children
                assert child.sibling != child


@pytest.mark.parametrize("n", range(5))
def test_quality_is_the_score(n: int) -> None:
    """Binary search counts what the definition counts."""
    for rows in combinations_with_replacement(range(4), n):
        tree = WeightedTree.of(2, rows)
        assert [tree.quality(y) for y in range(4)] == [score(rows, y) for y in range(4)]


@pytest.mark.parametrize(
    ("trim", "rest"), [(0, (1, 2, 2, 5, 9)), (1, (2, 2, 5)), (2, (2,)), (3, ()), (7, ())]
)
def test_trimming_drops_both_ends(trim: int, rest: tuple[int, ...]) -> None:
    """It drops t rows at either end; nothing is left of 2t or fewer."""
    assert trimmed((9, 2, 1, 5, 2), trim) == rest
