"""The usual mistakes are found by each strength of verdict that applies."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from audits.conformance.declared import classes, composed, delta_bounds, gaussian_delta, judged
from audits.conformance.event_search import loss_bound
from audits.conformance.exact_law import exact_law
from audits.conformance.finding import Outcome
from audits.conformance.samplers import from_source
from audits.conformance.statistical import SUITE_FALSE_ALARM, compare, events
from proofs_tests.conformance.planted import EPS, PLANTED, right
from reference.exact.exponential import exp_bounds


@pytest.mark.statistical
@pytest.mark.parametrize(("mechanism", "outcome"), PLANTED)
def test_samples_certify_the_loss(mechanism: Callable[[int, Any], Any], outcome: Outcome) -> None:
    """The lower confidence bound on e^eps exceeds the claim for each bug (seed fixed)."""
    sampler = from_source(mechanism, seed=7)
    bound = loss_bound(
        (lambda n: sampler(0, n), lambda n: sampler(1, n)), 20_000, alpha=SUITE_FALSE_ALARM
    )
    refuted = bound.exp_eps > exp_bounds(EPS)[1]
    assert refuted is (outcome is Outcome.REFUTED)


@pytest.mark.statistical
@pytest.mark.parametrize(("mechanism", "outcome"), PLANTED[:3])
def test_samples_do_not_fit(mechanism: Callable[[int, Any], Any], outcome: Outcome) -> None:
    """The samples do not have the exact law of the right mechanism (seed fixed)."""
    sampler = from_source(mechanism, seed=8)
    law = exact_law(lambda rng: right(1, rng))
    tested, looks = events(law), (500, 5_000)
    found = compare(lambda n: sampler(1, n), tested, alpha=SUITE_FALSE_ALARM, looks=looks)
    assert (found.refuted_by is not None) is (outcome is Outcome.REFUTED)


def test_a_forgotten_fold_is_found() -> None:
    """An accountant that composes 63 times instead of 64 declares too little."""
    flip = classes({0: Fraction(3, 4), 1: Fraction(1, 4)}, {0: Fraction(1, 4), 1: Fraction(3, 4)})
    eps = Fraction(20)
    exact = delta_bounds(composed(flip, 64), eps)
    for folds, outcome in ((64, Outcome.HOLDS), (63, Outcome.REFUTED)):
        declared = delta_bounds(composed(flip, folds), eps)[1]
        assert judged(declared, exact, Fraction(1, 10**9))[0] is outcome


def test_a_wrong_sensitivity_of_an_accountant_is_found() -> None:
    """The number that is right for an added row is wrong for a replaced one."""
    declared = gaussian_delta(Fraction(1), Fraction(1), 1, Fraction(4))[1]
    for sensitivity, outcome in ((1, Outcome.HOLDS), (2, Outcome.REFUTED)):
        exact = gaussian_delta(Fraction(1), Fraction(sensitivity), 1, Fraction(4))
        assert judged(declared, exact, Fraction(0))[0] is outcome
