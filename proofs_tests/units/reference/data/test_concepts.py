"""Concepts and their dimensions, covers by public rows, and polynomials: by hand and by force."""

from fractions import Fraction
from itertools import permutations

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
from reference.data.concept import (
    PointFunction,
    Values,
    all_functions,
    disagreements,
    empirical_errors,
    error,
    grid_distributions,
    intervals,
    points,
)
from reference.data.cover_failure import cover_failure, missing_points, support_law
from reference.data.dimensions import (
    MistakeTree,
    dual_class,
    dual_vc_dimension,
    growth,
    littlestone_dimension,
    vc_dimension,
)
from reference.data.disjunctions import (
    CountPolynomial,
    best_polynomial,
    chebyshev_polynomial,
    least_chebyshev_degree,
)
from reference.data.mistake_game import StandardOptimal, threshold_tree
from reference.data.named_classes import Grid, UpperThreshold
from reference.data.public_cover import (
    agreement_radius,
    is_cover,
    projections,
    public_cover,
    public_patterns,
    representative_domain,
    representatives,
)
from reference.data.star import Star
from reference.mechanisms.release.double_sampling import (
    DoubleSample,
    RandomSwap,
    fewest_rows,
    ghost_bound,
    largest_difference,
    pair_bound,
    sauer_bound,
    sufficient_public_rows,
    threshold,
)
from reference.mechanisms.release.mean_deviation import (
    hoeffding_bound,
    rows_for_means,
    stump_deviation,
    threshold_deviation,
)
from reference.mechanisms.release.polynomial_summary import PolynomialSummary, greatest_unit
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

NONE, QUARTER, HALF, ONE = Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)
FAIR, EVEN = (HALF, HALF), (Fraction(1, 3),) * 3
BITS = st.tuples(*[st.integers(0, 1)] * 4).map(Values)


@given(BITS, BITS, st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any))
def test_error_is_the_mass_of_the_disagreement(g: Values, h: Values, counts: list[int]) -> None:
    """The error is a metric's value: the mass of the points that differ."""
    masses = [Fraction(count, sum(counts)) for count in counts]
    assert error(g, h, masses) == sum(masses[x] for x in disagreements(g, h, 4))
    assert error(g, h, masses) == error(h, g, masses)


def test_small_numbers() -> None:
    """Repetitions count; masses k/4 on three points; rows with stars come last, and are sorted."""
    assert empirical_errors(PointFunction(1), ((1, 0), (1, 0), (0, 0), (0, 1))) == 3
    grid = list(grid_distributions(3, 4))
    assert len(set(grid)) == 15
    assert all(sum(masses) == 1 and min(masses) >= 0 for masses in grid)
    assert max((0, 1), Star.STAR) is Star.STAR
    assert str(Star.STAR) == repr(Star.STAR) == "star"
    assert str(UpperThreshold(2)) == "[2,...)"


@given(st.sets(st.tuples(*[st.integers(0, 1)] * 5), min_size=1, max_size=7))
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


@pytest.mark.parametrize("mask", range(1, 1 << 16, 971))
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
    moved = [Values(tuple(c(x) for x in order)) for order in ((3, 1, 0, 2),) for c in concepts]
    assert littlestone_dimension(moved, 4) == four.littlestone(mask)


def test_trees_of_mistakes_and_grids() -> None:
    """A tree drawn by hand; no concept is left; the first coordinate changes first."""
    leaf = MistakeTree
    assert threshold_tree(2) == leaf(1, leaf(0, None, None), leaf(2, None, None))
    assert threshold_tree(0) is None
    assert StandardOptimal(intervals(2), 2)(((0, 0), (1, 1)), 0) == 0
    assert growth(intervals(2), 2, 5) == 3
    found = [Grid(3, 1).coordinates(x) for x in (0, 1, 2, 3, 26)]
    assert found == [(-1, -1, -1), (0, -1, -1), (1, -1, -1), (-1, 0, -1), (1, 1, 1)]


