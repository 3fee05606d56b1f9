"""What databases, concepts, queries and games refuse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from reference.data.adjacency import (
    ListedAdjacency,
    Moves,
    RowAdjacency,
    add_remove_one,
    replace_one,
)
from reference.data.box_point import point_of_box
from reference.data.class_masks import EveryClass
from reference.data.concept import Values, intervals
from reference.data.cover_failure import missing_points, support_law
from reference.data.dimensions import (
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
from reference.data.domain import Domain
from reference.data.gf2 import solutions
from reference.data.hypothesis_classes import projective_lines
from reference.data.marginals import Marginal, marginals
from reference.data.matrix_game import solve_game
from reference.data.mistake_game import threshold_tree
from reference.data.named_classes import Grid, Halfspace, parities, stumps, upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol, bits_needed, uniform
from reference.data.parities import as_pair
from reference.data.parity_hull import inner_products
from reference.data.public_rows import private_row_replaced
from reference.data.queries import PointQuery, exact_fraction
from reference.data.sensitivity import change
from reference.mechanisms.release.double_sampling import (
    DoubleSample,
    RandomSwap,
    fewest_rows,
    public_rate,
    sufficient_public_rows,
    threshold,
)
from reference.mechanisms.release.mean_deviation import (
    rows_for_means,
    stump_deviation,
    threshold_deviation,
)
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

NONE, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)
EPS, FAIR = Epsilon(TWO), (HALF, HALF)
CONCEPTS = upper_thresholds(2)
MU = uniform(CONCEPTS, 2)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Domain(()), "domain"),
        (lambda: Domain((1, 1)), "domain"),
        (lambda: Domain.of_size(0), "domain of size 0"),
        (lambda: replace_one((), 1), "distinct values"),
        (lambda: replace_one((0, 0), 1), "distinct values"),
        (lambda: add_remove_one((0, 1), 1, at_least=2), "0 <= least <= most"),
        (lambda: RowAdjacency("all-answers", (0, 1), 1, 1, Moves.ALL), "not on multisets"),
        (
            lambda: RowAdjacency("replace-one", (0, 1), 1, 1, Moves.ONE, related=((1, 1),)),
            "positions i < j of two values",
        ),
        (lambda: ListedAdjacency(("D", "D"), ()), "each once"),
        (lambda: ListedAdjacency((), ()), "at least one database"),
        (lambda: ListedAdjacency(("D", "E"), ((0, 1), (0, 1))), "listed twice"),
        (lambda: ListedAdjacency(("D", "E"), ((1, 0),)), "positions i < j of two listed"),
        (lambda: private_row_replaced((0, 1), -1, 0), "at least 0 of each"),
        (lambda: private_row_replaced((0, 1), 0, -1), "at least 0 of each"),
        (lambda: private_row_replaced((0, 0), 1, 0), "distinct values"),
        (lambda: exact_fraction(PointQuery(0), ()), "at least one row"),
        (lambda: change((1, 2), (1, 2, 3)), "zip"),
        (lambda: point_of_box([], 0), "size 0"),
        (lambda: point_of_box([((1,), 1)], 2), "2 coefficients"),
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
        (lambda: upper_thresholds(-1), "size"),
        (lambda: chebyshev_polynomial(0, 1), "at least"),
        (lambda: best_polynomial(2, 0), "at least"),
        (lambda: least_chebyshev_degree(3, NONE), "above"),
        (lambda: CountPolynomial((ONE,)), "first is"),
        (lambda: PolynomialSummary(2, 3, 1, EPS), "from 1 to"),
        (lambda: law(PolynomialSummary(2, 2, 1, EPS), ()), "at least"),
        (lambda: solutions([(2, 0)], 1), "vector"),
        (lambda: solutions([], -1), "dimension"),
        (lambda: Marginal(1, 1), "distinct attributes"),
        (lambda: marginals(2, 3), "from 0 to 2"),
        (lambda: solve_game([]), "at least one row"),
        *((lambda order=order: projective_lines(order), "prime") for order in (1, 4, 6)),
        (lambda: OneWayProtocol((0, 1), (Values((0,)),)), "messages"),
        (lambda: bits_needed(CONCEPTS, 2, MU, TWO), "failure_probability"),
        (
            lambda: bits_needed(CONCEPTS, 2, {pair: p / 2 for pair, p in MU.items()}, NONE),
            "mu adds up to 1/2",
        ),
        (lambda: as_pair((0, 1, 2), 3, 2), "from 1 to 2"),
        (lambda: inner_products([(ONE, Fraction(1, 9))], [(ONE, NONE)]), "length at most 1"),
        (lambda: support_law((HALF,), 1), "."),
        (lambda: support_law((ONE, HALF, -HALF), 1), "."),
        (lambda: support_law(FAIR, -1), "."),
        (lambda: missing_points(0, 1), "."),
        (lambda: missing_points(1, -1), "."),
        (lambda: DoubleSample(-1), "."),
        (lambda: law(RandomSwap(), ((0,), (1, 2))), "."),
        (lambda: threshold(3, ONE), "."),
        (lambda: fewest_rows(NONE), "."),
        (lambda: sufficient_public_rows(-1, HALF, HALF), "."),
        (lambda: sufficient_public_rows(1, HALF, NONE), "."),
        (lambda: public_rate(0, HALF, HALF), "."),
        (lambda: public_rate(1, ONE - HALF / 2, HALF), "."),
        (lambda: threshold_deviation(FAIR, 0, HALF), "."),
        (lambda: stump_deviation((TWO,), 1, HALF), "."),
        (lambda: rows_for_means(0, HALF, HALF), "."),
    ],
)
def test_refused(wrong: Callable[[], object], words: str) -> None:
    """In one line, with the value."""
    with pytest.raises(ValueError, match=words) as told:
        wrong()
    assert "\n" not in str(told.value)
