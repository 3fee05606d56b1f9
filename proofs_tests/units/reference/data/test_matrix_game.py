"""Values of games against closed forms and both players' guarantees."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.data.concept import Values, intervals, points
from reference.data.hypothesis_classes import (
    affine_lines,
    as_hypotheses,
    covering,
    is_good_point,
    lines_of_binary_space,
    projective_lines,
    restricted,
    steiner_dual,
)
from reference.data.matrix_game import column_guarantee, proves, row_guarantee, solve_game
from reference.data.representation import is_minimal, is_represented, representation_value

MATRICES = st.integers(1, 4).flatmap(
    lambda n: st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=n, max_size=n),
        min_size=1,
        max_size=4,
    )
)


@given(MATRICES)
def test_both_players_guarantee_the_value(matrix: list[list[Fraction]]) -> None:
    """Strategies are distributions, and their guarantees meet: this proves the value."""
    game = solve_game(matrix)
    assert proves(matrix, game)
    assert row_guarantee(matrix, game.rows) == column_guarantee(matrix, game.columns)


def test_two_by_two_games_have_the_textbook_value() -> None:
    """(ad - bc)/(a + d - b - c) without a saddle point, the saddle otherwise."""
    assert solve_game([[3, 1], [0, 2]]).value == Fraction(3 * 2 - 1 * 0, 3 + 2 - 1 - 0)
    assert solve_game([[1, 2], [3, 4]]).value == 2
    with pytest.raises(ValueError, match="at least one row"):
        solve_game([])


@pytest.mark.parametrize("order", [2, 3, 5])
def test_planes_have_value_one_over_lines_through_a_point(order: int) -> None:
    """1/(q+1) for every prime order q."""
    size = order**2 + order + 1
    lines = as_hypotheses(projective_lines(order), size)
    assert representation_value(lines, points(size)[1], size) == Fraction(1, order + 1)


def test_orders_that_are_no_primes_are_refused() -> None:
    """Prime powers need a larger field."""
    for order in (1, 4, 6):
        with pytest.raises(ValueError, match="prime"):
            projective_lines(order)


def test_explicit_duals() -> None:
    """15 sets for 32 points, 9 for 12: three sets through each point, two share at most one."""
    for blocks, size, sets in ((lines_of_binary_space(4), 32, 15), (affine_lines(3), 12, 9)):
        dual = steiner_dual(blocks, size)
        assert len(dual) == sets
        assert {covering(dual, j) for j in range(size)} == {(3, 1)}
        assert is_good_point(dual, 0, 3, 2)
        assert not is_good_point(dual, 0, 4, 2)


def test_restriction_keeps_the_remaining_points() -> None:
    """Points are renumbered in order."""
    assert restricted((frozenset({0, 2, 3}),), (2, 3, 5)) == (frozenset({0, 1}),)


def test_minimal_classes() -> None:
    """POINT is minimal up to 1, INTERVAL below 1/2 only; POINT plus a function is not."""
    assert is_minimal(points(3), points(3), 3, Fraction(99, 100))
    assert is_minimal(intervals(3), intervals(3), 3, Fraction(49, 100))
    assert not is_minimal(intervals(3), intervals(3), 3, Fraction(1, 2))
    more = (*(Values.of(c, 3) for c in points(3)), Values((1, 1, 0)))
    assert is_represented(more, points(3), 3, Fraction(0))
    assert not is_minimal(more, points(3), 3, Fraction(0))
    assert representation_value((), points(3)[0], 3) == 1
