"""How many rows multiplicative weights need: numbers by hand, monotonicity, refusals."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log, sqrt
from typing import Any

import pytest

from reference.data.concept import PointFunction
from reference.mechanisms.release.weights_plan import (
    POWERS,
    WeightsPlan,
    enough_rows,
    most_corrections,
)
from reference.privacy.composition import PureRounds
from reference.probability.law import law

TENTH = Fraction(1, 10)
ONE = Fraction(1)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10**6)])
@pytest.mark.parametrize(("points", "queries"), [(2, 1), (16, 10**6), (1024, 300)])
def test_the_numbers_follow_the_formulas(points: int, queries: int, delta: Fraction) -> None:
    """In floating point, step by step."""
    alpha, beta, eps = 0.5, 0.05, 1.0
    plan = enough_rows(points, queries, Fraction(1, 2), Fraction(1, 20), ONE, delta)
    g = alpha / 12
    c = min(queries, int(2 * (1 + g) * log(points) / g**2))
    assert plan.corrections == c
    assert plan.rate == 1 / (1 + Fraction(1, 24))
    if c <= 1000 and delta:
        more = 1 + (plan.root - 1) * Fraction(501, 500)
        here, there = (PureRounds(each, POWERS, c) for each in (plan.root, more))
        at = Fraction(exp(eps))
        assert here.delta_at_most(at) <= delta < there.delta_at_most(at)
    else:
        loss = max(eps / c, eps / (2 * sqrt(2 * c * log(1 / delta))) if delta else 0)
        assert 0.999 * loss / 5 < log(plan.root) <= loss / 5
    radius = int(1.5 * log(8 * (c + queries) / beta) / log(plan.root)) + 1
    noise, sampling = int(12 * radius / alpha), int(8 * log(4 * queries / beta) / alpha**2) + 1
    assert plan.rows == max(noise, sampling)
    assert plan.threshold == 2 * int(alpha * plan.rows / 12)


def test_more_is_asked_for_more() -> None:
    """Fewer rows for a larger error, failure, eps or delta, and for fewer queries or points."""
    usual: list[Any] = [16, 50, Fraction(1, 2), TENTH, ONE, Fraction(1, 1000)]
    rows = enough_rows(*usual).rows
    for place, easier in enumerate((4, 5, ONE, Fraction(1, 2), ONE * 2, TENTH)):
        changed = [*usual[:place], easier, *usual[place + 1 :]]
        assert enough_rows(*changed).rows <= rows


def test_one_point_needs_no_rows() -> None:
    """All answers are exact."""
    plan = enough_rows(1, 3, TENTH, TENTH, ONE, Fraction(0))
    assert plan.rows == plan.corrections == plan.error == plan.noise_failure == 0
    mechanism = plan.mechanism((PointFunction(0),), (0,))
    ((only,),) = law(mechanism, (0, 0))
    assert only.value == 1


@pytest.mark.parametrize(("points", "gap"), [(2, 1), (2, 7), (1000, 3)])
def test_most_corrections(points: int, gap: int) -> None:
    """2 (1 + g) ln(M)/g^2."""
    g = Fraction(1, gap)
    assert most_corrections(points, g) == int(2 * (1 + g) * log(points) / g**2)


def test_the_noise_fails_with_the_probability_of_its_tails() -> None:
    """Sums of 400 point masses: tau beyond 1, nu beyond 4 - 1, answers beyond 4."""
    plan = WeightsPlan(3, 2, Fraction(3, 2), 5, 100, Fraction(9, 10))

    def beyond(ratio: float, most: int) -> float:
        masses = (
            (1 - ratio) / (1 + ratio) * ratio ** abs(z) for z in range(-400, 401) if abs(z) > most
        )
        return sum(masses)

    b = 2 / 3
    wanted = 2 * beyond(b * b, 1) + 6 * beyond(b, 3) + 2 * beyond(b, 5)
    assert float(plan.noise_failure) == pytest.approx(wanted, rel=1e-9)


def test_a_pure_loss_is_divided() -> None:
    """Rounded down: of one correction, and of fifty."""
    for queries in (1, 50):
        plan = enough_rows(2, queries, ONE, TENTH, ONE, Fraction(0))
        loss = 1 / (5 * plan.corrections)
        assert 0.999 * loss < log(plan.root) <= loss


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({0: 0}, "points 0, queries 3"),
        ({1: 0}, "points 2, queries 0"),
        ({2: Fraction(0)}, "accuracy 0"),
        ({2: Fraction(3)}, "accuracy 3"),
        ({3: ONE}, "failure probability 1"),
        ({4: Fraction(0)}, "eps 0, delta 0"),
        ({5: ONE}, "eps 1, delta 1"),
    ],
)
def test_bad_parameters_are_refused(changed: dict[int, Any], words: str) -> None:
    """Naming the value."""
    usual: list[Any] = [2, 3, ONE, TENTH, ONE, Fraction(0)]
    for place, value in changed.items():
        usual[place] = value
    with pytest.raises(ValueError, match=words):
        enough_rows(*usual)


def test_floats_are_refused() -> None:
    """They are other numbers than they look."""
    inexact: Any = 0.1
    with pytest.raises(TypeError, match=r"accuracy 0\.1"):
        enough_rows(2, 1, inexact, TENTH, ONE, Fraction(0))


@pytest.mark.parametrize("changed", [{"queries": 0}, {"radius": 0}, {"rows": -1}, {"root": ONE}])
def test_bad_plans_are_refused(changed: dict[str, Any]) -> None:
    """Also those that are written by hand."""
    usual: dict[str, Any] = {
        "queries": 1,
        "corrections": 1,
        "root": Fraction(2),
        "radius": 1,
        "rows": 1,
        "rate": Fraction(1, 2),
    }
    with pytest.raises(ValueError, match=next(iter(changed))):
        WeightsPlan(**usual | changed)
