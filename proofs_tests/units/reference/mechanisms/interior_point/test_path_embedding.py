"""Paths and embeddings against their definitions on written-down trees."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from reference.data.domain import Domain
from reference.mechanisms.interior_point.path_embedding import (
    PathEmbedding,
    RandomPath,
    embedded,
    levels_of,
)
from reference.mechanisms.interior_point.weighted_tree import Node, WeightedTree
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

TWO = Epsilon(Fraction(2), parts=1)


def weight(rows: tuple[int, ...], depth: int, node: tuple[int, int]) -> int:
    """The number of rows below a node, counted one by one."""
    return sum(x >> (depth - node[0]) == node[1] for x in rows)


def paths(rows: tuple[int, ...], depth: int, trim: int, base: int) -> dict[Node, Fraction]:
    """The law of the last node, by recursion over all nodes."""
    found: dict[Node, Fraction] = defaultdict(Fraction)

    def follow(node: tuple[int, int], mass: Fraction) -> None:
        if node[0] == depth or weight(rows, depth, node) <= trim:
            found[Node(*node)] += mass
            return
        children = [(node[0] + 1, 2 * node[1]), (node[0] + 1, 2 * node[1] + 1)]
        w0, w1 = (weight(rows, depth, child) for child in children)
        if not w0 or not w1:
            follow(children[0] if w0 else children[1], mass)
            return
        total = base**w0 + base**w1
        follow(children[0], mass * Fraction(base**w0, total))
        follow(children[1], mass * Fraction(base**w1, total))

    follow((0, 0), Fraction(1))
    return found


@pytest.mark.parametrize("trim", [0, 1, 2])
@pytest.mark.parametrize("n", range(6))
def test_law_of_the_path(n: int, trim: int) -> None:
    """Every last node has the product of its step probabilities."""
    mechanism = RandomPath(Domain.of_size(8), trim, TWO)
    for rows in combinations_with_replacement(range(8), n):
        dist = law(mechanism, rows)
        assert {y: dist.probability(y) for y in dist} == paths(rows, 3, trim, 2)


@pytest.mark.parametrize("trim", [0, 1, 2, 3])
@pytest.mark.parametrize(("depth", "n"), [(2, 6), (3, 5)])
def test_embedding_consists_of_fall_levels(depth: int, n: int, trim: int) -> None:
    """Sorted lengths of common prefixes with any leaf below the path, but for the t largest."""
    for rows in combinations_with_replacement(range(2**depth), n):
        tree = WeightedTree.of(depth, rows)
        for last in paths(rows, depth, trim, 2):
            first, end = tree.ends(last)
            for leaf in (first, end):
                falls = sorted(depth - (x ^ leaf).bit_length() for x in rows)
                assert embedded(tree, last, trim) == tuple(falls[: max(0, n - trim)])


def test_embeddings_of_neighbours_may_be_disjoint() -> None:
    """The embedding itself is not private: these two laws have no outcome in common."""
    mechanism = PathEmbedding(Domain.of_size(8), 1, TWO)
    first, second = law(mechanism, (0, 0, 0, 0, 7)), law(mechanism, (0, 0, 0, 7, 7))
    assert first.probability((0, 3, 3, 3)) == Fraction(8, 9)
    assert second.probability((0, 0, 3, 3)) == Fraction(2, 3)
    assert not first.support & second.support


@pytest.mark.parametrize(
    ("size", "levels"), [(1, 1), (2, 2), (3, 4), (4, 4), (8, 4), (16, 8), (128, 8), (256, 16)]
)
def test_the_next_domain_has_all_levels(size: int, levels: int) -> None:
    """There are m + 1 levels for 2^m points, extended to a power of two."""
    assert levels_of(Domain.of_size(size)).size == levels


def test_parameters_are_checked() -> None:
    """Another domain and a negative trim are refused."""
    with pytest.raises(ValueError, match="domain of a tree"):
        RandomPath(Domain((1, 2)), 0, TWO)
    with pytest.raises(ValueError, match="trim -1"):
        PathEmbedding(Domain.of_size(2), -1, TWO)
