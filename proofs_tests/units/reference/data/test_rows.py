"""Domains, universes and queries: counts by hand, and neighbours by enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.universes import UNIVERSES
from reference.data.adjacency import (
    ListedAdjacency,
    RowAdjacency,
    add_remove_one,
    all_answers,
    edge,
    label_only,
    one_answer,
    private_rows_only,
    replace_one,
    show_values,
)
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.data.public_rows import NAME, multiset_chance, private_row_replaced
from reference.data.queries import (
    CountingQuery,
    PointQuery,
    ThresholdQuery,
    point_queries,
    threshold_queries,
)
from reference.data.sensitivity import (
    change,
    global_sensitivity,
    local_sensitivities,
    local_sensitivity,
    worst_pair,
)


def test_a_domain_is_a_sequence() -> None:
    """Size, order, membership and index of a small and of a huge domain."""
    small, huge = Domain(("a", "c", "b")), Domain.of_size(2**70)
    assert [small.size, len(small), small.index("c"), small[-1]] == [3, 3, 1, "b"]
    assert list(small) == ["a", "c", "b"]
    assert "d" not in small
    assert huge.size == 2**70
    assert 2**69 in huge
    assert huge.index(2**69) == 2**69
    assert Domain(range(3, 10, 2)).size == 4
    assert pickled(huge) == huge


def test_bottom() -> None:
    """A value of its own, shown by name."""
    assert str(Bottom.BOTTOM) == repr(Bottom.BOTTOM) == "bottom"
    assert pickled(Bottom.BOTTOM) is Bottom.BOTTOM


def test_a_listed_universe() -> None:
    """Databases and pairs as given, in both directions."""
    universe = ListedAdjacency(("D", "E", "F"), ((0, 1), (1, 2)))
    assert [universe.database_count, universe.pair_count] == [3, 4]
    assert list(universe.databases()) == ["D", "E", "F"]
    assert list(universe.index_pairs()) == [(0, 1), (1, 2)]


@pytest.mark.parametrize(
    ("universe", "databases", "pairs"),
    [
        (replace_one(range(4), 3), 20, 120),
        (replace_one(range(2), 3, ordered=True), 8, 24),
        (add_remove_one(range(2), 2), 6, 12),
        (private_rows_only(range(3), [0], 2), 6, 6),
        (one_answer(range(3), 2), 9, 24),
        (all_answers(range(3), 2), 9, 40),
        (edge(3), 8, 24),
        (label_only([(x, y) for x in (0, 1) for y in (0, 1)], 2), 10, 16),
    ],
)
def test_counts_by_hand(universe: RowAdjacency[object], databases: int, pairs: int) -> None:
    """Numbers of databases and of ordered pairs of neighbours, counted on paper."""
    assert (universe.database_count, universe.pair_count) == (databases, pairs)


def test_labels_by_hand() -> None:
    """Two labels are two moves; points are not moved."""
    universe = label_only([(x, y) for x in (0, 1) for y in (0, 1)], 2)
    assert universe.distance(((0, 0), (1, 0)), ((0, 1), (1, 1))) == 2
    assert universe.distance(((0, 0), (0, 0)), ((0, 0), (1, 0))) is None


def test_huge_universes_are_counted_only() -> None:
    """Counts need no list; the middle of many values is left out of a text."""
    assert replace_one(range(100), 50).database_count > 10**39
    assert add_remove_one(range(10), 50, ordered=True).pair_count > 10**50
    assert show_values(range(3)) == "0, 1, 2"
    assert show_values(range(100)) == "0, 1, 2, ..., 99"


@pytest.mark.parametrize(("values", "n", "m"), [(2, 0, 0), (2, 3, 2), (3, 2, 2), (3, 0, 2)])
def test_private_neighbours_by_sequences(values: int, n: int, m: int) -> None:
    """Pairs of multisets, from all sequences of rows of which one private one is replaced."""
    universe = private_row_replaced(range(values), n, m)
    data = list(universe.databases())
    expected = set()
    for rows in product(range(values), repeat=n):
        for place, new in product(range(n), range(values)):
            other = tuple(sorted((*rows[:place], new, *rows[place + 1 :])))
            for public in {tuple(sorted(w)) for w in product(range(values), repeat=m)}:
                if other != tuple(sorted(rows)):
                    expected.add(frozenset([(tuple(sorted(rows)), public), (other, public)]))
    assert {frozenset([data[i], data[j]]) for i, j in universe.index_pairs()} == expected
    assert len(data) == comb(values + n - 1, n) * comb(values + m - 1, m)
    assert universe.name == NAME


def test_the_chance_of_a_multiset_is_that_of_its_sequences() -> None:
    """6 orders of two 0 and two 1, 12 of two 0, a 1 and a 2; of no rows, 1."""
    masses = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert multiset_chance((0, 0, 1, 1), masses.__getitem__) == Fraction(6, 36)
    assert multiset_chance((0, 0, 1, 2), masses.__getitem__) == Fraction(12, 72)
    assert multiset_chance((), masses.__getitem__) == 1


@given(UNIVERSES)
def test_sensitivities_agree(universe: RowAdjacency[int]) -> None:
    """The greatest local one is the global one, which the worst pair reaches; 0 without a pair."""
    local = [local_sensitivity(sum, universe, d) for d in universe.databases()]
    assert local == [*local_sensitivities(sum, universe).values()]
    assert max(local) == global_sensitivity(sum, universe)
    pair = worst_pair(sum, universe)
    if pair is None:
        assert universe.pair_count == max(local) == 0
    else:
        assert universe.are_adjacent(*pair)
        assert change(sum(pair[0]), sum(pair[1])) == max(local)


def test_thresholds_accumulate_points() -> None:
    """Of four rows."""
    domain, rows = Domain.of_size(4), (0, 3, 3, 1)
    assert [query(rows) for query in point_queries(domain)] == [1, 1, 0, 2]
    assert [query(rows) for query in threshold_queries(domain)] == [1, 2, 2, 4]


@pytest.mark.parametrize("query", [PointQuery(3), ThresholdQuery(3), CountingQuery(bool)])
def test_queries_are_records(query: object) -> None:
    """Equal by their values, hashable, and picklable."""
    assert pickled(query) == query
    assert len({query, pickled(query), PointQuery(2)}) == 2
    assert change((1, Fraction(1, 2)), (0, 2)) == Fraction(5, 2)
