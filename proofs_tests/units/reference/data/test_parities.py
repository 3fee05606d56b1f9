"""Parities, marginals, and hulls of parities."""

from collections import Counter
from fractions import Fraction

import pytest

from reference.data.parities import (
    as_pair,
    pair_parities,
    parity,
    row_parities,
    wide_coordinates,
    widened,
)
from reference.data.parity_hull import (
    greatest_of_two_signs,
    inner_products,
    is_bound_over_unit_vectors,
    squared_radius,
    vertices,
)


def test_parities_of_rows_are_those_of_their_histogram() -> None:
    """By long integers, and by columns; also of no rows."""
    for bits in (1, 2, 5):
        for rows in ((), (0,), (1, 0, 1), tuple(k * k % 2**bits for k in range(20))):
            assert row_parities(rows, bits) == pair_parities(Counter(rows), bits)


def test_the_parity_of_no_attributes_counts() -> None:
    """Weights, not rows."""
    assert parity({0: 2, 3: Fraction(1, 2)}, (), 2) == Fraction(5, 2)
    assert parity({0: 2, 3: Fraction(1, 2)}, (0,), 2) == Fraction(-3, 2)


def test_wide_rows() -> None:
    """Three attributes, pairs of them: 0b011 is +1, +1, -1."""
    assert wide_coordinates(3, 4) == ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
    assert widened(0b011, 3, 4) == 0b001011
    assert as_pair((0, 1, 2), 3, 4) == (3, 2)
    assert as_pair((2,), 3, 4) == (2,)
    with pytest.raises(ValueError, match="from 1 to 2"):
        as_pair((0, 1, 2), 3, 2)


def test_vertices() -> None:
    """V and -v have the same column."""
    assert [len(set(vertices(bits))) for bits in (1, 2, 3, 4)] == [2, 4, 8, 16]
    assert [squared_radius(bits) for bits in (1, 2, 3, 4)] == [1, 4, 9, 16]


def test_a_game_of_two_players() -> None:
    """[[1, 1], [1, -1]]: 2 for signs; 82/29 with unit vectors; sqrt(8) is no less than a bound."""
    game = (1, 1, 1, -1)
    assert greatest_of_two_signs(game, 2) == 2
    one, none = Fraction(1), Fraction(0)
    first = [(one, none), (none, one)]
    second = [(Fraction(20, 29), Fraction(21, 29)), (Fraction(20, 29), Fraction(-21, 29))]
    point = inner_products(first, second)
    assert sum(g * z for g, z in zip(game, point, strict=True)) == Fraction(82, 29)
    above, below = Fraction(1415, 1000), Fraction(1414, 1000)
    assert is_bound_over_unit_vectors(game, (above, above), (above, above))
    assert not is_bound_over_unit_vectors(game, (below, below), (below, below))


def test_vectors_are_short() -> None:
    """Longer ones give no point of the hull."""
    with pytest.raises(ValueError, match="length at most 1"):
        inner_products([(Fraction(1), Fraction(1, 9))], [(Fraction(1), Fraction(0))])
