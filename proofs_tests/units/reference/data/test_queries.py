"""Queries count what they say, and one row changes a count by at most one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs_tests.round_trip import pickled
from proofs_tests.strategies.universes import UNIVERSES
from reference.data.adjacency import RowAdjacency, add_remove_one, replace_one
from reference.data.domain import Domain
from reference.data.queries import (
    CountingQuery,
    PointQuery,
    ThresholdQuery,
    exact_fraction,
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

DATABASES = st.lists(st.integers(0, 3), max_size=6).map(tuple)
DOMAIN = Domain.of_size(4)


def median(database: tuple[int, ...]) -> int:
    """The lower median."""
    return sorted(database)[(len(database) - 1) // 2]


@given(DATABASES)
def test_thresholds_accumulate_points(database: tuple[int, ...]) -> None:
    """A threshold query is the sum of the point queries up to it."""
    points = [query(database) for query in point_queries(DOMAIN)]
    assert [query(database) for query in threshold_queries(DOMAIN)] == [
        sum(points[: v + 1]) for v in DOMAIN
    ]
    assert sum(points) == len(database)


@given(DATABASES, st.integers(0, 3))
def test_a_predicate_is_counted(database: tuple[int, ...], value: int) -> None:
    """Point and threshold queries count their predicates."""
    assert PointQuery(value)(database) == CountingQuery(value.__eq__)(database)
    assert ThresholdQuery(value)(database) == CountingQuery(value.__ge__)(database)


@given(DATABASES)
def test_fractions(database: tuple[int, ...]) -> None:
    """The count divided by the rows; undefined without rows."""
    if not database:
        with pytest.raises(ValueError, match="at least one row"):
            exact_fraction(PointQuery(0), database)
    else:
        fraction = exact_fraction(ThresholdQuery(1), database)
        assert fraction * len(database) == sum(row <= 1 for row in database)


@given(UNIVERSES, st.integers(0, 3))
def test_counts_have_sensitivity_one(universe: RowAdjacency[int], value: int) -> None:
    """On universes in which one row moves; where all move, as many as there are rows."""
    most = max(universe.at_most, 1) if universe.name == "all-answers" else 1
    for query in (PointQuery(value), ThresholdQuery(value)):
        assert global_sensitivity(query, universe) <= most


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_vectors_of_counts(rows: int) -> None:
    """A replaced row changes a histogram by 2, an added one by 1; thresholds by up to d - 1."""

    def histogram(database: tuple[int, ...]) -> list[int]:
        return [query(database) for query in point_queries(DOMAIN)]

    def cumulative(database: tuple[int, ...]) -> list[int]:
        return [query(database) for query in threshold_queries(DOMAIN)]

    assert global_sensitivity(histogram, replace_one(DOMAIN, rows)) == 2
    assert global_sensitivity(histogram, add_remove_one(DOMAIN, rows)) == 1
    assert global_sensitivity(cumulative, replace_one(DOMAIN, rows)) == 3
    assert global_sensitivity(cumulative, add_remove_one(DOMAIN, rows)) == 4


def test_fractions_have_sensitivity_one_over_n() -> None:
    """For replaced rows."""
    query = ThresholdQuery(1)
    universe = replace_one(DOMAIN, 3)
    assert global_sensitivity(lambda d: exact_fraction(query, d), universe) == Fraction(1, 3)


@given(UNIVERSES)
def test_local_sensitivities_agree(universe: RowAdjacency[int]) -> None:
    """All at once and one by one; the greatest is the global one, reached by the worst pair."""
    every = local_sensitivities(sum, universe)
    assert list(every) == list(universe.databases())
    assert all(local_sensitivity(sum, universe, d) == s for d, s in every.items())
    assert max(every.values()) == global_sensitivity(sum, universe)
    pair = worst_pair(sum, universe)
    if pair is None:
        assert universe.pair_count == 0
        assert global_sensitivity(sum, universe) == 0
    else:
        assert universe.are_adjacent(*pair)
        assert change(sum(pair[0]), sum(pair[1])) == global_sensitivity(sum, universe)


def test_the_median_is_locally_stable() -> None:
    """Three equal rows keep their median, rows at both ends move it through the domain."""
    universe = replace_one(DOMAIN, 3)
    assert local_sensitivity(median, universe, (1, 1, 1)) == 0
    assert local_sensitivity(median, universe, (0, 1, 3)) == 2
    assert global_sensitivity(median, universe) == 3
    assert worst_pair(median, universe) == ((0, 0, 3), (0, 3, 3))


def test_answers_of_different_length_are_refused() -> None:
    """A change is between vectors of one length."""
    with pytest.raises(ValueError, match="zip"):
        change((1, 2), (1, 2, 3))
    assert change((1, Fraction(1, 2)), (0, 2)) == Fraction(5, 2)


def test_queries_are_records() -> None:
    """Equal by their values, hashable, and picklable."""
    assert PointQuery(3) == PointQuery(3) != PointQuery(2)
    assert len({ThresholdQuery(1), ThresholdQuery(1), ThresholdQuery(2)}) == 2
    assert pickled(CountingQuery(bool)) == CountingQuery(bool)
