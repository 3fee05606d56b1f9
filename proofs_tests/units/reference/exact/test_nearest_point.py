"""Nearest points of polytopes, and semidefinite matrices."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.exact.nearest_point import excess, inner, is_nearest, nearest_point
from reference.exact.semidefinite import is_positive_semidefinite

COORDINATES = st.integers(-4, 4)


def test_a_point_inside_is_its_own_nearest_point() -> None:
    """Also where many vertices are kept on the way."""
    square = [(1, 1), (1, -1), (-1, 1), (-1, -1), (0, 0)]

    def best(way: Sequence[Fraction]) -> tuple[int, int]:
        return max(square, key=lambda v: inner(way, v))

    for x in range(-4, 5):
        point = (Fraction(x, 4), Fraction(1, 3))
        found = nearest_point(point, best)
        assert found.point == point
        assert sum(share for _, share in found.shares) == 1
        assert all(share > 0 for _, share in found.shares)


@given(
    st.lists(st.tuples(COORDINATES, COORDINATES, COORDINATES), min_size=1, max_size=7),
    st.tuples(COORDINATES, COORDINATES, COORDINATES),
)
def test_no_vertex_is_beyond_the_nearest_point(
    points: list[tuple[int, ...]], target: tuple[int, ...]
) -> None:
    """Which is a proof that it is nearest, and it is a mean of vertices."""
    goal = [Fraction(2 * z, 3) for z in target]

    def best(way: Sequence[Fraction]) -> tuple[int, ...]:
        return max(points, key=lambda v: inner(way, v))

    found = nearest_point(goal, best)
    assert is_nearest(goal, found.point, best)
    mean = [sum(s * v[k] for v, s in found.shares) for k in range(3)]
    assert tuple(mean) == found.point


def test_another_point_is_not_nearest() -> None:
    """The excess says by how much a vertex is beyond."""

    def best(way: Sequence[Fraction]) -> tuple[int]:
        return (1,) if way[0] > 0 else (-1,)

    assert not is_nearest([Fraction(3)], [Fraction(0)], best)
    assert excess([Fraction(3)], [Fraction(0)], best) == 3


@given(st.lists(st.lists(COORDINATES, min_size=3, max_size=3), min_size=1, max_size=4))
def test_squares_are_semidefinite(rows: list[list[int]]) -> None:
    """And are not, once a diagonal entry is lowered below what its row needs."""
    square = [[Fraction(sum(r[i] * r[j] for r in rows)) for j in range(3)] for i in range(3)]
    assert is_positive_semidefinite(square)
    square[1][1] = Fraction(-1)
    assert not is_positive_semidefinite(square)


def test_a_matrix_is_symmetric() -> None:
    """Others are refused."""
    with pytest.raises(ValueError, match="symmetric"):
        is_positive_semidefinite([[Fraction(1), Fraction(2)], [Fraction(1), Fraction(2)]])
    with pytest.raises(ValueError, match="symmetric"):
        is_positive_semidefinite([[Fraction(1), Fraction(2)]])
    assert not is_positive_semidefinite([[Fraction(-1)]])
    assert is_positive_semidefinite([])
