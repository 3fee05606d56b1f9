"""The worst distribution of a learner, among all and not only those of a grid."""

from fractions import Fraction

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
from audits.evidence.verdict import Holds, Refuted, Scope, confirmed
from reference.data.concept import points
from reference.data.domain import Domain
from reference.exact.field import of_r
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon

QUARTER = Fraction(1, 4)


def _case(size: int, target: int, rows: int) -> Case:
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(2), 2))
    return Case("sampler", learner, points(size)[target], size, rows)


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
