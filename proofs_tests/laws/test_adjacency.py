"""Universes: counts agree with enumeration, the relation is symmetric, moves are paths."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest
from hypothesis import given

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.universes import LABELLED, UNIVERSES
from reference.data.adjacency import Moves, RowAdjacency

Rows = tuple[int, ...]


def are_neighbours(universe: RowAdjacency[int], first: Rows, second: Rows) -> bool:
    """The relation by its definition: some order of the rows shows one move."""
    if universe.moves is Moves.ADD_REMOVE:
        small, large = sorted((first, second), key=len)
        orders = [large] if universe.ordered else set(permutations(large))
        return any(
            order[:i] + order[i + 1 :] == small for order in orders for i in range(len(large))
        )
    if len(first) != len(second):
        return False
    for order in [second] if universe.ordered else set(permutations(second)):
        moved = [(a, b) for a, b in zip(first, order, strict=True) if a != b]
        enough = bool(moved) if universe.moves is Moves.ALL else len(moved) == 1
        if enough and all(related(universe, a, b) for a, b in moved):
            return True
    return False


def related(universe: RowAdjacency[int], first: int, second: int) -> bool:
    """Whether one value may replace the other."""
    places = sorted((universe.values.index(first), universe.values.index(second)))
    return universe.related is None or tuple(places) in universe.related


@given(UNIVERSES)
def test_databases_are_listed_once(universe: RowAdjacency[int]) -> None:
    """As many as counted, each once: all sequences, or all sorted ones."""
    databases = list(universe.databases())
    assert len(databases) == len(set(databases)) == universe.database_count
    everything = {
        rows if universe.ordered else tuple(sorted(rows))
        for n in range(universe.at_least, universe.at_most + 1)
        for rows in product(universe.values, repeat=n)
    }
    assert set(databases) == everything


@given(UNIVERSES)
def test_pairs_are_listed_once(universe: RowAdjacency[int]) -> None:
    """Unordered pairs are listed once, and ordered pairs counted."""
    pairs = [tuple(sorted(pair)) for pair in universe.index_pairs()]
    assert len(pairs) == len(set(pairs))
    assert 2 * len(pairs) == universe.pair_count


@given(UNIVERSES)
def test_pairs_are_the_neighbours_by_definition(universe: RowAdjacency[int]) -> None:
    """A pair is listed exactly if one move leads from one database to the other."""
    databases = list(universe.databases())
    pairs = {tuple(sorted(pair)) for pair in universe.index_pairs()}
    for i, j in combinations(range(len(databases)), 2):
        assert ((i, j) in pairs) == are_neighbours(universe, databases[i], databases[j])


@given(UNIVERSES)
def test_neighbours_agree_with_pairs(universe: RowAdjacency[int]) -> None:
    """Neighbours of a database are those it is paired with; the relation is symmetric."""
    databases = list(universe.databases())
    found = {(first, second) for first in databases for second in universe.neighbours(first)}
    assert found == {(second, first) for first, second in found}
    assert len(found) == universe.pair_count
    assert found == {
        (databases[a], databases[b])
        for i, j in universe.index_pairs()
        for a, b in ((i, j), (j, i))
    }
    assert all(first != second for first, second in found)
    assert all(universe.are_adjacent(first, second) for first, second in found)


@given(UNIVERSES)
def test_distance_is_a_metric_of_paths(universe: RowAdjacency[int]) -> None:
    """Zero on the diagonal, one for neighbours, symmetric, and made of steps of one."""
    databases = list(universe.databases())[:12]
    for first in databases:
        assert universe.distance(first, first) == 0
        for second in databases:
            steps = universe.distance(first, second)
            assert steps == universe.distance(second, first)
            assert (steps == 1) == universe.are_adjacent(first, second)
            if steps:
                before = [universe.distance(first, rows) for rows in universe.neighbours(second)]
                assert steps - 1 in before


@given(UNIVERSES)
def test_distance_is_counted(universe: RowAdjacency[int]) -> None:
    """Where any value replaces any other, the distance of multisets is the rows not shared."""
    if universe.related is not None or universe.ordered or universe.moves is not Moves.ONE:
        return
    for first, second in combinations(list(universe.databases())[:12], 2):
        apart = Counter(first) - Counter(second)
        assert universe.distance(first, second) == apart.total()


@given(LABELLED)
def test_label_only_keeps_points(universe: RowAdjacency[tuple[int, int]]) -> None:
    """Neighbours have the same points, and labels that differ in one place."""
    for database in universe.databases():
        for other in universe.neighbours(database):
            assert sorted(x for x, _ in database) == sorted(x for x, _ in other)
            assert abs(sum(y for _, y in database) - sum(y for _, y in other)) == 1
    assert universe.pair_count == sum(
        1 for d in universe.databases() for _ in universe.neighbours(d)
    )


@given(UNIVERSES)
def test_pickling_keeps_a_universe(universe: RowAdjacency[int]) -> None:
    """Universes survive a round trip."""
    assert pickled(universe) == universe


@given(UNIVERSES)
def test_a_foreign_database_is_refused(universe: RowAdjacency[int]) -> None:
    """Rows of another kind, and too many rows, are named."""
    with pytest.raises(ValueError, match="a row is one of"):
        universe.are_adjacent((99,), (99,))
    with pytest.raises(ValueError, match="a database has"):
        list(universe.neighbours((universe.values[0],) * (universe.at_most + 1)))
