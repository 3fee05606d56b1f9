"""Numbers of covers by public rows and of release without privacy, by another route."""

import json
from fractions import Fraction
from itertools import product
from math import comb, e, log
from pathlib import Path

import pytest

from audits.claims.bcmnuw20.laws.double_sampling import ghost_by_counts, ghost_by_samples
from audits.claims.bcmnuw20.laws.public_covers import (
    EIGHTHS,
    QUARTERS,
    mean,
    supports_by_samples,
    tables,
    uniform,
)
from reference.data.concept import all_functions, intervals
from reference.data.cover_failure import cover_failure, missing_points, support_law
from reference.data.dimensions import growth
from reference.data.named_classes import stumps
from reference.data.public_cover import (
    agreement_radius,
    cover_radius,
    projection_radius,
    projections,
    public_cover,
)
from reference.lower_bounds.without_privacy import best_success, sign_success
from reference.mechanisms.release.double_sampling import (
    DoubleSample,
    ghost_bound,
    pair_bound,
    public_rate,
    shown_by_ghost,
    sufficient_public_rows,
)
from reference.mechanisms.release.mean_deviation import stump_deviation, threshold_deviation

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_public_covers.json").read_text("utf-8")
)
RADII = {"projection": projection_radius, "agreement": agreement_radius}
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)

pytestmark = pytest.mark.paper("BCMNUW20")


@pytest.mark.parametrize("case", VECTORS["cover"])
def test_failure_of_the_cover(case: dict[str, str]) -> None:
    """Inclusion and exclusion against a chain over sets of points."""
    masses = tuple(map(Fraction, case["masses"]))
    size = len(masses)
    named = intervals(size) if case["class"] == "thresholds" else tuple(all_functions(size))
    concepts = tables(named, size)
    radius, gamma = RADII[case["radius"]], Fraction(case["gamma"])
    found = cover_failure(concepts, masses, int(case["rows"]), gamma, radius)
    assert found == Fraction(case["failure"])


@pytest.mark.parametrize("case", VECTORS["missing"])
def test_missing_points(case: dict[str, str]) -> None:
    """The number of missing points against a chain over the number seen."""
    law = missing_points(int(case["points"]), int(case["rows"]))
    assert sum(law) == 1
    assert sum(law[int(case["more than"]) + 1 :]) == Fraction(case["probability"])


@pytest.mark.parametrize("case", VECTORS["means"])
def test_deviation_of_means(case: dict[str, str]) -> None:
    """The recurrence, and products of binomials, against all vectors of counts."""
    masses = tuple(map(Fraction, case["masses"]))
    rows, alpha = int(case["rows"]), Fraction(case["alpha"])
    if case["kind"] == "thresholds":
        found = threshold_deviation(masses, rows, alpha)
    else:
        means = [mean(h, masses) for h in stumps(2)]
        found = stump_deviation(means, rows, alpha)
    assert found == Fraction(case["failure"])


@pytest.mark.parametrize("case", VECTORS["coins"])
def test_best_rule_for_a_sign(case: dict[str, str]) -> None:
    """(1 + TV)/2 against the best guess for each sequence."""
    assert best_success(int(case["samples"]), Fraction(case["mean"])) == Fraction(case["best"])


@pytest.mark.parametrize("case", VECTORS["signs"])
def test_best_rule_for_one_of_several_signs(case: dict[str, str]) -> None:
    """The mean over the rows in the pair against the best guess for each sequence."""
    pairs, samples = int(case["pairs"]), int(case["samples"])
    assert sign_success(pairs, samples, Fraction(case["gamma"])) == Fraction(case["best"])


@pytest.mark.parametrize("case", VECTORS["swap"])
def test_second_sample_shows_a_difference(case: dict[str, str]) -> None:
    """The tail of a binomial against all sequences; 7/16 for gamma = 1/4 and two rows."""
    gamma, mass = Fraction(case["gamma"]), Fraction(case["mass"])
    assert shown_by_ghost(int(case["rows"]), gamma, mass) == Fraction(case["shown"])
    assert shown_by_ghost(2, QUARTER, QUARTER) == Fraction(7, 16)


