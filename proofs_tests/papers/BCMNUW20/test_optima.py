"""Optima with private and public rows against programmes stated another way, in floating point."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from audits.claims.bcmnuw20.laws.public_rows import (
    ERRORS,
    RELEASES,
    TWO_COLUMNS,
    WITHIN_HALF,
    hybrid,
    negative_error,
    release_bound,
    release_bound_with_delta,
    resampled,
    squared_error_bound,
    thresholds_bound,
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

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "bcmnuw20_optima.json").read_text("utf-8")
)
TWO, HALF, QUARTER, TENTH = Fraction(2), Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)

pytestmark = pytest.mark.paper("BCMNUW20")


def best(problem: Problem[Any, Any], case: dict[str, Any], exp_eps: str = "2") -> str:
    """The optimum, as the vectors have it."""
    r, delta = Fraction(case.get("exp_eps", exp_eps)), Fraction(case.get("delta", "0"))
    return str(solve(problem, r, delta).value)


def test_the_programmes_have_the_optima_of_the_vectors() -> None:
    """Sequences of rows with every constraint in floating point against multisets, exactly."""
    for case in [*VECTORS["pap1"], *VECTORS["pap1_delta"]]:
        problem = mean_release(case["private"], case["public"])
        assert best(problem, case) == case["optimum"], case
    for case in VECTORS["pap1_half"]:
        problem = mean_release(case["private"], 0, accuracy=HALF)
        assert best(problem, case) == case["optimum"], case
    for case in VECTORS["pap1_subsample"]:
        assert best(mean_release(case["private"], 0), case, "1") == case["optimum"], case
    for case in VECTORS["pap2"]:
        problem = mean_release(case["private"], case["public"], columns=2, answers=1)
        assert best(problem, case) == case["optimum"], case
    for case in [*VECTORS["mse1"], *VECTORS["mse1_delta"]]:
        error = mean_squared_error(case["private"], case["public"])
        assert best(error, case) == case["optimum"], case
    for case in [*VECTORS["thr3"], *VECTORS["thr3_delta"]]:
        learning = public_thresholds(case["private"], case["public"])
        assert best(learning, case) == case["optimum"], case
    for case in VECTORS["core"]:
        masses = [Fraction(p) for p in case["masses"]]
        n, m, r = case["private"], case["public"], Fraction(case["exp_eps"])
        for counted, found in ((0, "private_accused"), (1, "all_accused")):
            weights = (Fraction(1), Fraction(counted), n * r)
            assert best(accused_rows(masses, n, m, weights), case) == case[found], case


def test_the_numbers_of_the_claims_are_those_of_the_vectors() -> None:
    """No number that a claim expects was found by the engine that the claim is about."""
    one_mean = {(c["private"], c["public"]): c["optimum"] for c in VECTORS["pap1"]}
    assert {sizes: str(value) for sizes, value in RELEASES.items()}.items() <= one_mean.items()
    half = {(c["private"], Fraction(c["delta"])): c["optimum"] for c in VECTORS["pap1_half"]}
    assert {key: str(value) for key, value in WITHIN_HALF.items()}.items() <= half.items()
    two = {(c["private"], c["public"]): c["optimum"] for c in VECTORS["pap2"]}
    assert {key: str(value) for key, value in TWO_COLUMNS.items()} == two
    errors = {
        (c["private"], c["public"], int(c["exp_eps"]), Fraction(c.get("delta", "0"))): c["optimum"]
        for c in [*VECTORS["mse1"], *VECTORS["mse1_delta"]]
    }
    assert {key: str(value) for key, value in ERRORS.items()}.items() <= errors.items()
    learned = {
        ((c["private"], c["public"]), Fraction(c.get("delta", "0"))): c["optimum"]
        for c in [*VECTORS["thr3"], *VECTORS["thr3_delta"]]
    }
    assert {key: str(value) for key, value in THRESHOLDS.items()}.items() <= learned.items()
    accused = {
        (
            tuple(map(Fraction, c["masses"])),
            c["private"],
            c["public"],
            Fraction(c["exp_eps"]),
            Fraction(c["delta"]),
        ): c["all_accused"]
        for c in VECTORS["core"]
    }
    assert {key: str(value) for key, value in ACCUSED.items()}.items() <= accused.items()


def floating_mean_release(n: int, m: int, r: float, delta: float, *, each: bool = False) -> float:
    """One mean within 1/2, on counts of rows +1, by scipy; delta for each outcome, or in all."""
    answers, means = [-1.0, -0.5, 0.0, 0.5, 1.0], [-1.0, 0.0, 1.0]
    data = list(product(range(n + 1), range(m + 1)))
    cells = {cell: i for i, cell in enumerate(product(data, range(5)))}
    links = [((k, j), (k + s, j)) for k, j in data for s in (1, -1) if 0 <= k + s <= n]
    slacks = 0 if each else 5 * len(links)
    width = len(cells) + slacks + 1
    rows: list[np.ndarray[Any, Any]] = []
    right: list[float] = []
    for e, (here, there) in enumerate(links):
        total = np.zeros(width)
        for y in range(5):
            row = np.zeros(width)
            row[cells[here, y]], row[cells[there, y]] = 1, -r
            if not each:
                row[len(cells) + 5 * e + y], total[len(cells) + 5 * e + y] = -1, 1
            rows.append(row)
            right.append(delta if each else 0.0)
        rows.append(total)
        right.append(delta)
    for mean in means:
        row = np.zeros(width)
        row[-1] = 1
        p = (1 + mean) / 2
        for (k, j), y in cells:
            chance = _binomial(n, k, p) * _binomial(m, j, p)
            if abs(answers[y] - mean) <= 0.5:
                row[cells[(k, j), y]] -= chance
        rows.append(row)
        right.append(0.0)
    sums = np.zeros((len(data), width))
    for (d, _), i in cells.items():
        sums[data.index(d), i] = 1
    goal = np.zeros(width)
    goal[-1] = -1
    found = linprog(
        goal,
        A_ub=np.array(rows),
        b_ub=right,
        A_eq=sums,
        b_eq=np.ones(len(data)),
        bounds=[(0, None)] * width,
    )
    assert found.status == 0
    return -float(found.fun)


def _binomial(n: int, k: int, p: float) -> float:
    chance = 1.0
    for i in range(k):
        chance *= (n - i) / (k - i)
    return chance * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize(("n", "m"), [(1, 0), (2, 1), (3, 2)])
@pytest.mark.parametrize(("r", "delta"), [("3/2", "0"), ("3", "1/10")])
def test_scipy_agrees_within_a_tolerance(n: int, m: int, r: str, delta: str) -> None:
    """Counts for multisets, slack variables for events."""
    exact = solve(mean_release(n, m, accuracy=HALF), Fraction(r), Fraction(delta)).value
    assert exact is not None
    rough = floating_mean_release(n, m, float(Fraction(r)), float(Fraction(delta)))
    assert abs(float(exact) - rough) < 1e-7


def test_delta_is_for_events_and_not_for_outcomes() -> None:
    """At n = 1, delta = 1/4 it is 3/4; with delta for each of the answers it would be 13/16."""
    problem = mean_release(1, 0, accuracy=HALF)
    assert solve(problem, TWO, QUARTER).value == Fraction(3, 4)
    assert abs(floating_mean_release(1, 0, 2.0, 0.25, each=True) - 13 / 16) < 1e-7
    assert VECTORS["pap1_half_per_outcome"] == "13/16"


def test_the_closed_forms() -> None:
    """By hand: one private row of a mean r/(2r+1); of a rare example (1-a)/2 + a r/(1+r)."""
    for r in (Fraction(1), Fraction(3, 2), Fraction(7)):
        assert release_bound(r, 1, 0) == r / (2 * r + 1)
        assert release_bound_with_delta(r, 3, 1, Fraction(0)) == release_bound(r, 3, 1)
        told = thresholds_bound(r, 1, 0, QUARTER, Fraction(0))
        assert told == Fraction(3, 8) + QUARTER * r / (1 + r)
        assert thresholds_bound(r, 0, 2, QUARTER, Fraction(0)) == 1 - Fraction(9, 32)
    assert release_bound_with_delta(Fraction(1), 4, 0, QUARTER) == Fraction(12, 19)


def grids() -> Iterator[tuple[int, Fraction]]:
    """Means of Bayes' estimate from so many rows, and their squared error 2/(3 (m + 2))."""
    for m in range(6):
        yield m, Fraction(2, 3 * (m + 2))


