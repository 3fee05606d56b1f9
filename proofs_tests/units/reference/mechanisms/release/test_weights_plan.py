"""How many rows multiplicative weights need: monotonicity, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from reference.data.concept import PointFunction
from reference.mechanisms.release.weights_plan import WeightsPlan, enough_rows
from reference.probability.law import law

TENTH = Fraction(1, 10)
ONE = Fraction(1)


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
