"""Concepts, errors and dimensions against counts by hand."""

from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from reference.data.concept import (
    IntervalFunction,
    PointFunction,
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    error,
    grid_distributions,
    intervals,
    is_consistent,
    labelled,
    labelled_examples,
    points,
)
from reference.data.dimensions import vc_dimension
from reference.data.star import Star


def test_labels_follow_the_concept() -> None:
    """A labelled sample has the concept's values, and the concept is consistent with it."""
    database = labelled((2, 0, 1), IntervalFunction(2))
    assert database == ((2, 0), (0, 1), (1, 1))
    assert is_consistent(IntervalFunction(2), database)
    assert not is_consistent(PointFunction(0), database)


@given(
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
    st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any),
)
def test_error_is_the_mass_of_the_disagreement(
    first: list[int], second: list[int], counts: list[int]
) -> None:
    """The error is a metric's value: the mass of the points that differ."""
    masses = [Fraction(count, sum(counts)) for count in counts]
    g, h = Values(tuple(first)), Values(tuple(second))
    assert error(g, h, masses) == sum(masses[x] for x in disagreements(g, h, 4))
    assert error(g, h, masses) == error(h, g, masses)


def test_empirical_errors_count_repetitions() -> None:
    """An example that occurs twice counts twice."""
    assert empirical_errors(PointFunction(1), ((1, 0), (1, 0), (0, 0), (0, 1))) == 3


def test_classes_have_their_sizes() -> None:
    """T points, T + 1 intervals, 2^T functions, 2T examples."""
    assert [len(points(5)), len(intervals(5)), len(list(all_functions(5)))] == [5, 6, 32]
    assert len(labelled_examples(5)) == 10


def test_vc_dimension_of_all_functions_is_the_number_of_points() -> None:
    """The class of all functions shatters everything; one function shatters nothing."""
    assert vc_dimension(all_functions(3), 3) == 3
    assert vc_dimension(points(1), 1) == 0


def test_vc_dimension_by_subsets() -> None:
    """The largest shattered subset, for every class of three functions on three points."""
    for chosen in combinations(list(all_functions(3)), 3):
        sizes = [
            len(s)
            for n in range(4)
            for s in combinations(range(3), n)
            if {tuple(h(x) for x in s) for h in chosen} == set(product((0, 1), repeat=n))
        ]
        assert vc_dimension(chosen, 3) == max(sizes)


def test_grid_distributions_are_distributions() -> None:
    """There are binom(6, 2) of them with masses k/4 on three points."""
    grid = list(grid_distributions(3, 4))
    assert len(set(grid)) == 15
    assert all(sum(masses) == 1 and min(masses) >= 0 for masses in grid)


def test_stars_come_last() -> None:
    """Rows with stars can be sorted."""
    assert sorted([Star.STAR, (1, 0), (0, 1)], key=lambda row: (row is Star.STAR, str(row))) == [
        (0, 1),
        (1, 0),
        Star.STAR,
    ]
    assert max((0, 1), Star.STAR) is Star.STAR
    assert str(Star.STAR) == repr(Star.STAR) == "star"
