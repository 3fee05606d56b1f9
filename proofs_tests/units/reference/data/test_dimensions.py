"""Dimensions, classes as integers, the mistake game, named classes, representatives."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.claims.bcmnuw20.laws.dimensions import (
    columns,
    deepest_tree,
    largest_shattered,
    most_values,
    table,
)
from reference.data.class_masks import EveryClass
from reference.data.concept import Values, intervals
from reference.data.dimensions import (
    MistakeTree,
    dual_class,
    dual_vc_dimension,
    growth,
    littlestone_dimension,
    vc_dimension,
)
from reference.data.mistake_game import StandardOptimal, dyadic, mistakes, threshold_tree
from reference.data.named_classes import Grid, Halfspace, halfspaces, parities, stumps
from reference.data.public_cover import representative_domain, representatives

ROWS = st.sets(st.tuples(*[st.integers(0, 1)] * 5), min_size=1, max_size=7)


@given(ROWS)
def test_dimensions_on_five_points(rows: set[tuple[int, ...]]) -> None:
    """Against the definitions, on classes of up to seven concepts."""
    concepts = tuple(map(Values, sorted(rows)))
    assert vc_dimension(concepts, 5) == largest_shattered(rows, 5)
    dual = largest_shattered(columns(concepts, 5), len(concepts))
    assert dual_vc_dimension(concepts, 5) == dual
    assert littlestone_dimension(concepts, 5) == deepest_tree(table(concepts, 5), 5)
    assert [growth(concepts, 5, k) for k in range(6)] == [
        most_values(rows, 5, k) for k in range(6)
    ]
    assert len(representative_domain(concepts, 5)) == len(dual_class(concepts, 5))


def test_more_points_than_there_are_do_not_grow() -> None:
    """Two points have three thresholds."""
    assert growth(intervals(2), 2, 5) == 3


@pytest.mark.parametrize("mask", range(1, 1 << 16, 97))
def test_classes_on_four_points_as_integers(mask: int) -> None:
    """The fast dimensions are the plain ones."""
    four = EveryClass(4)
    concepts = four.concepts(mask)
    assert four.mask(sum(y << x for x, y in enumerate(c.values)) for c in concepts) == mask
    assert four.vc(mask) == vc_dimension(concepts, 4)
    assert four.dual_vc(mask) == dual_vc_dimension(concepts, 4)
    assert four.littlestone(mask) == littlestone_dimension(concepts, 4)
    assert four.representatives(mask) == len(representative_domain(concepts, 4))
    assert [four.growth(mask, k) for k in range(6)] == [growth(concepts, 4, k) for k in range(6)]


def test_dimensions_do_not_depend_on_the_names_of_points() -> None:
    """Points in every order."""
    three = EveryClass(3)
    for mask in range(1, 256, 5):
        concepts = three.concepts(mask)
        for order in permutations(range(3)):
            moved = tuple(Values(tuple(c(x) for x in order)) for c in concepts)
            assert littlestone_dimension(moved, 3) == three.littlestone(mask)
            assert vc_dimension(moved, 3) == three.vc(mask)


def test_optimal_learner_of_thresholds() -> None:
    """Seven points: three mistakes at the most on three of them, and no fewer."""
    concepts = intervals(7)
    optimal, samples = StandardOptimal(concepts, 7), [*permutations(range(7), 3)]
    assert (
        max(mistakes(optimal, tuple((x, c(x)) for x in s)) for s in samples for c in concepts) == 3
    )


def test_optimal_learner_after_impossible_examples() -> None:
    """No concept is left."""
    assert StandardOptimal(intervals(2), 2)(((0, 0), (1, 1)), 0) == 0


@pytest.mark.parametrize("depth", range(6))
def test_dyadic_tree_is_as_deep_as_any(depth: int) -> None:
    """Its nodes are all dyadic points, each once."""
    size = (1 << depth) - 1
    assert littlestone_dimension(intervals(size), size) == depth
    places = {dyadic(s) for d in range(depth) for s in product((0, 1), repeat=d)}
    assert places == {Fraction(k, 1 << depth) for k in range(1, 1 << depth)}


def test_dyadic_tree_of_depth_two() -> None:
    """Drawn by hand."""
    leaf = MistakeTree
    assert threshold_tree(2) == leaf(1, leaf(0, None, None), leaf(2, None, None))
    assert threshold_tree(0) is None


def test_coordinates_walk_the_grid_once() -> None:
    """Every vector once, the first coordinate changes first."""
    grid = Grid(3, 1)
    found = [grid.coordinates(x) for x in range(grid.size)]
    assert sorted(found) == sorted(product((-1, 0, 1), repeat=3))
    assert found[:4] == [(-1, -1, -1), (0, -1, -1), (1, -1, -1), (-1, 0, -1)]


def test_halfspaces_on_a_line_are_intervals_from_both_ends() -> None:
    """Two directions, two dimensions."""
    line = Grid(1, 2)
    found = {Values.of(h, 5).values for h in halfspaces(line, ((1,), (-1,)), range(-2, 4))}
    up = {tuple(int(x >= b) for x in range(5)) for b in range(6)}
    assert found == up | {y[::-1] for y in up}
    assert vc_dimension(tuple(map(Values, found)), 5) == 2


def test_parities_are_all_linear_functions() -> None:
    """All functions with f(a + b) = f(a) + f(b)."""
    found = {Values.of(h, 8).values for h in parities(3)}
    linear = {
        y
        for y in product((0, 1), repeat=8)
        if all(y[a ^ b] == y[a] ^ y[b] for a, b in combinations(range(8), 2)) and not y[0]
    }
    assert found == linear


def test_representatives_need_not_be_neighbours() -> None:
    """The least equal point, even beyond another."""
    assert representatives((Values((0, 1, 0)),), 3) == (0, 1, 0)
    assert representatives((), 2) == (0, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: vc_dimension((), 2), "no concept"),
        (lambda: littlestone_dimension((), 2), "no concept"),
        (lambda: growth((), 2, 1), "0 concepts"),
        (lambda: growth(intervals(2), 2, -1), "k = -1"),
        (lambda: dual_vc_dimension((), 2), "0 concepts"),
        (lambda: dual_vc_dimension(intervals(0), 0), "0 points"),
        (lambda: EveryClass(0), "size 0"),
        (lambda: EveryClass(5), "size 5"),
        (lambda: threshold_tree(-1), "depth -1"),
        (lambda: stumps(0), "attributes 0"),
        (lambda: parities(0), "attributes 0"),
        (lambda: Grid(0, 1), "dimension 0"),
        (lambda: Halfspace((1,), 0, Grid(2, 1)), "2 coordinates"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], object], words: str) -> None:
    """In one line, with the value."""
    with pytest.raises(ValueError, match=words):
        call()
