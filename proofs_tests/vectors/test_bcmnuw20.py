"""Dimensions, weights, releases and noisy counts of BCMNUW20 against numbers found another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from audits.claims.bcmnuw20.laws.potential import databases, most_updates
from audits.claims.bcmnuw20.laws.public_covers import mean, tables
from audits.claims.bcmnuw20.section_4_noisy_stumps import profile
from proofs_tests.vectors.values import Case, cases, listed
from reference.data.adjacency import replace_one
from reference.data.class_masks import EveryClass
from reference.data.concept import Hypothesis, all_functions, intervals, points
from reference.data.cover_failure import cover_failure, missing_points
from reference.data.dimensions import dual_vc_dimension, littlestone_dimension, vc_dimension
from reference.data.domain import Domain
from reference.data.named_classes import parities, stumps
from reference.data.public_cover import agreement_radius, projection_radius, representative_domain
from reference.lower_bounds.without_privacy import best_success, sign_success
from reference.mechanisms.release.double_sampling import shown_by_ghost
from reference.mechanisms.release.mean_deviation import stump_deviation, threshold_deviation
from reference.mechanisms.release.noisy_stumps import NoisyStumps
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights import corrected
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

pytestmark = pytest.mark.paper("BCMNUW20")

NAMED: dict[str, Callable[[int], tuple[Sequence[Hypothesis], int]]] = {
    "stumps": lambda p: (stumps(p), 1 << p),
    "thresholds": lambda n: (intervals(n), n),
    "points": lambda n: (points(n), n),
    "parities": lambda p: (parities(p), 1 << p),
}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_how_many_classes_have_which_dimensions(size: int) -> None:
    """All classes as integers, against set families and the value of the game."""
    classes = EveryClass(size)
    found = Counter(
        (classes.vc(m), classes.dual_vc(m), classes.littlestone(m)) for m in classes.classes
    )
    wanted = listed("bcmnuw20_dimensions", "histogram")[str(size)]
    assert [[*key, number] for key, number in sorted(found.items())] == wanted


@cases("bcmnuw20_dimensions", "named")
def test_named_classes(case: Case) -> None:
    """Dimensions and representatives by hand."""
    concepts, size = NAMED[str(case["class"])](int(case["parameter"]))
    assert vc_dimension(concepts, size) == case["vc"]
    if size <= 16:
        assert dual_vc_dimension(concepts, size) == case["dual"]
    assert littlestone_dimension(concepts, size) == case["littlestone"]
    assert len(representative_domain(concepts, size)) == case["representatives"]


@cases("bcmnuw20_multiplicative_weights", "updates")
def test_the_longest_sequence_of_updates(case: Case) -> None:
    """Sets of states, against a recursion over all databases."""
    rows, radius = case["rows"], case["radius"]

    def answers(truth: Fraction, mean: Fraction) -> set[Fraction]:
        if abs(truth - mean) * rows < radius:
            return set()
        moved = (truth + Fraction(z, rows) for z in range(1 - radius, radius))
        return {min(max(v, Fraction(0)), Fraction(1)) for v in moved}

    longest = max(
        most_updates(corrected, x, Fraction(case["rate"]), answers, 200)
        for x in databases(case["points"], rows)
    )
    assert longest == case["longest"]


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def _release(public: tuple[int, ...], count: int = 1) -> PAPRelease[Fraction]:
    eps = Epsilon(Fraction(2), 5)
    return PAPRelease(intervals(4), Domain.of_size(4), public, HALF, count, HALF, eps)


@cases("bcmnuw20_public_release", "laws")
def test_laws_by_brute_force(case: Case) -> None:
    """The law of the release, against sums over truncated noise."""
    found = law(_release(tuple(case["public"])), tuple(case["rows"]))
    told = {tuple(map(Fraction, g)): scaled for g, scaled in case["law"]}
    assert set(told) == set(found)
    for g, scaled in told.items():
        assert abs(found.probability(g) * 2**30 - scaled) <= 1


@cases("bcmnuw20_stream", "stumps")
def test_profile_of_noisy_counts(case: Case) -> None:
    """The closed form is the sum over all outcomes, and so is the mechanism."""
    root, p, j = Fraction(case["root"]), case["attributes"], case["multiple"]
    assert profile(p, j).at(root) == Fraction(case["delta"])
    mechanism = NoisyStumps(p, Epsilon(root))
    databases = list(replace_one(range(1 << p), 1).databases())
    laws = [law(mechanism, d) for d in databases]
    worst = max(hockey_stick(a, b, root**j) for a in laws for b in laws)
    assert worst == Fraction(case["delta"])


RADII = {"projection": projection_radius, "agreement": agreement_radius}


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
