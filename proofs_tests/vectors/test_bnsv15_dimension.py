"""The best learner on a cycle."""

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.programmes import learning
from audits.engines.optimum.optimum import solve
from proofs_tests.vectors.values import Case, cases
from reference.data.concept import points

pytestmark = pytest.mark.paper("BNSV15")

THIRD = Fraction(1, 3)


@cases("bnsv15_dimension", "cycle")
def test_best_learner_on_a_cycle(case: Case) -> None:
    """The optimum of the programme is the number that was found another way."""
    d, n, r = int(case["points"]), int(case["rows"]), Fraction(case["r"])
    targets = [
        (c, tuple(Fraction(int(z in (x, (x + 1) % d)), 2) for z in range(d)))
        for x, c in enumerate(points(d))
    ]
    best = solve(learning(points(d), targets, d, n, THIRD), r)
    assert best.lower == best.upper == Fraction(case["best"])
    assert best.lower == r**n / (r**n + d - 1)
