"""Sections 3.2, 3.3 and 6 of BNSV15 against numbers found another way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.programmes import learning
from audits.claims.bnsv15.laws.rec_prefix import close_pairs
from audits.engines.optimum.optimum import solve
from audits.engines.optimum.problems.order import interior_point_average
from audits.engines.privacy.point import tight_delta
from audits.evidence.table import tabulate
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.data.concept import points
from reference.mechanisms.selection.quality import OccurringFrequency
from reference.mechanisms.stability.choosing_mechanism import ChoosingMechanism
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BNSV15")


@cases("bnsv15_choosing", "deltas")
def test_the_least_delta(case: Case) -> None:
    """By the engine."""
    n, points, threshold = case["rows"], case["points"], case["threshold"]
    s = Fraction(case["s"])
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    found = tight_delta(tabulate(mechanism, replace_one(range(points), n)), s**4)
    assert found is not None
    assert found.value == Fraction(case["delta"])


@cases("bnsv15_choosing", "laws")
def test_a_law(case: Case) -> None:
    """By enumeration."""
    rows, s, threshold = tuple(case["database"]), Fraction(case["s"]), case["threshold"]
    mechanism: ChoosingMechanism[tuple[int, ...], int, Fraction] = ChoosingMechanism(
        OccurringFrequency(), threshold, Epsilon(s, parts=4)
    )
    dist = law(mechanism, rows)
    expected = {key: Fraction(value) for key, value in case["law"].items()}
    assert {str(y): dist.probability(y) for y in dist} == expected


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


@cases("bnsv15_hard_distribution", "optima")
def test_best_mechanisms(case: Case) -> None:
    """Those of one row and of two, with and without delta."""
    problem = interior_point_average(case["base"], case["rows"])
    found = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert found.value == Fraction(case["optimum"])


@cases("bnsv15_rec_prefix", "close_pairs")
def test_close_pairs(case: Case) -> None:
    """Claim 3.12: by scanning the ranks."""
    found = close_pairs(case["rows"], case["distance"])
    expected = Fraction(case["probability"])
    assert sum(p for count, p in found.items() if count >= case["least"]) == expected
