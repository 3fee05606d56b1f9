"""The numbers of sections 4.2.2, 5.1 and 5.2, found another way (bnsv15_learners.json)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.exactly import binomial_range
from audits.claims.bnsv15.laws.half_concepts import label_private
from audits.claims.bnsv15.laws.sampling import AllOnes, events, last_row, most_lost
from audits.claims.bnsv15.laws.threshold_learning import learning, misled, realizable, solving
from audits.claims.bnsv15.section_5_2_interior_points import worst_failure
from audits.engines.optimum.optimum import solve
from proofs_tests.vectors.values import Case, cases
from reference.data.domain import Domain
from reference.lower_bounds.half_concepts import HalfConcepts, largest_success
from reference.privacy.guarantee import Guarantee
from reference.privacy.subsampling import WithReplacement
from reference.probability.law import law
from reference.reductions.interior_point_and_learning import (
    empirical_error,
    padded_halves,
    padded_middle,
)

pytestmark = pytest.mark.paper("BNSV15")

NOTHING = Fraction(0)


@cases("bnsv15_learners", "half_concepts")
def test_success_of_label_private_learners(case: Case) -> None:
    """The optimum is that of the whole programme, and the inequality allows it."""
    hard = HalfConcepts(int(case["points"]), int(case["copies"]))
    exp_eps, delta = Fraction(case["exp_eps"]), Fraction(case["delta"])
    best = solve(label_private(hard), exp_eps, delta).value
    assert best == Fraction(case["success"])
    assert best <= largest_success(hard, Guarantee(exp_eps, delta))


@cases("bnsv15_learners", "misled")
def test_failure_of_the_printed_solver(case: Case) -> None:
    """On D = (1, 1) of three points; 0 is the optimum for the failure that is possible."""
    exp_eps, beta = Fraction(case["exp_eps"]), Fraction(case["beta"])
    failure = Fraction(case["failure"])
    assert worst_failure(exp_eps, beta) == failure
    labelled = padded_halves((1, 1), 2, 3)
    problem = misled(3, Fraction(1, 3), beta, labelled, frozenset((0, 2)), failure)
    assert solve(problem, exp_eps, NOTHING).value == 0


@cases("bnsv15_learners", "interior_point")
def test_best_solvers(case: Case) -> None:
    """The best success of a private solver."""
    problem = solving(int(case["points"]), int(case["rows"]))
    assert solve(problem, Fraction(case["exp_eps"]), NOTHING).value == Fraction(case["success"])


@cases("bnsv15_learners", "empirical_learning")
def test_best_empirical_learners(case: Case) -> None:
    """The best success of a private proper empirical learner."""
    rows = int(case["rows"])
    problem = learning(int(case["points"]), rows, Fraction(int(case["mistakes"]), rows))
    assert solve(problem, Fraction(case["exp_eps"]), NOTHING).value == Fraction(case["success"])


@cases("bnsv15_learners", "with_replacement")
def test_loss_of_a_sample_with_replacement(case: Case) -> None:
    """E[r^j] and delta E[1 + r + ... + r^(j-1)], j how often a row is drawn."""
    rows, size = int(case["rows"]), int(case["size"])
    given = Guarantee(Fraction(case["exp_eps"]), Fraction(case["delta"]))
    lost = Guarantee(Fraction(case["factor"]), Fraction(case["sampled_delta"]))
    assert most_lost(given, rows, size) == lost
    sampled = WithReplacement(AllOnes(given, size), rows, size)
    assert sampled.guarantee == lost
    one, none = (law(sampled, d).probability(1) for d in last_row(rows).databases())
    assert one / none == lost.exp_eps
    if size < 4:
        problem = events(rows, size, lost.exp_eps)
        assert solve(problem, given.exp_eps, given.delta).value == lost.delta


@cases("bnsv15_learners", "tails")
def test_tails_of_lemma_5_8(case: Case) -> None:
    """At most alpha N of N samples fall into a region of mass 2 alpha."""
    trials, chance, most = int(case["trials"]), Fraction(case["chance"]), int(case["most"])
    assert binomial_range(trials, chance, 0, most) == Fraction(case["probability"])


@cases("bnsv15_learners", "padded_learner")
def test_errors_of_interior_points(case: Case) -> None:
    """How many interior points err too much, and the largest error; shifted or not."""
    points, half, rows = int(case["points"]), int(case["half"]), int(case["rows"])
    errors = []
    for database in realizable(points, rows):
        seen = padded_middle(database, half, points, shifted=bool(case["shifted"]))
        assert len(seen) == 2 * half
        assert set(seen) <= set(Domain.of_size(points))
        errors += [empirical_error(database, y) for y in range(seen[0], seen[-1] + 1)]
    assert sum(error > Fraction(half, rows) for error in errors) == int(case["too_large"])
    assert max(errors) == Fraction(case["largest"])
