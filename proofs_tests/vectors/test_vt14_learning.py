"""Sections 6.3, 8 and 9 of VT14 against numbers found another way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audits.claims.vt14.laws.communication import index_success
from audits.claims.vt14.laws.protocols import best_coin, learner
from audits.claims.vt14.laws.signatures import verifying_row
from audits.engines.optimum import solve
from audits.engines.privacy.point import tight_exp_eps
from audits.evidence.table import tabulate
from proofs_tests.vectors.values import Case, cases
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.concept import labelled_examples
from reference.data.disjunctions import best_polynomial
from reference.data.named_classes import upper_thresholds
from reference.mechanisms.learning.parity_learner import PrivateParityLearner, loss_of_keeping
from reference.mechanisms.release.polynomial_summary import PolynomialSummary
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law
from reference.reductions.protocol_from_learner import ProtocolFromLearner

pytestmark = pytest.mark.paper("VT14")


@cases("vt14_learning", "laws")
def test_laws_of_the_private_parity_learner(case: Case) -> None:
    """Every hypothesis has the probability that all sets of kept examples give it."""
    made = PrivateParityLearner(case["bits"], loss_of_keeping(Fraction(case["rate"])))
    found = law(made, tuple(map(tuple, case["database"])))
    shown = {"bottom" if h is Bottom.BOTTOM else str(h): found.probability(h) for h in found}
    assert shown == {name: Fraction(p) for name, p in case["law"].items()}


@cases("vt14_learning", "ratios")
def test_the_worst_ratio_is_that_of_the_theorem(case: Case) -> None:
    """(1 + e)/(1 - e), and no more."""
    e = Fraction(case["rate"])
    made = PrivateParityLearner(case["bits"], loss_of_keeping(e))
    worst, infinite = tight_exp_eps(tabulate(made, made.universe(case["rows"])))
    assert worst is not None
    assert not infinite
    assert worst.value == Fraction(case["worst"]) == (1 + e) / (1 - e)


@cases("vt14_learning", "index")
def test_success_on_shattered_points(case: Case) -> None:
    """The best code books."""
    assert index_success(case["points"], case["messages"]) == Fraction(case["success"])


@cases("vt14_learning", "worst")
def test_the_best_public_coin_is_as_good_as_the_worst_distribution(case: Case) -> None:
    """The least success of the best mixture over all pairs."""
    concepts = upper_thresholds(case["points"])
    coin = best_coin(case["points"], case["messages"])
    success = min(
        sum((q for p, q in coin if p.is_right(i, x, concepts)), Fraction(0))
        for i in range(len(concepts))
        for x in range(case["points"])
    )
    assert success == Fraction(case["worst_average"])


@cases("vt14_learning", "coverings")
def test_one_database_covers_all(case: Case) -> None:
    """The least ratio of probabilities, against e^(-eps n)."""
    size, n, root = case["points"], case["rows"], Fraction(case["root"])
    made = learner(size, root)
    base = law(made, ((0, 0),) * n)
    ratios = [
        base.probability(h) / p.probability(h)
        for database in replace_one(labelled_examples(size), n).databases()
        for p in (law(made, database),)
        for h in upper_thresholds(size)
    ]
    assert min(ratios) == Fraction(case["least_ratio"]) >= root ** (-2 * n)


@cases("vt14_learning", "no_good_draw")
def test_no_draw_is_good(case: Case) -> None:
    """On a point mass where the concept is 1, a 0 means that no draw was good."""
    size, start = case["points"], case["start"]
    concept, root = upper_thresholds(size)[start], Fraction(case["root"])
    masses = tuple(Fraction(1, size) for _ in range(size))
    made = ProtocolFromLearner(
        learner(size, root), case["rows"], (0, 0), case["draws"], Fraction(0)
    )
    assert law(made, (concept, masses, start)).probability(0) == Fraction(case["none"])


@cases("vt14_disjunctions", "best")
def test_best_polynomials(case: Case) -> None:
    """The error is that of the linear equations; where it is attained once, so are the values."""
    g = best_polynomial(case["t"], case["k"])
    assert g.error(case["t"]) == Fraction(case["error"])
    if case["t"] == case["k"] + 1:
        assert [str(g(z)) for z in range(case["t"] + 1)] == case["values"]


@cases("vt14_disjunctions", "laws")
def test_laws_of_summaries(case: Case) -> None:
    """Each outcome of the file has its probability."""
    made = PolynomialSummary(case["d"], case["t"], case["k"], Epsilon(Fraction(2)))
    found = law(made, tuple(case["rows"]))
    unit = made.unit / len(case["rows"])
    for outcome, p in case["law"].items():
        summary = tuple(int(v) * unit for v in outcome.split(","))
        assert found.probability(summary) == Fraction(p)


@cases("vt14_signatures", "optima")
def test_rows_that_verify(case: Case) -> None:
    """Over all sanitisers that release one row."""
    problem = verifying_row(case["messages"], case["signatures"], case["rows"], 1)
    best = solve(problem, Fraction(case["exp_eps"]), Fraction(case["delta"]))
    assert best.value == Fraction(case["optimum"])
