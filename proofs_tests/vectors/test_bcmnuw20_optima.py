"""Optima with private and public rows against programmes stated another way, in floating point."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from audits.claims.bcmnuw20.laws.public_rows import (
    ERRORS,
    RELEASES,
    TWO_COLUMNS,
    TWO_ERRORS,
    WITHIN_HALF,
    release_bound,
)
from audits.claims.bcmnuw20.section_4_programmes import ACCUSED
from audits.claims.bcmnuw20.section_5_programmes import THRESHOLDS
from audits.engines.optimum import Problem, solve
from audits.engines.optimum.problems.public_data import (
    accused_rows,
    mean_release,
    mean_squared_error,
    public_thresholds,
)
from proofs_tests.vectors.values import Case, cases, listed

pytestmark = pytest.mark.paper("BCMNUW20")

HALF = Fraction(1, 2)

FILE = "bcmnuw20_optima"


def best(problem: Problem[Any, Any], case: Case, exp_eps: str = "2") -> str:
    """The optimum, as the vectors have it."""
    r, delta = Fraction(case.get("exp_eps", exp_eps)), Fraction(case.get("delta", "0"))
    return str(solve(problem, r, delta).value)


PROBLEMS: dict[str, Callable[[int, int], Problem[Any, Any]]] = {
    "pap1": mean_release,
    "pap1_delta": mean_release,
    "pap1_half": partial(mean_release, accuracy=HALF),
    "pap2": partial(mean_release, columns=2, answers=1),
    "mse1": mean_squared_error,
    "mse1_delta": mean_squared_error,
    "mse2": partial(mean_squared_error, answers=2, columns=2),
    "thr3": public_thresholds,
    "thr3_delta": public_thresholds,
}
"""From the numbers of private and public rows."""


@pytest.mark.parametrize("key", PROBLEMS)
def test_the_programmes_have_the_optima_of_the_vectors(key: str) -> None:
    """Sequences of rows with every constraint in floating point against multisets, exactly."""
    for case in listed(FILE, key):
        assert best(PROBLEMS[key](case["private"], case["public"]), case) == case["optimum"], case


@cases(FILE, "pap1_subsample")
def test_without_loss_of_eps(case: Case) -> None:
    """At e^eps = 1."""
    assert best(mean_release(case["private"], 0), case, "1") == case["optimum"]


@cases(FILE, "mean_below_r0")
def test_means_below_the_bound(case: Case) -> None:
    """One private and two public rows: the bound is attained from e^eps = 3 on."""
    assert best(mean_release(1, 2), case) == case["optimum"]
    r = Fraction(case["exp_eps"])
    assert (Fraction(case["optimum"]) < release_bound(r, 1, 2)) == (r < 3)


@cases(FILE, "core")
def test_accused_rows(case: Case) -> None:
    """Private ones, and all."""
    masses = [Fraction(p) for p in case["masses"]]
    n, m, r = case["private"], case["public"], Fraction(case["exp_eps"])
    for counted, found in ((0, "private_accused"), (1, "all_accused")):
        weights = (Fraction(1), Fraction(counted), n * r)
        assert best(accused_rows(masses, n, m, weights), case) == case[found]


def rows(case: Case) -> tuple[int, int]:
    """The numbers of private and public rows."""
    return case["private"], case["public"]


def delta(case: Case) -> Fraction:
    """0, if none is given."""
    return Fraction(case.get("delta", "0"))


def everything(case: Case) -> object:
    """The masses, the rows and the loss."""
    masses = tuple(map(Fraction, case["masses"]))
    return (masses, *rows(case), Fraction(case["exp_eps"]), delta(case))


@pytest.mark.parametrize(
    ("expected", "keys", "name"),
    [
        (RELEASES, ("pap1",), rows),
        (WITHIN_HALF, ("pap1_half",), lambda c: (c["private"], delta(c))),
        (TWO_COLUMNS, ("pap2",), rows),
        (ERRORS, ("mse1", "mse1_delta"), lambda c: (*rows(c), int(c["exp_eps"]), delta(c))),
        (TWO_ERRORS, ("mse2",), lambda c: (*rows(c), int(c["exp_eps"]), delta(c))),
        (THRESHOLDS, ("thr3", "thr3_delta"), lambda c: (rows(c), delta(c))),
        (ACCUSED, ("core",), everything),
    ],
)
def test_the_numbers_of_the_claims_are_those_of_the_vectors(
    expected: dict[Any, Fraction], keys: tuple[str, ...], name: Callable[[Case], object]
) -> None:
    """No number that a claim expects was found by the engine that the claim is about."""
    known = {
        name(case): case.get("optimum", case.get("all_accused"))
        for key in keys
        for case in listed(FILE, key)
    }
    assert {key: str(value) for key, value in expected.items()}.items() <= known.items()
