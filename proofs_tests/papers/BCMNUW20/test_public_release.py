"""Numbers of section 3 and Remark 9 against vectors and searches that were made another way."""

import json
from fractions import Fraction
from itertools import combinations_with_replacement
from math import e, exp, log
from pathlib import Path

import pytest

from audits.claims.bcmnuw20.laws.pap_release import (
    Parameters,
    failure,
    first_firing,
    release_law,
    supports,
    table,
)
from reference.data.concept import intervals, points
from reference.data.domain import Domain
from reference.data.query_release import data_means, release_error
from reference.mechanisms.release.public_assisted_calibration import sample_sizes
from reference.mechanisms.release.public_assisted_release import PAPRelease
from reference.mechanisms.release.weights_plan import POWERS, correction_root
from reference.privacy.composition import PureRounds, composed_curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law
from reference.reductions.synthetic_data import rows_for_a_match

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_public_release.json").read_text("utf-8")
)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
NUMBERS = Parameters(HALF, 1, HALF, HALF)


def _release(public: tuple[int, ...], count: int = 1) -> PAPRelease[Fraction]:
    eps = Epsilon(Fraction(2), 5)
    return PAPRelease(intervals(4), Domain.of_size(4), public, HALF, count, HALF, eps)


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("number", range(5))
def test_laws_by_brute_force(number: int) -> None:
    """The law of the release, against sums over truncated noise."""
    vector = VECTORS["laws"][number]
    found = law(_release(tuple(vector["public"])), tuple(vector["rows"]))
    told = {tuple(map(Fraction, g)): scaled for g, scaled in vector["law"]}
    assert set(told) == set(found)
    for g, scaled in told.items():
        assert abs(found.probability(g) * 2**30 - scaled) <= 1


@pytest.mark.paper("BCMNUW20")
def test_the_example_by_hand() -> None:
    """Thresholds on four points, the public rows twice the second: four values of the answers."""
    release = _release((1, 1))
    assert [str(h) for h in release.cover] == ["[0,0)", "[0,2)"]
    assert [release.representative(x) for x in range(4)] == [0, 0, 2, 2]
    assert release.guarantee.exp_eps == 32
    assert _release((3,)).guarantee.exp_eps == 1


@pytest.mark.paper("BCMNUW20")
@pytest.mark.parametrize("count", [1, 2])
def test_the_second_law_is_the_law(count: int) -> None:
    """On thresholds of four points, for all public sets."""
    known = table(intervals(4), 4)
    for public in supports(4):
        found = law(_release(public, count), (0, 2))
        wanted = release_law(known, 4, public, (0, 2), Parameters(HALF, count, HALF, HALF))
        assert {g: found.probability(g) for g in found} == wanted
        assert sum(wanted.values()) == 1


def test_first_firing_sums_to_one() -> None:
    """The chances of the tests and of silence."""
    for tests in ((), (0,), (3, -2, 0), (-5, 4)):
        assert sum(first_firing(tests, Fraction(1, 3))) == 1


@pytest.mark.paper("BCMNUW20")
def test_failure_of_the_release() -> None:
    """Without public rows one concept is answered, G = -1: off by more than 1 for sure."""
    masses = (HALF, QUARTER, QUARTER)
    assert failure(table(intervals(3), 3), 3, masses, (2, 0), NUMBERS, Fraction(1)) == 1
    assert failure(table(intervals(3), 3), 3, masses, (2, 0), NUMBERS, Fraction(2)) == 0


@pytest.mark.paper("BCMNUW20")
def test_public_rows_are_not_protected() -> None:
    """An outcome with one public row more that is impossible without it."""
    here, there = law(_release((0,)), (0, 2)), law(_release((0, 1)), (0, 2))
    assert any(not here.probability(g) for g in there)


@pytest.mark.paper("BCMNUW20")
def test_two_rows_are_too_few_for_nine_points() -> None:
    """Remark 9 with d = 1, alpha = 3/4, n' = 2 > 16/9: the nearest data are off by 7/9."""
    concepts, masses = points(9), (Fraction(1, 9),) * 9
    every = combinations_with_replacement(range(9), 2)
    best = min(release_error(concepts, data_means(concepts, v), masses) for v in every)
    assert best == Fraction(7, 9)


def test_rows_for_a_match() -> None:
    """The least integer above 2 ln(2k)/alpha^2, by floats."""
    for k, alpha in ((1, HALF), (2, Fraction(1, 3)), (4, Fraction(1))):
        concepts = intervals(4)[:k]
        assert rows_for_a_match(concepts, alpha) == int(2 * log(2 * k) / float(alpha) ** 2) + 1


@pytest.mark.paper("BCMNUW20")
def test_sample_sizes_by_floats() -> None:
    """Both numbers of rows from the formulas."""
    alpha, beta, delta = 0.25, 0.05, 1e-6
    found = sample_sizes(1, 1, QUARTER, Fraction(1, 20), Fraction(1), Fraction(1, 10**6))
    scale, plan = 16 / (alpha * log(2)), found.private
    assert found.public_rows == int(scale * (2 * log(4 * scale) + log(2 / beta))) + 1
    assert (plan.queries, found.points) == (found.public_rows + 1, found.public_rows + 2)
    a, b, g = alpha / 2, beta / 2, alpha / 24
    assert plan.corrections == plan.queries < 2 * (1 + g) * log(found.points) / g**2
    loss = 1 / (2 * (2 * plan.corrections * log(1 / delta)) ** 0.5)
    n = 12 * 1.5 * log(8 * 2 * plan.queries / b) / (loss / 5) / a
    assert 0.999 < plan.rows / n < 1.002


@pytest.mark.parametrize("rounds", [1, 3, 8])
def test_optimal_composition_in_closed_form(rounds: int) -> None:
    """The same as the curve that is composed step by step."""
    root, zero = Fraction(11, 8), Fraction(0)
    once = [Guarantee(root**4, zero), Guarantee(root, zero)]
    curve, closed = composed_curve(once * rounds), PureRounds(root, POWERS, rounds)
    assert closed.curve == curve
    for x in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(7)):
        assert 0 <= closed.delta_at_most(x) - curve.delta_at(x) < Fraction(1, 2**100)


@pytest.mark.parametrize("count", [1, 20])
def test_root_of_a_correction_is_largest(count: int) -> None:
    """At e^1 the curve is below delta, and above it at a root that is 1/500 larger."""
    delta, exp_eps = Fraction(1, 10**6), Fraction(e).limit_denominator(10**12)
    root = correction_root(Fraction(1), delta, count)
    curve = PureRounds(root, POWERS, count).curve
    assert curve.delta_at(exp_eps + Fraction(1, 10**6)) <= delta
    more = 1 + (root - 1) * Fraction(501, 500)
    assert PureRounds(more, POWERS, count).curve.delta_at(exp_eps) > delta
    assert exp(1) < exp_eps + Fraction(1, 10**6)
