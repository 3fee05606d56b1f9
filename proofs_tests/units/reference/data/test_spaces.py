"""Equations, boxes, games, protocols and parities, against enumeration and closed forms."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from reference.data.box_point import Inequality, point_of_box
from reference.data.concept import Values, points
from reference.data.gf2 import inner_product, rank, solutions
from reference.data.hypothesis_classes import affine_lines, is_good_point, restricted, steiner_dual
from reference.data.matrix_game import column_guarantee, proves, row_guarantee, solve_game
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import (
    OneWayProtocol,
    average_success,
    best_average,
    bits_needed,
    partitions,
    right_or_wrong,
    sensible_protocols,
    uniform,
)
from reference.data.parities import pair_parities, parity, row_parities, wide_coordinates, widened
from reference.data.parity_hull import (
    greatest_of_two_signs,
    inner_products,
    is_bound_over_unit_vectors,
)
from reference.data.representation import representation_value

Equations = tuple[list[tuple[int, int]], int]
SYSTEMS = st.integers(0, 4).flatmap(
    lambda d: st.tuples(
        st.lists(st.tuples(st.integers(0, (1 << d) - 1), st.integers(0, 1)), max_size=6),
        st.just(d),
    )
)
MATRICES = st.integers(1, 4).flatmap(
    lambda n: st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=n, max_size=n),
        min_size=1,
        max_size=4,
    )
)


@given(SYSTEMS)
def test_solutions_are_those_vectors_that_solve(system: Equations) -> None:
    """All of them, each once, and the least is the least."""
    equations, d = system
    every = [h for h in range(1 << d) if all(inner_product(a, h) == y for a, y in equations)]
    space = solutions(equations, d)
    assert sorted(space or ()) == every
    if space is not None:
        assert (space.least, len(space)) == (every[0], len(every))
        assert len(space) == 1 << (d - rank(a for a, _ in equations))
        assert list(space.basis) == sorted(space.basis)


def corner_exists(inequalities: list[Inequality]) -> bool:
    """Whether two lines, of those of the box and of the inequalities, meet in a fair point."""
    sides: list[Inequality] = [((1, 0), 1), ((-1, 0), 0), ((0, 1), 1), ((0, -1), 0)]
    every = sides + inequalities
    for ((a, b), c), ((d, e), f) in combinations(every, 2):
        scale = a * e - b * d
        if scale:
            x, y = Fraction(c * e - b * f) / scale, Fraction(a * f - c * d) / scale
            if all(p * x + q * y <= r for (p, q), r in every):
                return True
    return False


def test_a_point_of_a_box_or_none() -> None:
    """Pairs of inequalities with small coefficients, in the plane; without any, the origin."""
    values = (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2))
    lines: list[Inequality] = [((a, b), c) for a, b, c in product(values, repeat=3)]
    found = []
    for first, second in list(combinations(lines, 2))[::17]:
        point = point_of_box([first, second], 2)
        found.append(point is not None)
        assert found[-1] == corner_exists([first, second])
        if point is not None:
            assert all(0 <= coordinate <= 1 for coordinate in point)
            assert all(a * point[0] + b * point[1] <= c for (a, b), c in (first, second))
    assert 0 < sum(found) < len(found)
    assert point_of_box([], 3) == (Fraction(0),) * 3


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
    assert representation_value((), points(3)[0], 3) == 1


def test_points_of_duals() -> None:
    """Nine sets for the twelve lines: three through each point; restriction renumbers points."""
    dual = steiner_dual(affine_lines(3), 12)
    assert len(dual) == 9
    assert is_good_point(dual, 0, 3, 2)
    assert not is_good_point(dual, 0, 4, 2)
    assert restricted((frozenset({0, 2, 3}),), (2, 3, 5)) == (frozenset({0, 1}),)


def test_protocols() -> None:
    """1, 1 + 7, 1 + 7 + 6, and all 15 partitions; the best sensible one has the best average."""
    assert [sum(1 for _ in partitions(4, m)) for m in (1, 2, 3, 4)] == [1, 8, 14, 15]
    concepts = upper_thresholds(3)
    mu = uniform(concepts, 3)
    found = max(average_success(p, concepts, mu) for p in sensible_protocols(concepts, 3, 2))
    assert found == best_average(concepts, 3, 2, mu) == Fraction(5, 6)
    protocols, wrong = right_or_wrong((Values((0, 1)), Values((1, 1))), 2, 1)
    assert [p.answers for p in protocols] == [(Values((0, 1)),), (Values((1, 1)),)]
    assert wrong == ((0, 0, 1, 0), (1, 0, 0, 0))
    assert OneWayProtocol((0,), (Values((1,)), Values((0,)), Values((0,)))).bits == 2


def test_as_many_messages_as_concepts_are_enough() -> None:
    """Five thresholds of four points take three bits to be always right, and two bits are less."""
    concepts = upper_thresholds(4)
    mu = uniform(concepts, 4)
    assert [bits_needed(concepts, 4, mu, Fraction(often)) for often in (0, 1)] == [3, 0]


def test_parities_of_rows_are_those_of_their_histogram() -> None:
    """By long integers, and by columns; also of no rows, and of no attributes."""
    for bits in (1, 2, 5):
        for rows in ((), (0,), (1, 0, 1), tuple(k * k % 2**bits for k in range(20))):
            assert row_parities(rows, bits) == pair_parities(Counter(rows), bits)
    assert parity({0: 2, 3: Fraction(1, 2)}, (), 2) == Fraction(5, 2)
    assert parity({0: 2, 3: Fraction(1, 2)}, (0,), 2) == Fraction(-3, 2)
    assert wide_coordinates(3, 4) == ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
    assert widened(0b011, 3, 4) == 0b001011


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