def test_covers() -> None:
    """Without rows the first concept; neither order nor repetitions count; alpha is inclusive."""
    assert public_cover(intervals(3), ()) == intervals(3)[:1]
    assert public_patterns(intervals(3), ()) == {()}
    assert agreement_radius(intervals(3), (), EVEN) == 1
    assert {public_cover(points(4), rows) for rows in permutations((2, 0, 2))} == {
        public_cover(points(4), (0, 2))
    }
    assert projections(points(4), (2, 0, 2)) == projections(points(4), (0, 2))
    zero, *_ = all_functions(2)
    assert is_cover((zero,), points(2), FAIR, HALF)
    assert not is_cover((zero,), points(2), FAIR, Fraction(49, 100))
    assert representatives((Values((0, 1, 0)),), 3) == (0, 1, 0)
    assert representatives((), 2) == (0, 0)


def test_points_that_occur() -> None:
    """Those of mass zero do not; all functions may differ on every point that does not occur."""
    found = dict(support_law((NONE, HALF, HALF), 2))
    assert found == {(1,): QUARTER, (2,): QUARTER, (1, 2): HALF}
    assert dict(support_law(FAIR, 0)) == {(): ONE}
    cube = tuple(all_functions(3))
    for rows in range(6):
        failure = cover_failure(cube, EVEN, rows, Fraction(1, 3), agreement_radius)
        assert failure == sum(missing_points(3, rows)[2:])
    cube = tuple(all_functions(2))
    assert cover_failure(cube, FAIR, 3, HALF, agreement_radius) == 0
    assert cover_failure(cube, FAIR, 3, Fraction(49, 100), agreement_radius) == QUARTER


def test_two_samples() -> None:
    """Exchanges are independent; constants by hand, rounded up."""
    swapped = law(RandomSwap(), ((0, 1), (2, 3)))
    assert [swapped.probability(pair) for pair in swapped] == [QUARTER] * 4
    assert law(DoubleSample(1), (QUARTER, 3 * QUARTER)).probability(((0,), (0,))) == QUARTER**2
    assert [threshold(m, QUARTER) for m in (0, 1, 8, 9)] == [0, 1, 1, 2]
    assert [fewest_rows(g) for g in (QUARTER, Fraction(2, 5))] == [4, 3]
    assert ghost_bound(1, 5, HALF) == 0 == pair_bound(1, 5, HALF)
    assert [sauer_bound(4, d) for d in range(3)] == [1, 5, 11]
    assert sufficient_public_rows(0, HALF, HALF) == 0
    both = (frozenset({0, 2}), frozenset({1}))
    assert largest_difference(both, frozenset({1}), (3, 5, 1)) == 4


@pytest.mark.parametrize("dimension", [1, 2, 9, 500])
@pytest.mark.parametrize("gamma", [Fraction(1, 100), HALF, Fraction(99, 100)])
def test_rows_are_more_than_the_dimension(dimension: int, gamma: Fraction) -> None:
    """And more than 1/gamma, whatever the failure."""
    rows = sufficient_public_rows(dimension, gamma, ONE)
    assert rows > dimension
    assert rows * gamma > 1


def test_means() -> None:
    """Two fair coins agree with probability 1/2; all deviations are inclusive; of four, 1 or 3."""
    assert threshold_deviation(FAIR, 2, HALF) == HALF == stump_deviation((NONE,), 2, HALF)
    assert threshold_deviation(FAIR, 2, ONE) == 0
    assert threshold_deviation(FAIR, 4, HALF) == Fraction(1, 8)
    assert stump_deviation((NONE,), 4, HALF) == Fraction(1, 8)
    assert rows_for_means(1, HALF, HALF) == 12
    assert hoeffding_bound(1, 0, HALF).exactly == 2


def test_polynomials() -> None:
    """A cubic from its values, also beyond them; from degree t on nothing is missed."""
    g = CountPolynomial.through([z**3 for z in range(5)])
    assert [g(z) for z in (5, 9)] == [125, 729]
    assert g.degree == 3
    for t, k in ((1, 1), (1, 3), (5, 5), (5, 7)):
        assert chebyshev_polynomial(t, k).error(t) == best_polynomial(t, k).error(t) == 0
    assert [least_chebyshev_degree(9, a) for a in (ONE, Fraction(1, 10**9))] == [1, 9]
    assert chebyshev_polynomial(9, least_chebyshev_degree(9, QUARTER)).error(9) <= QUARTER
    assert greatest_unit([NONE, Fraction(6, 7), Fraction(-4, 7)]) == Fraction(2, 7)
    made = PolynomialSummary(3, 2, 1, Epsilon(Fraction(2)))
    assert len(law(made, (5,))) == made.most_outcomes(1) == 8
