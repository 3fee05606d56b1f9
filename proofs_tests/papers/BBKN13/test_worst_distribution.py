"""The worst distribution of the point learner, for every mass at once."""

from fractions import Fraction
from math import comb

import pytest

from audits.certificates import Range
from audits.claims.bbkn13.sample_sizes import sample_sizes
from audits.engines.comparisons import Comparison, audit_comparisons
from audits.verdict import Evidence, Holds, Scope, confirmed
from reference.data.concept import PointFunction
from reference.data.domain import Domain
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.learning.point_learner import PointLearner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize(("size", "rows"), [(3, 2), (4, 3), (4, 5)])
def test_the_smallest_mass_is_the_worst(size: int, rows: int) -> None:
    """Targets of mass p > alpha, the rest on one point: failure is at most that at p = alpha.

    The failure is a polynomial in p of degree m; p = 1/r for r from 1 to 1/alpha.
    """
    alpha = Fraction(1, 4)
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(2), 2))
    p = 1 / RationalFunction.r()
    failure, worst = p - p, Fraction(0)
    for k in range(rows + 1):
        found = law(learner, ((1, 1),) * k + ((0, 0),) * (rows - k))
        missed = 1 - found.probability(PointFunction(1))
        failure = failure + p**k * (1 - p) ** (rows - k) * comb(rows, k) * missed
        worst += alpha**k * (1 - alpha) ** (rows - k) * comb(rows, k) * missed
    verdict = audit_comparisons(
        [Comparison("failure", failure, "<=", worst)],
        "worst two-point distribution",
        Scope(f"T={size}, m={rows}, masses above 1/4"),
        Evidence.CLOSED_FORM,
        Range(Fraction(1), 1 / alpha),
    )
    assert isinstance(confirmed(verdict), Holds)


@pytest.mark.paper("BBKN13")
def test_proper_sizes_grow_and_the_improper_one_does_not() -> None:
    """One more dimension costs one row at e^eps = 4 every other time; the improper size stays."""
    table = sample_sizes(range(1, 30))
    needed = [row.proper_needed for row in table]
    assert needed == [
        -(-(d + 2) // 2) if 3 * (2**d - 1) > 4 ** ((d + 1) // 2) else (d + 1) // 2
        for d in range(1, 30)
    ]
    assert all(a.proper_needed <= a.proper_enough for a in table)
    assert len({row.improper_enough for row in table}) == 1
    assert all(row.generated_enough <= row.proper_enough for row in table)
