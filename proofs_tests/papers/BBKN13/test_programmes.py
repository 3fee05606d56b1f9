"""The linear programmes of the lower bounds against each other and against closed forms."""

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.programmes import hard_points, orbit_problem
from audits.engines.optimum.optimum import solve
from reference.lower_bounds.learning_packing import averaged_bound

TWO = Fraction(2)
MASS = Fraction(1, 3)


@pytest.mark.paper("BBKN13")
@pytest.mark.parametrize(("size", "rows"), [(3, 1), (3, 2), (4, 2)])
def test_the_orbit_relaxation_is_between_the_programme_and_the_bound(size: int, rows: int) -> None:
    """Best learner on all databases <= optimum on those of the hard family <= bound (ii)."""
    whole = solve(hard_points(size, rows, MASS), TWO)
    orbits = solve(orbit_problem(size, rows, MASS), TWO)
    assert orbits.value is not None
    assert whole.upper <= orbits.value <= averaged_bound(TWO, rows, MASS, size)


@pytest.mark.paper("BBKN13")
def test_the_orbit_relaxation_with_one_row() -> None:
    """T = 3, m = 1: p_0 = 1/2 by symmetry, p_1 <= min(r p_0, r (1 - p_1)) = 2/3 at r = 2."""
    found = solve(orbit_problem(3, 1, MASS), TWO)
    assert found.value == (1 - MASS) * Fraction(1, 2) + MASS * Fraction(2, 3)
