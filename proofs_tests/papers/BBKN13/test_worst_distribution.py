"""The worst distribution of a learner, among all and not only those of a grid."""

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.exactly import failure, inaccurate
from audits.claims.bbkn13.laws.worst_distributions import (
    Case,
    Failures,
    centre,
    compared,
    pieces,
    worst_on_the_grid,
)
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.verdict import Holds, Refuted, Scope, confirmed
from reference.data.concept import grid_distributions, points
from reference.data.domain import Domain
from reference.exact.field import of_r
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon

QUARTER = Fraction(1, 4)


def _case(size: int, target: int, rows: int) -> Case:
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(2), 2))
    return Case("sampler", learner, points(size)[target], size, rows)


@pytest.mark.paper("BBKN13")
def test_a_target_outside_the_support_can_be_the_worst() -> None:
    """T = 4, m = 3, target 3, masses 1/2, 1/4, 1/4: every c_j is bad for j in the support.

    The samples with counts (3,0,0), (2,1,0), (1,1,1) up to order have probabilities 10/64, 42/64,
    12/64, and the target is chosen with 1/(1 + 1/8 + 2), 1/(1 + 1/4 + 1/2 + 1), 1/(1 + 3/2).
    """
    found = worst_on_the_grid(_case(4, 3, 3), 3, 4, QUARTER)
    good = [Fraction(8, 25), Fraction(4, 11), Fraction(2, 5)]
    chances = [Fraction(10, 64), Fraction(42, 64), Fraction(12, 64)]
    assert found == 1 - sum(g * c for g, c in zip(good, chances, strict=True)) == Fraction(7, 11)
    assert found > max(worst_on_the_grid(_case(4, j, 3), 3, 4, QUARTER) for j in range(3))


@pytest.mark.paper("BBKN13")
def test_no_distribution_of_a_finer_grid_is_worse() -> None:
    """All masses that are multiples of 1/7, errors > 1/4, against the claim's bound."""
    for target in range(3):
        case = _case(3, target, 2)
        worst = worst_on_the_grid(case, 3, 4, QUARTER)
        for masses in grid_distributions(3, 7):
            is_bad = inaccurate(case.concept, masses, QUARTER)
            assert failure(case.learner, case.concept, masses, 2, is_bad) <= worst


def test_a_failure_is_a_mixture_of_failures_at_the_corners() -> None:
    """Half and half of two corners: the mean over which of them each example comes from."""
    case = _case(3, 1, 2)
    failures = Failures(case.learner, case.concept, 2)
    first, second = next(pieces(4, 2, 3))
    is_bad = inaccurate(case.concept, centre((first, second)), QUARTER)
    corners = [
        failures.mixed(pair, is_bad)
        for pair in ((first, first), (first, second), (second, first), (second, second))
    ]
    middle = centre((first, second))
    assert sum(corners) / 4 == failures.mixed((middle, middle), is_bad)
    assert failures.between(first, second, is_bad).at(Fraction(2)) == sum(corners) / 4
    assert sum(corners) / 4 == failure(case.learner, case.concept, middle, 2, is_bad)


def test_the_pieces_fill_the_triangle_and_no_error_is_alpha_inside() -> None:
    """Sixteen pieces of equal size, whose centres have no mass that is a multiple of 1/4."""
    found = list(pieces(4, 3, 4))
    sizes = []
    for a, b, c in found:
        u, v = ([y - x for x, y in zip(a, z, strict=True)] for z in (b, c))
        sizes.append(abs(u[0] * v[1] - u[1] * v[0]))
        assert all((4 * mass).denominator > 1 for mass in centre((a, b, c))[:3])
    assert len(set(found)) == 16
    assert set(sizes) == {Fraction(1, 16)}


def test_a_bound_that_is_too_small_is_refuted() -> None:
    """The same comparisons with 999/1000 of the worst failure on the right."""
    items = list(compared(worst_on_the_grid, _case(3, 1, 2), 2, 4, QUARTER))
    verdict = audit_comparisons(items, "two points", Scope("T=3, m=2"))
    assert isinstance(confirmed(verdict), Holds)
    smaller = [
        Comparison(x.name, x.left, "<=", of_r(x.right) * Fraction(999, 1000)) for x in items
    ]
    verdict = audit_comparisons(smaller, "two points", Scope("T=3, m=2"))
    assert isinstance(confirmed(verdict), Refuted)