@pytest.mark.parametrize(
    ("masses", "rows"), [*product((QUARTERS, EIGHTHS, uniform(3)), (0, 1, 4))]
)
def test_law_of_the_points_that_occur(masses: tuple[Fraction, ...], rows: int) -> None:
    """Inclusion and exclusion against all samples."""
    assert dict(support_law(masses, rows)) == supports_by_samples(masses, rows)


def test_hand_checked_example() -> None:
    """Thresholds on four points, two public rows at the second."""
    line, even = intervals(4), uniform(4)
    assert [str(h) for h in public_cover(line, (1, 1))] == ["[0,0)", "[0,2)"]
    assert (
        projection_radius(line, (1, 1), even)
        == HALF
        == cover_radius(public_cover(line, (1, 1)), line, even)
    )
    assert [h.end for h in projections(line, (0, 2))] == [0, 1, 1, 3, 3]
    assert projection_radius(line, (0, 2), even) == QUARTER
    assert [h.end for h in public_cover(line, (3,))] == [0, 4]


def test_eight_rows_on_four_points() -> None:
    """191/8192, from the numbers of points that are missing."""
    failure = cover_failure(tuple(all_functions(4)), uniform(4), 8, QUARTER, agreement_radius)
    assert failure == Fraction(6 * (2**8 - 2) + 4, 4**8)


def test_cover_is_not_enough() -> None:
    """The gap of means is 3/2 where the radius of the cover allows 1/2."""
    line, masses = intervals(2), (Fraction(3, 4), QUARTER)
    kept = projections(line, (1,))
    gap = max(abs(mean(h, masses) - mean(k, masses)) for h, k in zip(line, kept, strict=True))
    assert gap == Fraction(3, 2) == 2 * projection_radius(line, (1,), masses)
    assert 2 * cover_radius(public_cover(line, (1,)), line, masses) == HALF


def test_union_over_pairs_is_needed() -> None:
    """11/32 > 81/256; and on 16 points the failure exceeds 2 * 2^-2."""
    cube = tuple(all_functions(4))
    failure = cover_failure(cube, uniform(4), 4, QUARTER, agreement_radius)
    assert failure == Fraction(11, 32) > (1 - QUARTER) ** 4 == Fraction(81, 256)
    assert failure <= pair_bound(16, 4, QUARTER)
    assert sum(missing_points(16, 16)[5:]) > Fraction(4, 5) > HALF


def test_bound_that_says_something() -> None:
    """15/4096 for all functions on four points, 128 rows, gamma = 1/4."""
    cube = tuple(all_functions(4))
    assert ghost_bound(growth(cube, 4, 256), 128, QUARTER) == Fraction(15, 4096)


def test_public_rows_in_floating_point() -> None:
    """The certified number of rows is the formula, rounded up."""
    for d, gamma, beta in product((1, 3, 20), (HALF, QUARTER, Fraction(1, 100)), (HALF, QUARTER)):
        unit = float(gamma) * log(2)
        formula = 4 / unit * (2 * d * log(16 / unit) + log(1 / float(beta)))
        m = sufficient_public_rows(d, gamma, beta)
        assert formula <= m < formula + 1
        assert 2 * d * log(2 * e * m / d) - unit * m / 2 <= log(float(beta))
    rate = public_rate(1, HALF, Fraction(1))
    assert rate.ceil() == 515
    assert sufficient_public_rows(1, Fraction(1, 8), HALF) == 514


def test_exponent_gamma_m_is_no_error_on_small_classes() -> None:
    """With as many patterns as concepts (1 - gamma)^m <= 2^(-gamma m) is enough for it."""
    for points, gamma in product((4, 8, 16), (QUARTER, HALF)):
        for m in (4, 8, 16, 64):
            failure = sum(missing_points(points, m)[int(gamma * points) + 1 :])
            assert failure <= min(1, 2 * comb(2**points, 2) * 2.0 ** float(-gamma * m))


@pytest.mark.parametrize("masses", [QUARTERS, uniform(3)])
def test_ghost_event_two_ways(masses: tuple[Fraction, ...]) -> None:
    """All pairs of samples against sets of points and counts."""
    line = tables(intervals(3), 3)
    for rows, t in product((1, 2, 3), (1, 2)):
        by_samples = ghost_by_samples(DoubleSample(rows), line, masses, t)
        assert by_samples == ghost_by_counts(line, masses, rows, t)