def test_without_privacy_the_squared_error_is_that_of_bayes() -> None:
    """Laplace's rule of succession, in steps of 1/(m + 2)."""
    for m, error in grids():
        assert solve(mean_squared_error(0, m, answers=m + 2), TWO).value == error
        assert solve(negative_error(m, 0, m + 2), TWO, Fraction(1)).value == -error
        assert squared_error_bound(TWO, 0, m, Fraction(0)) < error or m == 0


def test_the_hybrid_argument_leaves_nothing_negative() -> None:
    """What is left of each probability is (r - 1) times the mass of accused rows, for every r."""
    proof = hybrid((HALF, Fraction(1, 3), Fraction(1, 6)), 2, 1, resampled)
    assert proof.total == 2 * (1 - (Fraction(1, 4) + Fraction(1, 9) + Fraction(1, 36)))
    assert all(u + v == 0 and v >= 0 for u, v in proof.left)
    assert any(v > 0 for _, v in proof.left)


def test_at_no_loss_and_one_row_the_sharp_bound_is_attained() -> None:
    """R = 1: E[K] - a = delta (1 - sum of squared masses), by the table that tells a row."""
    masses = (QUARTER, 3 * QUARTER)
    problem = accused_rows(masses, 1, 0, (Fraction(1), Fraction(0), Fraction(1)))
    assert solve(problem, Fraction(1), TENTH).value == TENTH * Fraction(3, 8)
