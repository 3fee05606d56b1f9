"""Covers by public rows, and release without privacy, by another route."""

from fractions import Fraction

import pytest

from audits.claims.bcmnuw20.laws.public_covers import mean, tables
from proofs_tests.vectors.values import Case, cases
from reference.data.concept import all_functions, intervals
from reference.data.cover_failure import cover_failure, missing_points
from reference.data.named_classes import stumps
from reference.data.public_cover import agreement_radius, projection_radius
from reference.lower_bounds.without_privacy import best_success, sign_success
from reference.mechanisms.release.double_sampling import shown_by_ghost
from reference.mechanisms.release.mean_deviation import stump_deviation, threshold_deviation

pytestmark = pytest.mark.paper("BCMNUW20")

RADII = {"projection": projection_radius, "agreement": agreement_radius}
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@cases("bcmnuw20_public_covers", "cover")
def test_failure_of_the_cover(case: Case) -> None:
    """Inclusion and exclusion against a chain over sets of points."""
    masses = tuple(map(Fraction, case["masses"]))
    size = len(masses)
    named = intervals(size) if case["class"] == "thresholds" else tuple(all_functions(size))
    concepts = tables(named, size)
    radius, gamma = RADII[case["radius"]], Fraction(case["gamma"])
    found = cover_failure(concepts, masses, int(case["rows"]), gamma, radius)
    assert found == Fraction(case["failure"])


@cases("bcmnuw20_public_covers", "missing")
def test_missing_points(case: Case) -> None:
    """The number of missing points against a chain over the number seen."""
    law = missing_points(int(case["points"]), int(case["rows"]))
    assert sum(law) == 1
    assert sum(law[int(case["more than"]) + 1 :]) == Fraction(case["probability"])


@cases("bcmnuw20_public_covers", "means")
def test_deviation_of_means(case: Case) -> None:
    """The recurrence, and products of binomials, against all vectors of counts."""
    masses = tuple(map(Fraction, case["masses"]))
    rows, alpha = int(case["rows"]), Fraction(case["alpha"])
    if case["kind"] == "thresholds":
        found = threshold_deviation(masses, rows, alpha)
    else:
        means = [mean(h, masses) for h in stumps(2)]
        found = stump_deviation(means, rows, alpha)
    assert found == Fraction(case["failure"])


@cases("bcmnuw20_public_covers", "coins")
def test_best_rule_for_a_sign(case: Case) -> None:
    """(1 + TV)/2 against the best guess for each sequence."""
    assert best_success(int(case["samples"]), Fraction(case["mean"])) == Fraction(case["best"])


@cases("bcmnuw20_public_covers", "signs")
def test_best_rule_for_one_of_several_signs(case: Case) -> None:
    """The mean over the rows in the pair against the best guess for each sequence."""
    pairs, samples = int(case["pairs"]), int(case["samples"])
    assert sign_success(pairs, samples, Fraction(case["gamma"])) == Fraction(case["best"])


@cases("bcmnuw20_public_covers", "swap")
def test_second_sample_shows_a_difference(case: Case) -> None:
    """The tail of a binomial against all sequences; 7/16 for gamma = 1/4 and two rows."""
    gamma, mass = Fraction(case["gamma"]), Fraction(case["mass"])
    assert shown_by_ghost(int(case["rows"]), gamma, mass) == Fraction(case["shown"])
    assert shown_by_ghost(2, QUARTER, QUARTER) == Fraction(7, 16)
