"""Laws and failures of the learners against values that no code of this project computed."""

from fractions import Fraction

import pytest

from audits.claims.bbkn13.laws.worst_distributions import Case as Learning
from audits.claims.bbkn13.laws.worst_distributions import worst_on_the_grid
from audits.ledger import Found, Size, claims, run_claim
from proofs_tests.vectors.values import Case, cases
from reference.data.concept import points
from reference.data.domain import Domain
from reference.mechanisms.learning.exponential_learner import IntervalLearner
from reference.mechanisms.learning.point_learner import PointLearner
from reference.mechanisms.learning.subsampled_learner import noisy_learner
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BBKN13")


@cases("bbkn13", "exponential")
def test_laws_of_the_exponential_learners(case: Case) -> None:
    """Every probability equals the listed one."""
    domain, eps = Domain.of_size(case["domain"]), Epsilon(Fraction(case["root"]), 2)
    database = tuple((x, y) for x, y in case["database"])
    if case["learner"] == "point":
        chosen = law(PointLearner(domain, eps), database).map(lambda h: h.point)
    else:
        chosen = law(IntervalLearner(domain, eps), database).map(lambda h: h.end)
    assert {str(j): str(chosen.probability(j)) for j in chosen} == case["law"]


@cases("bbkn13", "random_flips")
def test_laws_of_random_flips(case: Case) -> None:
    """Every probability of A2 equals the listed one."""
    database = tuple((x, y) for x, y in case["database"])
    found = law(noisy_learner(case["domain"], Fraction(case["accuracy"])), database)
    assert {str(h): str(found.probability(h)) for h in found} == case["law"]


@cases("bbkn13", "worst_distributions")
def test_worst_failures(case: Case) -> None:
    """The worst of the grid has the failure that is listed, at the masses that are listed."""
    alpha, size = Fraction(case["accuracy"]), case["domain"]
    learner = PointLearner(Domain.of_size(size), Epsilon(Fraction(case["root"]), 2))
    target = points(size)[case["target"]]
    found = Learning("sampler", learner, target, size, case["rows"])
    assert worst_on_the_grid(found, 3, alpha.denominator, alpha) == Fraction(case["failure"])


@cases("bbkn13", "witnesses")
def test_witnesses_are_the_smallest(case: Case) -> None:
    """The numbers of the instance that refutes what is printed."""
    items = claims([case["claim"]])
    (item,) = (c for c in items if c.id == case["claim"] and c.expected is Found.REFUTED)
    witness = run_claim(item, Size.TINY).witness
    assert {key: witness[key] for key in case["witness"]} == case["witness"]
